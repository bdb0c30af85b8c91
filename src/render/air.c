// SPDX-License-Identifier: MIT
#include "render/air.h"

#include <string.h>

waft_bounds wafti_air_bounds(const waft_smoke* smoke) {
    const waft_smoke_def def = waft_smoke_get_def(smoke);
    const waft_vec3 size = {def.spacing * (float)def.cells[0], def.spacing * (float)def.cells[1],
        def.spacing * (float)def.cells[2]};
    return (waft_bounds){def.origin, waft_vec3_add(def.origin, size)};
}

static size_t cell_count(const waft_field* field) {
    return (size_t)field->size[0] * (size_t)field->size[1] * (size_t)field->size[2];
}

waft_result wafti_air_create(wafti_air* air, const waft_smoke* smoke, bool solids,
    wafti_render_room* room, waft_error* out_error) {
    const waft_field density = waft_smoke_field(smoke, WAFT_SMOKE_DENSITY);
    *air = (wafti_air){0};
    return !solids || wafti_render_reserve(
                          room, &air->filled, cell_count(&density), sizeof(float)) != NULL
               ? WAFT_OK
               : wafti_render_fail(
                     out_error, WAFT_ERR_NO_MEMORY, "out of memory for pictures of the smoke");
}

/// Densities, and open shares of the faces of cells.
typedef struct cells {
    waft_field density;
    waft_field open[3];
} cells;

// A cell is solid if none of its faces is open.
static bool is_solid(const cells* c, int32_t i, int32_t j, int32_t k) {
    const int32_t next[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int axis = 0; axis < 3; ++axis) {
        const waft_field* open = &c->open[axis];
        if (open->data != NULL && (waft_field_at(open, i, j, k) > 0.0f ||
                                      waft_field_at(open, i + next[axis][0], j + next[axis][1],
                                          k + next[axis][2]) > 0.0f)) {
            return false;
        }
    }
    return true;
}

static int32_t before(int32_t index) {
    return index > 0 ? index - 1 : 0;
}

// Adds up cells of a row that are not solid.
static void add_row(const cells* c, int32_t i, int32_t j, int32_t k, float* sum, float* count) {
    for (int32_t x = before(i); x <= i + 1 && x < c->density.size[0]; ++x) {
        if (!is_solid(c, x, j, k)) {
            *sum += waft_field_at(&c->density, x, j, k);
            *count += 1.0f;
        }
    }
}

// Mean of the cells around that are not solid; 0 if all are.
static float mean_around(const cells* c, int32_t i, int32_t j, int32_t k) {
    float sum = 0.0f;
    float count = 0.0f;
    for (int32_t z = before(k); z <= k + 1 && z < c->density.size[2]; ++z) {
        for (int32_t y = before(j); y <= j + 1 && y < c->density.size[1]; ++y) {
            add_row(c, i, y, z, &sum, &count);
        }
    }
    return count > 0.0f ? sum / count : 0.0f;
}

static void fill_row(const cells* c, int32_t j, int32_t k, float* row) {
    const int32_t count = c->density.size[0];
    const float* across = c->open[0].data + j * c->open[0].stride[1] + k * c->open[0].stride[2];
    memcpy(row, c->density.data + j * c->density.stride[1] + k * c->density.stride[2],
        (size_t)count * sizeof *row);
    for (int32_t i = 0; i < count; ++i) {
        // Almost every cell is open to its left: nothing else is asked there.
        if (!(across[i] > 0.0f) && is_solid(c, i, j, k)) {
            row[i] = mean_around(c, i, j, k);
        }
    }
}

static waft_field fill_density(const wafti_air* air, const waft_smoke* smoke) {
    cells c = {.density = waft_smoke_field(smoke, WAFT_SMOKE_DENSITY)};
    float* row = air->filled.memory;
    if (air->filled.capacity < cell_count(&c.density) * sizeof *row) {
        return c.density;
    }
    for (int axis = 0; axis < 3; ++axis) {
        c.open[axis] = waft_smoke_field(smoke, (int)WAFT_SMOKE_OPEN_X + axis);
    }
    waft_field filled = c.density;
    filled.data = row;
    filled.stride[1] = filled.size[0];
    filled.stride[2] = (ptrdiff_t)filled.size[0] * filled.size[1];
    for (int32_t k = 0; k < filled.size[2]; ++k) {
        for (int32_t j = 0; j < filled.size[1]; ++j, row += filled.size[0]) {
            fill_row(&c, j, k, row);
        }
    }
    return filled;
}

void wafti_air_read(wafti_air* air, const waft_smoke* smoke) {
    air->volume = (waft_draw_volume){
        .density = fill_density(air, smoke),
        .temperature = waft_smoke_field(smoke, WAFT_SMOKE_TEMPERATURE),
    };
}
