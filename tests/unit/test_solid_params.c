// SPDX-License-Identifier: MIT
#include "solid/solid_params.h"

#include "test.h"

static const wafti_param* find(const char* path) {
    wafti_named named;
    return wafti_rows_find(wafti_solid_rows, WAFTI_SOLID_PARTS, path, &named) ? named.row : NULL;
}

static void test_places(void) {
    CHECK(find("solids[2].slip")->offset == offsetof(waft_solid_def, no_slip));
    CHECK(find("solids[0].felt_by")->owner == WAFTI_OWNER_SOLID);
    CHECK(find("solids[0].poses[1].at")->offset == offsetof(waft_solid_key, pose.position));
    CHECK(find("solids[0].poses[1].ease")->owner == WAFTI_OWNER_SOLID_KEY);
}

static void test_defaults(void) {
    waft_solid_def def = {.displace = true, .no_slip = true};
    wafti_rows_fill(wafti_solid_rows, WAFTI_SOLID_PARTS, WAFTI_OWNER_SOLID, &def);
    CHECK(def.felt_by == WAFT_SOLID_ALL);
    CHECK(!def.displace);
    CHECK(!def.no_slip);
    CHECK(def.name == NULL);
}

static const char* refusal(waft_solid_def def) {
    static waft_error error;
    error.sentence[0] = '\0';
    const waft_result result = wafti_rows_check_item(
        wafti_solid_rows, WAFTI_SOLID_PARTS, WAFTI_OWNER_SOLID, &def, "solids[3]", &error);
    CHECK((result == WAFT_OK) == (error.sentence[0] == '\0'));
    return error.sentence;
}

static void test_ranges(void) {
    waft_solid_def def = waft_solid_def_default();
    CHECK_TEXT(refusal(def), "");
    def.name = "";
    CHECK_TEXT(refusal(def), "");
    def.name = "0123456789012345678901234567890123456789";
    CHECK_TEXT(refusal(def), "solids[3].name is too long: give 1 to 31 bytes");
    def.name = NULL;
    def.felt_by = 8;
    CHECK_TEXT(refusal(def), "solids[3].felt_by is 0x8: it has bits that mean nothing");
    const waft_solid_key key = {.time = -1.0};
    waft_error error;
    CHECK(wafti_rows_check_item(wafti_solid_rows, WAFTI_SOLID_PARTS, WAFTI_OWNER_SOLID_KEY, &key,
              "solids[3].poses[1]", &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(
        error.sentence, "solids[3].poses[1].time is -1: allowed are values from 0 up to 1000000");
}

static const test_case cases[] = {
    {"rows by path", test_places},
    {"defaults", test_defaults},
    {"ranges", test_ranges},
};
TEST_MAIN(cases)
