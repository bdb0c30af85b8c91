// SPDX-License-Identifier: MIT
#include "port/port.h"

#include "test.h"

static void aligned_and_cleared(void) {
    static const size_t alignments[] = {16, 64, 4096, (size_t)1 << 21};
    for (size_t i = 0; i < 4; ++i) {
        const size_t size = 3 * alignments[i];
        unsigned char* memory = wafti_pages_take(alignments[i], size);
        if (!CHECK(memory != NULL)) {
            continue;
        }
        CHECK((uintptr_t)memory % alignments[i] == 0);
        memset(memory, 0xA5, size);
        wafti_pages_wish_large(memory, size);
        CHECK(memory[0] == 0xA5 && memory[size - 1] == 0xA5); // a wish changes nothing
        wafti_pages_free(memory);
    }
    const size_t size = (size_t)1 << 22;
    unsigned char* memory = wafti_pages_take((size_t)1 << 21, size);
    if (CHECK(memory != NULL)) {
        memset(memory, 0xA5, size);
        const size_t done = wafti_pages_clear(memory, size);
        CHECK(done <= size);
        size_t wrong = 0;
        for (size_t i = 0; i < size; ++i) {
            wrong += memory[i] != (i < done ? 0 : 0xA5);
        }
        CHECK(wrong == 0);
    }
    wafti_pages_free(memory);
}

static const test_case cases[] = {
    {"aligned_and_cleared", aligned_and_cleared},
};

TEST_MAIN(cases)
