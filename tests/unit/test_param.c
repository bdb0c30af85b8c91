// SPDX-License-Identifier: MIT
#include "param/rows.h"

#include <fenv.h>
#include <math.h>

#include "test.h"

typedef enum color { RED = 3, GREEN = 7 } color;

typedef struct part {
    float length;
    const char* name;
} part;

typedef struct thing {
    float single;
    double real;
    waft_vec3 vector;
    int32_t cells[2];
    uint64_t seed;
    size_t most;
    bool flag;
    bool rough;
    color tint;
    float radius;
    const char* title;
    const part* parts;
    size_t part_count;
} thing;

#define THING(member_) .shown.path = "thing." #member_, AT(WATER, thing, member_)
#define PARTS          .shown.path = "thing.parts", ITEMS_AT(WATER, thing, parts, part_count, TRAIN, part)
#define PART(member_)  .shown.path = "thing.parts[]." #member_, AT(TRAIN, part, member_)

static const wafti_param rows[] = {
    {NUMBER(REAL, THING(single), "m", FROM(0, 1), "0.1", "", "")},
    {NUMBER(REAL, THING(real), "", FROM(0, 1), "0.1", "", "")},
    {NUMBER(REAL3, THING(vector), "", PLACE, "[1, -2.5, 1e3]", "", "")},
    {NUMBER(INT2, THING(cells), "", FROM(1, 99), "[8, 9]", "", "")},
    {NUMBER(INT, THING(seed), "", FROM(0, SEED_TO), "9007199254740991", "", "")},
    {NUMBER(INT, THING(most), "", FROM(0, 5), "4", "", "")},
    {SWITCH(THING(flag), "true", "")},
    {CHOICE(THING(rough), "smooth|rough", "rough", ""), VALUES(false, true)},
    {CHOICE(THING(tint), "red|green", "green", ""), VALUES(RED, GREEN)},
    {NUMBER(REAL, THING(radius), "", ABOVE(0, 1), "", "", ""), UNSET(-1)},
    {NUMBER(TEXT, THING(title), "", FROM(1, 5), "", "", "")},
    {ITEMS(PARTS, 3, "")},
    {NUMBER(REAL, PART(length), "m", ABOVE(0, 10), "2", "", "")},
    {NUMBER(TEXT, PART(name), "", FROM(1, 5), "", "", ""), REQUIRED("a part needs a name")},
};
static const wafti_rows table[] = {ROWS_OF(rows)};

static const wafti_param* find(const char* path) {
    wafti_named named;
    return wafti_rows_find(table, 1, path, &named) ? named.row : NULL;
}

static void test_storage(void) {
    CHECK(find("thing.single")->storage == WAFTI_STORAGE_FLOAT);
    CHECK(find("thing.real")->storage == WAFTI_STORAGE_DOUBLE);
    CHECK(find("thing.vector")->storage == WAFTI_STORAGE_FLOAT);
    CHECK(find("thing.cells")->storage == WAFTI_STORAGE_INT32);
    CHECK(find("thing.seed")->storage == WAFTI_STORAGE_UINT64);
    CHECK(find("thing.flag")->storage == WAFTI_STORAGE_BOOL);
    CHECK(find("thing.tint")->storage == WAFTI_STORAGE_UINT32);
    CHECK(find("thing.title")->storage == WAFTI_STORAGE_TEXT);
    CHECK(find("thing.parts")->storage == WAFTI_STORAGE_NONE);
}

static void test_defaults(void) {
    thing it = {.part_count = 5};
    wafti_rows_fill(table, 1, WAFTI_OWNER_WATER, &it);
    CHECK(it.single == 0.1f && it.real == 0.1 && it.vector.x == 1.0f && it.vector.y == -2.5f);
    CHECK(it.vector.z == 1000.0f && it.cells[0] == 8 && it.cells[1] == 9);
    CHECK(it.seed == UINT64_C(9007199254740991) && it.most == 4 && it.flag && it.rough);
    CHECK(it.tint == GREEN && it.radius == -1.0f && it.title == NULL);
    CHECK(it.part_count == 5); // lists are no business of defaults
    part p = {0};
    wafti_rows_fill(table, 1, WAFTI_OWNER_TRAIN, &p);
    CHECK(p.length == 2.0f);
}

