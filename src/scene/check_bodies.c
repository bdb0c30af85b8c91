// SPDX-License-Identifier: MIT
// What concerns bodies, winds and media: shapes, what they weigh, how they start.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "hull/hull.h"
#include "scene/diagnostics.h"
#include "scene/reader.h"
#include "scene/scene.h"

enum { NUMBER_SIZE = 40, PATH_SIZE = 48, MOST_BODIES = 4000000 };

// Steps beyond this lose a tumbling leaf (bodies.md section 18).
#define LONGEST_STEP 0.1

// One entry of the scene's bodies, and where it stands.
typedef struct entry {
    const wafti_check* check;
    const wafti_node* node;
    const wafti_body_values* values;
    char path[PATH_SIZE];
} entry;

static const wafti_node* child(const entry* of, const char* group, const char* key) {
    return wafti_node_child(wafti_node_child(of->node, group), key);
}

static bool is_zero(const double v[3]) {
    return (float)v[0] == 0.0f && (float)v[1] == 0.0f && (float)v[2] == 0.0f;
}

static void check_direction(const wafti_check* check, const wafti_node* node, const char* path,
    const char* key, bool zero) {
    if (node != NULL && !node->bad && zero) {
        wafti_report(check->diagnostics, &node->mark,
            "%s.%s is [0, 0, 0]; it must point somewhere, such as [0, 1, 0]", path, key);
    }
}

// Keys of `shape` that are shapes: how many are given.
static int count_shapes(const wafti_node* shape) {
    static const char* const others[] = {"scale", "flip", "object", "shell", "detail"};
    int count = 0;
    for (const wafti_node* node = shape != NULL ? shape->first : NULL; node != NULL;
         node = node->next) {
        bool other = false;
        for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); ++i) {
            other = other || strcmp(node->key, others[i]) == 0;
        }
        count += !other;
    }
    return count;
}

static void check_shape(const entry* of) {
    const wafti_shape_values* values = &of->values->shape;
    // A scene that was written out has the defaults of all keys.
    const struct {
        const char* key;
        bool changed;
    } of_files[] = {{"scale", values->scale != 1.0}, {"flip", values->flip},
        {"object", values->object != NULL}, {"shell", of->values->hull.shell != 0.0}};
    const wafti_node* shape = wafti_node_child(of->node, "shape");
    const int count = count_shapes(shape);
    if (count > 1) {
        wafti_report(of->check->diagnostics, &shape->key_mark,
            "%s.shape has %d shapes; give one, such as shape: {disc: [1 cm, 1 mm]}", of->path,
            count);
    } else if (count == 0 && of->values->preset == 0) {
        const wafti_mark mark = shape != NULL ? shape->key_mark : of->node->mark;
        wafti_report(of->check->diagnostics, &mark,
            "%s needs a shape or a preset, such as shape: {disc: [1 cm, 1 mm]} or preset: leaf",
            of->path);
    }
    for (size_t i = 0; i < sizeof(of_files) / sizeof(of_files[0]); ++i) {
        const wafti_node* key = wafti_node_child(shape, of_files[i].key);
        if (key != NULL && !key->bad && of_files[i].changed && values->mesh == NULL) {
            wafti_report(of->check->diagnostics, &key->key_mark,
                "%s.shape.%s has no effect without a mesh", of->path, of_files[i].key);
        }
    }
}

static void check_mass(const entry* of) {
    const wafti_node* density = wafti_node_child(of->node, "density");
    const wafti_node* mass = wafti_node_child(of->node, "mass");
    if (density != NULL && mass != NULL) {
        wafti_report(of->check->diagnostics, &mass->key_mark,
            "%s has both density and mass; one follows from the other, so remove one", of->path);
    } else if (density == NULL && mass == NULL && of->values->preset == 0) {
        wafti_report(of->check->diagnostics, &of->node->mark,
            "%s needs a density or a mass, such as density: 800", of->path);
    }
}

static void check_range(const entry* of, const char* low, const char* high, bool ordered) {
    const wafti_node* node = child(of, "scatter", high);
    if (!ordered && node != NULL && !node->bad) {
        wafti_report(of->check->diagnostics, &node->mark, "%s.scatter.%s must not be below its %s",
            of->path, high, low);
    }
}

static void check_scatter(const entry* of) {
    const wafti_body_values* values = of->values;
    bool ordered = true;
    for (int i = 0; i < 3; ++i) {
        ordered = ordered && values->scatter.low[i] <= values->scatter.high[i];
    }
    const wafti_node* high = child(of, "scatter", "high");
    if (values->scatter.has_box) {
        const wafti_node* low = child(of, "scatter", "low");
        if (high == NULL && low != NULL) {
            wafti_report(of->check->diagnostics, &low->key_mark,
                "%s.scatter.low needs a high, the other corner of the box", of->path);
        }
        check_range(of, "low", "high", ordered);
        const wafti_node* position = child(of, "release", "position");
        if (position != NULL && !is_zero(values->body.state.position)) {
            wafti_report(of->check->diagnostics, &position->key_mark,
                "%s.release.position has no effect, since scatter gives a box", of->path);
        }
    } else if (high != NULL && !is_zero(values->scatter.high)) {
        wafti_report(of->check->diagnostics, &high->key_mark,
            "%s.scatter.high needs a low, the other corner of the box", of->path);
    }
    check_range(of, "tilt[0]", "tilt", values->scatter.tilt[0] <= values->scatter.tilt[1]);
}

