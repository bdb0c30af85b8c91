// SPDX-License-Identifier: MIT
#include "render/normals.h"

#include "render/direction.h"

enum { MOST_AROUND = 64 };

static const uint32_t none = UINT32_MAX; // ends lists

static const float smooth_cosine = 0.766f; // 40 degrees
static const float same_cosine = 0.9999f;  // normals this close need no second point

// Lists threaded through arrays: the corners round each input point, and the output points that came
// of it.
typedef struct work {
    const waft_draw_mesh* mesh;
    waft_vec3* faces;       ///< a triangle: unit normal times twice its area
    uint32_t* first_corner; ///< a point
    uint32_t* next_corner;  ///< a corner
    uint32_t* around;       ///< a point: how many corners
    uint32_t* first_made;   ///< a point: output points
    uint32_t* next_made;    ///< an output point; there are at most as many as corners
    waft_vec3* positions;   ///< output
    waft_vec3* normals;     ///< output
    uint32_t* indices;      ///< output
    size_t made;
} work;

static bool reserve(
    wafti_normals_store* store, const waft_draw_mesh* mesh, wafti_render_room* room, work* w) {
    const size_t corners = mesh->index_count;
    w->faces = wafti_render_reserve(room, &store->faces, corners / 3, sizeof(waft_vec3));
    w->next_corner = wafti_render_reserve(room, &store->corners, corners, 2 * sizeof(uint32_t));
    w->first_corner =
        wafti_render_reserve(room, &store->points, mesh->point_count, 3 * sizeof(uint32_t));
    w->positions = wafti_render_reserve(room, &store->normals, corners, 2 * sizeof(waft_vec3));
    w->indices = wafti_render_reserve(room, &store->indices, corners, sizeof(uint32_t));
    if (w->faces == NULL || w->next_corner == NULL || w->first_corner == NULL ||
        w->positions == NULL || w->indices == NULL) {
        return false;
    }
    w->next_made = w->next_corner + corners;
    w->first_made = w->first_corner + mesh->point_count;
    w->around = w->first_made + mesh->point_count;
    w->normals = w->positions + corners;
    return true;
}

static void list_corners(work* w) {
    const waft_draw_mesh* mesh = w->mesh;
    for (size_t i = 0; i < mesh->point_count; ++i) {
        w->first_corner[i] = none;
        w->first_made[i] = none;
        w->around[i] = 0;
    }
    for (size_t corner = 0; corner < mesh->index_count; ++corner) {
        const uint32_t point = mesh->indices[corner];
        w->next_corner[corner] = w->first_corner[point];
        w->first_corner[point] = (uint32_t)corner;
        ++w->around[point];
    }
    for (size_t i = 0; i + 2 < mesh->index_count; i += 3) {
        const waft_vec3 a = wafti_point(mesh->positions, mesh->indices[i]);
        w->faces[i / 3] =
            waft_vec3_cross(waft_vec3_sub(wafti_point(mesh->positions, mesh->indices[i + 1]), a),
                waft_vec3_sub(wafti_point(mesh->positions, mesh->indices[i + 2]), a));
    }
}

// A point with very many triangles is the tip of a fan; there one smooth normal serves all, which
// also bounds the work. A triangle without area takes what its neighbours have.
static waft_vec3 corner_normal(const work* w, size_t corner) {
    const uint32_t point = w->mesh->indices[corner];
    const waft_vec3 own = waft_vec3_normalize(w->faces[corner / 3]);
    const bool fan = w->around[point] > MOST_AROUND;
    if (fan && w->first_made[point] != none) {
        return w->normals[w->first_made[point]];
    }
    const bool all = fan || !(waft_vec3_dot(own, own) > 0.0f);
    waft_vec3 sum = {0.0f, 0.0f, 0.0f};
    for (uint32_t i = w->first_corner[point]; i != none; i = w->next_corner[i]) {
        const waft_vec3 face = w->faces[i / 3];
        if (all || waft_vec3_dot(own, face) >= smooth_cosine * waft_vec3_length(face)) {
            sum = waft_vec3_add(sum, face);
        }
    }
    const waft_vec3 normal = waft_vec3_normalize(sum);
    return waft_vec3_dot(normal, normal) > 0.0f ? normal : (waft_vec3){0.0f, 1.0f, 0.0f};
}

static uint32_t find_or_make(work* w, uint32_t point, waft_vec3 normal) {
    for (uint32_t i = w->first_made[point]; i != none; i = w->next_made[i]) {
        if (waft_vec3_dot(w->normals[i], normal) > same_cosine) {
            return i;
        }
    }
    const uint32_t made = (uint32_t)w->made++;
    w->positions[made] = wafti_point(w->mesh->positions, point);
    w->normals[made] = normal;
    w->next_made[made] = w->first_made[point];
    w->first_made[point] = made;
    return made;
}

bool wafti_normals_complete(const wafti_frame* frame, wafti_normals_store* store,
    const waft_draw_mesh* mesh, wafti_surface* out_surface) {
    *out_surface = (wafti_surface){
        .positions = mesh->positions,
        .normals = mesh->normals,
        .indices = mesh->indices,
        .point_count = mesh->point_count,
        .index_count = mesh->index_count,
    };
    if (mesh->normals != NULL) {
        return true;
    }
    work w = {.mesh = mesh};
    if (!reserve(store, mesh, frame->room, &w)) {
        return wafti_frame_fail(frame, WAFT_ERR_NO_MEMORY,
            "no memory for the normals of a mesh of %zu triangles", mesh->index_count / 3);
    }
    list_corners(&w);
    for (size_t corner = 0; corner < mesh->index_count; ++corner) {
        w.indices[corner] = find_or_make(&w, mesh->indices[corner], corner_normal(&w, corner));
    }
    out_surface->positions = &w.positions->x;
    out_surface->normals = &w.normals->x;
    out_surface->indices = w.indices;
    out_surface->point_count = w.made;
    return true;
}
