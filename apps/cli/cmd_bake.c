// SPDX-License-Identifier: MIT
// waft bake hull: what is known of a body before it moves, as a table or as JSON.
#include "bake_field.h"
#include "commands.h"
#include "exit.h"
#include "json.h"
#include "terminal.h"
#include "units.h"

#include <waft/export.h>
#include <waft/hull.h>
#include <waft/mesh.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char* bake_word(size_t index) {
    static const char* const words[] = {"hull", "field"};
    return index < sizeof words / sizeof words[0] ? words[index] : NULL;
}

/// Reads an option as a number above 0, which stays as it is if the option was not given.
static int take_number(const arguments* args, const char* name, double* value) {
    const char* text = arguments_value(args, name);
    if (text != NULL && (!parse_real(text, value) || !(*value > 0.0))) {
        return fail(args, EXIT_USAGE, "option '--%s' takes a number above 0, not '%s'", name, text);
    }
    return EXIT_OK;
}

static int take_numbers(const arguments* args, waft_hull_def* def, double* out_scale) {
    double density = 0.0;
    int code = take_number(args, "density", &density);
    code = code != EXIT_OK ? code : take_number(args, "fluid", &def->fluid_density);
    // Of gases and of liquids the dynamic viscosity hardly depends on the density: air's and water's.
    const double dynamic = def->fluid_density < 100.0 ? 1.81e-5 : 1.002e-3;
    def->fluid_viscosity = dynamic / def->fluid_density;
    code = code != EXIT_OK ? code : take_number(args, "viscosity", &def->fluid_viscosity);
    code = code != EXIT_OK ? code : take_number(args, "shell", &def->shell);
    code = code != EXIT_OK ? code : take_number(args, "scale", out_scale);
    if (density > 0.0) {
        def->density = density;
        def->mass = 0.0;
    }
    return code;
}

/// A preset's name, unless there is a file of that name.
static bool is_preset(const char* name) {
    struct stat status;
    for (size_t i = 0; waft_hull_preset_name(i) != NULL; ++i) {
        if (strcmp(waft_hull_preset_name(i), name) == 0) {
            return stat(name, &status) != 0;
        }
    }
    return false;
}

/// Reads the mesh, unless the operand is a preset. *out_mesh is the caller's.
static int take_shape(const arguments* args, const char* operand, double scale, waft_hull_def* def,
    waft_mesh** out_mesh) {
    static const char* const of_files[] = {"scale", "flip", "object", "shell"};
    if (is_preset(operand)) {
        for (size_t i = 0; i < sizeof of_files / sizeof of_files[0]; ++i) {
            if (arguments_has(args, of_files[i])) {
                return fail(args, EXIT_USAGE, "option '--%s' is for meshes, but %s is a preset",
                    of_files[i], operand);
            }
        }
        return EXIT_OK;
    }
    waft_mesh_options options = waft_mesh_options_default();
    options.scale = scale;
    options.flip = arguments_has(args, "flip");
    options.object = arguments_value(args, "object");
    options.tidy = true;
    waft_error error;
    const waft_result result = waft_mesh_read(operand, &options, out_mesh, &error);
    if (result != WAFT_OK) {
        return check_input(args, result, &error);
    }
    def->shape = WAFT_HULL_MESH;
    def->mesh = *out_mesh;
    def->name = operand;
    return EXIT_OK;
}

static int prepare(const arguments* args, waft_hull_def* def, waft_mesh** out_mesh) {
    const char* operand = args->operands[1];
    double scale = 1.0;
    *def = waft_hull_def_default();
    def->density = 1000.0;
    if (is_preset(operand) && waft_hull_preset(operand, def) != WAFT_OK) {
        return fail(args, EXIT_USAGE, "there is no preset '%s'", operand);
    }
    def->turbulence.bake = arguments_has(args, "turbulence");
    def->method = (waft_added_mass)arguments_choice(args, "method", WAFT_ADDED_MASS_AUTO);
    int code = arguments_threads(args, &def->threads);
    code = code != EXIT_OK ? code : take_numbers(args, def, &scale);
    return code != EXIT_OK ? code : take_shape(args, operand, scale, def, out_mesh);
}

