// SPDX-License-Identifier: MIT
#include "scene/retired.h"

#include "test.h"

static void old_keys_name_the_new_form(void) {
    CHECK(strstr(wafti_retired_key("smoke", "obstacles"), "solids: [{shape:") != NULL);
    CHECK(strstr(wafti_retired_key("liquid", "obstacles"), "solids: [{shape:") != NULL);
    CHECK_TEXT(wafti_retired_key("smoke.sources[12]", "center"), "write at");
    CHECK(strstr(wafti_retired_key("liquid.blocks[0]", "high"), "{box: [x, y, z]}") != NULL);
    CHECK(strstr(wafti_retired_key("solids[3]", "density"), "bodies") != NULL);
    CHECK_TEXT(wafti_retired_key("liquid.turbulence.triggers[1]", "obstacle"), "write solid");
}

static void others_never_were(void) {
    CHECK(wafti_retired_key("smoke", "obstacle") == NULL);
    CHECK(wafti_retired_key("smoke.sources", "center") == NULL);
    CHECK(wafti_retired_key("water", "obstacles") == NULL);
    CHECK(wafti_retired_key("", "obstacles") == NULL);
    CHECK(wafti_retired_key("solids[3", "center") == NULL);
    CHECK(wafti_retired_key("smoke.sources[0]", "rad") == NULL);
    CHECK(wafti_retired_key("smoke.sources[0]", "") == NULL);
}

static const test_case cases[] = {
    {"old_keys_name_the_new_form", old_keys_name_the_new_form},
    {"others_never_were", others_never_were},
};

TEST_MAIN(cases)
