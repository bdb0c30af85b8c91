// SPDX-License-Identifier: MIT
#include "render/crowd.h"

#include <string.h>

#include "render/body_look.h"
#include "render/markers.h"

// Points of all lines together; bodies beyond leave none.
static const size_t most_line_points = (size_t)1 << 22;

// One hull of the picture and its instances.
typedef struct hull_group {
    const waft_hull* hull;
    waft_hull_info info;
    size_t first, count, filled; // instances
} hull_group;

static size_t kept_slots(const wafti_past* past) {
    if (past->history_frames == 0) {
        return 0;
    }
    const int every = past->trail > 0.0f || past->strobe_frames < 1 ? 1 : past->strobe_frames;
    return (size_t)(past->history_frames / every) + 2;
}

waft_result wafti_crowd_create(
    wafti_crowd* crowd, const waft_allocator* allocator, const wafti_past* past) {
    *crowd = (wafti_crowd){.past = *past, .slot_capacity = kept_slots(past)};
    crowd->allocator = allocator != NULL ? *allocator : (waft_allocator){0};
    if (crowd->slot_capacity > 0) {
        crowd->slots = wafti_render_allocate(allocator, crowd->slot_capacity, sizeof *crowd->slots);
        if (crowd->slots == NULL) {
            crowd->slot_capacity = 0;
            return WAFT_ERR_NO_MEMORY;
        }
    }
    return WAFT_OK;
}

void wafti_crowd_destroy(wafti_crowd* crowd) {
    for (size_t i = 0; i < crowd->slot_capacity; ++i) {
        wafti_render_buffer_free(&crowd->allocator, &crowd->slots[i].poses);
    }
    wafti_render_release(
        &crowd->allocator, crowd->slots, crowd->slot_capacity, sizeof *crowd->slots);
    wafti_render_buffer* const buffers[] = {
        &crowd->infos, &crowd->poses, &crowd->tints, &crowd->meshes, &crowd->hulls};
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; ++i) {
        wafti_render_buffer_free(&crowd->allocator, buffers[i]);
    }
    *crowd = (wafti_crowd){0};
}

void wafti_crowd_reset(wafti_crowd* crowd) {
    crowd->first = crowd->count = 0;
}

waft_result wafti_crowd_read(wafti_crowd* crowd, const waft_bodies* bodies) {
    const size_t count = bodies != NULL ? waft_bodies_count(bodies) : 0;
    crowd->body_count = 0;
    if (count == 0) {
        return WAFT_OK;
    }
    waft_body_info* infos =
        wafti_render_reserve(&crowd->allocator, &crowd->infos, count, sizeof *infos);
    if (infos == NULL) {
        return WAFT_ERR_NO_MEMORY;
    }
    const size_t all = waft_bodies_states(bodies, infos, count);
    for (size_t i = 0; i < all; ++i) {
        if (infos[i].flag != WAFT_BODY_WAITING) {
            infos[crowd->body_count++] = infos[i];
        }
    }
    return WAFT_OK;
}

static waft_pose pose_of(const waft_body_state* state) {
    return (waft_pose){.position = {(float)state->position[0], (float)state->position[1],
                           (float)state->position[2]},
        .rotation = waft_quat_normalize((waft_quat){(float)state->rotation[0],
            (float)state->rotation[1], (float)state->rotation[2], (float)state->rotation[3]})};
}

// Slot `age` back from the newest (0), NULL if there is none.
static const wafti_crowd_slot* slot_at(const wafti_crowd* crowd, size_t age) {
    return age < crowd->count
               ? &crowd->slots[(crowd->first + crowd->count - 1 - age) % crowd->slot_capacity]
               : NULL;
}

static wafti_crowd_slot* new_slot(wafti_crowd* crowd) {
    if (crowd->count == crowd->slot_capacity) {
        crowd->first = (crowd->first + 1) % crowd->slot_capacity;
        --crowd->count;
    }
    return &crowd->slots[(crowd->first + crowd->count++) % crowd->slot_capacity];
}

static waft_result fill_slot(wafti_crowd* crowd, wafti_crowd_slot* slot, double time) {
    const waft_body_info* infos = crowd->infos.memory;
    wafti_past_pose* poses =
        wafti_render_reserve(&crowd->allocator, &slot->poses, crowd->body_count, sizeof *poses);
    slot->time = time;
    slot->count = 0;
    if (crowd->body_count > 0 && poses == NULL) {
        return WAFT_ERR_NO_MEMORY;
    }
    for (size_t i = 0; i < crowd->body_count; ++i) {
        poses[i] = (wafti_past_pose){infos[i].number, pose_of(&infos[i].state)};
    }
    slot->count = crowd->body_count;
    return WAFT_OK;
}

