// SPDX-License-Identifier: MIT
// What concerns water on a grid: edges, squares, steps, and where things stand. The rules are those of
// docs/spec/water.md#rejected-input.
#include <math.h>
#include <string.h>

#include "scene/override.h"
#include "scene/reader.h"
#include "scene/scene.h"
#include "water/terrain.h"

enum { MOST_SUBSTEPS = 64 };

static const char* const side_names[WAFT_WATER_SIDE_COUNT] = {"left", "right", "back", "front"};

void wafti_water_settle_edges(const wafti_node* root, wafti_scene_values* values) {
    const wafti_node* edges = wafti_node_at(root, "water.edges");
    // A strip of one cell has nothing but walls along it.
    const int count = values->water.cells[1] == 1 ? WAFT_WATER_BACK : WAFT_WATER_SIDE_COUNT;
    for (int side = 0; side < count; ++side) {
        if (wafti_node_child(edges, side_names[side]) == NULL) {
            values->water.edges[side] = values->other_edges;
        }
    }
}

// A key inside a group of the water, and the methods that have it.
typedef struct owned_key {
    const char* group;
    const char* key;
    unsigned methods;    // a bit each
    const char* nearest; // what others have; "": nothing
} owned_key;

enum {
    OF_WAVES = 1 << WAFT_WATER_WAVES,
    OF_IMPLICIT = 1 << WAFT_WATER_IMPLICIT,
    OF_COLUMNS = 1 << WAFT_WATER_COLUMNS,
    OF_SWE = 1 << WAFT_WATER_SWE,
};

// Conditions of the table look at keys of the same group, so that the method is not among them.
static const owned_key owned_keys[] = {
    {"spray", "amount", OF_WAVES, "efficiency and threshold"},
    {"spray", "efficiency", OF_COLUMNS | OF_SWE, "amount, and breaking"},
    {"spray", "threshold", OF_COLUMNS | OF_SWE, "amount, and breaking"},
    {"paper", "breaking", OF_WAVES, ""},
    {"paper", "scheme", OF_IMPLICIT, ""},
    {"paper", "area", OF_COLUMNS, ""},
    {"paper", "areas", OF_COLUMNS, ""},
    {"paper", "mean_flow", OF_COLUMNS, ""},
    {"paper", "dry_eps", OF_IMPLICIT, ""},
};

static bool is_left(const wafti_node* node) {
    return node != NULL && !node->bad && !wafti_node_is_from_command_line(node);
}

static void settle_group(wafti_reader* reader, const owned_key* owned, const wafti_param* method,
    wafti_node* water_node, wafti_scene_values* values) {
    wafti_node* group = wafti_node_child(water_node, owned->group);
    const wafti_node* node = wafti_node_child(group, owned->key);
    if (!is_left(node) || (owned->methods >> values->water.method & 1u) != 0) {
        return;
    }
    const wafti_phrase path = wafti_phrase_make("water.%s", owned->group);
    const wafti_phrase key = wafti_phrase_make("%s.%s", path.text, owned->key);
    wafti_words choices;
    const char* chosen = wafti_param_choice(method, values, &choices);
    const wafti_phrase instead = wafti_phrase_make("; %s has %s", chosen, owned->nearest);
    const size_t before = wafti_reader_enter(reader, path.text);
    wafti_read_without(reader, wafti_param_find(key.text), group, node, method,
        owned->nearest[0] != '\0' ? instead.text : "", values);
    wafti_reader_leave(reader, before);
}

static void settle_sources(wafti_reader* reader, const wafti_param* method, wafti_node* water_node,
    wafti_scene_values* values) {
    // The array is the reader's, and this still a part of reading.
    waft_water_source_def* sources = (waft_water_source_def*)values->water.sources;
    const wafti_node* list = wafti_node_child(water_node, "sources");
    const size_t before = wafti_reader_enter(reader, "water.sources");
    for (size_t i = 0; i < values->water.source_count; ++i) {
        const wafti_node* node = wafti_node_child(wafti_node_item(list, i), "impulse");
        if (is_left(node) && sources[i].impulse && values->water.method != WAFT_WATER_IMPLICIT) {
            sources[i].impulse = false;
            wafti_words choices;
            wafti_remark(reader->diagnostics, WAFT_SEVERITY_NOTE, &node->key_mark,
                "%s[%zu].impulse is left out: with the command line's method '%s' water comes at "
                "rest",
                reader->path, i, wafti_param_choice(method, values, &choices));
            wafti_node_remove((wafti_node*)wafti_node_item(list, i), node);
        }
    }
    wafti_reader_leave(reader, before);
}

