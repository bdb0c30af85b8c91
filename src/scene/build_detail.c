// SPDX-License-Identifier: MIT
// From the values of smoke.turbulence to its defs.
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "detail/detail.h"
#include "detail/detail_params.h"
#include "scene/diagnostics.h"
#include "scene/override.h"
#include "scene/scene.h"
#include "turbulence/bank_parts.h"

// ---- what some keys mean for others

static bool is_given(const wafti_node* node, const char* key) {
    return wafti_node_child(node, key) != NULL;
}

void wafti_scene_settle_turbulence(const wafti_node* smoke, wafti_smoke_values* values) {
    static const float follow[] = {0.0f, 0.8f, 0.3f, 0.1f};
    static const float strength[] = {0.0f, 0.3f, 0.5f, 0.8f};
    const wafti_node* node = wafti_node_child(smoke, "turbulence");
    const int preset = values->turbulence.preset;
    waft_detail_def* detail = &values->detail;
    if (node == NULL) {
        return;
    }
    if (preset > 0) {
        detail->follow = is_given(node, "follow") ? detail->follow : follow[preset];
        detail->strength = is_given(node, "strength") ? detail->strength : strength[preset];
    }
    if (detail->strength == (float)WAFTI_STRENGTH_CASCADE) {
        detail->strength = (float)pow(2.0, -5.0 / 6.0 * log2((double)detail->refine));
    }
    if (values->turbulence.mode != WAFTI_TURBULENCE_PAPER) {
        return;
    }
    // The paper's rules, one by one where none is given.
    detail->clock = is_given(node, "clock") ? detail->clock : WAFT_CLOCK_STEP;
    detail->order = is_given(node, "order") ? detail->order : WAFT_ORDER_PAPER;
    detail->direction = is_given(node, "direction") ? detail->direction : WAFT_DIRECTION_OPPOSE;
    detail->magnitude = is_given(node, "magnitude") ? detail->magnitude : WAFT_MAGNITUDE_LOCAL;
}

// ---- defs

// A picture over all of the box, looked at along an axis: x to the right or z to the left of who looks
// along x, y up.
static waft_field painted(const waft_scene* scene, const waft_heightmap* map, int axis) {
    const waft_smoke_def* smoke = &scene->smoke;
    const int across = axis == 0 ? 2 : 0;
    const int up = axis == 1 ? 2 : 1;
    const int axes[2] = {across, up};
    float origin[3] = {smoke->origin.x, smoke->origin.y, smoke->origin.z};
    float spacing[3] = {0.0f, 0.0f, 0.0f};
    waft_field field = {.data = map->samples, .size = {1, 1, 1}};
    for (int n = 0; n < 2; ++n) {
        const double length = (double)smoke->cells[axes[n]] * (double)smoke->spacing;
        field.size[axes[n]] = map->size[n];
        field.stride[axes[n]] = n == 0 ? 1 : map->size[0];
        spacing[axes[n]] = (float)(length / map->size[n]);
        origin[axes[n]] += 0.5f * spacing[axes[n]];
    }
    field.origin = (waft_vec3){origin[0], origin[1], origin[2]};
    field.spacing = (waft_vec3){spacing[0], spacing[1], spacing[2]};
    return field;
}

static waft_trigger make_trigger(
    const waft_scene* scene, const wafti_trigger_values* from, const waft_heightmap* map) {
    waft_trigger trigger = wafti_scene_trigger(scene, from);
    if (trigger.kind == WAFT_TRIGGER_MASK && map->samples != NULL) {
        trigger.mask = (waft_mask){.pose = {.rotation = {0.0f, 0.0f, 0.0f, 1.0f}},
            .soft = trigger.mask.soft,
            .field = painted(scene, map, from->mask.axis)};
    }
    return trigger;
}

