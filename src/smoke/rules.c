// SPDX-License-Identifier: MIT
#include "smoke/rules.h"

#include <math.h>
#include <stdio.h>

#include "base/error.h"
#include "base/range.h"
#include "grid/mac.h"
#include "math/fft.h"
#include "math/shown.h"
#include "smoke/smoke_params.h"
#include "solid/shape_check.h"

// Of extra scalars; beyond this float has no room left for squares.
static const float greatest_value = 1e9f;
enum { LEAST_CELLS = 4, GREATEST_CELLS = 4096, PATH_SIZE = 64 };

static const char* const side_names[WAFT_SIDE_COUNT] = {
    "left", "right", "bottom", "top", "back", "front"};

static waft_result check_scalars(
    waft_error* error, const char* path, const float scalars[WAFTI_SCALAR_LIMIT], float least) {
    waft_result result = WAFT_OK;
    for (int n = 0; n < WAFTI_SCALAR_LIMIT && result == WAFT_OK; ++n) {
        result =
            wafti_check_range(error, (wafti_range){path, scalars[n], least, greatest_value, false});
    }
    return result;
}

static waft_result check_grid(const waft_smoke_def* def, waft_error* error) {
    static const char* const paths[3] = {"smoke.cells[0]", "smoke.cells[1]", "smoke.cells[2]"};
    for (int axis = 0; axis < 3; ++axis) {
        if (axis == 2 && def->cells[axis] == 1) {
            continue;
        }
        const waft_result result =
            wafti_check_count(error, paths[axis], def->cells[axis], LEAST_CELLS, GREATEST_CELLS);
        if (result != WAFT_OK) {
            return result;
        }
    }
    // Kernels keep places in a field as 32-bit numbers.
    const size_t size = wafti_mac_make(def->cells, 1.0, (const double[3]){0.0, 0.0, 0.0}).size;
    if (size > INT32_MAX) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "smoke.cells are %zu in all with the padding around them: allowed are up to 2147483647",
            size);
    }
    return WAFT_OK;
}

// Transforms know some lengths only.
static waft_result check_lengths(const waft_smoke_def* def, waft_error* error) {
    for (int axis = 0; axis < 3 && def->pressure.solver == WAFT_PRESSURE_DCT; ++axis) {
        const int32_t n = def->cells[axis];
        if (n > 1 && !wafti_fft_length_allowed(n)) {
            return wafti_fail(error, WAFT_ERR_ARGUMENT,
                "smoke.cells[%d] is %d, which smoke.pressure.solver dct cannot do; the next that "
                "it can are %d and %d",
                axis, (int)n, (int)wafti_fft_length_at_most(n), (int)wafti_fft_length_at_least(n));
        }
    }
    return WAFT_OK;
}

static float along(waft_vec3 v, int axis) {
    return axis == 0 ? v.x : (axis == 1 ? v.y : v.z);
}

static waft_result check_side(const waft_smoke_def* def, int number, waft_error* error) {
    const waft_smoke_side* side = &def->sides[number];
    const char* name = side_names[number];
    char path[PATH_SIZE];
    (void)snprintf(path, sizeof(path), "smoke.sides.%s.scalars", name);
    const waft_result result = check_scalars(error, path, side->scalars, -greatest_value);
    if (result != WAFT_OK) {
        return result;
    }
    if (along(side->velocity, number / 2) != 0.0f) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "smoke.sides.%s.velocity[%d] is not 0: a wall moves along itself only", name,
            number / 2);
    }
    if ((side->kind == WAFT_SIDE_PERIODIC) != (def->sides[number ^ 1].kind == WAFT_SIDE_PERIODIC)) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "smoke.sides.%s and smoke.sides.%s: both or none of them are periodic",
            side_names[number & ~1], side_names[number | 1]);
    }
    return WAFT_OK;
}

// Without an open side whatever flows in must flow out elsewhere (docs/spec/smoke.md#sides).
static waft_result check_balance(const waft_smoke_def* def, waft_error* error) {
    double sum = 0.0;
    double size = 0.0;
    const int side_count = def->cells[2] > 1 ? WAFT_SIDE_COUNT : WAFT_SIDE_BACK;
    for (int number = 0; number < side_count; ++number) {
        const waft_smoke_side* side = &def->sides[number];
        if (side->kind == WAFT_SIDE_OPEN) {
            return WAFT_OK;
        }
        const int axis = number / 2;
        const double area = (double)def->cells[(axis + 1) % 3] * (double)def->cells[(axis + 2) % 3];
        const double flux = side->kind == WAFT_SIDE_INFLOW ? (double)side->speed * area : 0.0;
        sum += flux;
        size += fabs(flux);
    }
    if (fabs(sum) <= 1e-6 * size) {
        return WAFT_OK;
    }
    return wafti_fail(error, WAFT_ERR_ARGUMENT,
        "smoke.sides: inflows do not cancel (%s of their sum is left) and no side is open: open "
        "one, or give speeds that add up to 0",
        wafti_show((float)(sum / size)).text);
}

waft_result wafti_check_smoke_alone(const waft_smoke_def* def, waft_error* error) {
    const wafti_range spacing = {"smoke.spacing", def->spacing, 1e-6f, 1e5f, false};
    waft_result result =
        wafti_rows_check(wafti_smoke_rows, WAFTI_SMOKE_PARTS, WAFTI_OWNER_SMOKE, def, error);
    result = result == WAFT_OK ? check_grid(def, error) : result;
    result = result == WAFT_OK ? wafti_check_range(error, spacing) : result;
    result = result == WAFT_OK
                 ? check_scalars(error, "smoke.dissipation.scalars", def->dissipation.scalars, 0.0f)
                 : result;
    result = result == WAFT_OK ? check_lengths(def, error) : result;
    for (int number = 0; number < WAFT_SIDE_COUNT && result == WAFT_OK; ++number) {
        result = check_side(def, number, error);
    }
    return result;
}

waft_result wafti_check_smoke(const waft_smoke_def* def, waft_error* error) {
    const waft_result result = wafti_check_smoke_alone(def, error);
    return result == WAFT_OK ? check_balance(def, error) : result;
}

waft_result wafti_check_source_values(
    const waft_smoke_def* smoke, const waft_source_def* def, size_t index, waft_error* error) {
    char path[PATH_SIZE];
    (void)snprintf(path, sizeof(path), "smoke.sources[%zu]", index);
    waft_source_def plain = *def;
    if (def->mode == WAFT_SOURCE_ADD && isfinite(def->density)) {
        // A source may take smoke away, but there is no less than none to hold.
        plain.density = fabsf(def->density);
    }
    waft_result result = wafti_rows_check_item(
        wafti_smoke_rows, WAFTI_SMOKE_PARTS, WAFTI_OWNER_SMOKE_SOURCE, &plain, path, error);
    result = result == WAFT_OK ? wafti_pose_check(&def->pose, path, smoke->cells[2] == 1, error)
                               : result;
    (void)snprintf(path, sizeof(path), "smoke.sources[%zu].scalars", index);
    return result == WAFT_OK ? check_scalars(error, path, def->scalars, -greatest_value) : result;
}

waft_result wafti_check_source(
    const waft_smoke_def* smoke, const waft_source_def* def, size_t index, waft_error* error) {
    char path[PATH_SIZE];
    (void)snprintf(path, sizeof(path), "smoke.sources[%zu]", index);
    const wafti_shape_rules rules = {.flat = smoke->cells[2] == 1};
    const waft_result result = wafti_form_check(&def->shape, path, &rules, error);
    return result == WAFT_OK ? wafti_check_source_values(smoke, def, index, error) : result;
}
