// SPDX-License-Identifier: MIT
#include "io/edit_rows.h"
#include "test.h"

static void check_key(const wafti_edit_key* key) {
    const wafti_param* row = key->row;
    size_t words = 1;
    CHECK(key->name[0] != '\0' && strchr(key->name, '[') == NULL);
    CHECK(key->offset + row->size <= sizeof(wafti_edit_text));
    CHECK((row->shown.type == WAFT_PARAM_CHOICE) ==
          (row->shown.choices != NULL && row->shown.choices[0] != '\0' &&
              row->shown.type != WAFT_PARAM_WORDS));
    for (const char* c = row->shown.choices; c != NULL && *c != '\0'; ++c) {
        words += *c == '|';
    }
    CHECK(words <= 16); // that a sentence lists
    CHECK(row->storage != WAFTI_STORAGE_NONE || row->size == sizeof(void*) + sizeof(size_t));
}

// Every kind but SET has a word of its own, and keys that differ.
static void every_kind_has_a_row(void) {
    CHECK(wafti_edit_row_of(WAFT_EDIT_SET) == NULL);
    CHECK(wafti_edit_row_of(WAFT_EDIT_KIND_COUNT) == NULL);
    for (int kind = WAFT_EDIT_SET + 1; kind < WAFT_EDIT_KIND_COUNT; ++kind) {
        const wafti_edit_row* row = wafti_edit_row_of((waft_edit_kind)kind);
        if (!CHECK(row != NULL && row->word != NULL)) {
            continue;
        }
        wafti_edit_key keys[WAFTI_MOST_EDIT_KEYS];
        const size_t count = wafti_edit_keys(row, keys);
        for (int other = WAFT_EDIT_SET + 1; other < kind; ++other) {
            CHECK(strcmp(row->word, wafti_edit_row_of((waft_edit_kind)other)->word) != 0);
        }
        for (size_t k = 0; k < count; ++k) {
            check_key(&keys[k]);
            for (size_t other = 0; other < k; ++other) {
                CHECK(strcmp(keys[k].name, keys[other].name) != 0);
            }
        }
    }
}

static const test_case cases[] = {
    {"every_kind_has_a_row", every_kind_has_a_row},
};

TEST_MAIN(cases)
