// SPDX-License-Identifier: MIT
#include "mesh/mesh.h"

#include "base/error.h"
#include "base/hash.h"
#include "mesh/weld.h"

#include <stdio.h>
#include <string.h>

// A finer weld would ask for cells that coordinates of WAFTI_MESH_REACH cannot tell apart.
#define SMALLEST_WELD 1e-9

void waft_mesh_options_fill(waft_mesh_options* out_options, size_t size) {
    const waft_mesh_options options = {
        .name = "mesh",
        .scale = 1.0,
        .most_facets = WAFTI_MESH_MOST_FACETS,
    };
    waft_struct_fill(out_options, size, &options, sizeof(options));
}

waft_result wafti_mesh_take_options(const char* function, const waft_mesh_options* given,
    waft_mesh_options* options, waft_error* out_error) {
    *options = waft_mesh_options_default();
    const waft_result result =
        waft_struct_take(options, sizeof(*options), given, "waft_mesh_options", out_error);
    if (result != WAFT_OK) {
        return result;
    }
    const double weld = options->weld;
    const double scale = options->scale;
    const struct {
        bool broken;
        const char* sentence;
    } rules[] = {
        {options->name == NULL, "the name is NULL"},
        {!isfinite(scale) || scale <= 0.0 || scale > WAFTI_MESH_REACH,
            "scale must be above 0 and at most 1e9"},
        {!isfinite(weld) || (weld != 0.0 && (weld < SMALLEST_WELD || weld > WAFTI_MESH_REACH)),
            "weld must be 0 or 1e-9 to 1e9 m"},
        {options->most_facets == 0 || options->most_facets > WAFTI_MESH_MOST_FACETS,
            "most_facets must be 1 to 4000000"},
    };
    for (size_t n = 0; n < sizeof(rules) / sizeof(rules[0]); ++n) {
        if (rules[n].broken) {
            return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "%s: %s", function, rules[n].sentence);
        }
    }
    if (options->format < WAFT_MESH_FORMAT_AUTO || options->format > WAFT_MESH_FORMAT_GLTF) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "%s: there is no mesh format %d", function,
            (int)options->format);
    }
    return WAFT_OK;
}

// What a mesh is made from, and room for the way there.
typedef struct making {
    const waft_mesh_arrays* arrays;
    const waft_mesh_options* options;
    double* positions; // scaled
    uint32_t* targets; // the point that each becomes, later its new number
    waft_mesh* mesh;
    size_t collapsed_count;
    waft_error* error;
} making;

static waft_result check_counts(const making* job) {
    const waft_mesh_arrays* arrays = job->arrays;
    const char* name = job->options->name;
    if (arrays->facet_count == 0 || arrays->point_count == 0) {
        return wafti_fail(job->error, WAFT_ERR_MESH, "%s: the mesh has no facet", name);
    }
    if (arrays->facet_count > job->options->most_facets) {
        return wafti_fail(job->error, WAFT_ERR_MESH, "%s: %zu facets; at most %zu are allowed",
            name, arrays->facet_count, job->options->most_facets);
    }
    if (arrays->point_count > WAFTI_MESH_MOST_POINTS) {
        return wafti_fail(job->error, WAFT_ERR_MESH, "%s: %zu points; at most %d are allowed", name,
            arrays->point_count, WAFTI_MESH_MOST_POINTS);
    }
    return WAFT_OK;
}

static waft_result take_points(making* job) {
    for (size_t i = 0; i < 3 * job->arrays->point_count; ++i) {
        const double given = job->arrays->positions[i];
        const bool finite = isfinite(given);
        if (!finite || fabs(given) > WAFTI_MESH_REACH / job->options->scale) {
            return wafti_fail(job->error, WAFT_ERR_MESH,
                "%s: coordinate %c of point %zu, counted from 0, is %s", job->options->name,
                "xyz"[i % 3], i / 3,
                finite ? "beyond 1e9 m; is scale right?" : "not a finite number");
        }
        // + 0 turns -0 into 0, which is the same place and must have the same bits.
        job->positions[i] = given * job->options->scale + 0.0;
    }
    return WAFT_OK;
}

static waft_result check_indices(const making* job) {
    for (size_t i = 0; i < 3 * job->arrays->facet_count; ++i) {
        if (job->arrays->indices[i] >= job->arrays->point_count) {
            return wafti_fail(job->error, WAFT_ERR_MESH,
                "%s: facet %zu has point %u, but there are %zu points; counted from 0",
                job->options->name, i / 3, job->arrays->indices[i], job->arrays->point_count);
        }
    }
    return WAFT_OK;
}

// Facets of welded points, without those that collapse if points were moved to weld them.
static void take_facets(making* job) {
    waft_mesh* mesh = job->mesh;
    for (size_t f = 0; f < job->arrays->facet_count; ++f) {
        const uint32_t* from = &job->arrays->indices[3 * f];
        uint32_t* to = &mesh->indices[3 * mesh->info.facet_count];
        to[0] = job->targets[from[0]];
        to[1] = job->targets[from[job->options->flip ? 2 : 1]];
        to[2] = job->targets[from[job->options->flip ? 1 : 2]];
        const bool collapsed = to[0] == to[1] || to[1] == to[2] || to[2] == to[0];
        if (collapsed && job->options->weld > 0.0) {
            ++job->collapsed_count;
        } else {
            ++mesh->info.facet_count;
        }
    }
}

