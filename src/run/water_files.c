// SPDX-License-Identifier: MIT
#include "run/water_files.h"

#include "base/error.h"
#include "base/memory.h"

#include <waft/export.h>
#include <waft/water.h>

enum { MOST_ARRAYS = 5 };

typedef struct arrays {
    waft_cells cells[MOST_ARRAYS];
    size_t count;
} arrays;

// The layer is as thick as a cell is long; a height above nothing would not be a cell.
static bool get(const waft_water* water, waft_water_field_kind kind, waft_field* out_field) {
    if (waft_water_field(water, kind, out_field) != WAFT_OK) {
        return false;
    }
    out_field->spacing.y = out_field->spacing.x;
    return true;
}

static void add_scalar(arrays* list, const waft_water* water, waft_water_field_kind kind) {
    waft_field field;
    if (get(water, kind, &field)) {
        list->cells[list->count++] = (waft_cells){
            .name = waft_water_field_name(kind), .component_count = 1, .component = {field}};
    }
}

// The mean over the depth has no part upwards: `zeros` is a row that stands for all.
static void add_velocity(arrays* list, const waft_water* water, const float* zeros) {
    waft_field x;
    waft_field z;
    if (!get(water, WAFT_WATER_VELOCITY_X, &x) || !get(water, WAFT_WATER_VELOCITY_Z, &z)) {
        return;
    }
    waft_field up = x;
    up.data = zeros;
    up.stride[1] = up.stride[2] = 0;
    list->cells[list->count++] =
        (waft_cells){.name = "velocity", .component_count = 3, .component = {x, up, z}};
}

waft_result wafti_water_files_write_vti(const waft_world* world, const char* path,
    const waft_allocator* allocator, waft_error* out_error) {
    const waft_water* water = waft_world_water(world);
    waft_field level;
    if (!get(water, WAFT_WATER_LEVEL, &level)) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "%s: the water gave no level", path);
    }
    const size_t width = (size_t)level.size[0];
    float* zeros = wafti_allocate_zero(allocator, width, sizeof(*zeros));
    if (zeros == NULL) {
        return wafti_fail_memory(out_error, wafti_size_mul(width, sizeof(*zeros)), path);
    }
    arrays list = {.count = 0};
    add_scalar(&list, water, WAFT_WATER_LEVEL);
    add_scalar(&list, water, WAFT_WATER_BED);
    add_scalar(&list, water, WAFT_WATER_DEPTH);
    add_velocity(&list, water, zeros);
    add_scalar(&list, water, WAFT_WATER_FOAM);
    const waft_vti_def def = {.arrays = list.cells,
        .array_count = list.count,
        .time = waft_world_time(world),
        .allocator = *allocator};
    const waft_result result = waft_vti_write(path, &def, out_error);
    wafti_release(allocator, zeros, width, sizeof(*zeros));
    return result;
}
