// SPDX-License-Identifier: MIT
// Default values.
#include "smoke/smoke_params.h"

void waft_smoke_def_fill(waft_smoke_def* out_def, size_t size) {
    waft_smoke_def def = {0};
    wafti_rows_fill(wafti_smoke_rows, WAFTI_SMOKE_PARTS, WAFTI_OWNER_SMOKE, &def);
    def.cells[0] = def.cells[1] = def.cells[2] = 64;
    def.spacing = 0.015625f;
    waft_struct_fill(out_def, size, &def, sizeof(def));
}

void waft_source_def_fill(waft_source_def* out_def, size_t size) {
    waft_source_def def = {
        .shape = {.kind = WAFT_SHAPE_SPHERE, .radius = 0.1f},
        .pose = {.rotation = {0.0f, 0.0f, 0.0f, 1.0f}},
    };
    wafti_rows_fill(wafti_smoke_rows, WAFTI_SMOKE_PARTS, WAFTI_OWNER_SMOKE_SOURCE, &def);
    waft_struct_fill(out_def, size, &def, sizeof(def));
}