// Half lengths of a shape along the axes, whichever way it is turned.
static waft_vec3 extent_of(const waft_shape* shape) {
    const waft_vec3 size = shape->size;
    float half = shape->radius;
    if (shape->kind == WAFT_SHAPE_BOX) {
        return (waft_vec3){0.5f * size.x, 0.5f * size.y, 0.5f * size.z};
    }
    if (shape->kind == WAFT_SHAPE_CAPSULE) {
        half += 0.5f * size.y;
    }
    if (shape->kind == WAFT_SHAPE_MESH && shape->mesh != NULL) {
        const waft_mesh_info info = waft_mesh_get_info(shape->mesh);
        half = 0.0f;
        for (int axis = 0; axis < 3; ++axis) {
            half = fmaxf(half, (float)fmax(fabs(info.low[axis]), fabs(info.high[axis])));
        }
    }
    return (waft_vec3){half, half, half};
}

static waft_region around_solids(const waft_scene* scene, float margin) {
    waft_region region = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    bool any = false;
    for (size_t i = 0; i < scene->solid_count; ++i) {
        if ((scene->solids[i].felt_by & WAFT_SOLID_SMOKE) == 0) {
            continue;
        }
        any = true;
        const waft_solid_def* def = &scene->solids[i];
        const waft_vec3 p = def->key_count > 0 ? def->keys[0].pose.position : def->pose.position;
        const waft_vec3 half = extent_of(&def->shape);
        region.low.x = fminf(region.low.x, p.x - half.x - margin);
        region.low.y = fminf(region.low.y, p.y - half.y - margin);
        region.low.z = fminf(region.low.z, p.z - half.z - margin);
        region.high.x = fmaxf(region.high.x, p.x + half.x + margin);
        region.high.y = fmaxf(region.high.y, p.y + half.y + margin);
        region.high.z = fmaxf(region.high.z, p.z + half.z + margin);
    }
    return any ? region : (waft_region){{0, 0, 0}, {0, 0, 0}};
}

static void take_lists(waft_scene* scene, const wafti_turbulence_values* from) {
    waft_detail_def* def = &scene->detail;
    const wafti_trigger_values* triggers = from->triggers.items;
    const wafti_region_values* regions = from->regions.items;
    def->trigger_count = (int)from->triggers.count;
    for (size_t i = 0; i < from->triggers.count && i < WAFT_TRIGGER_CAPACITY; ++i) {
        def->triggers[i] = make_trigger(scene, &triggers[i], &scene->masks[i]);
    }
    def->region_count = (int)from->regions.count;
    for (size_t i = 0; i < from->regions.count && i < WAFT_REGION_CAPACITY; ++i) {
        def->regions[i] =
            regions[i].around >= 0.0f ? around_solids(scene, regions[i].around) : regions[i].region;
    }
}

void wafti_scene_build_detail(waft_scene* scene) {
    const wafti_turbulence_values* from = &scene->values.smoke.turbulence;
    const waft_scene_time time = wafti_scene_cut_time(&scene->values);
    scene->has_detail = from->given && from->mode != WAFTI_TURBULENCE_OFF;
    waft_detail_def def = scene->values.smoke.detail;
    def.mode =
        from->mode == WAFTI_TURBULENCE_PAPER ? WAFT_DETAIL_FORCE : (waft_detail_mode)from->mode;
    def.hold = def.hold > 0.0 ? def.hold : time.step * time.steps_per_frame;
    scene->detail = def;
    take_lists(scene, from);
    const int dimensions = scene->smoke.cells[2] > 1 ? 3 : 2;
    // Vortices of the smallest size that the finer grid adds.
    const waft_band usual = {
        .scale = def.refine > 2 ? (double)def.refine : 2.0, .deviation = 0.7, .energy = 1.0};
    scene->bank = wafti_scene_bank_def(
        &scene->values.smoke_bank, &from->bank, scene->values.world.seed, &usual, dimensions);
    scene->bank.name = "smoke.turbulence";
    if (scene->table.point_count > 0) {
        memcpy(scene->bank.spectrum.points, scene->table.points, sizeof(scene->table.points));
        scene->bank.spectrum.point_count = scene->table.point_count;
    }
}

