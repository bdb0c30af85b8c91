// SPDX-License-Identifier: MIT
// What concerns bodies, winds and media: shapes, what they weigh, how they start.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "hull/hull.h"
#include "scene/diagnostics.h"
#include "scene/reader.h"
#include "scene/scene.h"

enum { MOST_BODIES = 4000000 };

// Longest step in s (docs/spec/bodies.md#rejected-input): longer ones lose a tumbling leaf.
#define LONGEST_STEP 0.1

// One entry of the scene's bodies, and where it stands.
typedef struct entry {
    const wafti_check* check;
    const wafti_node* node;
    const wafti_body_values* values;
    const char* path;
} entry;

static bool is_zero(const double v[3]) {
    return (float)v[0] == 0.0f && (float)v[1] == 0.0f && (float)v[2] == 0.0f;
}

static void check_direction(
    const wafti_check* check, const char* path, const char* key, bool zero) {
    if (zero) {
        wafti_refuse(
            check, "%s%s is [0, 0, 0]; it must point somewhere, such as [0, 1, 0]", path, key);
    }
}

static void check_mass(const entry* of) {
    const wafti_node* density = wafti_node_child(of->node, "density");
    const wafti_node* mass = wafti_node_child(of->node, "mass");
    if (density != NULL && mass != NULL) {
        wafti_report(of->check->diagnostics, &mass->key_mark,
            "%s has both density and mass; one follows from the other, so remove one", of->path);
    } else if (density == NULL && mass == NULL && of->values->preset == 0) {
        wafti_refuse(of->check, "%s needs a density or a mass, such as density: 800", of->path);
    }
}

static void check_scatter(const entry* of) {
    const wafti_body_values* values = of->values;
    const wafti_node* scatter = wafti_node_child(of->node, "scatter");
    bool ordered = true;
    for (int i = 0; i < 3; ++i) {
        ordered = ordered && values->scatter.low[i] <= values->scatter.high[i];
    }
    if (values->scatter.has_box) {
        if (wafti_node_child(scatter, "high") == NULL) {
            wafti_refuse_key(
                of->check, "%s.scatter.low needs a high, the other corner of the box", of->path);
        }
        if (!ordered) {
            wafti_refuse(of->check, "%s.scatter.high must not be below its low", of->path);
        }
        if (!is_zero(values->body.state.position)) {
            wafti_refuse_key(of->check,
                "%s.release.position has no effect, since scatter gives a box", of->path);
        }
    } else if (!is_zero(values->scatter.high)) {
        wafti_refuse_key(
            of->check, "%s.scatter.high needs a low, the other corner of the box", of->path);
    }
    if (!(values->scatter.tilt[0] <= values->scatter.tilt[1])) {
        wafti_refuse(of->check, "%s.scatter.tilt must not be below its tilt[0]", of->path);
    }
}