void wafti_water_settle_method(
    wafti_reader* reader, const wafti_node* root, wafti_scene_values* values) {
    wafti_node* water_node = wafti_node_child(root, "water");
    const wafti_node* chosen = wafti_node_child(water_node, "method");
    if (chosen == NULL || chosen->bad || !wafti_node_is_from_command_line(chosen)) {
        return;
    }
    const wafti_param* method = wafti_param_find("water.method");
    for (size_t n = 0; n < sizeof(owned_keys) / sizeof(owned_keys[0]); ++n) {
        settle_group(reader, &owned_keys[n], method, water_node, values);
    }
    settle_sources(reader, method, water_node, values);
}

// What says how an edge is: its own node, or that of the others; NULL if it is so by default.
static const wafti_node* edge_node(const wafti_check* check, int side, const char** out_name) {
    const wafti_node* own = wafti_given(check, "water.edges.%s", side_names[side]);
    *out_name = own != NULL ? side_names[side] : "others";
    return own != NULL ? own : wafti_given(check, "water.edges.others");
}

static const wafti_mark* mark_of(const wafti_node* node, const char* key) {
    const wafti_node* child = wafti_node_child(node, key);
    return child != NULL ? &child->mark : &node->mark;
}

static bool edges_are_sound(const wafti_check* check) {
    const wafti_node* edges = wafti_given(check, "water.edges");
    const wafti_node* side = edges != NULL ? edges->first : NULL;
    for (; side != NULL; side = side->next) {
        if (side->bad || !wafti_is_sound(check, "water.edges.%s.kind", side->key)) {
            return false;
        }
    }
    return edges != NULL;
}

static const char* kind_word(waft_edge_kind kind) {
    static const char* const words[] = {"wall", "open", "periodic", "wavemaker", "inflow", "level"};
    return words[kind];
}

// Kinds that the chosen method has not.
static void check_kind(const wafti_check* check, const waft_water_def* water,
    const wafti_node* node, const char* name, waft_edge_kind kind) {
    const bool implicit = water->method == WAFT_WATER_IMPLICIT;
    if (kind == WAFT_EDGE_OPEN && implicit) {
        wafti_report(check->diagnostics, mark_of(node, "kind"),
            "water.edges.%s.kind is open, which implicit has not; let waves fade before a wall, "
            "such "
            "as {kind: wall, sponge: 10}",
            name);
    } else if ((kind == WAFT_EDGE_INFLOW || kind == WAFT_EDGE_LEVEL) &&
               water->method != WAFT_WATER_SWE) {
        const char* nearest = kind == WAFT_EDGE_INFLOW ? "a source beside a wall brings water in"
                              : implicit ? "{kind: wall, sponge: 10} keeps the still level"
                                         : "open keeps the still level";
        wafti_report(check->diagnostics, mark_of(node, "kind"),
            "water.edges.%s.kind is %s, which only swe has; with %s %s", name, kind_word(kind),
            implicit ? "implicit" : "columns", nearest);
    }
}

// Once for each pair: what is joined to the opposite edge needs that one to be joined, too.
static void check_pair(const wafti_check* check, int side, const waft_edge_def* edges) {
    const bool joined = edges[side].kind == WAFT_EDGE_PERIODIC;
    if (joined == (edges[side + 1].kind == WAFT_EDGE_PERIODIC)) {
        return;
    }
    const int with = joined ? side : side + 1;
    const int without = joined ? side + 1 : side;
    const char* name = NULL;
    const wafti_node* node = edge_node(check, with, &name);
    wafti_report(check->diagnostics, mark_of(node, "kind"),
        "water.edges.%s is periodic, but %s is %s; opposite edges are joined both or not at all",
        side_names[with], side_names[without], kind_word(edges[without].kind));
}