size_t wafti_scene_detail_memory(const waft_scene* scene) {
    waft_detail_def def = scene->detail;
    def.strength = 0.0f; // the bank is made with the world, and only kicks ask for one
    const size_t flows = waft_detail_memory_needed(&scene->smoke, &def);
    if (def.mode == WAFT_DETAIL_WAVELET) {
        return flows;
    }
    return wafti_size_add(flows, wafti_scene_bank_memory(&scene->bank));
}

waft_result wafti_scene_fill_detail(const waft_scene* scene, const waft_world_def* world_def,
    waft_world* world, waft_error* error) {
    waft_detail_def def = scene->detail;
    waft_bank* bank = NULL;
    waft_result result = WAFT_OK;
    if (def.mode != WAFT_DETAIL_WAVELET) {
        result = wafti_scene_make_bank(scene, &scene->bank, world_def, &bank, error);
    }
    waft_detail* detail = NULL;
    def.bank = bank;
    result = result == WAFT_OK ? waft_world_create_detail(world, &def, &detail) : result;
    waft_bank_release(bank);
    if (result == WAFT_OK && scene->values.smoke.turbulence.base != NULL) {
        result = wafti_scene_play_base(scene, world, error);
    }
    return result;
}

// ---- checks

static waft_result read_table(const char* path, void* user, waft_error* error) {
    waft_spectrum_def* table = user;
    const waft_result result = waft_spectrum_read_points(path, table, error);
    table->point_count = result == WAFT_OK ? table->point_count : 0;
    return result;
}

static waft_result load_table(const wafti_check* check, waft_scene* scene) {
    const wafti_node* file = wafti_given(check, "smoke.turbulence.file");
    if (file == NULL) {
        return WAFT_OK;
    }
    // run.json has an empty list where there are no points.
    const wafti_node* points = wafti_node_at(check->root, "smoke.turbulence.points");
    if (file->text[0] != '/' && points != NULL && points->child_count > 0) {
        wafti_report(check->diagnostics, &file->mark,
            "smoke.turbulence has a file and points; keep one of them");
        return WAFT_OK;
    }
    return wafti_scene_read_file(check, file, "smoke.turbulence.file", read_table, &scene->table);
}

waft_result wafti_scene_load_detail(const wafti_check* check, waft_scene* scene) {
    const wafti_value_list* triggers = &scene->values.smoke.turbulence.triggers;
    waft_result result = load_table(check, scene);
    for (size_t i = 0; i < triggers->count && i < WAFT_TRIGGER_CAPACITY && result == WAFT_OK; ++i) {
        wafti_map_use use = {.key = "smoke.turbulence.triggers[].mask.file",
            .white = 1.0f,
            .shades = true,
            .map = &scene->masks[i]};
        const wafti_node* file = wafti_given(check, "smoke.turbulence.triggers[%zu].mask.file", i);
        if (file != NULL) {
            result = wafti_scene_load_map(check, file, &use);
        }
    }
    return result;
}

// m/s, the greatest that the scene itself gives; 0 if it gives none.
static double given_speed(const waft_scene* scene) {
    double speed = 0.0;
    for (int side = 0; side < WAFT_SIDE_COUNT; ++side) {
        const waft_smoke_side* from = &scene->smoke.sides[side];
        if (from->kind == WAFT_SIDE_INFLOW) {
            speed = fmax(speed, fabs((double)from->speed));
        }
    }
    for (size_t i = 0; i < scene->source_count; ++i) {
        const waft_source_def* source = &scene->sources[i];
        if (source->has_velocity) {
            speed = fmax(speed, (double)waft_vec3_length(source->velocity));
        }
    }
    return speed;
}

