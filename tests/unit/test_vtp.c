// SPDX-License-Identifier: MIT
#include "scratch.h"

#include <math.h>

// The numbers of an array after its size, by the offset that the XML names.
static const char* array_of(const char* bytes, const char* name, uint64_t want_bytes) {
    char key[64];
    (void)snprintf(key, sizeof(key), "Name=\"%s\"", name);
    const char* element = strstr(bytes, key);
    const char* start = strstr(bytes, "encoding=\"raw\">\n_");
    CHECK(element != NULL && start != NULL);
    if (element == NULL || start == NULL) {
        return NULL;
    }
    const char* offset = strstr(element, "offset=\"");
    const char* array = start + strlen("encoding=\"raw\">\n_") + strtoull(offset + 8, NULL, 10);
    uint64_t size = 0;
    memcpy(&size, array, sizeof(size));
    CHECK(size == want_bytes);
    return array + sizeof(size);
}

static void drops_are_vertices(void) {
    scratch s = scratch_make();
    const float a[] = {1.0f, 2.0f};
    const float b[] = {3.0f, 4.0f};
    const float c[] = {5.0f, 6.0f};
    const waft_spray_view spray = {a, b, c, c, a, b, .count = 2};
    CHECK(waft_vtp_write_spray(scratch_file(&s, "s.vtp"), spray, 0.25, NULL) == WAFT_OK);
    size_t size = 0;
    char* bytes = scratch_read(scratch_file(&s, "s.vtp"), &size);
    CHECK(strstr(bytes, "NumberOfPoints=\"2\" NumberOfVerts=\"2\"") != NULL);
    CHECK(strstr(bytes, "format=\"ascii\">0.25</DataArray>") != NULL);
    const float points[] = {1, 3, 5, 2, 4, 6};
    const float speeds[] = {5, 1, 3, 6, 2, 4};
    const int64_t which[] = {0, 1};
    const int64_t ends[] = {1, 2};
    // The very bits.
    // NOLINTBEGIN(bugprone-suspicious-memory-comparison)
    CHECK(memcmp(array_of(bytes, "Points", sizeof(points)), points, sizeof(points)) == 0);
    CHECK(memcmp(array_of(bytes, "velocity", sizeof(speeds)), speeds, sizeof(speeds)) == 0);
    // NOLINTEND(bugprone-suspicious-memory-comparison)
    CHECK(memcmp(array_of(bytes, "connectivity", sizeof(which)), which, sizeof(which)) == 0);
    const char* last = array_of(bytes, "offsets", sizeof(ends));
    CHECK(memcmp(last, ends, sizeof(ends)) == 0);
    CHECK_TEXT(last + sizeof(ends), "\n</AppendedData>\n</VTKFile>\n");
    waft_text_free(NULL, bytes);
    CHECK(waft_vtp_write_spray(scratch_file(&s, "e.vtp"), (waft_spray_view){0}, 0.0, NULL) ==
          WAFT_OK);
    CHECK(scratch_holds(scratch_file(&s, "e.vtp"), "NumberOfPoints=\"0\""));
    scratch_remove(&s);
}

static void refusals(void) {
    const float a[] = {1.0f};
    waft_error error;
    CHECK(waft_vtp_write_spray("no", (waft_spray_view){a, a, a, a, a, NULL, .count = 1}, 0.0,
              &error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_vtp_write_spray(NULL, (waft_spray_view){0}, 0.0, &error) == WAFT_ERR_ARGUMENT);
    CHECK(
        waft_vtp_write_spray("no", (waft_spray_view){0}, (double)NAN, &error) == WAFT_ERR_ARGUMENT);
}

static const test_case cases[] = {
    {"drops_are_vertices", drops_are_vertices},
    {"refusals", refusals},
};

TEST_MAIN(cases)
