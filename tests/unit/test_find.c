// SPDX-License-Identifier: MIT
#include "param/rows.h"
#include "test.h"

typedef struct part {
    float length;
    uint32_t kind;
} part;

typedef struct thing {
    uint32_t kind;
    float speed, force;
    waft_vec3 wind;
    const part* parts;
    size_t part_count;
} thing;

#define THING(member_) .shown.path = "thing." #member_, AT(WATER, thing, member_)
#define PART(member_)  .shown.path = "thing.parts[]." #member_, AT(TRAIN, part, member_)

static const wafti_param rows[] = {
    {CHOICE(THING(kind), "slow|fast|none", "slow", "")},
    {NUMBER(REAL, THING(speed), "", FROM(0, 1), "0", "kind=slow|fast", "")},
    {NUMBER(REAL, THING(force), "", FROM(0, 1), "0", "kind!=none and other=a", "")},
    {NUMBER(REAL3, THING(wind), "", FROM(0, 1), "[0, 0, 0]", "", "")},
    {CHOICE(PART(kind), "long|short", "long", "")},
    {NUMBER(REAL, PART(length), "", FROM(0, 1), "0", "kind=long", "")},
};
static const wafti_rows table[] = {ROWS_OF(rows)};

static void paths_name_rows(void) {
    wafti_named named;
    CHECK(wafti_rows_find(table, 1, "thing.speed", &named));
    CHECK(named.row == &rows[1] && named.index == 0 && named.component == -1);
    CHECK(wafti_rows_find(table, 1, "thing.wind", &named));
    CHECK(named.row == &rows[3] && named.component == -1);
    CHECK(wafti_rows_find(table, 1, "thing.wind[2]", &named));
    CHECK(named.row == &rows[3] && named.component == 2);
    CHECK(wafti_rows_find(table, 1, "thing.parts[12].length", &named));
    CHECK(named.row == &rows[5] && named.index == 12 && named.component == -1);
    static const char* const wrong[] = {"thing", "thing.speeds", "thing.parts[].length",
        "thing.parts[-1].length", "thing.parts[1.length", "thing.parts[99999999999].length",
        "thing.wind[3]", "thing.wind[1", "thing.wind[1]x", "thing.speed[0]", ""};
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); ++i) {
        CHECK(!wafti_rows_find(table, 1, wrong[i], &named));
    }
}

static void conditions_look_at_choices_beside(void) {
    thing it = {.kind = 1};
    CHECK(wafti_row_applies(table, 1, &rows[1], &it) && wafti_row_applies(table, 1, &rows[2], &it));
    it.kind = 2;
    CHECK(!wafti_row_applies(table, 1, &rows[1], &it));
    CHECK(!wafti_row_applies(table, 1, &rows[2], &it));
    CHECK(wafti_row_applies(table, 1, &rows[3], &it));
    const part one = {.kind = 1};
    CHECK(!wafti_row_applies(table, 1, &rows[5], &one));
}

static const test_case cases[] = {
    {"paths_name_rows", paths_name_rows},
    {"conditions_look_at_choices_beside", conditions_look_at_choices_beside},
};

TEST_MAIN(cases)