// m, by the energy of the bands; 0 where the spectrum has none.
static double mean_wave(const waft_scene* scene) {
    const waft_spectrum_def* spectrum = &scene->bank.spectrum;
    double energy = 0.0;
    double waves = 0.0;
    for (size_t i = 0; i < spectrum->band_count && spectrum->point_count == 0; ++i) {
        const waft_band* band = &spectrum->bands[i];
        const double half = 0.5 * (double)scene->bank.size * sqrt((double)scene->bank.dimensions);
        energy += band->energy;
        waves += band->energy * (band->wavenumber > 0.0 ? band->wavenumber : half / band->scale);
    }
    const double cell = (double)scene->smoke.spacing / scene->detail.refine;
    return waves > 0.0 ? (double)scene->bank.size * cell * energy / waves : 0.0;
}

// At a key of the turbulence if it is given, else at the whole.
static void warn(const wafti_check* check, const char* key, const char* sentence) {
    const wafti_node* whole = wafti_given(check, "smoke.turbulence");
    const wafti_node* node = key != NULL ? wafti_node_child(whole, key) : NULL;
    wafti_remark(check->diagnostics, WAFT_SEVERITY_WARNING,
        node != NULL ? &node->mark : &whole->key_mark, "%s", sentence);
}

// Warns of streaks: a field stands in space for a hold, while the smoke runs through it
// (docs/spec/turbulence.md#strength-in-time).
static void remark_hold(const wafti_check* check, const waft_scene* scene) {
    const double speed = given_speed(scene);
    const double wave = mean_wave(scene);
    const double hold = scene->detail.hold;
    if (scene->detail.clock == WAFT_CLOCK_STEP || !(speed > 0.0 && wave > 0.0) ||
        hold <= 5.0 * wave / speed) {
        return;
    }
    const wafti_phrase sentence = wafti_phrase_make(
        "smoke.turbulence.hold is %s s, and the smoke runs through a vortex in %s s; expect "
        "streaks that stand in space",
        wafti_phrase_float((float)hold).text, wafti_phrase_float((float)(wave / speed)).text);
    warn(check, NULL, sentence.text);
}

// Says what the rules of Zhao, Yuan & Chen do to a flow, where they were chosen one by one
// (docs/spec/turbulence.md#departures-from-the-paper).
static void remark_rules(const wafti_check* check, const waft_detail_def* def) {
    if (def->direction == WAFT_DIRECTION_OPPOSE) {
        warn(check, "direction",
            "smoke.turbulence.direction oppose brakes the flow, and little of the spectrum is "
            "left; "
            "free keeps both");
    }
    if (def->direction == WAFT_DIRECTION_ALIGN) {
        warn(check, "direction",
            "smoke.turbulence.direction align drives the flow on, and little of the spectrum is "
            "left; free keeps both");
    }
    if (def->magnitude == WAFT_MAGNITUDE_LOCAL) {
        warn(check, "magnitude",
            "smoke.turbulence.magnitude local makes all kicks as long, which takes an eighth of "
            "the "
            "spectrum away; rms keeps it");
    }
}

// Strain has a speed of its own, and so has a trigger that is given one.
static bool same_scale(const waft_trigger* a, const waft_trigger* b) {
    return (a->kind == WAFT_TRIGGER_STRAIN) == (b->kind == WAFT_TRIGGER_STRAIN) &&
           a->speed == b->speed;
}

static void remark_triggers(const wafti_check* check, const waft_detail_def* def) {
    for (int n = 1; n < def->trigger_count; ++n) {
        if (!same_scale(&def->triggers[0], &def->triggers[n])) {
            warn(check, "triggers",
                "smoke.turbulence.triggers measure speed in different ways; that of the first "
                "counts");
            return;
        }
    }
}

