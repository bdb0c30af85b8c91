// SPDX-License-Identifier: MIT
// What concerns smoke: cells, sides and their flows, sources.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "scene/override.h"
#include "scene/reader.h"
#include "scene/scene.h"
#include "scene/view.h"
#include "smoke/rules.h"

enum { NUMBER_SIZE = 40, PATH_SIZE = 48 };

static const char* const side_names[WAFT_SIDE_COUNT] = {
    "left", "right", "bottom", "top", "back", "front"};

static const wafti_node* smoke_node(const wafti_check* check) {
    return wafti_node_child(check->root, "smoke");
}

static const wafti_node* side_node(const wafti_check* check, int side) {
    return wafti_node_child(wafti_node_child(smoke_node(check), "sides"), side_names[side]);
}

static bool is_flat(const waft_smoke_def* smoke) {
    return smoke->cells[2] == 1;
}

static bool cells_are_sound(const wafti_check* check) {
    const wafti_node* node = wafti_node_child(smoke_node(check), "cells");
    return node != NULL && !node->bad;
}

static void check_cells(const wafti_check* check, const waft_smoke_def* smoke) {
    const wafti_node* node = wafti_node_child(smoke_node(check), "cells");
    if (!cells_are_sound(check)) {
        return;
    }
    for (size_t axis = 0; axis < 3; ++axis) {
        if (smoke->cells[axis] < 4 && !(axis == 2 && is_flat(smoke))) {
            wafti_report(check->diagnostics, &wafti_node_item(node, axis)->mark,
                "smoke.cells[%zu] is %d; it must be at least " WAFTI_LEAST_CELLS, axis,
                (int)smoke->cells[axis]);
        }
    }
    const int64_t most = INT64_C(1) << 31;
    const int64_t count = (int64_t)smoke->cells[0] * smoke->cells[1] * smoke->cells[2];
    if (count > most) {
        wafti_report(check->diagnostics, &node->mark,
            "smoke.cells gives %lld cells; at most %lld are allowed", (long long)count,
            (long long)most);
    }
}

static bool side_is_sound(const wafti_check* check, int side) {
    const wafti_node* node = side_node(check, side);
    return wafti_is_sound(node) && wafti_is_sound(wafti_node_child(node, "kind"));
}

// Where to point for a side: its kind if it is given, else the side, else what it is in.
static wafti_mark side_mark(const wafti_check* check, int side) {
    const wafti_node* node = side_node(check, side);
    const wafti_node* kind = wafti_node_child(node, "kind");
    const wafti_node* sides = wafti_node_child(smoke_node(check), "sides");
    return kind != NULL    ? kind->mark
           : node != NULL  ? node->key_mark
           : sides != NULL ? sides->key_mark
                           : smoke_node(check)->key_mark;
}

static const char* kind_word(waft_side_kind kind) {
    static const char* const words[] = {"closed", "open", "inflow", "periodic"};
    return words[kind];
}

static void check_periodic(const wafti_check* check, const waft_smoke_side sides[], int axis) {
    const int low = 2 * axis;
    const bool is_low = sides[low].kind == WAFT_SIDE_PERIODIC;
    const bool is_high = sides[low + 1].kind == WAFT_SIDE_PERIODIC;
    if (is_low == is_high || !side_is_sound(check, low) || !side_is_sound(check, low + 1)) {
        return;
    }
    const int given = is_low ? low : low + 1;
    const int other = is_low ? low + 1 : low;
    const wafti_mark mark = side_mark(check, given);
    wafti_report(check->diagnostics, &mark,
        "smoke.sides.%s is periodic, but smoke.sides.%s is %s; make both periodic",
        side_names[given], side_names[other], kind_word(sides[other].kind));
}

// A wall can drag the air that sticks to it along; it can neither push nor pull it.
static void check_wall(const wafti_check* check, const waft_smoke_side* side, int index) {
    const wafti_node* node = wafti_node_child(side_node(check, index), "velocity");
    const wafti_node* slip = wafti_node_child(side_node(check, index), "slip");
    const float v[3] = {side->velocity.x, side->velocity.y, side->velocity.z};
    if (node == NULL || node->bad || !wafti_is_sound(slip) || side->kind != WAFT_SIDE_CLOSED) {
        return;
    }
    if (!side->no_slip && (v[0] != 0.0f || v[1] != 0.0f || v[2] != 0.0f)) {
        wafti_report(check->diagnostics, &node->mark,
            "smoke.sides.%s.velocity moves the wall, but air glides along it; add slip: none",
            side_names[index]);
    } else if (v[index / 2] != 0.0f) {
        wafti_report(check->diagnostics, &wafti_node_item(node, (size_t)index / 2)->mark,
            "smoke.sides.%s.velocity[%d] must be 0: a wall moves along itself", side_names[index],
            index / 2);
    }
}