// Numbers the points in use from 0 in the order they were given and keeps them alone.
static void drop_unused_points(making* job) {
    waft_mesh* mesh = job->mesh;
    uint32_t* numbers = job->targets;
    memset(numbers, 0, job->arrays->point_count * sizeof(uint32_t));
    for (size_t i = 0; i < 3 * mesh->info.facet_count; ++i) {
        numbers[mesh->indices[i]] = 1;
    }
    uint32_t count = 0;
    for (size_t p = 0; p < job->arrays->point_count; ++p) {
        if (numbers[p] != 0) {
            memmove(&job->positions[3 * (size_t)count], &job->positions[3 * p], 3 * sizeof(double));
            numbers[p] = count++;
        }
    }
    for (size_t i = 0; i < 3 * mesh->info.facet_count; ++i) {
        mesh->indices[i] = numbers[mesh->indices[i]];
    }
    mesh->info.point_count = count;
}

static void warn(waft_mesh* mesh, size_t count, const char* format) {
    if (count > 0) {
        char* sentence = mesh->warnings[mesh->warning_count++];
        (void)snprintf(sentence, sizeof(mesh->warnings[0]), format, count);
    }
}

static waft_result keep_points(making* job) {
    waft_mesh* mesh = job->mesh;
    const size_t count = 3 * mesh->info.point_count;
    mesh->positions = wafti_arena_take(&mesh->arena, count, sizeof(double));
    mesh->draw_positions = wafti_arena_take(&mesh->arena, count, sizeof(float));
    mesh->neighbors = wafti_arena_take(&mesh->arena, 3 * mesh->info.facet_count, sizeof(uint32_t));
    if (mesh->arena.failed) {
        return WAFT_ERR_NO_MEMORY;
    }
    memcpy(mesh->positions, job->positions, count * sizeof(double));
    for (size_t i = 0; i < count; ++i) {
        mesh->draw_positions[i] = (float)mesh->positions[i];
    }
    return WAFT_OK;
}

static waft_result tidy(making* job) {
    waft_mesh* mesh = job->mesh;
    wafti_tidied tidied;
    const waft_result result = wafti_tidy(
        job->positions, mesh->indices, &mesh->info.facet_count, &job->options->allocator, &tidied);
    if (result != WAFT_OK) {
        return result;
    }
    if (mesh->info.facet_count == 0) {
        return wafti_fail(
            job->error, WAFT_ERR_MESH, "%s: no facet of the mesh has an area", job->options->name);
    }
    warn(mesh, tidied.flat_count, "facets without area, left out: %zu");
    warn(mesh, tidied.twin_count, "facets with the points of another, left out: %zu");
    return WAFT_OK;
}

static waft_result join_facets(making* job) {
    waft_mesh* mesh = job->mesh;
    const size_t point_count = job->arrays->point_count;
    const waft_allocator* allocator = &job->options->allocator;
    waft_result result =
        wafti_weld(job->positions, point_count, job->options->weld, allocator, job->targets);
    if (result != WAFT_OK) {
        return result;
    }
    size_t kept_count = 0;
    for (size_t p = 0; p < point_count; ++p) {
        kept_count += job->targets[p] == p;
    }
    take_facets(job);
    if (mesh->info.facet_count == 0) {
        return wafti_fail(job->error, WAFT_ERR_MESH,
            "%s: weld is larger than every facet; no facet is left", job->options->name);
    }
    result = job->options->tidy ? tidy(job) : WAFT_OK;
    if (result != WAFT_OK) {
        return result;
    }
    drop_unused_points(job);
    warn(mesh, kept_count - mesh->info.point_count, "points of no facet, left out: %zu");
    warn(
        mesh, job->collapsed_count, "facets that collapsed when points were welded, left out: %zu");
    result = keep_points(job);
    if (result != WAFT_OK) {
        return result;
    }
    const wafti_triangles triangles = {
        mesh->indices, mesh->info.facet_count, mesh->info.point_count};
    return wafti_topology_find(&triangles, allocator, mesh->neighbors, &mesh->topology);
}

// The options without pointers to what is the caller's.
static void keep_options(waft_mesh* mesh, const waft_mesh_options* options) {
    mesh->options = *options;
    mesh->name = wafti_arena_text(&mesh->arena, options->name, strlen(options->name));
    mesh->options.name = mesh->name;
    if (options->object != NULL) {
        mesh->options.object =
            wafti_arena_text(&mesh->arena, options->object, strlen(options->object));
    }
}

