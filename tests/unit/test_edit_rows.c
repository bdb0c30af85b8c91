// SPDX-License-Identifier: MIT
#include "io/edit_rows.h"
#include "test.h"

// Every kind but SET has a word of its own, and keys that a reader can mark in 64 bits.
static void every_kind_has_a_row(void) {
    CHECK(wafti_edit_row_of(WAFT_EDIT_SET) == NULL);
    CHECK(wafti_edit_row_of(WAFT_EDIT_KIND_COUNT) == NULL);
    for (int kind = WAFT_EDIT_SET + 1; kind < WAFT_EDIT_KIND_COUNT; ++kind) {
        const wafti_edit_row* row = wafti_edit_row_of((waft_edit_kind)kind);
        if (!CHECK(row != NULL && row->word != NULL)) {
            continue;
        }
        CHECK(row->key_count <= WAFTI_MOST_EDIT_KEYS);
        for (int other = WAFT_EDIT_SET + 1; other < kind; ++other) {
            CHECK(strcmp(row->word, wafti_edit_row_of((waft_edit_kind)other)->word) != 0);
        }
        for (int k = 0; k < row->key_count; ++k) {
            const wafti_edit_key* key = &row->keys[k];
            const size_t end = key->offset + (size_t)key->count * wafti_edit_key_size(key);
            CHECK(end <= sizeof(wafti_edit_text));
            CHECK((key->type == WAFTI_KEY_WORD) == (key->words != NULL));
        }
    }
}

static const test_case cases[] = {
    {"every_kind_has_a_row", every_kind_has_a_row},
};

TEST_MAIN(cases)