// A flat flow has no back and no front.
static void check_flat_side(const wafti_check* check, const waft_smoke_side* side, int index) {
    const wafti_node* node = side_node(check, index);
    if (node != NULL && !node->bad && side->kind != WAFT_SIDE_CLOSED) {
        wafti_report(check->diagnostics, &node->key_mark,
            "smoke.sides.%s has no effect with one cell along z; remove it", side_names[index]);
    }
}

static const wafti_keyed* speed_keys(const wafti_scene_values* values, int side) {
    char path[PATH_SIZE];
    (void)snprintf(path, sizeof(path), "smoke.sides.%s.speed", side_names[side]);
    return wafti_scene_keys_of(values, path, 0);
}

// Air that comes in at a time less what goes out, and the sum of both; in speeds times faces.
static double net_inflow(const wafti_scene_values* values, double time, double* out_sum) {
    const waft_smoke_def* smoke = &values->smoke.def;
    double net = 0.0;
    *out_sum = 0.0;
    for (int i = 0; i < WAFT_SIDE_COUNT; ++i) {
        const int axis = i / 2;
        if (smoke->sides[i].kind != WAFT_SIDE_INFLOW || (axis == 2 && is_flat(smoke))) {
            continue;
        }
        double speed[3] = {(double)smoke->sides[i].speed};
        const wafti_keyed* keys = speed_keys(values, i);
        if (keys != NULL) {
            wafti_view_curve(keys, time, speed);
        }
        const double faces =
            (double)smoke->cells[(axis + 1) % 3] * (double)smoke->cells[(axis + 2) % 3];
        net += speed[0] * faces;
        *out_sum += fabs(speed[0]) * faces;
    }
    return net;
}

// The first side that blows, if no side is open and all is known of them; else -1.
static int find_inflow(const wafti_check* check, const waft_smoke_def* smoke) {
    int inflow = -1;
    for (int i = (is_flat(smoke) ? WAFT_SIDE_BACK : WAFT_SIDE_COUNT) - 1; i >= 0; --i) {
        const waft_side_kind kind = smoke->sides[i].kind;
        const wafti_node* speed = wafti_node_child(side_node(check, i), "speed");
        const bool blows = kind == WAFT_SIDE_INFLOW;
        if (!side_is_sound(check, i) || kind == WAFT_SIDE_OPEN ||
            (blows && (speed == NULL || speed->bad))) {
            return -1;
        }
        inflow = blows ? i : inflow;
    }
    return inflow;
}

// The first imbalance at a key of a side's speed, 0 if there is none.
static double find_imbalance(const wafti_scene_values* values, int side) {
    static const double balanced = 1e-6; // of the sum, which single precision keeps
    const wafti_keyed* keys = speed_keys(values, side);
    for (size_t k = 0; k < (keys != NULL ? keys->key_count : 1); ++k) {
        double sum = 0.0;
        const double net = net_inflow(values, keys != NULL ? keys->keys[k].time : 0.0, &sum);
        if (fabs(net) > balanced * sum) {
            return net;
        }
    }
    return 0.0;
}

// What blows in has to get out: at the keys, between which speeds are linear.
static void check_balance(const wafti_check* check, const wafti_scene_values* values) {
    const int inflow = find_inflow(check, &values->smoke.def);
    double net = 0.0;
    if (inflow < 0) {
        return;
    }
    for (int i = 0; i < WAFT_SIDE_COUNT && net == 0.0; ++i) {
        net = find_imbalance(values, i);
    }
    if (net != 0.0) {
        const wafti_mark mark = side_mark(check, inflow);
        wafti_report(check->diagnostics, &mark,
            "smoke.sides blows more air %s than %s, and no side is open; open one, or balance the "
            "speeds",
            net > 0.0 ? "in" : "out", net > 0.0 ? "out" : "in");
    }
}

static void check_sides(const wafti_check* check, const wafti_scene_values* values) {
    const waft_smoke_def* smoke = &values->smoke.def;
    const bool sound = cells_are_sound(check);
    for (int i = 0; i < WAFT_SIDE_COUNT; ++i) {
        if (sound && is_flat(smoke) && i / 2 == 2) {
            check_flat_side(check, &smoke->sides[i], i);
        } else {
            check_wall(check, &smoke->sides[i], i);
        }
    }
    for (int axis = 0; axis < (sound && is_flat(smoke) ? 2 : 3); ++axis) {
        check_periodic(check, smoke->sides, axis);
    }
    if (sound) {
        check_balance(check, values);
    }
}

// A key that says something of heat where none is carried.
static void check_cold(
    const wafti_check* check, const wafti_node* group, const char* path, bool cold) {
    const wafti_node* node = wafti_node_child(group, "temperature");
    if (node != NULL && !node->bad && !cold) {
        wafti_report(check->diagnostics, &node->key_mark,
            "%s.temperature has no effect, since smoke.temperature is false", path);
    }
}

