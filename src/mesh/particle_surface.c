// SPDX-License-Identifier: MIT
#include <waft/surface.h>

#include <math.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/range.h"
#include "mesh/mesh_smooth.h"
#include "port/port.h"

// Support of the field phi of docs/spec/sph.md#surface-mesh in particle spacings.
static const double reach_in_spacings = 2.0;
static const size_t most_particles = (size_t)1 << 27;

struct waft_surface {
    waft_surface_def def;
    wafti_room room;
    wafti_pool* pool;
    wafti_marching table;
    wafti_blocks blocks;
    wafti_field field;
    wafti_iso_mesh mesh;
    wafti_smoother smoother;
};

void waft_surface_def_fill(waft_surface_def* out_def, size_t size) {
    const waft_surface_def def = {
        .cell = 0.375f,
        .level = 0.586f,
        .smooth = 15,
        .low = {-INFINITY, -INFINITY, -INFINITY},
        .high = {INFINITY, INFINITY, INFINITY},
        .memory = (size_t)4 << 30,
        .threads = 1,
    };
    waft_struct_fill(out_def, size, &def, sizeof(def));
}

static waft_result check_def(const waft_surface_def* def, waft_error* error) {
    const wafti_range ranges[] = {
        {"surface.cell", def->cell, 0.25f, 1.0f, false},
        {"surface.level", def->level, 0.2f, 0.9f, false},
        {"surface.min_particles", def->min_particles, 0.0f, 1e9f, false},
    };
    waft_result result = wafti_check_ranges(error, ranges, sizeof(ranges) / sizeof(ranges[0]));
    if (result == WAFT_OK) {
        result = wafti_check_count(error, "surface.smooth", def->smooth, 0, 200);
    }
    const bool ordered =
        def->low.x < def->high.x && def->low.y < def->high.y && def->low.z < def->high.z;
    if (result == WAFT_OK && !ordered) {
        result = wafti_fail(error, WAFT_ERR_ARGUMENT, "surface: low must be below high");
    }
    return result;
}

waft_result waft_surface_create(
    const waft_surface_def* def, waft_surface** out_surface, waft_error* out_error) {
    if (out_surface != NULL) {
        *out_surface = NULL;
    }
    if (def == NULL || out_surface == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_surface_create: a pointer is NULL");
    }
    waft_surface_def wide = waft_surface_def_default();
    waft_result result = waft_struct_take(&wide, sizeof(wide), def, "waft_surface_def", out_error);
    if (result != WAFT_OK) {
        return result;
    }
    def = &wide;
    result = check_def(def, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    waft_surface* s = wafti_allocate_zero(&def->allocator, 1, sizeof(*s));
    if (s == NULL) {
        return wafti_fail_memory(out_error, sizeof(*s), "surface");
    }
    s->def = *def;
    s->room = (wafti_room){.allocator = def->allocator, .name = "surface", .most = def->memory};
    wafti_marching_make(&s->table);
    const wafti_pool_def pool = {.threads = def->threads != 0 ? def->threads : wafti_cpus_count(),
        .tasks = def->tasks,
        .allocator = &s->def.allocator};
    result = wafti_pool_create(&pool, &s->pool, out_error);
    if (result != WAFT_OK) {
        waft_surface_destroy(s);
        return result;
    }
    *out_surface = s;
    return WAFT_OK;
}

void waft_surface_destroy(waft_surface* surface) {
    if (surface == NULL) {
        return;
    }
    wafti_room_free(&surface->room);
    if (surface->pool != NULL) {
        wafti_pool_destroy(surface->pool);
    }
    const waft_allocator allocator = surface->def.allocator;
    wafti_release(&allocator, surface, 1, sizeof(*surface));
}

static waft_result check_particles(const waft_surface_particles* p, waft_error* error) {
    if (p->count > most_particles) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "waft_surface_update: %zu particles; at most %zu are allowed", p->count,
            most_particles);
    }
    if (!isfinite(p->spacing) || p->spacing < 1e-6f || p->spacing > 1e6f) {
        return wafti_fail(
            error, WAFT_ERR_ARGUMENT, "waft_surface_update: the spacing must be 1e-6 to 1e6 m");
    }
    const bool some = p->velocity[0] != NULL || p->velocity[1] != NULL || p->velocity[2] != NULL;
    for (int axis = 0; axis < 3; ++axis) {
        if (p->count > 0 && (p->position[axis] == NULL || (some && p->velocity[axis] == NULL))) {
            return wafti_fail(error, WAFT_ERR_ARGUMENT, "waft_surface_update: an array is NULL");
        }
    }
    return WAFT_OK;
}

