// SPDX-License-Identifier: MIT
// Regimes of falling over Reynolds number and I*, as in Field et al., Nature 388 (1997), fig. 2.
#include "base/error.h"
#include "base/memory.h"

#include <waft/plot.h>

// A regime's place decides its colour and mark. What could not be decided comes last, where it can be
// left out without moving the others.
static const waft_regime order[WAFT_REGIME_COUNT] = {WAFT_REGIME_STEADY, WAFT_REGIME_ZIGZAG,
    WAFT_REGIME_HELICAL, WAFT_REGIME_TUMBLING, WAFT_REGIME_CHAOTIC, WAFT_REGIME_TRANSITIONAL,
    WAFT_REGIME_UNDECIDED};

static waft_result check(
    const char* path, const waft_phase_diagram* diagram, waft_error* out_error) {
    const bool whole =
        path != NULL && diagram != NULL &&
        (diagram->count == 0 ||
            (diagram->reynolds != NULL && diagram->inertia != NULL && diagram->regimes != NULL));
    if (!whole) {
        return wafti_fail(
            out_error, WAFT_ERR_ARGUMENT, "waft_plot_write_phases: a pointer is NULL");
    }
    for (size_t i = 0; i < diagram->count; ++i) {
        if (waft_regime_name(diagram->regimes[i]) == NULL) {
            return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "%s: point %zu has regime %d", path, i,
                (int)diagram->regimes[i]);
        }
    }
    return WAFT_OK;
}

// The points of one regime, copied behind one another; returns how many there are.
static size_t collect(const waft_phase_diagram* diagram, waft_regime regime, double* x, double* y) {
    size_t count = 0;
    for (size_t i = 0; i < diagram->count; ++i) {
        if (diagram->regimes[i] == regime) {
            x[count] = diagram->reynolds[i];
            y[count++] = diagram->inertia[i];
        }
    }
    return count;
}

static bool all_above_zero(const double* values, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        if (!(values[i] > 0.0)) {
            return false;
        }
    }
    return true;
}

waft_result waft_plot_write_phases(
    const char* path, const waft_phase_diagram* diagram, waft_error* out_error) {
    waft_result result = check(path, diagram, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    const size_t room = diagram->count + 1;
    double* points = wafti_allocate(NULL, room, 2 * sizeof(*points));
    if (points == NULL) {
        return wafti_fail_memory(out_error, wafti_size_mul(room, 2 * sizeof(*points)), path);
    }
    waft_plot_series series[WAFT_REGIME_COUNT];
    size_t used = 0;
    size_t shown = WAFT_REGIME_COUNT;
    for (size_t r = 0; r < WAFT_REGIME_COUNT; ++r) {
        const size_t count = collect(diagram, order[r], points + used, points + room + used);
        series[r] = (waft_plot_series){.name = waft_regime_name(order[r]),
            .x = points + used,
            .y = points + room + used,
            .count = count,
            .style = WAFT_PLOT_POINTS};
        used += count;
        shown = r + 1 == WAFT_REGIME_COUNT && count == 0 ? r : shown;
    }
    const waft_plot plot = {.title = diagram->title,
        .x_label = diagram->x_label != NULL ? diagram->x_label : "Reynolds number",
        .y_label = diagram->y_label != NULL ? diagram->y_label : "I*",
        .x_log = all_above_zero(diagram->reynolds, diagram->count),
        .y_log = all_above_zero(diagram->inertia, diagram->count),
        .width = 720,
        .height = 520,
        .series = series,
        .series_count = shown};
    result = waft_plot_write(path, &plot, out_error);
    wafti_release(NULL, points, room, 2 * sizeof(*points));
    return result;
}