static void print_rows(
    json* object, const char* key, const double* values, int rows, double factor) {
    json_open(object, key, '[');
    for (int i = 0; i < rows; ++i) {
        json_numbers(object, NULL, values + (size_t)i * (size_t)rows, (size_t)rows, factor);
    }
    json_close(object, ']');
}

static bool hull_warns(const waft_hull* hull, const char* sentence) {
    for (size_t i = 0; i < waft_hull_warning_count(hull); ++i) {
        if (strcmp(waft_hull_warning(hull, i), sentence) == 0) {
            return true;
        }
    }
    return false;
}

static void tell_warning(json* object, const char* sentence) {
    if (object != NULL) {
        json_text(object, NULL, sentence);
    }
    print_line(stderr, "warning: %s", sentence);
}

/// What reading the mesh left out and what is odd about the hull, on stderr and in a list of JSON
/// (NULL: none). Separate parts are both a mesh's and a hull's to tell.
static void tell_warnings(json* object, const waft_hull_def* def, const waft_hull* hull) {
    const size_t mesh_count = def->mesh != NULL ? waft_mesh_warning_count(def->mesh) : 0;
    for (size_t i = 0; i < mesh_count; ++i) {
        if (!hull_warns(hull, waft_mesh_warning(def->mesh, i))) {
            tell_warning(object, waft_mesh_warning(def->mesh, i));
        }
    }
    for (size_t i = 0; i < waft_hull_warning_count(hull); ++i) {
        tell_warning(object, waft_hull_warning(hull, i));
    }
}

static void print_json(const waft_hull_def* def, const waft_hull* hull) {
    const waft_hull_info info = waft_hull_get_info(hull);
    json object = json_begin("hull");
    json_text(&object, "name", def->name);
    json_number(&object, "volume", info.volume);
    json_number(&object, "mass", info.mass);
    json_numbers(&object, "center_of_mass", info.center_of_mass, 3, 1.0);
    print_rows(&object, "inertia", info.inertia, 3, 1.0);
    print_rows(&object, "added_mass", info.added_mass, 6, def->fluid_density);
    json_whole(&object, "facets", info.facet_count);
    json_text(&object, "method", waft_added_mass_word(info.method));
    json_number(&object, "asymmetry", info.asymmetry);
    json_number(&object, "least_eigenvalue", info.least_eigenvalue);
    json_number(&object, "seconds", info.seconds);
    json_number(&object, "fluid", def->fluid_density);
    json_numbers(&object, "normal", info.normal, 3, 1.0);
    json_number(&object, "area", info.area);
    json_number(&object, "thickness", info.thickness);
    json_number(&object, "speed", info.speed);
    json_number(&object, "reynolds", info.reynolds);
    json_number(&object, "turbulence_seconds", info.flow_seconds);
    json_hash(&object, "key", info.key);
    json_open(&object, "warnings", '[');
    tell_warnings(&object, def, hull);
    json_close(&object, ']');
    json_end(&object);
}

static void print_matrix(const char* title, const double* values, int rows, double factor) {
    (void)printf("%s\n", title);
    for (int i = 0; i < rows; ++i) {
        for (int k = 0; k < rows; ++k) {
            (void)printf(" %12.5g", factor * values[i * rows + k]);
        }
        (void)putchar('\n');
    }
}

