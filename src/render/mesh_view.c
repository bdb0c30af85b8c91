// SPDX-License-Identifier: MIT
// Which instances of a mesh are seen, and how finely they need be drawn.
#include "render/mesh.h"

enum { UNSEEN = 255 };

// Cubes of 2.5 pixels lose nothing that is noticed in a moving picture; the shadow map is blurred
// over more texels than that.
static const float camera_element = 2.5f;
static const float light_element = 8.0f;

float wafti_mesh_cubes(int level) {
    static const float cubes[WAFTI_MESH_LEVELS] = {0.0f, 18.0f, 9.0f, 5.0f};
    return cubes[level];
}

// The planes of a projection are sums and differences of its rows. `low` is the least coordinate
// inside: -1 of clip space, 0 of the shadow map.
static void set_planes(wafti_mesh_view* view, const wafti_mat4* projection, float low) {
    const float* m = projection->m;
    for (int i = 0; i < WAFTI_MESH_PLANES; ++i) {
        const int row = i / 2;
        const float sign = i % 2 == 0 ? 1.0f : -1.0f;
        const float bound = i % 2 == 0 ? low : 1.0f;
        float* plane = view->planes[i];
        for (int k = 0; k < 4; ++k) {
            plane[k] = sign * (m[4 * k + row] - bound * m[4 * k + 3]);
        }
        const float length = sqrtf(plane[0] * plane[0] + plane[1] * plane[1] + plane[2] * plane[2]);
        for (int k = 0; k < 4; ++k) {
            plane[k] /= fmaxf(length, 1e-30f);
        }
    }
    for (int k = 0; k < 4; ++k) {
        view->depth[k] = m[4 * k + 3];
    }
}

wafti_mesh_view wafti_mesh_camera_view(const wafti_frame* frame) {
    wafti_mesh_view view = {
        .scale = 0.5f * frame->projection.m[5] * (float)frame->size[1],
        .element = camera_element,
    };
    set_planes(&view, &frame->block.view_projection, -1.0f);
    return view;
}

wafti_mesh_view wafti_mesh_light_view(const wafti_frame* frame) {
    wafti_mesh_view view = {
        .scale = 1.0f / frame->block.shadow[1],
        .element = light_element,
    };
    set_planes(&view, &frame->block.light_projection, 0.0f);
    return view;
}

static float along(const float plane[4], waft_vec3 p) {
    return plane[0] * p.x + plane[1] * p.y + plane[2] * p.z + plane[3];
}

static uint8_t choose_level(const wafti_mesh_view* view, waft_vec3 at, float radius) {
    for (int i = 0; i < WAFTI_MESH_PLANES; ++i) {
        if (along(view->planes[i], at) < -radius) {
            return UNSEEN;
        }
    }
    const float distance = fmaxf(along(view->depth, at), 1e-6f);
    const float needed = 2.0f * radius * view->scale / (distance * view->element);
    uint8_t level = 0;
    while (level + 1 < WAFTI_MESH_LEVELS && wafti_mesh_cubes(level + 1) >= needed) {
        ++level;
    }
    return level;
}

static wafti_mesh_instance make_instance(const waft_draw_mesh* mesh, size_t i, float scale) {
    const waft_vec3 at = mesh->poses[i].position;
    const waft_quat q = waft_quat_normalize(mesh->poses[i].rotation);
    const waft_vec3 tint = mesh->tints != NULL ? mesh->tints[i] : (waft_vec3){1.0f, 1.0f, 1.0f};
    return (wafti_mesh_instance){
        .rotation = {q.x, q.y, q.z, q.w},
        .place = {at.x, at.y, at.z, scale},
        .tint = {tint.x, tint.y, tint.z},
    };
}

size_t wafti_mesh_gather(const waft_draw_mesh* mesh, float radius, const wafti_mesh_view* view,
    uint8_t* levels, size_t first, wafti_mesh_instance* out_instances,
    wafti_mesh_ranges* out_ranges) {
    size_t next[WAFTI_MESH_LEVELS];
    *out_ranges = (wafti_mesh_ranges){0};
    for (size_t i = 0; i < mesh->instance_count; ++i) {
        const float scale = mesh->scales != NULL ? mesh->scales[i] : 1.0f;
        levels[i] = choose_level(view, mesh->poses[i].position, radius * scale);
        if (levels[i] != UNSEEN) {
            ++out_ranges->count[levels[i]];
        }
    }
    size_t total = 0;
    for (int level = 0; level < WAFTI_MESH_LEVELS; ++level) {
        next[level] = total;
        out_ranges->first[level] = first + total;
        total += out_ranges->count[level];
    }
    for (size_t i = 0; i < mesh->instance_count; ++i) {
        if (levels[i] != UNSEEN) {
            const float scale = mesh->scales != NULL ? mesh->scales[i] : 1.0f;
            out_instances[next[levels[i]]++] = make_instance(mesh, i, scale);
        }
    }
    return total;
}

waft_draw_mesh wafti_mesh_drawn(const waft_mesh* mesh) {
    const waft_mesh_view view = waft_mesh_get_view(mesh);
    return (waft_draw_mesh){.positions = view.draw_positions,
        .indices = view.indices,
        .point_count = view.point_count,
        .index_count = 3 * view.facet_count};
}