static void check_derived(const entry* of, const waft_scene* scene, const waft_hull_def* hull) {
    static const char* const keys[] = {"istar", "reynolds"};
    const double given[] = {of->values->release.istar, of->values->release.reynolds};
    for (int i = 0; i < 2; ++i) {
        if (given[i] == 0.0) {
            continue;
        }
        if (!wafti_body_has_istar(hull->shape) || !(hull->density > 0.0)) {
            wafti_refuse_key(of->check,
                "%s.release.%s needs a disc, a strip or a card, and its density", of->path,
                keys[i]);
        } else if (scene->values.bodies_def.medium == WAFT_MEDIUM_VACUUM) {
            wafti_refuse_key(
                of->check, "%s.release.%s needs a fluid, but medium is vacuum", of->path, keys[i]);
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
        for (int k = 0; k < 3; ++k) {
            if (fabs(starts[i].mean[k]) + MOST_DEVIATIONS * starts[i].deviation > starts[i].most) {
                wafti_refuse(of->check,
                    "%s.scatter.%s may lead beyond %d: release.%s and %d deviations are too much",
                    of->path, starts[i].key, starts[i].most, starts[i].key, MOST_DEVIATIONS);
                break;
            }
        }
    }
}

static void check_noise(const entry* of) {
    const waft_body_def* body = &of->values->body;
    if (body->gust_rate > 0.0f && !wafti_body_is_noisy(of->values)) {
        wafti_refuse_key(of->check, "%s.gust has no effect, since %s", of->path,
            body->noise == WAFT_NOISE_OFF ? "langevin is off"
                                          : "model kirchhoff has no turbulence");
    }
    const bool wanted = body->noise == WAFT_NOISE_SEEN || body->noise == WAFT_NOISE_MASS;
    if (wanted && !of->values->hull.turbulence.bake && body->gust_rate == 0.0f) {
        wafti_refuse_key(of->check,
            "%s.langevin has no effect, since turbulence.bake is false and there is no gust",
            of->path);
    }
    if (body->gust_speed > 0.0f && body->gust_rate == 0.0f) {
        wafti_refuse_key(of->check, "%s.gust.speed needs a rate, such as rate: 20", of->path);
    }
}

static void check_name(const entry* of, const waft_scene* scene, size_t index) {
    const wafti_body_values* items = scene->values.bodies.items;
    for (size_t i = 0; i < index && of->values->name != NULL; ++i) {
        if (items[i].name != NULL && strcmp(items[i].name, of->values->name) == 0) {
            wafti_refuse(of->check, "%s.name is that of bodies[%zu]; their files would be the same",
                of->path, i);
            return;
        }
    }
}

static void check_entry(const wafti_check* check, const waft_scene* scene, size_t index) {
    const wafti_phrase path = wafti_phrase_make("bodies[%zu]", index);
    const entry of = {.check = check,
        .node = wafti_given(check, "%s", path.text),
        .values = (const wafti_body_values*)scene->values.bodies.items + index,
        .path = path.text};
    if (of.node == NULL) {
        return;
    }
    const size_t before = waft_diagnostics_error_count(check->diagnostics);
    check_name(&of, scene, index);
    wafti_scene_check_shape(check, of.path, &of.values->shape, of.values);
    check_mass(&of);
    check_scatter(&of);
    check_start(&of);
    check_noise(&of);
    check_direction(check, of.path, ".release.axis", is_zero(of.values->release.axis));
    check_direction(check, of.path, ".normal", is_zero(of.values->hull.normal));
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
    for (size_t i = 0; i < values->winds.count; ++i) {
        check_direction(check, wafti_phrase_make("air.winds[%zu]", i).text, ".direction",
            waft_vec3_length(winds[i].direction) == 0.0f);
    }
}

static void check_total(const wafti_check* check, const wafti_scene_values* values) {
    const wafti_node* list = wafti_node_child(check->root, "bodies");
    const size_t count = wafti_scene_body_count(values);
    if (count > MOST_BODIES) {
        wafti_report(check->diagnostics, &list->key_mark,
            "bodies are %zu in all; at most %d are allowed", count, MOST_BODIES);
    }
    const double length = wafti_scene_cut_time(values).step / (double)values->bodies_def.substeps;
    if (wafti_is_sound(check, "time") && wafti_is_sound(check, "time.step") &&
        length > LONGEST_STEP) {
        const wafti_node* step = wafti_given(check, "time.step");
        wafti_report(check->diagnostics, step != NULL ? &step->mark : &list->key_mark,
            "bodies would take steps of %s s; at most 0.1 s are allowed",
            wafti_phrase_double(length).text);
    }
}

static void remark(const wafti_check* check, const char* path, bool odd) {
    const wafti_node* node = wafti_given(check, "%s", path);
    if (odd && node != NULL && !check->trial) {
        wafti_remark(check->diagnostics, WAFT_SEVERITY_WARNING, &node->key_mark,
            "%s has no effect without bodies", path);
    }
}

static void remark_lack(const wafti_check* check, const wafti_scene_values* values) {
    remark(check, "air.winds", values->winds.count > 0);
    remark(check, "air.spin", values->bodies_def.spin);
    remark(check, "ground", values->bodies_def.ground.exists);
    remark(check, "collisions", values->bodies_def.collisions);
}

static void check_water(const wafti_check* check, const wafti_scene_values* values) {
    if (!values->has_water || check->trial) {
        return;
    }
    if (values->bodies_def.medium == WAFT_MEDIUM_AIR) {
        wafti_remark(check->diagnostics, WAFT_SEVERITY_WARNING,
            &wafti_node_child(check->root, "bodies")->key_mark,
            "bodies do not feel the water, since medium is air; give medium: both");
    } else if (values->bodies_def.reaction == WAFT_REACTION_ON &&
               values->water.method != WAFT_WATER_COLUMNS) {
        wafti_refuse(check,
            "medium.reaction is on, but only water of the method columns is moved by bodies");
    }
}

void wafti_scene_check_bodies(const wafti_check* check, const waft_scene* scene) {
    const wafti_scene_values* values = &scene->values;
    check_direction(
        check, "ground", ".normal", waft_vec3_length(values->bodies_def.ground.normal) == 0.0f);
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
