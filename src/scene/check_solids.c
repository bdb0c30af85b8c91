// SPDX-License-Identifier: MIT
// What concerns shapes of things and solids: one shape each, where they are, how they turn.
#include <string.h>

#include "scene/diagnostics.h"
#include "scene/reader.h"
#include "scene/scene.h"
#include "solid/placed.h"

// ---- shapes

// Keys of `shape` that are shapes: how many are given. Bodies have so many that the others are named.
static int count_shapes(const wafti_node* shape, bool body) {
    int count = 0;
    for (const wafti_node* node = shape != NULL ? shape->first : NULL; node != NULL;
         node = node->next) {
        count += body ? !wafti_words_hold(node->key, "scale|flip|object|shell|detail")
                      : wafti_words_hold(node->key, "sphere|box|capsule|mesh");
    }
    return count;
}

void wafti_scene_check_shape(const wafti_check* check, const char* path,
    const wafti_shape_values* values, const wafti_body_values* body) {
    // A scene that was written out has the defaults of all keys.
    const struct {
        const char* key;
        bool changed;
    } of_files[] = {{"scale", values->scale != 1.0}, {"flip", values->flip},
        {"object", values->object != NULL}, {"shell", body != NULL && body->hull.shell != 0.0}};
    const wafti_node* item = wafti_given(check, "%s", path);
    if (item == NULL || !wafti_is_sound(check, "%s.shape", path)) {
        return;
    }
    const wafti_node* shape = wafti_node_child(item, "shape");
    const int count = count_shapes(shape, body != NULL);
    const wafti_mark mark = shape != NULL ? shape->key_mark : item->mark;
    if (count > 1) {
        wafti_report(check->diagnostics, &mark,
            "%s.shape has %d shapes; give one, such as shape: %s", path, count,
            body != NULL ? "{disc: [1 cm, 1 mm]}" : "{sphere: 10 cm}");
    } else if (count == 0 && body == NULL) {
        wafti_report(check->diagnostics, &mark,
            "%s needs a shape, such as shape: {sphere: 10 cm}, {box: [1, 1, 1]}, {capsule: [5 cm, "
            "30 cm]} or {mesh: rock.obj}",
            path);
    } else if (count == 0 && body->preset == 0) {
        wafti_report(check->diagnostics, &mark,
            "%s needs a shape or a preset, such as shape: {disc: [1 cm, 1 mm]} or preset: leaf",
            path);
    }
    for (size_t i = 0; i < sizeof(of_files) / sizeof(of_files[0]); ++i) {
        if (of_files[i].changed && values->mesh == NULL) {
            wafti_refuse_key(
                check, "%s.shape.%s has no effect without a mesh", path, of_files[i].key);
        }
    }
}

static bool shape_is_sound(const wafti_node* shape) {
    bool sound = shape != NULL && count_shapes(shape, false) == 1;
    for (const wafti_node* key = sound ? shape->first : NULL; key != NULL; key = key->next) {
        sound = sound && !key->bad;
    }
    return sound;
}

// ---- axes

// In a flat flow an axis is z. The default stands for "not given": run.json writes it out, and is
// read back.
static bool is_flat_axis(const double axis[3]) {
    return axis[0] == 0.0 && (axis[1] == 0.0 || (axis[1] == 1.0 && axis[2] == 0.0));
}

void wafti_scene_check_axis(const wafti_check* check, const wafti_scene_values* values,
    const char* path, const double axis[3]) {
    const bool flat = values->smoke.given && values->smoke.def.cells[2] == 1 &&
                      wafti_given(check, "smoke.cells") != NULL;
    if ((float)axis[0] == 0.0f && (float)axis[1] == 0.0f && (float)axis[2] == 0.0f) {
        wafti_refuse(check,
            "%s.rotation.axis is [0, 0, 0]; it must point somewhere, such as [0, 1, 0]", path);
    } else if (flat && !is_flat_axis(axis)) {
        wafti_refuse(check,
            "%s.rotation.axis must be [0, 0, 1] in a flat flow, where things turn about z only",
            path);
    }
}

// ---- places

// True if all of its way lies beyond one side of the box: nothing of it is ever inside.
static bool is_outside(const waft_smoke_def* smoke, const wafti_place* at, double reach) {
    // Places are single: what touches the box must not leave it by rounding.
    const float still[3] = {at->still.x, at->still.y, at->still.z};
    const double origin[3] = {
        (double)smoke->origin.x, (double)smoke->origin.y, (double)smoke->origin.z};
    for (int axis = 0; axis < (smoke->cells[2] == 1 ? 2 : 3); ++axis) {
        const double length = (double)smoke->spacing * (double)smoke->cells[axis];
        const float low = (float)(origin[axis] - reach);
        const float high = (float)(origin[axis] + length + reach);
        bool below = still[axis] < low;
        bool above = still[axis] > high;
        for (size_t i = 0; at->keyed != NULL && i < at->keyed->key_count; ++i) {
            below = below && (float)at->keyed->keys[i].value[axis] < low;
            above = above && (float)at->keyed->keys[i].value[axis] > high;
        }
        if (below || above) {
            return true;
        }
    }
    return false;
}

