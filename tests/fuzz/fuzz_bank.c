// SPDX-License-Identifier: MIT
// Banks from arbitrary bytes. Checksums would stop nearly all of them at the door, so they are set right
// first; what is read must then hold together.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <waft/turbulence.h>

#include "base/hash.h"
#include "io/little_endian.h"
#include "turbulence/spectrum.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size); // NOLINT: libFuzzer names it

static void demand(bool condition) {
    if (!condition) {
        __builtin_trap();
    }
}

static void check(const waft_bank* bank) {
    const waft_bank_info info = waft_bank_get_info(bank);
    demand(info.size >= 8 && info.size <= 512);
    demand(info.count >= 1 && info.count <= 1000);
    demand(isfinite(info.rms) && info.rms > 0.0);
    demand(strlen(info.spectrum) > 0);
    if (info.storage == WAFT_BANK_NONE || info.size > 16) {
        return; // not the time to make one
    }
    float values[16 * 16 * 16];
    demand(waft_bank_read_field(bank, info.count - 1, 1, values, NULL) == WAFT_OK);
    demand(isfinite(values[0]));
}

// The digest of what the header says, where that is something.
static void mend_digest(unsigned char* bytes, size_t text_size) {
    char text[8193];
    waft_bank_def def = waft_bank_def_default();
    memcpy(text, bytes + 60, text_size);
    text[text_size] = '\0';
    def.dimensions = (int)(wafti_get_u32(bytes + 12) & 3);
    def.size = (int32_t)wafti_get_u32(bytes + 16);
    def.count = (int32_t)wafti_get_u32(bytes + 20);
    def.storage = (waft_bank_storage)(wafti_get_u32(bytes + 24) & 3);
    def.seed = wafti_get_u64(bytes + 36);
    if (wafti_spectrum_parse(text, &def.spectrum)) {
        wafti_put_u64(bytes + 44, waft_bank_digest(&def));
    }
}

// Sums of the header and of as many fields as there are bytes for.
static void mend(unsigned char* bytes, size_t size) {
    enum { HEADER = 60 };
    if (size < HEADER) {
        return;
    }
    const uint32_t n = wafti_get_u32(bytes + 16);
    const uint32_t count = wafti_get_u32(bytes + 20);
    const uint32_t text = wafti_get_u32(bytes + 32);
    const size_t sums = HEADER + (size_t)text;
    if (n > 16 || count > 1000 || text > 8192 || sums + 4 * ((size_t)count + 1) > size) {
        return;
    }
    mend_digest(bytes, text);
    const size_t start = sums + 4 * ((size_t)count + 1);
    const size_t field = count > 0 ? (size - start) / count : 0;
    for (uint32_t i = 0; i < count; ++i) {
        wafti_put_u32(
            bytes + sums + (size_t)4 * i, wafti_crc32(0, bytes + start + i * field, field));
    }
    wafti_put_u32(bytes + start - 4, wafti_crc32(0, bytes, start - 4));
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) { // NOLINT
    unsigned char* bytes = malloc(size + 1);
    if (bytes == NULL) {
        return 0;
    }
    memcpy(bytes, data, size);
    mend(bytes, size);
    waft_bank* bank = NULL;
    if (waft_bank_read(bytes, size, NULL, &bank, NULL) == WAFT_OK) {
        check(bank);
        waft_bank_release(bank);
    }
    free(bytes);
    return 0;
}