static void check_sponges(
    const wafti_check* check, const waft_water_def* water, int side, const waft_edge_def* edges) {
    const int axis = side / 2;
    const int32_t sum = edges[side].sponge + edges[side + 1].sponge;
    const int wider = edges[side].sponge >= edges[side + 1].sponge ? side : side + 1;
    const char* name = NULL;
    const wafti_node* node = edge_node(check, wider, &name);
    const int32_t room = water->cells[axis] > 1 ? water->cells[axis] : 0;
    if (sum > room && wafti_is_sound(check, "water.cells") &&
        wafti_is_sound(check, "water.edges.%s.sponge", name)) {
        wafti_report(check->diagnostics, mark_of(node, "sponge"),
            "water.edges.%s.sponge is %d: sponges take %d cells along %s, where there is room for "
            "%d",
            name, edges[wider].sponge, sum, axis == 0 ? "x" : "z", room);
    }
}

static void check_strip(const wafti_check* check, const waft_edge_def* edges) {
    for (int side = WAFT_WATER_BACK; side < WAFT_WATER_SIDE_COUNT; ++side) {
        const char* name = NULL;
        const wafti_node* node = edge_node(check, side, &name);
        if (edges[side].kind != WAFT_EDGE_WALL && edges[side].kind != WAFT_EDGE_PERIODIC) {
            wafti_report(check->diagnostics, mark_of(node, "kind"),
                "water.edges.%s.kind is %s, but water of one cell along z has walls there", name,
                kind_word(edges[side].kind));
        }
    }
}

static void check_edges(const wafti_check* check, const waft_water_def* water) {
    const waft_edge_def* edges = water->edges;
    if (!edges_are_sound(check)) {
        return;
    }
    const wafti_node* told = NULL;
    for (int side = 0; side < WAFT_WATER_SIDE_COUNT; ++side) {
        const char* name = NULL;
        const wafti_node* node = edge_node(check, side, &name);
        // What is said once of all others is a problem once.
        if (node != NULL && node != told) {
            check_kind(check, water, node, name, edges[side].kind);
            told = strcmp(name, "others") == 0 ? node : told;
        }
    }
    for (int side = 0; side < WAFT_WATER_SIDE_COUNT; side += 2) {
        check_sponges(check, water, side, edges);
        check_pair(check, side, edges);
    }
    if (water->cells[1] == 1) {
        check_strip(check, edges);
    }
}

// Three digits are enough for a sentence; `down` so that a limit that is told is kept.
static wafti_phrase few_digits(double value, bool down) {
    const double unit = value > 0.0 ? pow(10.0, floor(log10(value)) - 2.0) : 1.0;
    return wafti_phrase_float((float)(floor(value / unit + (down ? 1e-6 : 0.5)) * unit));
}

static void check_squares(const wafti_check* check, const waft_water_def* water) {
    const wafti_node* cells = wafti_given(check, "water.cells");
    if (water->method != WAFT_WATER_COLUMNS || !wafti_is_sound(check, "water.cells") ||
        !wafti_is_sound(check, "water.size")) {
        return;
    }
    const double dx = (double)water->size.x / water->cells[0];
    const double dz = (double)water->size.y / water->cells[1];
    if (water->cells[1] == 1 || fabs(dx - dz) <= 1e-5 * dx) {
        return;
    }
    const wafti_node* node = cells != NULL ? cells : wafti_given(check, "water.size");
    wafti_report(check->diagnostics, &node->mark,
        "columns need square cells, but these are %s m by %s m; a size of [%s, %s] makes them "
        "square",
        few_digits(dx, false).text, few_digits(dz, false).text,
        wafti_phrase_float(water->size.x).text,
        wafti_phrase_float((float)(dx * water->cells[1])).text);
}

static void check_box(const wafti_check* check, const waft_water_def* water, size_t index) {
    const waft_water_box_def* box = &water->boxes[index];
    if (wafti_given(check, "water.boxes[%zu].low", index) == NULL ||
        wafti_given(check, "water.boxes[%zu].high", index) == NULL) {
        return;
    }
    const bool order[2] = {box->low.x < box->high.x, box->low.y < box->high.y};
    for (int axis = 0; axis < 2; ++axis) {
        if (!order[axis]) {
            wafti_refuse(
                check, "water.boxes[%zu].high[%d] must be above low[%d]", index, axis, axis);
            return;
        }
    }
    const bool touches =
        box->high.x > water->origin.x && box->low.x < water->origin.x + water->size.x &&
        box->high.y > water->origin.y && box->low.y < water->origin.y + water->size.y;
    if (!touches) {
        const wafti_phrase path = wafti_phrase_make("water.boxes[%zu]", index);
        wafti_scene_report_outside(check, water, path.text, wafti_given(check, "%s", path.text));
    }
}