static void remark(const wafti_check* check, const waft_scene* scene) {
    const waft_detail_def* def = &scene->detail;
    const double ratio =
        def->follow > 0.0f ? (double)def->strength / (double)def->follow : (double)def->strength;
    if (scene->values.smoke.turbulence.mode == WAFTI_TURBULENCE_PAPER) {
        const wafti_phrase left = wafti_phrase_float((float)(0.01 * rint(100.0 - 51.0 * ratio)));
        const wafti_phrase sentence = wafti_phrase_make(
            "smoke.turbulence is in the paper's form, which brakes the flow: its mean settles at "
            "1 - 0.51 strength/follow = %s of its speed",
            left.text);
        warn(check, NULL, sentence.text);
    } else if (def->mode != WAFT_DETAIL_WAVELET) {
        remark_rules(check, def);
    }
    remark_triggers(check, def);
    if (def->strength > 2.0f) {
        warn(check, NULL,
            "smoke.turbulence.strength is above 2; kicks are twice as fast as the flow");
    }
    if (def->mode == WAFT_DETAIL_FORCE && !(def->follow > 0.0f)) {
        warn(check, NULL,
            "smoke.turbulence.follow is 0; the detail forgets the flow that it lies over");
    }
    if (def->mode != WAFT_DETAIL_WAVELET) {
        remark_hold(check, scene);
    }
    if (def->burst == 0 && def->calm > 0) {
        warn(check, NULL, "smoke.turbulence.intermittent.burst is 0; there will be no turbulence");
    }
}

// A flow that is read takes detail over it, and only such a flow can begin later than the scene.
void wafti_scene_check_base(const wafti_check* check, const waft_scene* scene) {
    const wafti_turbulence_values* values = &scene->values.smoke.turbulence;
    const bool direct = values->mode == WAFT_DETAIL_DIRECT;
    if (values->base != NULL && (direct || values->mode == WAFTI_TURBULENCE_OFF)) {
        wafti_refuse(check,
            "smoke.turbulence.mode %s has no detail over the flow of another run; take force, "
            "wavelet or paper",
            direct ? "direct kicks the smoke itself and" : "off");
    }
    if (values->base == NULL && values->start > 0) {
        wafti_refuse(check,
            "smoke.turbulence.start is a frame of smoke.turbulence.base, which is not given");
    }
}

static void check_words(const wafti_check* check, const waft_detail_def* detail) {
    const wafti_node* strength = wafti_given(check, "smoke.turbulence.strength");
    if (strength != NULL && strcmp(strength->text, "cascade") == 0 && detail->refine < 2) {
        wafti_refuse(check,
            "smoke.turbulence.strength cascade is a matter of octaves, but refine is 1; make it 2 "
            "or 4, or give a number");
    }
    const bool given = wafti_given(check, "smoke.turbulence.intermittent.burst") != NULL ||
                       wafti_given(check, "smoke.turbulence.intermittent.calm") != NULL;
    if (given && detail->burst == 0 && detail->calm == 0) {
        wafti_refuse_key(check,
            "smoke.turbulence.intermittent has neither bursts nor calm; give them lengths, or "
            "leave it out");
    }
}

void wafti_scene_check_detail(const wafti_check* check, const waft_scene* scene) {
    waft_error error = {.result = WAFT_OK};
    check_words(check, &scene->detail);
    char warning[160] = "";
    waft_detail_def def = scene->detail;
    // The bank is made with the world; whether it can be is asked of its def.
    def.strength = 0.0f;
    waft_result result = wafti_detail_check(&scene->smoke, &def, &error);
    if (result == WAFT_OK && def.mode != WAFT_DETAIL_WAVELET) {
        result = wafti_bank_check(&scene->bank, warning, &error);
    }
    if (result != WAFT_OK) {
        const wafti_node* node = wafti_given(check, "smoke.turbulence");
        const wafti_node* named = wafti_node_named(check->root, error.sentence);
        wafti_report(check->diagnostics, named != check->root ? &named->mark : &node->key_mark,
            "%s", error.sentence);
    } else if (!check->trial) {
        if (warning[0] != '\0') {
            warn(check, NULL, warning);
        }
        remark(check, scene);
    }
}