static void print_table(const waft_hull_def* def, const waft_hull* hull) {
    const waft_hull_info info = waft_hull_get_info(hull);
    const double* c = info.center_of_mass;
    char seconds[UNITS_TEXT];
    print_line(stdout, "hull       %s, %zu facets", def->name, info.facet_count);
    (void)printf("volume     %.6g m3\n", info.volume);
    (void)printf("mass       %.6g kg at %.6g kg/m3\n", info.mass, info.density);
    (void)printf("center     %.6g %.6g %.6g m\n", c[0], c[1], c[2]);
    (void)printf("extents    %.6g %.6g %.6g m\n", info.extent[0], info.extent[1], info.extent[2]);
    if (info.plate) {
        (void)printf("plate      %.6g m2, %.6g m thick, normal %.4g %.4g %.4g\n", info.area,
            info.thickness, info.normal[0], info.normal[1], info.normal[2]);
    }
    print_matrix("inertia, kg m2, about the centre of mass", info.inertia, 3, 1.0);
    (void)printf("added mass in a fluid of %.6g kg/m3: kg, kg m, kg m2\n", def->fluid_density);
    print_matrix("  force x y z, torque x y z", info.added_mass, 6, def->fluid_density);
    format_seconds(seconds, info.seconds);
    (void)printf("method     %s, asymmetry %.2g, %s\n", waft_added_mass_word(info.method),
        info.asymmetry, seconds);
    if (info.history_count > 0) {
        format_seconds(seconds, info.flow_seconds);
        (void)printf("wake       Re %.4g, U0 %.4g m/s, %s\n", info.reynolds, info.speed, seconds);
    }
    tell_warnings(NULL, def, hull);
}

static int save(const arguments* args, const waft_hull* hull) {
    const char* path = arguments_value(args, "output");
    waft_error error;
    const waft_result result = path != NULL ? waft_hull_save(hull, path, &error) : WAFT_OK;
    return check_output(args, result, &error);
}

static int bake_hull(const arguments* args) {
    waft_hull_def def;
    waft_mesh* mesh = NULL;
    waft_hull* hull = NULL;
    waft_error error;
    int code = prepare(args, &def, &mesh);
    if (code == EXIT_OK) {
        const waft_result result = waft_hull_bake(&def, &hull, &error);
        code = check_input(args, result, &error);
    }
    code = code != EXIT_OK ? code : save(args, hull);
    if (code == EXIT_OK && arguments_has(args, "json")) {
        print_json(&def, hull);
    } else if (code == EXIT_OK) {
        print_table(&def, hull);
    }
    waft_hull_destroy(hull);
    waft_mesh_destroy(mesh);
    return code;
}

/// Options of the other thing are a mistake, not something to pass over.
static int check_options(const arguments* args, bool field) {
    static const char* const of_hulls[] = {"density", "fluid", "viscosity", "method", "scale",
        "flip", "object", "shell", "turbulence"};
    static const char* const of_fields[] = {"band", "vortex", "law", "range", "exponent", "points",
        "size", "dimensions", "count", "seed", "storage", "cache"};
    const char* const* others = field ? of_hulls : of_fields;
    const size_t count =
        field ? sizeof of_hulls / sizeof of_hulls[0] : sizeof of_fields / sizeof of_fields[0];
    for (size_t i = 0; i < args->use_count; ++i) {
        for (size_t k = 0; k < count; ++k) {
            if (strcmp(args->uses[i].option->name, others[k]) == 0) {
                return fail(args, EXIT_USAGE, "option '--%s' is for a %s",
                    args->uses[i].option->name, field ? "hull" : "field");
            }
        }
    }
    return EXIT_OK;
}

int cmd_bake(const arguments* args) {
    const bool field = strcmp(args->operands[0], "field") == 0;
    if (!field && strcmp(args->operands[0], "hull") != 0) {
        return fail(args, EXIT_USAGE,
            "there is no '%s' to bake; it bakes a hull or a field: waft bake hull MESH",
            args->operands[0]);
    }
    if (args->operand_count != (field ? 1u : 2u)) {
        return fail(args, EXIT_USAGE,
            field ? "a field takes options alone, such as --band 20.8:0.7"
                  : "a hull needs its mesh or preset: waft bake hull MESH");
    }
    const int code = check_options(args, field);
    return code != EXIT_OK ? code : field ? bake_field(args) : bake_hull(args);
}