// A host may round as it likes: defaults and ranges stay.
static void test_rounding(void) {
    const int roundings[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    thing want = {0};
    wafti_rows_fill(table, 1, WAFTI_OWNER_WATER, &want);
    for (int n = 0; n < 3; ++n) {
        thing it = {0};
        (void)fesetround(roundings[n]);
        wafti_rows_fill(table, 1, WAFTI_OWNER_WATER, &it);
        const waft_result result = wafti_rows_check(table, 1, WAFTI_OWNER_WATER, &it, NULL);
        CHECK(fegetround() == roundings[n]);
        (void)fesetround(FE_TONEAREST);
        CHECK(result == WAFT_OK && it.single == want.single && it.real == want.real);
    }
}

static void test_values(void) {
    thing it = {0};
    double got[3];
    const wafti_param* cells = find("thing.cells");
    wafti_param_set(cells, it.cells, (const double[3]){5, 6, 7});
    wafti_param_get(cells, it.cells, got);
    CHECK(it.cells[0] == 5 && it.cells[1] == 6 && got[1] == 6.0 && got[2] == 0.0);
    const wafti_param* tint = find("thing.tint");
    CHECK(wafti_param_word("red|green", "green", 5) == 1 && wafti_param_word("red", "re", 2) == -1);
    CHECK(wafti_param_value_of(tint, 0) == RED && wafti_param_word_of(tint, GREEN) == 1);
    CHECK(wafti_param_word_of(tint, 0) == -1);
    const wafti_param* radius = find("thing.radius");
    it.radius = -1.0f;
    CHECK(wafti_param_has_unset(radius, &it.radius));
    it.radius = 0.5f;
    CHECK(!wafti_param_has_unset(radius, &it.radius));
    CHECK(!wafti_param_has_unset(find("thing.single"), &it.single));
}

static void test_lists(void) {
    const part parts[2] = {{1.0f, "a"}, {2.0f, "b"}};
    thing it = {.parts = parts, .part_count = 2};
    const wafti_param* list = find("thing.parts");
    CHECK(wafti_param_items(list, &it).first == parts && wafti_param_items(list, &it).count == 2);
    wafti_param_set_items(list, &it, (wafti_items){NULL, 0});
    CHECK(it.parts == NULL && it.part_count == 0);
    CHECK(list->item_owner == WAFTI_OWNER_TRAIN && list->item_size == sizeof(part));
}

static void refuse(const thing* it, const char* sentence) {
    waft_error error = {.sentence = ""};
    const waft_result result = wafti_rows_check(table, 1, WAFTI_OWNER_WATER, it, &error);
    CHECK(result == (sentence[0] != '\0' ? WAFT_ERR_ARGUMENT : WAFT_OK));
    CHECK_TEXT(error.sentence, sentence);
}

static void test_ranges(void) {
    const part parts[2] = {{1.0f, "a"}, {0.0f, "b"}};
    thing usual = {0};
    wafti_rows_fill(table, 1, WAFTI_OWNER_WATER, &usual);
    refuse(&usual, "");
    thing it = usual;
    it.single = 1.5f;
    refuse(&it, "thing.single is 1.5: allowed are values from 0 up to 1");
    it = usual;
    it.real = (double)NAN;
    refuse(&it, "thing.real is nan: allowed are values from 0 up to 1");
    it = usual;
    it.cells[1] = 0;
    refuse(&it, "thing.cells[1] is 0: allowed are 1 to 99");
    it = usual;
    it.radius = 0.0f;
    refuse(&it, "thing.radius is 0: allowed are values above 0 up to 1");
    it = usual;
    it.tint = (color)4;
    refuse(&it, "thing.tint is 4: there is no such choice");
    it = usual;
    it.title = "longer";
    refuse(&it, "thing.title is too long: give 1 to 5 bytes");
    it = usual;
    it.part_count = 4;
    refuse(&it, "thing.parts has 4 entries and no array: allowed are 0 to 3, with their array");
    it.parts = parts;
    it.part_count = 2;
    refuse(&it, "thing.parts[1].length is 0: allowed are values above 0 up to 10");
    const part nameless = {1.0f, NULL};
    waft_error error;
    CHECK(wafti_rows_check_item(table, 1, WAFTI_OWNER_TRAIN, &nameless, "it", &error) ==
          WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence, "it.name is missing: give 1 to 5 bytes");
}

static const test_case cases[] = {
    {"storage by type", test_storage},
    {"defaults", test_defaults},
    {"the host's rounding", test_rounding},
    {"values at their places", test_values},
    {"lists", test_lists},
    {"ranges", test_ranges},
};
TEST_MAIN(cases)