static waft_result make(making* job) {
    waft_result result = check_counts(job);
    if (result != WAFT_OK) {
        return result;
    }
    waft_mesh* mesh = job->mesh;
    const waft_allocator* allocator = &job->options->allocator;
    const size_t point_count = job->arrays->point_count;
    mesh->indices = wafti_arena_take(&mesh->arena, 3 * job->arrays->facet_count, sizeof(uint32_t));
    keep_options(mesh, job->options);
    job->positions = wafti_allocate(allocator, point_count, 3 * sizeof(double));
    job->targets = wafti_allocate(allocator, point_count, sizeof(uint32_t));
    result = WAFT_ERR_NO_MEMORY;
    if (!mesh->arena.failed && job->positions != NULL && job->targets != NULL) {
        result = take_points(job);
        result = result == WAFT_OK ? check_indices(job) : result;
        result = result == WAFT_OK ? join_facets(job) : result;
        result = result == WAFT_OK ? wafti_mesh_find_normals(mesh) : result;
    }
    wafti_release(allocator, job->positions, point_count, 3 * sizeof(double));
    wafti_release(allocator, job->targets, point_count, sizeof(uint32_t));
    return result;
}

waft_result waft_mesh_create(const waft_mesh_arrays* arrays, const waft_mesh_options* options,
    waft_mesh** out_mesh, waft_error* out_error) {
    if (out_mesh != NULL) {
        *out_mesh = NULL;
    }
    if (out_mesh == NULL || arrays == NULL || options == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_mesh_create: a pointer is NULL");
    }
    waft_mesh_options wide;
    waft_result result = wafti_mesh_take_options("waft_mesh_create", options, &wide, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    options = &wide;
    if ((arrays->positions == NULL && arrays->point_count > 0) ||
        (arrays->indices == NULL && arrays->facet_count > 0)) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_mesh_create: an array is NULL");
    }
    waft_mesh* mesh = wafti_allocate_zero(&options->allocator, 1, sizeof(*mesh));
    if (mesh == NULL) {
        return wafti_fail_memory(out_error, sizeof(*mesh), options->name);
    }
    wafti_arena_init(&mesh->arena, &options->allocator, 4096);
    making job = {.arrays = arrays, .options = options, .mesh = mesh, .error = out_error};
    result = make(&job);
    if (result != WAFT_OK) {
        waft_mesh_destroy(mesh);
        const size_t size = wafti_size_mul(arrays->facet_count, sizeof(double));
        return result == WAFT_ERR_NO_MEMORY ? wafti_fail_memory(out_error, size, options->name)
                                            : result;
    }
    wafti_mesh_measure(mesh);
    const waft_mesh_info* info = &mesh->info;
    uint64_t hash = wafti_hash_u64(WAFTI_HASH_START, info->point_count);
    hash = wafti_hash(hash, mesh->positions, 3 * info->point_count * sizeof(*mesh->positions));
    hash = wafti_hash(hash, mesh->indices, 3 * info->facet_count * sizeof(*mesh->indices));
    mesh->info.key = hash != 0 ? hash : 1;
    if (info->component_count > 1) {
        warn(mesh, info->component_count, "separate parts: %zu; they should not overlap");
    }
    *out_mesh = mesh;
    return WAFT_OK;
}

waft_result wafti_mesh_with_points(const waft_mesh* mesh, const double* positions, const char* name,
    const waft_allocator* allocator, waft_mesh** out_mesh, waft_error* out_error) {
    waft_mesh_options options = waft_mesh_options_default();
    options.name = name;
    options.allocator = *allocator;
    const waft_mesh_arrays arrays = {
        positions, mesh->info.point_count, mesh->indices, mesh->info.facet_count};
    return waft_mesh_create(&arrays, &options, out_mesh, out_error);
}

void waft_mesh_destroy(waft_mesh* mesh) {
    if (mesh != NULL) {
        const waft_allocator allocator = mesh->arena.allocator;
        wafti_arena_free(&mesh->arena);
        wafti_release(&allocator, mesh, 1, sizeof(*mesh));
    }
}

void waft_mesh_read_view(const waft_mesh* mesh, waft_mesh_view* out_view, size_t size) {
    waft_mesh_view view = {0};
    if (mesh != NULL) {
        view = (waft_mesh_view){mesh->positions, mesh->draw_positions, mesh->normals, mesh->indices,
            mesh->neighbors, mesh->info.point_count, mesh->info.facet_count};
    }
    waft_struct_read(out_view, size, &view, sizeof(view));
}

void waft_mesh_read_info(const waft_mesh* mesh, waft_mesh_info* out_info, size_t size) {
    const waft_mesh_info info = mesh != NULL ? mesh->info : (waft_mesh_info){0};
    waft_struct_read(out_info, size, &info, sizeof(info));
}

bool waft_mesh_read_source(const waft_mesh* mesh, waft_mesh_options* out_options, size_t size) {
    if (mesh == NULL || !mesh->from_file || out_options == NULL) {
        return false;
    }
    waft_struct_fill(out_options, size, &mesh->options, sizeof(mesh->options));
    return true;
}

size_t waft_mesh_warning_count(const waft_mesh* mesh) {
    return mesh != NULL ? mesh->warning_count : 0;
}

const char* waft_mesh_warning(const waft_mesh* mesh, size_t index) {
    return index < waft_mesh_warning_count(mesh) ? mesh->warnings[index] : NULL;
}