void wafti_scene_check_in_smoke(const wafti_check* check, const waft_scene* scene, const char* path,
    const wafti_shape_values* shape, const wafti_place* at) {
    const waft_smoke_def* smoke = &scene->values.smoke.def;
    const wafti_node* node = wafti_given(check, "%s.at", path);
    if (node == NULL || wafti_given(check, "smoke.cells") == NULL ||
        wafti_given(check, "smoke.spacing") == NULL || !wafti_is_sound(check, "smoke.origin") ||
        !shape_is_sound(wafti_given(check, "%s.shape", path)) ||
        !is_outside(smoke, at, wafti_scene_reach(scene, shape))) {
        return;
    }
    const float origin[3] = {smoke->origin.x, smoke->origin.y, smoke->origin.z};
    wafti_phrase low[3];
    wafti_phrase high[3];
    for (int i = 0; i < 3; ++i) {
        const double length = (double)smoke->spacing * (double)smoke->cells[i];
        low[i] = wafti_phrase_float(origin[i]);
        high[i] = wafti_phrase_float((float)((double)origin[i] + length));
    }
    wafti_report(check->diagnostics, &node->mark,
        "%s lies outside the box of smoke, which goes from [%s, %s, %s] to [%s, %s, %s]", path,
        low[0].text, low[1].text, low[2].text, high[0].text, high[1].text, high[2].text);
}

// ---- solids

static void check_name(const wafti_check* check, const wafti_value_list* list, size_t index) {
    const wafti_solid_values* solids = list->items;
    const char* own = solids[index].def.name;
    for (size_t i = 0; i < index && own != NULL; ++i) {
        if (solids[i].def.name != NULL && strcmp(solids[i].def.name, own) == 0) {
            wafti_refuse(
                check, "solids[%zu].name is that of solids[%zu]; names tell them apart", index, i);
            return;
        }
    }
}

static void check_motion(const wafti_check* check, const wafti_scene_values* values,
    const wafti_solid_values* solid, const wafti_node* item, const char* path) {
    const wafti_node* at = wafti_node_child(item, "at");
    if (solid->poses.count > 0 && at != NULL) {
        wafti_report(check->diagnostics, &at->key_mark,
            "%s has both at and poses; poses say where it is", path);
    } else if (at == NULL && solid->poses.count == 0 && wafti_is_sound(check, "%s.poses", path)) {
        wafti_report(check->diagnostics, &item->mark,
            "a solid needs a place, such as at: [0.5, 0.2, 0.5], or poses");
    }
    const wafti_solid_pose_values* list = solid->poses.items;
    for (size_t i = 0; i < solid->poses.count; ++i) {
        const wafti_phrase place = wafti_phrase_make("%s.poses[%zu]", path, i);
        wafti_scene_check_axis(check, values, place.text, list[i].rotation.axis);
        if (i > 0 && !(list[i].key.time > list[i - 1].key.time)) {
            wafti_refuse(check, "%s.time must be after the one before", place.text);
        }
    }
}

void wafti_scene_check_solids(const wafti_check* check, const waft_scene* scene) {
    const wafti_scene_values* values = &scene->values;
    const wafti_solid_values* solids = values->solids.items;
    for (size_t i = 0; i < values->solids.count; ++i) {
        const wafti_phrase path = wafti_phrase_make("solids[%zu]", i);
        const wafti_node* item = wafti_given(check, "%s", path.text);
        if (item == NULL) {
            continue;
        }
        check_name(check, &values->solids, i);
        check_motion(check, values, &solids[i], item, path.text);
        const uint32_t felt_by = solids[i].def.felt_by;
        const uint32_t others = felt_by & ~(uint32_t)WAFT_SOLID_SMOKE;
        const bool alone = others == 0 || (!values->liquid.given && values->bodies.count == 0);
        if (values->smoke.given && (felt_by & WAFT_SOLID_SMOKE) != 0 && alone) {
            const wafti_place at = {
                solids[i].def.pose.position, wafti_scene_keys_of(values, "solids[].at", i)};
            wafti_scene_check_in_smoke(check, scene, path.text, &solids[i].shape, &at);
        }
    }
}

waft_result wafti_scene_check_solids_creation(const wafti_check* check, const waft_scene* scene) {
    waft_result result = WAFT_OK;
    for (size_t i = 0; i < scene->solid_count && result != WAFT_ERR_NO_MEMORY; ++i) {
        waft_error error = {.result = WAFT_OK};
        const wafti_phrase path = wafti_phrase_make("solids[%zu]", i);
        result = wafti_solids_check(&scene->solids[i], path.text, &error);
        wafti_refuse_result(check, result, &error);
    }
    return result == WAFT_ERR_NO_MEMORY ? result : WAFT_OK;
}
