// SPDX-License-Identifier: MIT
// A host that pokes a pond for hours: nothing fills up and nothing grows. The number of pokes is 50,000
// or what the environment variable WAFT_TEST_EDITS says.
#include "hooks.h"

static waft_world* open_pond(counting* c) {
    waft_world_def def = waft_world_def_default();
    def.step = 1.0 / 60.0;
    def.allocator = counting_hook(c);
    waft_water_def water = waft_water_def_default();
    water.method = WAFT_WATER_COLUMNS;
    water.size = (waft_vec2){4.0f, 4.0f};
    water.cells[0] = water.cells[1] = 16;
    return make_world(&def, &water);
}

static waft_edit poke(long n) {
    const double x = fmod(0.6180339887 * (double)n, 1.0);
    const double z = fmod(0.7548776662 * (double)n, 1.0);
    return (waft_edit){.kind = WAFT_EDIT_BRUSH,
        .brush = {{(float)(4.0 * x), (float)(4.0 * z)}, 0.5f, n % 2 == 0 ? 0.02f : -0.02f}};
}

static void count_write(void* user, const waft_edit* edit) {
    (void)edit;
    ++*(long*)user;
}

static void a_pond_is_poked_without_end(void) {
    const char* asked = getenv("WAFT_TEST_EDITS");
    const long total = asked != NULL ? strtol(asked, NULL, 10) : 50000;
    counting c = {.fail_at = 0};
    waft_world* world = open_pond(&c);
    long told = 0;
    CHECK(waft_world_record(world, &(waft_recorder){&told, count_write}) == WAFT_OK);
    size_t bytes = 0;
    size_t memory = 0;
    size_t snapshot = 0;
    long refused = 0;
    for (long n = 0; n < total; ++n) {
        const waft_edit edit = poke(n);
        refused += waft_world_queue(world, &edit) != WAFT_OK;
        if (waft_world_step(world) != WAFT_OK) {
            ++refused;
            break;
        }
        if (n == 10) {
            bytes = c.bytes;
            memory = waft_world_memory(world);
            snapshot = waft_world_snapshot_size(world);
        }
    }
    CHECK(refused == 0 && told == total);
    CHECK(c.bytes == bytes);
    CHECK(waft_world_memory(world) == memory);
    CHECK(waft_world_snapshot_size(world) == snapshot);
    waft_world_destroy(world);
    CHECK(c.live == 0);
}

static const test_case cases[] = {
    {"a_pond_is_poked_without_end", a_pond_is_poked_without_end},
};

TEST_MAIN(cases)
