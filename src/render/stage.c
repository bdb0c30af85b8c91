// SPDX-License-Identifier: MIT
// From a world to a drawing. What stays the same for all pictures of a scene is worked out when the
// first world comes; after that nothing is allocated.
#include <stdlib.h>
#include <string.h>

#include "render/air.h"
#include "render/axes.h"
#include "render/crowd.h"
#include "render/direction.h"
#include "render/markers.h"
#include "render/overlay.h"
#include "render/sheet.h"
#include "render/spill.h"
#include "render/still.h"
#include "render/stones.h"
#include "render/support.h"
#include "render/trails.h"

enum {
    MOST_WAVES = 256,    // trains that a water can hold
    MEASURE_LINES = 256, // strokes of axes and scale bar
    MOST_TEXTS = WAFTI_SCREEN_BOXES,
    MOST_LETTERS = 4096,
};

struct waft_stage {
    wafti_render_room room;
    const waft_scene* scene;
    waft_scene_time timing;
    wafti_past past;
    bool ready; ///< what follows is made
    size_t gauge_count, tracer_count;
    wafti_still still;
    waft_bounds air_bounds; ///< of the smoke, if there is some
    wafti_air air;
    wafti_stones stones;
    wafti_spill spill;
    bool has_bodies;
    waft_bounds body_bounds; ///< of the ways of the bodies, if there are some
    wafti_crowd crowd;
    wafti_trails trails;
    wafti_balls balls;
    wafti_sheet sheet;
    wafti_screen screen;
    waft_sea_wave waves[MOST_WAVES];
    waft_draw_water water;
    waft_draw_terrain terrain;
    waft_draw_particles particles[3];
    waft_drawing drawing;
};

waft_result waft_stage_create(const waft_scene* scene, const waft_allocator* allocator,
    waft_stage** out_stage, waft_error* out_error) {
    if (out_stage == NULL) {
        return wafti_render_fail(out_error, WAFT_ERR_ARGUMENT, "out_stage is NULL");
    }
    *out_stage = NULL;
    if (scene == NULL) {
        return wafti_render_fail(out_error, WAFT_ERR_ARGUMENT, "a stage needs a scene");
    }
    waft_stage* stage = wafti_render_allocate(allocator, 1, sizeof *stage);
    if (stage == NULL) {
        return wafti_render_fail(
            out_error, WAFT_ERR_NO_MEMORY, "out of memory for a stage of %zu bytes", sizeof *stage);
    }
    stage->room.allocator = allocator != NULL ? *allocator : (waft_allocator){0};
    stage->scene = scene;
    stage->timing = waft_scene_get_time(scene);
    const waft_look look = waft_scene_look(scene, 0.0);
    stage->past = wafti_past_of(&look, &stage->timing);
    *out_stage = stage;
    return WAFT_OK;
}

static void let_go(waft_stage* stage) {
    wafti_spill_destroy(&stage->spill);
    wafti_render_room_free(&stage->room);
    stage->trails = stage->crowd.trails = (wafti_trails){0};
    stage->ready = false;
}

void waft_stage_destroy(waft_stage* stage) {
    if (stage == NULL) {
        return;
    }
    let_go(stage);
    const waft_allocator allocator = stage->room.allocator;
    wafti_render_release(&allocator, stage, 1, sizeof *stage);
}

int waft_stage_history(const waft_stage* stage) {
    return stage != NULL ? stage->past.history_frames : 0;
}

void waft_stage_reset(waft_stage* stage) {
    if (stage != NULL) {
        wafti_trails_reset(&stage->trails);
        wafti_trails_reset(&stage->crowd.trails);
    }
}

static size_t pose_count(const wafti_past* past) {
    return past->strobe_frames > 0 ? (size_t)(past->history_frames / past->strobe_frames) + 1 : 0;
}

