// SPDX-License-Identifier: MIT
#include "turbulence/intermittent.h"

#include "test.h"

static void always_and_never(void) {
    const wafti_spells_def always = {.burst = 0, .calm = 0, .seed = 3};
    const wafti_spells_def never = {.burst = 0, .calm = 4, .seed = 3};
    wafti_spells on = {0};
    wafti_spells off = {0};
    CHECK_NEAR(wafti_spells_gamma(&on), 0.0, 0.0);
    CHECK(wafti_spells_reach(&always, &on, 99));
    CHECK(!wafti_spells_reach(&never, &off, 99));
    CHECK(on.holds == 100 && off.holds == 100);
    CHECK_NEAR(wafti_spells_gamma(&on), 1.0, 0.0);
    CHECK_NEAR(wafti_spells_gamma(&off), 0.0, 0.0);
}

static void the_share_in_the_long_run(void) {
    const wafti_spells_def def = {.burst = 9, .calm = 3, .seed = 11};
    wafti_spells spells = {0};
    (void)wafti_spells_reach(&def, &spells, 199999);
    CHECK_NEAR(wafti_spells_gamma(&spells), 0.75, 0.01);
}

// The spells do not depend on how they are asked for, but on the seed.
static void any_way_there(void) {
    const wafti_spells_def def = {.burst = 5, .calm = 4, .seed = 7};
    const wafti_spells_def other = {.burst = 5, .calm = 4, .seed = 8};
    wafti_spells each = {0};
    wafti_spells jump = {0};
    wafti_spells apart = {0};
    int changes = 0;
    int differences = 0;
    bool before = false;
    for (uint64_t hold = 0; hold < 500; ++hold) {
        const bool now = wafti_spells_reach(&def, &each, hold);
        changes += hold > 0 && now != before;
        differences += now != wafti_spells_reach(&other, &apart, hold);
        before = now;
        // A hold once more changes nothing.
        CHECK(wafti_spells_reach(&def, &each, hold) == now && each.holds == hold + 1);
    }
    CHECK(wafti_spells_reach(&def, &jump, 499) == before);
    CHECK(memcmp(&each, &jump, sizeof(each)) == 0);
    CHECK(changes > 50 && differences > 50);
}

static const test_case cases[] = {{"always_and_never", always_and_never},
    {"the_share_in_the_long_run", the_share_in_the_long_run}, {"any_way_there", any_way_there}};

TEST_MAIN(cases)