static void check_source(const wafti_check* check, const waft_water_def* water, size_t index) {
    const waft_water_source_def* source = &water->sources[index];
    if (!(source->end > source->start) &&
        wafti_is_sound(check, "water.sources[%zu].start", index)) {
        wafti_refuse(check, "water.sources[%zu].end must be after its start", index);
    }
    if (source->impulse && water->method != WAFT_WATER_IMPLICIT) {
        wafti_refuse(check,
            "water.sources[%zu].impulse is for method implicit; elsewhere water comes at rest",
            index);
    }
}

// Forms of one method, under another.
static void check_forms(const wafti_check* check, const waft_water_def* water) {
    static const char* const methods[] = {"waves", "implicit", "columns", "swe"};
    const struct {
        const char* key;
        bool used;
        waft_water_method method;
    } forms[] = {
        {"breaking", water->literal_breaking, WAFT_WATER_WAVES},
        {"scheme", water->shallow.explicit_scheme, WAFT_WATER_IMPLICIT},
        {"area", water->shallow.area != WAFT_PIPE_DEPTH, WAFT_WATER_COLUMNS},
        {"mean_flow", water->shallow.mean_flow, WAFT_WATER_COLUMNS},
        {"dry_eps", water->shallow.dry_eps != 0.0f, WAFT_WATER_IMPLICIT},
    };
    if (wafti_given(check, "water.paper.areas") != NULL && !(water->shallow.fixed_area[0] > 0.0f)) {
        wafti_refuse(check, "water.paper.areas[0] is 0; pipes along axes need an area above 0");
    }
    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); ++i) {
        if (forms[i].used && water->method != forms[i].method) {
            wafti_refuse(check, "water.paper.%s is a form of %s, but water.method is '%s'",
                forms[i].key, methods[forms[i].method], methods[water->method]);
        }
    }
}

void wafti_scene_check_shallow(const wafti_check* check, const wafti_scene_values* values) {
    const waft_water_def* water = &values->water;
    if (!wafti_is_sound(check, "water.method")) {
        return;
    }
    check_forms(check, water);
    if (water->method == WAFT_WATER_WAVES) {
        return;
    }
    check_edges(check, water);
    check_squares(check, water);
    const wafti_node* fill = wafti_node_at(check->root, "water.fill");
    if (fill != NULL && water->box_count > 0) {
        wafti_report(check->diagnostics, &fill->key_mark,
            "water has both boxes and fill; give the depths at the start in one way");
    }
    for (size_t i = 0; i < water->box_count; ++i) {
        check_box(check, water, i);
    }
    for (size_t i = 0; i < water->source_count; ++i) {
        check_source(check, water, i);
    }
    wafti_scene_check_inside(check, values, "water.sources", "center");
    wafti_scene_check_inside(check, values, "water.handles", "at");
    wafti_scene_check_inside(check, values, "water.strokes", "at");
}

// Depth at the start over a point; of boxes the last one counts.
static double depth_at(const waft_water_def* def, uint64_t seed, double x, double z) {
    double level = 0.0;
    for (size_t i = 0; i < def->box_count; ++i) {
        const waft_water_box_def* box = &def->boxes[i];
        if (x >= (double)box->low.x && x <= (double)box->high.x && z >= (double)box->low.y &&
            z <= (double)box->high.y) {
            level = (double)box->level - (double)def->level;
        }
    }
    return level - (double)wafti_terrain_height(def, seed, x, z);
}