waft_result wafti_crowd_record(wafti_crowd* crowd, const waft_bodies* bodies, double time) {
    const wafti_crowd_slot* newest = slot_at(crowd, 0);
    if (crowd->slot_capacity == 0 || bodies == NULL) {
        return WAFT_OK;
    }
    if (newest != NULL && time < newest->time) {
        wafti_crowd_reset(crowd);
    } else if (newest != NULL && time - newest->time < 0.5 / crowd->past.fps) {
        return WAFT_OK;
    }
    if (!(crowd->past.trail > 0.0f) && !wafti_trails_strobes(&crowd->past, time)) {
        return WAFT_OK;
    }
    const waft_result result = wafti_crowd_read(crowd, bodies);
    return result == WAFT_OK ? fill_slot(crowd, new_slot(crowd), time) : result;
}

// Slots of earlier poses that a picture of now shows: whether this is one of them.
static bool is_shown(const wafti_crowd* crowd, const wafti_crowd_slot* slot, double time) {
    const double kept = (double)crowd->past.history_frames / crowd->past.fps;
    return slot->time < time - 0.25 / crowd->past.fps && time - slot->time <= kept * (1.0 + 1e-9) &&
           wafti_trails_strobes(&crowd->past, slot->time);
}

static size_t shown_slots(const wafti_crowd* crowd, double time) {
    size_t count = 0;
    for (size_t age = 0; age < crowd->count; ++age) {
        count += is_shown(crowd, slot_at(crowd, age), time);
    }
    return count;
}

// Bodies come in creation order, so slots are sorted by number.
static const waft_pose* find_pose(const wafti_crowd_slot* slot, uint32_t number) {
    const wafti_past_pose* poses = slot->poses.memory;
    size_t low = 0;
    size_t high = slot->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (poses[middle].number < number) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < slot->count && poses[low].number == number ? &poses[low].pose : NULL;
}

// The group of a hull; a new one is added. Bodies of one hull mostly follow one another, so the last
// answer is tried first.
static size_t find_group(
    hull_group* groups, size_t* group_count, const waft_hull* hull, size_t guess) {
    if (guess < *group_count && groups[guess].hull == hull) {
        return guess;
    }
    for (size_t i = 0; i < *group_count; ++i) {
        if (groups[i].hull == hull) {
            return i;
        }
    }
    groups[*group_count] = (hull_group){.hull = hull, .info = waft_hull_get_info(hull)};
    return (*group_count)++;
}

static size_t make_groups(const wafti_crowd* crowd, hull_group* groups, size_t poses_a_body) {
    const waft_body_info* infos = crowd->infos.memory;
    size_t count = 0;
    size_t group = 0;
    for (size_t i = 0; i < crowd->body_count; ++i) {
        group = find_group(groups, &count, infos[i].hull, group);
        groups[group].count += poses_a_body;
    }
    for (size_t i = 1; i < count; ++i) {
        groups[i].first = groups[i - 1].first + groups[i - 1].count;
    }
    return count;
}

static void add_instance(
    wafti_crowd* crowd, hull_group* group, const waft_pose* pose, waft_vec3 color) {
    const size_t at = group->first + group->filled++;
    ((waft_pose*)crowd->poses.memory)[at] = *pose;
    ((waft_vec3*)crowd->tints.memory)[at] = color;
}

static waft_vec3 color_of(const wafti_crowd* crowd, const hull_group* group, uint32_t number) {
    waft_vec3 color;
    return waft_scene_body_color(crowd->scene, number, &color)
               ? color
               : wafti_body_color(&group->info, number);
}

static void add_body(
    wafti_crowd* crowd, hull_group* group, const waft_body_info* info, double time) {
    const waft_vec3 color = color_of(crowd, group, info->number);
    const waft_pose now = pose_of(&info->state);
    const double kept = (double)crowd->past.history_frames / crowd->past.fps;
    add_instance(crowd, group, &now, color);
    for (size_t age = 0; age < crowd->count; ++age) {
        const wafti_crowd_slot* slot = slot_at(crowd, age);
        const waft_pose* pose = is_shown(crowd, slot, time) ? find_pose(slot, info->number) : NULL;
        if (pose != NULL) {
            const float share = (float)((time - slot->time) / kept);
            add_instance(crowd, group, pose, wafti_body_faded(color, share));
        }
    }
}

static waft_draw_mesh draw_group(const wafti_crowd* crowd, const hull_group* group) {
    const waft_mesh* mesh = waft_hull_mesh(group->hull);
    const waft_mesh_view view = waft_mesh_get_view(mesh);
    return (waft_draw_mesh){.positions = view.draw_positions,
        .indices = view.indices,
        .point_count = view.point_count,
        .index_count = 3 * view.facet_count,
        .material = wafti_body_material(&group->info, waft_mesh_get_info(mesh).closed),
        .poses = (const waft_pose*)crowd->poses.memory + group->first,
        .tints = (const waft_vec3*)crowd->tints.memory + group->first,
        .instance_count = group->filled};
}

