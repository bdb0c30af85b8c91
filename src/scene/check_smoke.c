// SPDX-License-Identifier: MIT
// What concerns smoke: cells, sides and their flows, sources.
#include <math.h>
#include <stdio.h>

#include "scene/reader.h"
#include "scene/scene.h"
#include "scene/view.h"
#include "smoke/rules.h"

static const char* const side_names[WAFT_SIDE_COUNT] = {
    "left", "right", "bottom", "top", "back", "front"};

static bool is_flat(const waft_smoke_def* smoke) {
    return smoke->cells[2] == 1;
}

static void check_cell_count(const wafti_check* check, const waft_smoke_def* smoke) {
    const int64_t most = INT64_C(1) << 31;
    const int64_t count = (int64_t)smoke->cells[0] * smoke->cells[1] * smoke->cells[2];
    if (count > most) {
        wafti_refuse(check, "smoke.cells gives %lld cells; at most %lld are allowed",
            (long long)count, (long long)most);
    }
}

static bool side_is_sound(const wafti_check* check, int side) {
    return wafti_is_sound(check, "smoke.sides.%s", side_names[side]) &&
           wafti_is_sound(check, "smoke.sides.%s.kind", side_names[side]);
}

static const wafti_mark* side_mark(const wafti_check* check, int side) {
    return wafti_mark_near(check, wafti_phrase_make("smoke.sides.%s.kind", side_names[side]).text);
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
    wafti_report(check->diagnostics, side_mark(check, given),
        "smoke.sides.%s is periodic, but smoke.sides.%s is %s; make both periodic",
        side_names[given], side_names[other], kind_word(sides[other].kind));
}

// A wall can drag the air that sticks to it along; it can neither push nor pull it.
static void check_wall(const wafti_check* check, const waft_smoke_side* side, int index) {
    const char* name = side_names[index];
    const float v[3] = {side->velocity.x, side->velocity.y, side->velocity.z};
    if (side->kind != WAFT_SIDE_CLOSED || !wafti_is_sound(check, "smoke.sides.%s.slip", name) ||
        wafti_given(check, "smoke.sides.%s.velocity", name) == NULL) {
        return;
    }
    if (!side->no_slip && (v[0] != 0.0f || v[1] != 0.0f || v[2] != 0.0f)) {
        wafti_refuse(check,
            "smoke.sides.%s.velocity moves the wall, but air glides along it; add slip: none",
            name);
    } else if (v[index / 2] != 0.0f) {
        wafti_refuse(check, "smoke.sides.%s.velocity[%d] must be 0: a wall moves along itself",
            name, index / 2);
    }
}

static const wafti_keyed* speed_keys(const wafti_scene_values* values, int side) {
    return wafti_scene_keys_of(
        values, wafti_phrase_make("smoke.sides.%s.speed", side_names[side]).text, 0);
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
        const bool blows = kind == WAFT_SIDE_INFLOW;
        if (!side_is_sound(check, i) || kind == WAFT_SIDE_OPEN ||
            (blows && wafti_given(check, "smoke.sides.%s.speed", side_names[i]) == NULL)) {
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
        wafti_report(check->diagnostics, side_mark(check, inflow),
            "smoke.sides blows more air %s than %s, and no side is open; open one, or balance the "
            "speeds",
            net > 0.0 ? "in" : "out", net > 0.0 ? "out" : "in");
    }
}

static void check_sides(const wafti_check* check, const wafti_scene_values* values) {
    const waft_smoke_def* smoke = &values->smoke.def;
    const bool sound = wafti_given(check, "smoke.cells") != NULL;
    const bool flat = sound && is_flat(smoke);
    for (int i = 0; i < WAFT_SIDE_COUNT; ++i) {
        // A flat flow has no back and no front.
        if (!flat || i / 2 != 2) {
            check_wall(check, &smoke->sides[i], i);
        } else if (smoke->sides[i].kind != WAFT_SIDE_CLOSED) {
            wafti_refuse_key(check, "smoke.sides.%s has no effect with one cell along z; remove it",
                side_names[i]);
        }
    }
    for (int axis = 0; axis < (flat ? 2 : 3); ++axis) {
        check_periodic(check, smoke->sides, axis);
    }
    if (sound) {
        check_balance(check, values);
    }
}

// A key that says something of heat where none is carried.
static void refuse_heat(const wafti_check* check, const char* path) {
    wafti_refuse_key(check, "%s.temperature has no effect, since smoke.temperature is false", path);
}

static void check_heat(const wafti_check* check, const wafti_scene_values* values) {
    const waft_smoke_def* smoke = &values->smoke.def;
    const wafti_emitter_values* sources = values->smoke.sources.items;
    if (smoke->temperature) {
        return;
    }
    if (smoke->dissipation.temperature != 0.0f) {
        refuse_heat(check, "smoke.dissipation");
    }
    for (int i = 0; i < WAFT_SIDE_COUNT; ++i) {
        if (smoke->sides[i].temperature != 0.0f) {
            refuse_heat(check, wafti_phrase_make("smoke.sides.%s", side_names[i]).text);
        }
    }
    for (size_t i = 0; i < values->smoke.sources.count; ++i) {
        if (sources[i].def.temperature != 0.0f ||
            wafti_scene_keys_of(values, "smoke.sources[].temperature", i) != NULL) {
            refuse_heat(check, wafti_phrase_make("smoke.sources[%zu]", i).text);
        }
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

static void check_sources(const wafti_check* check, const waft_scene* scene) {
    const wafti_value_list* list = &scene->values.smoke.sources;
    const wafti_emitter_values* sources = list->items;
    for (size_t i = 0; i < list->count; ++i) {
        const wafti_phrase path = wafti_phrase_make("smoke.sources[%zu]", i);
        const wafti_place at = {sources[i].def.pose.position,
            wafti_scene_keys_of(&scene->values, "smoke.sources[].at", i)};
        wafti_scene_check_in_smoke(check, scene, path.text, &sources[i].shape, &at);
        if (!(sources[i].def.end > sources[i].def.start) &&
            wafti_is_sound(check, "%s.start", path.text)) {
            wafti_refuse(check, "%s.end must be after its start", path.text);
        }
    }
}

void wafti_scene_check_smoke(const wafti_check* check, const waft_scene* scene) {
    const waft_smoke_def* smoke = &scene->values.smoke.def;
    wafti_check_cells(check, "smoke", smoke->cells, 3);
    check_cell_count(check, smoke);
    check_sides(check, &scene->values);
    check_heat(check, &scene->values);
    if (smoke->pressure.solver == WAFT_PRESSURE_DCT && is_felt(&scene->values.solids)) {
        wafti_refuse(check, "smoke.pressure.solver is dct, which needs a box without solids");
    }
    check_sources(check, scene);
}

waft_result wafti_scene_check_smoke_creation(const wafti_check* check, const waft_scene* scene) {
    waft_error error = {.result = WAFT_OK};
    waft_result result = wafti_check_smoke(&scene->smoke, &error);
    wafti_refuse_result(check, result, &error);
    if (result != WAFT_OK) {
        return WAFT_OK;
    }
    for (size_t i = 0; i < scene->source_count && result != WAFT_ERR_NO_MEMORY; ++i) {
        result = wafti_check_source(&scene->smoke, &scene->sources[i], i, &error);
        wafti_refuse_result(check, result, &error);
    }
    return result == WAFT_ERR_NO_MEMORY ? result : WAFT_OK;
}