// Takes all room that pictures of this water will ever need, and most of what those of `bodies` do.
static waft_result take_room(waft_stage* stage, size_t bodies, waft_error* out_error) {
    const size_t history = (size_t)stage->past.history_frames;
    const size_t tracers = stage->tracer_count;
    const size_t gauges = stage->gauge_count;
    size_t lines = 0;
    const size_t points = wafti_crowd_line_points(&stage->past, bodies, &lines);
    stage->sheet = (wafti_sheet){.line_capacity = tracers + lines + gauges + MEASURE_LINES,
        .point_capacity = tracers * (history + 2) + points + 2 * (gauges + MEASURE_LINES),
        .text_capacity = MOST_TEXTS,
        .letter_capacity = MOST_LETTERS};
    const size_t balls = tracers * (1 + pose_count(&stage->past)) + gauges;
    stage->ready =
        wafti_sheet_create(&stage->sheet, &stage->room) == WAFT_OK &&
        wafti_balls_create(&stage->balls, &stage->room, balls) == WAFT_OK &&
        wafti_trails_create(&stage->trails, &stage->room, &stage->past,
            tracers > 0 && history > 0 ? history + 1 : 0, tracers) == WAFT_OK &&
        wafti_crowd_create(&stage->crowd, &stage->room, &stage->past, stage->scene) == WAFT_OK;
    return stage->ready ? WAFT_OK
                        : wafti_render_fail(out_error, WAFT_ERR_NO_MEMORY,
                              "out of memory for the past of %zu tracers and %zu bodies over %zu "
                              "frames",
                              tracers, bodies, history);
}

// Makes what depends on the scene's water; later worlds must be of the same scene.
static waft_result get_ready(waft_stage* stage, const waft_world* world, waft_error* out_error) {
    if (stage == NULL || world == NULL) {
        return wafti_render_fail(out_error, WAFT_ERR_ARGUMENT, "stage or world is NULL");
    }
    const waft_water* water = waft_world_water(world);
    const size_t gauges = waft_water_gauge_count(water);
    const size_t tracers = waft_water_tracer_count(water);
    if (stage->ready) {
        return gauges == stage->gauge_count && tracers == stage->tracer_count
                   ? WAFT_OK
                   : wafti_render_fail(out_error, WAFT_ERR_ARGUMENT,
                         "the world has %zu gauges and %zu tracers, the stage's scene %zu and %zu",
                         gauges, tracers, stage->gauge_count, stage->tracer_count);
    }
    stage->gauge_count = gauges;
    stage->tracer_count = tracers;
    stage->still = (wafti_still){.domain = {{-1.0f, -1.0f, -1.0f}, {1.0f, 1.0f, 1.0f}}};
    const waft_smoke* smoke = waft_world_shown_smoke(world);
    const bool solids = waft_world_solid_count(world) > 0;
    waft_result result =
        water != NULL ? wafti_still_read(&stage->still, stage->scene, water, out_error) : WAFT_OK;
    if (result == WAFT_OK && smoke != NULL) {
        stage->air_bounds = wafti_air_bounds(smoke);
        result = wafti_air_create(&stage->air, smoke, solids, &stage->room, out_error);
    }
    const waft_liquid* liquid = waft_world_liquid(world);
    if (result == WAFT_OK && liquid != NULL) {
        result = wafti_spill_create(
            &stage->spill, stage->scene, liquid, &stage->room.allocator, out_error);
    }
    const waft_bodies* bodies = waft_world_bodies(world);
    stage->has_bodies = wafti_crowd_bounds(bodies, stage->scene, &stage->body_bounds);
    if (result == WAFT_OK) {
        result = take_room(stage, bodies != NULL ? waft_bodies_count(bodies) : 0, out_error);
    }
    if (result != WAFT_OK) {
        let_go(stage);
    }
    return result;
}

