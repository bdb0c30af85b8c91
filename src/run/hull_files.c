// SPDX-License-Identifier: MIT
#include "run/hull_files.h"

#include "base/error.h"
#include "run/body_files.h"
#include "run/layout.h"

#include <waft/export.h>

#include <stddef.h>

static void add_key(wafti_text* text, const char* key) {
    wafti_text_format(text, ",\n\"%s\": ", key);
}

static void add_number(wafti_text* text, const char* key, double value) {
    add_key(text, key);
    wafti_text_add_double(text, value);
}

static void add_row(wafti_text* text, const double* values, int count) {
    for (int i = 0; i < count; ++i) {
        wafti_text_add(text, i > 0 ? ", " : "[");
        wafti_text_add_double(text, values[i]);
    }
    wafti_text_add(text, "]");
}

static void add_square(wafti_text* text, const char* key, const double* values, int side) {
    add_key(text, key);
    for (int i = 0; i < side; ++i) {
        wafti_text_add(text, i > 0 ? ",\n  " : "[");
        add_row(text, values + (ptrdiff_t)i * side, side);
    }
    wafti_text_add(text, "]");
}

void wafti_hull_file_add_json(wafti_text* text, const waft_hull_info* hull) {
    wafti_text_format(text, "{\"shape\": \"%s\"", waft_hull_shape_word(hull->shape));
    add_key(text, "facets");
    wafti_text_format(text, "%zu", hull->facet_count);
    add_number(text, "mass", hull->mass);
    add_number(text, "density", hull->density);
    add_number(text, "volume", hull->volume);
    add_key(text, "center_of_mass");
    add_row(text, hull->center_of_mass, 3);
    add_square(text, "inertia", hull->inertia, 3);
    add_square(text, "added_mass_per_density", hull->added_mass, 6);
    add_key(text, "method");
    wafti_text_format(text, "\"%s\"", waft_added_mass_word(hull->method));
    add_number(text, "asymmetry", hull->asymmetry);
    add_number(text, "least_eigenvalue", hull->least_eigenvalue);
    add_key(text, "normal");
    add_row(text, hull->normal, 3);
    add_number(text, "area", hull->area);
    add_number(text, "thickness", hull->thickness);
    add_number(text, "longest", hull->longest);
    add_number(text, "shortest", hull->shortest);
    add_number(text, "speed", hull->speed);
    add_number(text, "reynolds", hull->reynolds);
    add_key(text, "key");
    wafti_text_format(text, "\"%016llx\"}\n", (unsigned long long)hull->key);
}

void wafti_hull_file_add_turbulence(wafti_text* text, const waft_hull_info* hull) {
    const double d = hull->longest;
    const double u = hull->speed;
    wafti_text_add(text, "t_s,chi,eps,k\n");
    for (size_t i = 0; i < hull->history_count && u > 0.0 && d > 0.0; ++i) {
        const waft_turbulence_sample* sample = &hull->history[i];
        const double chi = sample->chi * u / d;
        const double eps = sample->eps * u * u * u / d;
        const double values[] = {sample->time * d / u, chi, eps, chi > 0.0 ? eps / chi : 0.0};
        for (int k = 0; k < 4; ++k) {
            wafti_text_add(text, k > 0 ? "," : "");
            wafti_text_add_digits(text, values[k], 9);
        }
        wafti_text_add(text, "\n");
    }
}

// Where files go.
typedef struct output {
    const char* directory;
    const waft_allocator* allocator;
    wafti_manifest* list;
    waft_error* error;
} output;

static waft_result write_one(
    const output* to, wafti_file_kind kind, uint64_t number, const waft_hull_info* hull) {
    wafti_path path;
    wafti_text text;
    wafti_text_init(&text, to->allocator);
    if (kind == WAFTI_KIND_HULL) {
        wafti_hull_file_add_json(&text, hull);
    } else {
        wafti_hull_file_add_turbulence(&text, hull);
    }
    waft_result result = wafti_layout_path(&path, to->directory, kind, number, to->error);
    result = result == WAFT_OK ? wafti_text_write(&text, path.text, to->error) : result;
    wafti_text_free(&text);
    return result == WAFT_OK ? wafti_manifest_add(to->list, to->directory, path.text, to->error)
                             : result;
}

waft_result wafti_hull_files_write(const char* directory, const waft_world* world,
    const waft_allocator* allocator, wafti_manifest* list, waft_error* out_error) {
    const waft_bodies* bodies = waft_world_bodies(world);
    if (bodies == NULL || waft_bodies_count(bodies) == 0) {
        return WAFT_OK;
    }
    wafti_body_files files = {.body_count = 0};
    wafti_arena_init(&files.arena, allocator, 0);
    waft_result result = wafti_body_files_reserve(&files, bodies, out_error);
    result = result == WAFT_OK ? wafti_layout_make_folder(directory, WAFTI_KIND_HULL, out_error)
                               : result;
    const output to = {directory, allocator, list, out_error};
    for (size_t i = 0; i < files.hull_count && result == WAFT_OK; ++i) {
        const waft_hull_info hull = waft_hull_get_info(files.hulls[i]);
        result = write_one(&to, WAFTI_KIND_HULL, i + 1, &hull);
        if (result == WAFT_OK && hull.history_count > 0) {
            result = write_one(&to, WAFTI_KIND_TURBULENCE, i + 1, &hull);
        }
    }
    wafti_body_files_free(&files);
    return result;
}
