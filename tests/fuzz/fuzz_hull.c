// SPDX-License-Identifier: MIT
// Hulls from arbitrary bytes. The checksum would stop nearly all of them at the door, so it is set
// right first; what is read must then hold together.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <waft/hull.h>

#include "base/hash.h"
#include "io/little_endian.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size); // NOLINT: libFuzzer names it

static void demand(bool condition) {
    if (!condition) {
        __builtin_trap();
    }
}

static void check(const waft_hull* hull) {
    const waft_hull_info info = waft_hull_get_info(hull);
    demand(info.facet_count > 0 && info.facet_count <= 4096);
    demand(info.plate_count >= 0 && info.plate_count <= WAFT_PLATE_CAPACITY);
    for (size_t i = 0; i < 3 * info.contact_count; ++i) {
        demand(isfinite(info.contacts[i]));
    }
    for (size_t i = 0; i < waft_hull_warning_count(hull); ++i) {
        demand(strlen(waft_hull_warning(hull, i)) < 160);
    }
    const double low[3] = {0.0, 0.0, 0.0};
    const double up[3] = {0.0, 1.0, 0.0};
    const waft_submersion half = waft_hull_submerge(hull, low, up);
    demand(half.share >= 0.0 && half.share <= 1.0);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) { // NOLINT
    enum { HEADER = 36 };
    unsigned char* bytes = malloc(size + 1);
    if (bytes == NULL) {
        return 0;
    }
    memcpy(bytes, data, size);
    if (size >= HEADER) {
        wafti_put_u64(bytes + 24, size - HEADER);
        wafti_put_u32(bytes + 32, wafti_crc32(0, bytes + HEADER, size - HEADER));
    }
    waft_hull* hull = NULL;
    if (waft_hull_read(bytes, size, NULL, &hull, NULL) == WAFT_OK) {
        check(hull);
        waft_hull_destroy(hull);
    }
    free(bytes);
    return 0;
}
