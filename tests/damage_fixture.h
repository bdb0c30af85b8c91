// SPDX-License-Identifier: MIT
// Damage to the bytes of a file, and how much of it a check notices.
#ifndef WAFT_TEST_DAMAGE_FIXTURE_H
#define WAFT_TEST_DAMAGE_FIXTURE_H

#include "export/file_check.h"
#include "scratch.h"

#include <stdlib.h>

typedef const char* byte_check(const unsigned char* bytes, size_t size, wafti_facts* facts);

// A file that is whole passes; one that is cut anywhere does not. Returns the share of bytes that the check sees change.
static inline double check_damage(const char* path, byte_check* check) {
    size_t size = 0;
    char* text = scratch_read(path, &size);
    size_t noticed = 0;
    size_t tried = 0;
    if (!CHECK(check((unsigned char*)text, size, NULL) == NULL)) {
        (void)fprintf(stderr, "  %s\n", check((unsigned char*)text, size, NULL));
    }
    const size_t step = size / 2000 + 1;
    for (size_t i = 0; i < size; i += step) {
        unsigned char* cut =
            malloc(i + 1); // of that size, so that a sanitizer sees what lies behind it
        memcpy(cut, text, i);
        CHECK(check(cut, i, NULL) != NULL);
        free(cut);
        text[i] ^= 0x40;
        noticed += check((unsigned char*)text, size, NULL) != NULL;
        text[i] ^= 0x40;
        ++tried;
    }
    waft_text_free(NULL, text);
    return (double)noticed / (double)tried;
}

#endif // WAFT_TEST_DAMAGE_FIXTURE_H