static void check_derived(const entry* of, const waft_scene* scene, const waft_hull_def* hull) {
    static const char* const keys[] = {"istar", "reynolds"};
    const double given[] = {of->values->release.istar, of->values->release.reynolds};
    for (int i = 0; i < 2; ++i) {
        const wafti_node* node = child(of, "release", keys[i]);
        if (node == NULL || node->bad || given[i] == 0.0) {
            continue;
        }
        if (!wafti_body_has_istar(hull->shape) || !(hull->density > 0.0)) {
            wafti_report(of->check->diagnostics, &node->key_mark,
                "%s.release.%s needs a disc, a strip or a card, and its density", of->path,
                keys[i]);
        } else if (scene->values.bodies_def.medium == WAFT_MEDIUM_VACUUM) {
            wafti_report(of->check->diagnostics, &node->key_mark,
                "%s.release.%s needs a fluid, but medium is vacuum", of->path, keys[i]);
        }
    }
}

// What a bake would refuse at once; the panel solve and the flow are for the run.
static void check_hull(const entry* of, const waft_hull_def* hull) {
    waft_error error = {.result = WAFT_OK};
    waft_hull_def named = *hull;
    named.name = of->path;
    const bool mesh_is_missing = hull->shape == WAFT_HULL_MESH && hull->mesh == NULL;
    if (!mesh_is_missing && wafti_hull_check(&named, &error) != WAFT_OK) {
        wafti_report(of->check->diagnostics, &of->node->mark, "%s", error.sentence);
    }
}

// What chance may add to a start must stay within what a body can have (waft_bodies_add()).
static void check_start(const entry* of) {
    enum { MOST_DEVIATIONS = 7 }; // of a normal number made of 32 bits
    const wafti_body_values* values = of->values;
    const struct {
        const char* key;
        const double* mean;
        double deviation;
        int most;
    } starts[] = {{"velocity", values->body.state.velocity, values->scatter.velocity, 5000},
        {"spin", values->body.state.spin, values->scatter.spin, 50000}};
    for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); ++i) {
        const wafti_node* node = child(of, "scatter", starts[i].key);
        for (int k = 0; k < 3 && wafti_is_sound(node) && node != NULL; ++k) {
            if (fabs(starts[i].mean[k]) + MOST_DEVIATIONS * starts[i].deviation > starts[i].most) {
                wafti_report(of->check->diagnostics, &node->mark,
                    "%s.scatter.%s may lead beyond %d: release.%s and %d deviations are too much",
                    of->path, starts[i].key, starts[i].most, starts[i].key, MOST_DEVIATIONS);
                break;
            }
        }
    }
}

static void check_noise(const entry* of) {
    const wafti_node* gust = wafti_node_child(of->node, "gust");
    if (gust != NULL && !gust->bad && of->values->body.gust_rate > 0.0f &&
        !wafti_body_is_noisy(of->values)) {
        wafti_report(of->check->diagnostics, &gust->key_mark, "%s.gust has no effect, since %s",
            of->path,
            of->values->body.noise == WAFT_NOISE_OFF ? "langevin is off"
                                                     : "model kirchhoff has no turbulence");
    }
    const wafti_node* langevin = wafti_node_child(of->node, "langevin");
    const bool wanted =
        of->values->body.noise == WAFT_NOISE_SEEN || of->values->body.noise == WAFT_NOISE_MASS;
    if (langevin != NULL && !langevin->bad && wanted && !of->values->hull.turbulence.bake &&
        of->values->body.gust_rate == 0.0f) {
        wafti_report(of->check->diagnostics, &langevin->key_mark,
            "%s.langevin has no effect, since turbulence.bake is false and there is no gust",
            of->path);
    }
    const wafti_node* speed = child(of, "gust", "speed");
    if (speed != NULL && !speed->bad && of->values->body.gust_speed > 0.0f &&
        of->values->body.gust_rate == 0.0f) {
        wafti_report(of->check->diagnostics, &speed->key_mark,
            "%s.gust.speed needs a rate, such as rate: 20", of->path);
    }
}

static void check_name(const entry* of, const waft_scene* scene, size_t index) {
    const wafti_body_values* items = scene->values.bodies.items;
    const wafti_node* node = wafti_node_child(of->node, "name");
    for (size_t i = 0; i < index && node != NULL && !node->bad; ++i) {
        if (items[i].name != NULL && strcmp(items[i].name, of->values->name) == 0) {
            wafti_report(of->check->diagnostics, &node->mark,
                "%s.name is that of bodies[%zu]; their files would be the same", of->path, i);
            return;
        }
    }
}