// Every body may have a hull of its own.
static bool reserve(wafti_crowd* crowd, size_t poses_a_body, size_t more_count) {
    const waft_allocator* allocator = &crowd->allocator;
    const size_t bodies = crowd->body_count;
    const size_t a_body = poses_a_body;
    return wafti_render_reserve(allocator, &crowd->hulls, bodies, sizeof(hull_group)) != NULL &&
           wafti_render_reserve(allocator, &crowd->poses, bodies, a_body * sizeof(waft_pose)) !=
               NULL &&
           wafti_render_reserve(allocator, &crowd->tints, bodies, a_body * sizeof(waft_vec3)) !=
               NULL &&
           wafti_render_reserve(
               allocator, &crowd->meshes, bodies + more_count, sizeof(waft_draw_mesh)) != NULL;
}

waft_result wafti_crowd_meshes(wafti_crowd* crowd, double time, const waft_draw_mesh* more,
    size_t more_count, const waft_draw_mesh** out_meshes, size_t* out_count) {
    const size_t poses_a_body = 1 + shown_slots(crowd, time);
    if (!reserve(crowd, poses_a_body, more_count)) {
        return WAFT_ERR_NO_MEMORY;
    }
    const waft_body_info* infos = crowd->infos.memory;
    hull_group* groups = crowd->hulls.memory;
    waft_draw_mesh* meshes = crowd->meshes.memory;
    const size_t group_count = make_groups(crowd, groups, poses_a_body);
    size_t group = 0;
    for (size_t i = 0; i < crowd->body_count; ++i) {
        size_t known = group_count;
        group = find_group(groups, &known, infos[i].hull, group);
        add_body(crowd, &groups[group], &infos[i], time);
    }
    if (more_count > 0) {
        memcpy(meshes, more, more_count * sizeof *meshes);
    }
    for (size_t i = 0; i < group_count; ++i) {
        meshes[more_count + i] = draw_group(crowd, &groups[i]);
    }
    *out_meshes = meshes;
    *out_count = more_count + group_count;
    return WAFT_OK;
}

size_t wafti_crowd_line_points(const wafti_past* past, size_t body_count, size_t* out_lines) {
    const size_t a_line = (size_t)past->history_frames + 2;
    if (!(past->trail > 0.0f)) {
        *out_lines = 0;
        return 0;
    }
    const size_t most = most_line_points / a_line;
    *out_lines = body_count < most ? body_count : most;
    return *out_lines * a_line;
}

// Slots of the past that the line behind a body goes through, newest first.
static size_t line_slots(const wafti_crowd* crowd, double time, uint32_t number, size_t* out_from) {
    const double span = (double)crowd->past.trail * (1.0 + 1e-9);
    size_t from = 0;
    while (from < crowd->count && slot_at(crowd, from)->time >= time) {
        ++from;
    }
    size_t end = from;
    while (end < crowd->count && time - slot_at(crowd, end)->time <= span &&
           find_pose(slot_at(crowd, end), number) != NULL) {
        ++end;
    }
    *out_from = from;
    return end - from;
}

static void add_line(const wafti_crowd* crowd, const waft_body_info* info, double time, float width,
    wafti_sheet* sheet) {
    size_t from = 0;
    const size_t count = line_slots(crowd, time, info->number, &from);
    float* alphas = NULL;
    waft_vec3* points = count > 0 ? wafti_sheet_line(sheet, count + 1,
                                        wafti_tracer_color(info->number - 1), width, &alphas)
                                  : NULL;
    if (points == NULL) {
        return;
    }
    for (size_t i = 0; i < count; ++i) {
        const wafti_crowd_slot* slot = slot_at(crowd, from + count - 1 - i);
        const double age = (time - slot->time) / (double)crowd->past.trail;
        points[i] = find_pose(slot, info->number)->position;
        alphas[i] = (float)fmax(1.0 - age * age, 0.0);
    }
    points[count] = pose_of(&info->state).position;
    alphas[count] = 1.0f;
}

void wafti_crowd_trails(
    const wafti_crowd* crowd, double time, const waft_look* look, wafti_sheet* sheet) {
    const waft_body_info* infos = crowd->infos.memory;
    // Many lines must be thin to be told apart.
    const float least = crowd->body_count > 100 ? 0.6f : 1.0f;
    const float width =
        fmaxf((float)look->size[1] / (crowd->body_count > 100 ? 700.0f : 360.0f), least);
    for (size_t i = 0; i < crowd->body_count && crowd->past.trail > 0.0f; ++i) {
        add_line(crowd, &infos[i], time, width, sheet);
    }
}