// Greatest depth at the start, of as many cells as are looked at in no time; creation looks at all.
static double greatest_depth(const waft_water_def* def, uint64_t seed) {
    enum { MOST = 192 };
    double greatest = 0.0;
    if (def->depth_map != NULL) {
        const size_t count = (size_t)def->depth_size[0] * (size_t)def->depth_size[1];
        for (size_t i = 0; i < count; ++i) {
            greatest = fmax(greatest, (double)def->depth_map[i]);
        }
        return greatest;
    }
    const int32_t apart[2] = {(def->cells[0] + MOST - 1) / MOST, (def->cells[1] + MOST - 1) / MOST};
    for (int32_t j = 0; j < def->cells[1]; j += apart[1]) {
        const double z = (double)def->origin.y + (j + 0.5) * (double)def->size.y / def->cells[1];
        for (int32_t i = 0; i < def->cells[0]; i += apart[0]) {
            const double x =
                (double)def->origin.x + (i + 0.5) * (double)def->size.x / def->cells[0];
            greatest = fmax(greatest, depth_at(def, seed, x, z));
        }
    }
    return greatest;
}

static bool has_hold(const waft_water_def* def) {
    for (size_t i = 0; i < def->handle_count; ++i) {
        if (def->handles[i].kind == WAFT_HANDLE_HOLD) {
            return true;
        }
    }
    return false;
}

static bool is_centered(const waft_water_def* def) {
    return def->method == WAFT_WATER_IMPLICIT && !def->shallow.explicit_scheme &&
           def->shallow.scheme == WAFT_IMPLICIT_CENTERED;
}

// Longest step that is stable, s: of columns by docs/spec/water.md#pipe-areas, of the centered scheme
// by docs/spec/water.md#centered-scheme.
static double longest_step(const waft_water_def* def, double gravity, double depth) {
    const double dx = (double)def->size.x / def->cells[0];
    const double dz = (double)def->size.y / def->cells[1];
    const double speed = sqrt(gravity * depth);
    if (is_centered(def)) {
        return 4.0 * (def->cells[1] > 1 ? fmin(dx, dz) : dx) / speed;
    }
    const double courant = sqrt(0.75);
    const double share = has_hold(def) ? 0.6 / courant : 1.0;
    if (def->shallow.area == WAFT_PIPE_FIXED) {
        const double axis = (double)def->shallow.fixed_area[0] / dx;
        const double diagonal = (double)def->shallow.fixed_area[1] / (sqrt(2.0) * dx);
        const double most = fmax(8.0 * axis, 4.0 * axis + 8.0 * diagonal);
        return share * 2.0 * dx / sqrt(gravity * most);
    }
    return share * courant * dx / speed;
}

// Whose limit it is: "columns over 1 m of water".
static wafti_phrase describe_limited(const waft_water_def* def, double depth) {
    const bool columns = def->method == WAFT_WATER_COLUMNS;
    return columns && def->shallow.area == WAFT_PIPE_FIXED
               ? wafti_phrase_make("columns with fixed pipes")
               : wafti_phrase_make("%s over %s m of water", columns ? "columns" : "centered steps",
                     few_digits(depth, false).text);
}

void wafti_scene_check_step(const wafti_check* check, const waft_scene* scene) {
    const waft_water_def* def = &scene->water;
    if (def->method != WAFT_WATER_COLUMNS && !is_centered(def)) {
        return;
    }
    const waft_world_def world = waft_scene_world_def(scene);
    const int substeps = def->shallow.substeps > 0 ? def->shallow.substeps : 1;
    const double depth = greatest_depth(def, world.seed);
    const double longest = longest_step(def, -world.gravity[1], depth);
    const double step = world.step / substeps;
    if (!(step > longest * (1.0 + 1e-6))) {
        return;
    }
    const wafti_node* node = wafti_given(check, "water.substeps");
    node = node != NULL ? node : wafti_given(check, "time.step");
    node = node != NULL ? node : wafti_given(check, "water.method");
    const wafti_phrase limit = few_digits(longest, true);
    const double needed = ceil(world.step / longest * (1.0 - 1e-6));
    const wafti_phrase remedy = needed <= MOST_SUBSTEPS
                                    ? wafti_phrase_make("water.substeps: %d", (int)needed)
                                    : wafti_phrase_make("time.step: %s", limit.text);
    wafti_report(check->diagnostics, &node->mark,
        "the water would take steps of %s s, but %s in cells of %s m are stable up to %s s; %s "
        "would do",
        few_digits(step, false).text, describe_limited(def, depth).text,
        few_digits((double)def->size.x / def->cells[0], false).text, limit.text, remedy.text);
}