static void check_entry(const wafti_check* check, const waft_scene* scene, size_t index) {
    const wafti_node* list = wafti_node_child(check->root, "bodies");
    entry of = {.check = check,
        .node = wafti_node_item(list, index),
        .values = (const wafti_body_values*)scene->values.bodies.items + index};
    (void)snprintf(of.path, sizeof(of.path), "bodies[%zu]", index);
    if (of.node == NULL || of.node->bad) {
        return;
    }
    const size_t before = waft_diagnostics_error_count(check->diagnostics);
    check_name(&of, scene, index);
    check_shape(&of);
    check_mass(&of);
    check_scatter(&of);
    check_start(&of);
    check_noise(&of);
    check_direction(check, child(&of, "release", "axis"), of.path, "release.axis",
        is_zero(of.values->release.axis));
    check_direction(check, wafti_node_child(of.node, "normal"), of.path, "normal",
        is_zero(of.values->hull.normal));
    waft_hull_def hull;
    if (wafti_scene_body_hull(scene, index, &hull) == WAFT_OK) {
        check_derived(&of, scene, &hull);
        // One sentence is enough where something of the entry is wrong already.
        if (waft_diagnostics_error_count(check->diagnostics) == before) {
            check_hull(&of, &hull);
        }
    }
}

static void check_winds(const wafti_check* check, const wafti_scene_values* values) {
    const waft_wind_def* winds = values->winds.items;
    const wafti_node* list = wafti_node_child(wafti_node_child(check->root, "air"), "winds");
    for (size_t i = 0; i < values->winds.count; ++i) {
        char path[PATH_SIZE];
        (void)snprintf(path, sizeof(path), "air.winds[%zu]", i);
        check_direction(check, wafti_node_child(wafti_node_item(list, i), "direction"), path,
            "direction", waft_vec3_length(winds[i].direction) == 0.0f);
    }
}

static void check_total(const wafti_check* check, const wafti_scene_values* values) {
    const wafti_node* list = wafti_node_child(check->root, "bodies");
    const size_t count = wafti_scene_body_count(values);
    if (count > MOST_BODIES) {
        wafti_report(check->diagnostics, &list->key_mark,
            "bodies are %zu in all; at most %d are allowed", count, MOST_BODIES);
    }
    const wafti_node* time = wafti_node_child(check->root, "time");
    const wafti_node* step = wafti_node_child(time, "step");
    const double length = wafti_scene_cut_time(values).step / (double)values->bodies_def.substeps;
    if (wafti_is_sound(time) && wafti_is_sound(step) && length > LONGEST_STEP) {
        char number[NUMBER_SIZE];
        (void)wafti_format_double(number, length);
        const wafti_mark mark = step != NULL ? step->mark : list->key_mark;
        wafti_report(check->diagnostics, &mark,
            "bodies would take steps of %s s; at most 0.1 s are allowed", number);
    }
}

static void remark(const wafti_check* check, const char* group, const char* key, bool odd) {
    const wafti_node* node = wafti_node_child(check->root, group);
    node = key != NULL ? wafti_node_child(node, key) : node;
    if (odd && node != NULL && !node->bad && !check->trial) {
        wafti_remark(check->diagnostics, WAFT_SEVERITY_WARNING, &node->key_mark,
            "%s%s%s has no effect without bodies", group, key != NULL ? "." : "",
            key != NULL ? key : "");
    }
}

static void remark_lack(const wafti_check* check, const wafti_scene_values* values) {
    remark(check, "air", "winds", values->winds.count > 0);
    remark(check, "air", "spin", values->bodies_def.spin);
    remark(check, "ground", NULL, values->bodies_def.ground.exists);
    remark(check, "collisions", NULL, values->bodies_def.collisions);
}

static void check_water(const wafti_check* check, const wafti_scene_values* values) {
    if (!values->has_water || check->trial) {
        return;
    }
    const wafti_node* medium = wafti_node_child(check->root, "medium");
    const wafti_node* reaction = wafti_node_child(medium, "reaction");
    if (values->bodies_def.medium == WAFT_MEDIUM_AIR) {
        const wafti_node* bodies = wafti_node_child(check->root, "bodies");
        wafti_remark(check->diagnostics, WAFT_SEVERITY_WARNING, &bodies->key_mark,
            "bodies do not feel the water, since medium is air; give medium: both");
    } else if (values->bodies_def.reaction == WAFT_REACTION_ON &&
               values->water.method != WAFT_WATER_COLUMNS && reaction != NULL) {
        wafti_report(check->diagnostics, &reaction->mark,
            "medium.reaction is on, but only water of the method columns is moved by bodies");
    }
}

void wafti_scene_check_bodies(const wafti_check* check, const waft_scene* scene) {
    const wafti_scene_values* values = &scene->values;
    check_direction(check, wafti_node_child(wafti_node_child(check->root, "ground"), "normal"),
        "ground", "normal", waft_vec3_length(values->bodies_def.ground.normal) == 0.0f);
    check_winds(check, values);
    if (values->bodies.count == 0) {
        remark_lack(check, values);
        return;
    }
    check_water(check, values);
    check_total(check, values);
    for (size_t i = 0; i < values->bodies.count; ++i) {
        check_entry(check, scene, i);
    }
}