static void check_heat(const wafti_check* check, const wafti_scene_values* values) {
    const waft_smoke_def* smoke = &values->smoke.def;
    const wafti_emitter_values* sources = values->smoke.sources.items;
    const wafti_node* node = smoke_node(check);
    char path[PATH_SIZE];
    if (smoke->temperature) {
        return;
    }
    check_cold(check, wafti_node_child(node, "dissipation"), "smoke.dissipation",
        smoke->dissipation.temperature == 0.0f);
    for (int i = 0; i < WAFT_SIDE_COUNT; ++i) {
        (void)snprintf(path, sizeof(path), "smoke.sides.%s", side_names[i]);
        check_cold(check, side_node(check, i), path, smoke->sides[i].temperature == 0.0f);
    }
    const wafti_node* items = wafti_node_child(node, "sources");
    for (size_t i = 0; i < values->smoke.sources.count; ++i) {
        const wafti_keyed* keys = wafti_scene_keys_of(values, "smoke.sources[].temperature", i);
        (void)snprintf(path, sizeof(path), "smoke.sources[%zu]", i);
        check_cold(check, wafti_node_item(items, i), path,
            sources[i].def.temperature == 0.0f && keys == NULL);
    }
}

// Whether any solid meets the smoke.
static bool is_felt(const wafti_value_list* list) {
    const wafti_solid_values* solids = list->items;
    bool felt = false;
    for (size_t i = 0; i < list->count; ++i) {
        felt = felt || (solids[i].def.felt_by & WAFT_SOLID_SMOKE) != 0;
    }
    return felt;
}

static void check_solver(const wafti_check* check, const waft_scene* scene) {
    const waft_smoke_def* smoke = &scene->values.smoke.def;
    const wafti_node* pressure = wafti_node_child(smoke_node(check), "pressure");
    const wafti_node* node = wafti_node_child(pressure, "solver");
    if (node != NULL && !node->bad && smoke->pressure.solver == WAFT_PRESSURE_DCT &&
        is_felt(&scene->values.solids)) {
        wafti_report(check->diagnostics, &node->mark,
            "smoke.pressure.solver is dct, which needs a box without solids");
    }
}

static void check_times(const wafti_check* check, const wafti_node* item, const char* path,
    const waft_source_def* source) {
    const wafti_node* end = wafti_node_child(item, "end");
    if (end != NULL && !end->bad && wafti_is_sound(wafti_node_child(item, "start")) &&
        !(source->end > source->start)) {
        wafti_report(check->diagnostics, &end->mark, "%s.end must be after its start", path);
    }
}

static void check_sources(const wafti_check* check, const waft_scene* scene) {
    const wafti_value_list* list = &scene->values.smoke.sources;
    const wafti_emitter_values* sources = list->items;
    const wafti_node* nodes = wafti_node_child(smoke_node(check), "sources");
    for (size_t i = 0; i < list->count; ++i) {
        const wafti_node* item = wafti_node_item(nodes, i);
        char path[PATH_SIZE];
        (void)snprintf(path, sizeof(path), "smoke.sources[%zu]", i);
        wafti_scene_check_shape(check, item, path, &sources[i].shape);
        wafti_scene_check_axis(check, &scene->values, item, path, sources[i].rotation.axis);
        const wafti_place at = {sources[i].def.pose.position,
            wafti_scene_keys_of(&scene->values, "smoke.sources[].at", i)};
        wafti_scene_check_in_smoke(check, scene, item, path, &sources[i].shape, &at);
        check_times(check, item, path, &sources[i].def);
    }
}

void wafti_scene_check_smoke(const wafti_check* check, const waft_scene* scene) {
    check_cells(check, &scene->values.smoke.def);
    check_sides(check, &scene->values);
    check_heat(check, &scene->values);
    check_solver(check, scene);
    check_sources(check, scene);
}

static bool report_refusal(const wafti_check* check, waft_result result, const waft_error* error) {
    if (result != WAFT_OK) {
        const wafti_node* node = wafti_node_named(check->root, error->sentence);
        wafti_report(check->diagnostics, &node->mark, "%s", error->sentence);
    }
    return result == WAFT_OK;
}

waft_result wafti_scene_check_smoke_creation(const wafti_check* check, const waft_scene* scene) {
    waft_error error = {.result = WAFT_OK};
    waft_result result = wafti_check_smoke(&scene->smoke, &error);
    if (!report_refusal(check, result, &error)) {
        return WAFT_OK;
    }
    for (size_t i = 0; i < scene->source_count && result != WAFT_ERR_NO_MEMORY; ++i) {
        result = wafti_check_source(&scene->smoke, &scene->sources[i], i, &error);
        (void)report_refusal(check, result, &error);
    }
    return result == WAFT_ERR_NO_MEMORY ? result : WAFT_OK;
}
