// SPDX-License-Identifier: MIT
#include "render/crowd.h"

#include <string.h>

#include "render/body_look.h"
#include "render/markers.h"
#include "render/mesh.h"

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
    wafti_crowd* crowd, wafti_render_room* room, const wafti_past* past, const waft_scene* scene) {
    *crowd = (wafti_crowd){.room = room, .scene = scene};
    return wafti_trails_create(&crowd->trails, room, past, kept_slots(past), 0);
}

waft_result wafti_crowd_read(wafti_crowd* crowd, const waft_bodies* bodies) {
    const size_t count = bodies != NULL ? waft_bodies_count(bodies) : 0;
    crowd->body_count = 0;
    if (count == 0) {
        return WAFT_OK;
    }
    waft_body_info* infos = wafti_render_reserve(crowd->room, &crowd->infos, count, sizeof *infos);
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

waft_pose wafti_crowd_pose(const waft_body_state* state) {
    return (waft_pose){.position = {(float)state->position[0], (float)state->position[1],
                           (float)state->position[2]},
        .rotation = waft_quat_normalize((waft_quat){(float)state->rotation[0],
            (float)state->rotation[1], (float)state->rotation[2], (float)state->rotation[3]})};
}

waft_result wafti_crowd_record(wafti_crowd* crowd, const waft_bodies* bodies, double time) {
    const wafti_past* past = &crowd->trails.past;
    if (bodies == NULL || !wafti_trails_wants(&crowd->trails, time) ||
        (!(past->trail > 0.0f) && !wafti_trails_strobes(past, time))) {
        return WAFT_OK;
    }
    const waft_result result = wafti_crowd_read(crowd, bodies);
    if (result != WAFT_OK) {
        return result;
    }
    const waft_body_info* infos = crowd->infos.memory;
    wafti_past_pose* poses = wafti_trails_add(&crowd->trails, time, crowd->body_count);
    for (size_t i = 0; i < crowd->body_count && poses != NULL; ++i) {
        poses[i] = (wafti_past_pose){infos[i].number, wafti_crowd_pose(&infos[i].state)};
    }
    return poses != NULL ? WAFT_OK : WAFT_ERR_NO_MEMORY;
}

static size_t shown_slots(const wafti_crowd* crowd, double time) {
    size_t count = 0;
    for (size_t age = 0; age < crowd->trails.count; ++age) {
        const wafti_slot* slot = wafti_trails_slot(&crowd->trails, age);
        count += wafti_trails_age(&crowd->trails, slot, time) >= 0.0f;
    }
    return count;
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
    const waft_pose now = wafti_crowd_pose(&info->state);
    add_instance(crowd, group, &now, color);
    for (size_t i = 0; i < crowd->trails.count; ++i) {
        const wafti_slot* slot = wafti_trails_slot(&crowd->trails, i);
        const float age = wafti_trails_age(&crowd->trails, slot, time);
        const waft_pose* pose = age >= 0.0f ? wafti_trails_find(slot, info->number) : NULL;
        if (pose != NULL) {
            add_instance(crowd, group, pose, wafti_body_faded(color, age));
        }
    }
}

static waft_draw_mesh draw_group(const wafti_crowd* crowd, const hull_group* group) {
    const waft_mesh* mesh = waft_hull_mesh(group->hull);
    waft_draw_mesh drawn = wafti_mesh_drawn(mesh);
    drawn.material = wafti_body_material(&group->info, waft_mesh_get_info(mesh).closed);
    drawn.poses = (const waft_pose*)crowd->poses.memory + group->first;
    drawn.tints = (const waft_vec3*)crowd->tints.memory + group->first;
    drawn.instance_count = group->filled;
    return drawn;
}

// Every body may have a hull of its own.
static bool reserve(wafti_crowd* crowd, size_t poses_a_body, size_t more_count) {
    wafti_render_room* room = crowd->room;
    const size_t bodies = crowd->body_count;
    const size_t a_body = poses_a_body;
    const size_t meshes = bodies + more_count;
    return wafti_render_reserve(room, &crowd->hulls, bodies, sizeof(hull_group)) != NULL &&
           wafti_render_reserve(room, &crowd->poses, bodies, a_body * sizeof(waft_pose)) != NULL &&
           wafti_render_reserve(room, &crowd->tints, bodies, a_body * sizeof(waft_vec3)) != NULL &&
           wafti_render_reserve(room, &crowd->meshes, meshes, sizeof(waft_draw_mesh)) != NULL;
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

void wafti_crowd_trails(
    const wafti_crowd* crowd, double time, const waft_look* look, wafti_sheet* sheet) {
    const waft_body_info* infos = crowd->infos.memory;
    // Many lines must be thin to be told apart.
    const float least = crowd->body_count > 100 ? 0.6f : 1.0f;
    const float width =
        fmaxf((float)look->size[1] / (crowd->body_count > 100 ? 700.0f : 360.0f), least);
    for (size_t i = 0; i < crowd->body_count; ++i) {
        const wafti_pen pen = {wafti_tracer_color(infos[i].number - 1), width};
        const waft_vec3 now = wafti_crowd_pose(&infos[i].state).position;
        wafti_trails_draw(&crowd->trails, time, infos[i].number, now, &pen, sheet);
    }
}