// The field's normals show every particle; a mesh that was smoothed has its own.
static waft_result finish_mesh(waft_surface* s, double particle_volume) {
    waft_result result = WAFT_OK;
    if (s->def.min_particles > 0.0f && s->mesh.facet_count > 0) {
        result = wafti_smoother_drop_parts(
            &s->smoother, &s->room, &s->mesh, (double)s->def.min_particles * particle_volume);
    }
    const bool smooth = s->def.smooth > 0 && s->mesh.facet_count > 0;
    if (result == WAFT_OK && smooth) {
        result = wafti_smoother_start(&s->smoother, &s->room, &s->mesh);
    }
    if (result == WAFT_OK && smooth) {
        result = wafti_smoother_run(&s->smoother, &s->room, &s->mesh, s->pool, s->def.smooth);
    }
    const float low[3] = {s->def.low.x, s->def.low.y, s->def.low.z};
    const float high[3] = {s->def.high.x, s->def.high.y, s->def.high.z};
    for (size_t i = 0; i < 3 * s->mesh.point_count; ++i) {
        float* at = &s->mesh.positions[i];
        *at = *at < low[i % 3] ? low[i % 3] : *at > high[i % 3] ? high[i % 3] : *at;
    }
    if (result == WAFT_OK && smooth) {
        wafti_smoother_normals(&s->smoother, &s->mesh, s->pool);
    }
    return result;
}

static waft_result make_mesh(waft_surface* s, const waft_surface_particles* particles) {
    const double spacing = (double)particles->spacing;
    waft_result result = wafti_blocks_fill(&s->blocks, &s->room, particles,
        spacing * (double)s->def.cell * WAFTI_BLOCK_CELLS, spacing * reach_in_spacings);
    s->field.blocks = &s->blocks;
    s->field.pool = s->pool;
    s->field.kernels = wafti_field_kernels_choose(wafti_isa_choose());
    for (int axis = 0; axis < 3; ++axis) {
        s->field.velocity[axis] = particles->velocity[axis];
    }
    if (result == WAFT_OK) {
        result = wafti_field_make(&s->field, &s->room);
    }
    if (result == WAFT_OK) {
        const wafti_iso_job job = {&s->field, &s->table, s->def.level, s->pool};
        result = wafti_iso_mesh_make(&s->mesh, &s->room, &job);
    }
    return result == WAFT_OK ? finish_mesh(s, spacing * spacing * spacing) : result;
}

waft_result waft_surface_update(
    waft_surface* surface, const waft_surface_particles* particles, waft_error* out_error) {
    if (surface == NULL || particles == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_surface_update: a pointer is NULL");
    }
    surface->mesh.point_count = surface->mesh.facet_count = 0;
    waft_result result = check_particles(particles, out_error);
    if (result != WAFT_OK || particles->count == 0) {
        return result;
    }
    surface->room.error = out_error;
    wafti_pool_begin(surface->pool);
    result = make_mesh(surface, particles);
    wafti_pool_end(surface->pool);
    surface->room.error = NULL;
    if (result != WAFT_OK) {
        surface->mesh.point_count = surface->mesh.facet_count = 0;
    }
    return result;
}

void waft_surface_read_view(const waft_surface* surface, waft_surface_view* out_view, size_t size) {
    waft_surface_view view = {0};
    if (surface != NULL) {
        const wafti_iso_mesh* mesh = &surface->mesh;
        view = (waft_surface_view){mesh->positions, mesh->normals, mesh->velocities, mesh->indices,
            mesh->point_count, mesh->facet_count};
    }
    waft_struct_read(out_view, size, &view, sizeof(view));
}

size_t waft_surface_memory(const waft_surface* surface) {
    return surface != NULL ? sizeof(*surface) + surface->room.used : 0;
}