waft_result waft_stage_record(waft_stage* stage, const waft_world* world, waft_error* out_error) {
    const waft_result result = get_ready(stage, world, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    const double time = waft_world_time(world);
    return wafti_trails_record(&stage->trails, waft_world_water(world), time) == WAFT_OK &&
                   wafti_crowd_record(&stage->crowd, waft_world_bodies(world), time) == WAFT_OK
               ? WAFT_OK
               : wafti_render_fail(
                     out_error, WAFT_ERR_NO_MEMORY, "out of memory for the past of the bodies");
}

static int by_amplitude(const void* a, const void* b) {
    const waft_sea_wave* x = a;
    const waft_sea_wave* y = b;
    return (x->amplitude < y->amplitude) - (x->amplitude > y->amplitude);
}

// Water, and the ground under it where there is one to be seen.
static waft_result add_water(waft_stage* stage, const waft_water* water, waft_error* out_error) {
    waft_drawing* drawing = &stage->drawing;
    waft_draw_water* drawn = &stage->water;
    const wafti_still* still = &stage->still;
    *drawn = (waft_draw_water){
        .still_level = still->level, .domain = still->domain, .waves = stage->waves};
    drawn->domain.high.y = fmaxf(still->domain.high.y, still->wave_high);
    wafti_still_fields(water, drawn);
    drawn->wave_count = waft_water_sea(water, stage->waves, MOST_WAVES, NULL);
    // Still water over a flat bed is a sea as well, one without waves.
    const bool sea = drawn->wave_count > 0 || (still->flat && waft_water_train_count(water) == 0);
    const waft_result result = wafti_still_edge(still, drawing->look.water_edge, sea, stage->waves,
        drawn->wave_count, &drawn->edge, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    // The renderer draws only the first ones of a long list: the highest.
    qsort(stage->waves, drawn->wave_count, sizeof *stage->waves, by_amplitude);
    drawing->water = drawn;
    if (drawn->edge != WAFT_EDGE_HORIZON) {
        stage->terrain = (waft_draw_terrain){
            .height = drawn->bed, .domain = still->domain, .wet_level = still->level};
        stage->terrain.domain.low.y = still->foot;
        drawing->terrain = &stage->terrain;
    }
    return WAFT_OK;
}

static waft_result add_bodies(
    waft_stage* stage, const waft_bodies* bodies, double time, waft_error* out_error) {
    waft_drawing* drawing = &stage->drawing;
    waft_result result = wafti_crowd_read(&stage->crowd, bodies);
    if (result == WAFT_OK && stage->crowd.body_count > 0) {
        result = wafti_crowd_meshes(&stage->crowd, time, drawing->meshes, drawing->mesh_count,
            &drawing->meshes, &drawing->mesh_count);
    }
    return result == WAFT_OK
               ? result
               : wafti_render_fail(out_error, result, "out of memory for pictures of the bodies");
}

// A camera that fits itself leaves room for texts: above and below it sees this share less.
static float text_room(const waft_look* look) {
    return look->caption[0] != '\0' ? 0.16f : (look->title || look->clock ? 0.12f : 0.0f);
}

static waft_camera fit_camera(
    waft_camera_def def, const waft_bounds* bounds, const waft_look* look) {
    const float left = 1.0f - text_room(look);
    const float fov = def.fov;
    def.fov = 2.0f * atanf(left * tanf(0.5f * fov));
    const float aspect = (float)look->size[0] / (float)look->size[1] / left;
    waft_camera camera = waft_camera_resolve(&def, bounds, aspect);
    camera.fov = fov;
    camera.height = def.height > 0.0f ? def.height : camera.height / left;
    return camera;
}

static waft_bounds all_bounds(const waft_stage* stage) {
    const waft_drawing* drawing = &stage->drawing;
    const waft_bounds* parts[4];
    size_t count = 0;
    waft_bounds still;
    if (drawing->volume != NULL) {
        parts[count++] = &stage->air_bounds;
    }
    if (stage->spill.given) {
        parts[count++] = &stage->spill.bounds;
    }
    if (stage->has_bodies) {
        parts[count++] = &stage->body_bounds;
    }
    if (drawing->water != NULL || count == 0) {
        const waft_water_edge edge = drawing->water != NULL ? drawing->water->edge : WAFT_EDGE_BARE;
        const bool gauges = drawing->look.gauges && stage->gauge_count > 0;
        still = wafti_still_bounds(&stage->still, edge, gauges);
        parts[count++] = &still;
    }
    waft_bounds all = *parts[0];
    for (size_t i = 1; i < count; ++i) {
        all = wafti_bounds_join(&all, parts[i]);
    }
    return all;
}

static void set_camera(waft_stage* stage, double time) {
    waft_drawing* drawing = &stage->drawing;
    const waft_look* look = &drawing->look;
    drawing->bounds = all_bounds(stage);
    const waft_bounds fit = look->axes ? wafti_axes_room(&drawing->bounds) : drawing->bounds;
    drawing->camera = fit_camera(waft_scene_camera(stage->scene, time), &fit, look);
    wafti_screen_setup(&stage->screen, &drawing->camera, look->size);
}

static float tracer_radius(const waft_drawing* drawing) {
    const waft_vec3 size = waft_vec3_sub(drawing->bounds.high, drawing->bounds.low);
    return drawing->look.tracer_radius > 0.0f ? drawing->look.tracer_radius
                                              : 0.5f * waft_vec3_length(size) / 80.0f;
}

static float target_distance(const waft_drawing* drawing) {
    return waft_vec3_length(waft_vec3_sub(drawing->camera.target, drawing->camera.eye));
}

// Passes may work more for a list than for none, so empty ones are left out.
static void list_particles(waft_stage* stage, waft_draw_particles group) {
    waft_drawing* drawing = &stage->drawing;
    if (group.count > 0) {
        stage->particles[drawing->particles_count++] = group;
        drawing->particles = stage->particles;
    }
}

static void add_spray(waft_stage* stage, const waft_water* water) {
    const waft_spray_view spray = waft_water_spray(water);
    // A drop is millimetres large; it must not fall between the pixels.
    const float radius =
        0.75f * wafti_screen_pixel(&stage->screen, target_distance(&stage->drawing));
    list_particles(stage, (waft_draw_particles){.x = spray.x,
                              .y = spray.y,
                              .z = spray.z,
                              .radius = fmaxf(radius, 0.002f),
                              .color = {0.95f, 0.97f, 1.0f},
                              .opacity = 1.0f,
                              .count = spray.count});
}

// Paper and sunlit floors are bright, a sea is not.
static bool is_bright(const waft_drawing* drawing) {
    const bool sea = drawing->water != NULL && drawing->water->edge == WAFT_EDGE_HORIZON;
    return drawing->look.background == WAFT_BACKGROUND_PLAIN ||
           (drawing->look.background == WAFT_BACKGROUND_SKY && !sea);
}

static void add_overlays(waft_stage* stage, const waft_water* water, double time) {
    waft_drawing* drawing = &stage->drawing;
    const waft_look* look = &drawing->look;
    const wafti_markers markers = {.look = look,
        .water = water,
        .still = &stage->still,
        .trails = &stage->trails,
        .time = time,
        .radius = tracer_radius(drawing),
        .balls = &stage->balls,
        .sheet = &stage->sheet};
    const wafti_overlay overlay = {.look = look,
        .title = waft_scene_title(stage->scene),
        .time = time,
        .fps = stage->timing.fps,
        .distance = target_distance(drawing)};
    stage->balls.count = 0;
    wafti_sheet_clear(&stage->sheet, is_bright(drawing));
    wafti_markers_add_tracers(&markers);
    wafti_crowd_trails(&stage->crowd, time, look, &stage->sheet);
    wafti_markers_add_gauges(&markers);
    wafti_overlay_add(&overlay, &stage->screen, &stage->sheet);
    if (look->labels) {
        wafti_markers_add_labels(&markers, &stage->screen);
    }
    if (look->axes) {
        wafti_axes_add(&drawing->bounds, &stage->screen, &stage->sheet);
    }
}

static void list_all(waft_stage* stage, const waft_water* water) {
    waft_drawing* drawing = &stage->drawing;
    list_particles(stage, wafti_balls_drawn(&stage->balls));
    list_particles(stage, stage->spill.points);
    add_spray(stage, water);
    drawing->lines = stage->sheet.lines;
    drawing->line_count = stage->sheet.line_count;
    drawing->texts = stage->sheet.texts;
    drawing->text_count = stage->sheet.text_count;
}

waft_result waft_stage_drawing(waft_stage* stage, const waft_world* world,
    const waft_drawing** out_drawing, waft_error* out_error) {
    if (out_drawing == NULL) {
        return wafti_render_fail(out_error, WAFT_ERR_ARGUMENT, "out_drawing is NULL");
    }
    *out_drawing = NULL;
    waft_result result = get_ready(stage, world, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    const double time = waft_world_time(world);
    const waft_water* water = waft_world_water(world);
    stage->drawing = (waft_drawing){.look = waft_scene_look(stage->scene, time), .time = time};
    if (water != NULL) {
        result = add_water(stage, water, out_error);
    }
    if (result == WAFT_OK) {
        if (waft_world_smoke(world) != NULL) {
            wafti_air_read(&stage->air, waft_world_shown_smoke(world));
            stage->drawing.volume = &stage->air.volume;
        }
        wafti_stones_read(&stage->stones, world);
        stage->drawing.meshes = stage->stones.meshes;
        stage->drawing.mesh_count = stage->stones.mesh_count;
        if (waft_world_liquid(world) != NULL) {
            result = wafti_spill_read(&stage->spill, waft_world_liquid(world),
                stage->drawing.look.liquid, &stage->room, out_error);
            stage->drawing.liquid =
                stage->drawing.look.liquid == WAFT_LIQUID_AS_SURFACE ? &stage->spill.drawn : NULL;
        }
    }
    if (result == WAFT_OK) {
        result = add_bodies(stage, waft_world_bodies(world), time, out_error);
    }
    if (result == WAFT_OK) {
        set_camera(stage, time);
        add_overlays(stage, water, time);
        list_all(stage, water);
        *out_drawing = &stage->drawing;
    }
    return result;
}
