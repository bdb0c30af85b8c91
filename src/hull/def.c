// SPDX-License-Identifier: MIT
// What a bake is asked for: defaults, ready bodies (docs/spec/bodies.md#presets), and what is wrong with
// a def (docs/spec/bodies.md#rejected-input).
#include "hull/hull.h"

#include "base/error.h"
#include "hull/eigen.h"
#include "hull/hull_params.h"

#include <string.h>

void waft_hull_def_fill(waft_hull_def* out_def, size_t size) {
    waft_hull_def def = {.name = "hull", .turbulence.attitude = {0.0, 0.0, 0.0, 1.0}};
    wafti_rows_fill(wafti_hull_rows, WAFTI_HULL_PARTS, WAFTI_OWNER_HULL, &def);
    waft_struct_fill(out_def, size, &def, sizeof(def));
}

typedef struct preset {
    const char* name;
    waft_hull_shape shape;
    double size[3];
    double density, mass;
} preset;

// Sizes in m. Densities of leaves and feathers are those of the dry ones that fall.
static const preset presets[] = {
    {"leaf", WAFT_HULL_ELLIPTIC_PLATE, {0.035, 0.02, 0.00025}, 350.0, 0.0},
    {"paper", WAFT_HULL_CARD, {0.297, 0.21, 0.0001}, 800.0, 0.0}, // A4, 80 g/m2
    {"card", WAFT_HULL_STRIP, {0.0275, 0.00015, 0.085}, 900.0, 0.0},
    {"coin", WAFT_HULL_DISC, {0.01, 0.0015, 0.0}, 2700.0, 0.0}, // aluminium: I* 0.01 in water
    {"feather", WAFT_HULL_FEATHER, {0.08, 0.02, 0.0002}, 120.0, 0.0},
    {"maple_leaf", WAFT_HULL_MAPLE_LEAF, {0.12, 0.00025, 0.0}, 350.0, 0.0},
    {"maple_seed", WAFT_HULL_MAPLE_SEED, {0.035, 0.011, 0.00015}, 500.0, 0.0},
    {"airplane", WAFT_HULL_DART, {0.083, 0.026, 0.015}, 800.0, 0.0}, // the paper's Fig. 4
    {"ball", WAFT_HULL_SPHERE, {0.02, 0.0, 0.0}, 0.0, 0.0027},       // of table tennis
    {"ellipsoid", WAFT_HULL_ELLIPSOID, {0.01, 0.02, 0.04}, 1100.0, 0.0},
};

enum { PRESET_COUNT = sizeof(presets) / sizeof(presets[0]) };

const char* waft_hull_preset_name(size_t index) {
    return index < PRESET_COUNT ? presets[index].name : NULL;
}

waft_result waft_hull_preset_fill(const char* name, waft_hull_def* out_def, size_t size) {
    for (size_t i = 0; i < PRESET_COUNT && name != NULL && out_def != NULL; ++i) {
        const preset* p = &presets[i];
        if (strcmp(name, p->name) == 0) {
            waft_hull_def def = waft_hull_def_default();
            def.name = p->name;
            def.shape = p->shape;
            memcpy(def.size, p->size, sizeof(def.size));
            def.density = p->density;
            def.mass = p->mass;
            def.hollow = p->shape == WAFT_HULL_SPHERE;
            if (p->shape == WAFT_HULL_MAPLE_SEED) {
                // The thick vein lies along one edge: the centre of mass is near a third of the chord
                // behind it, without which a seed would not autorotate (Norberg, Biol. Rev. 48, 1973).
                def.has_center = true;
                def.center[0] = -0.208 * def.size[0]; // where nut and wing have it
                def.center[2] = 0.145 * def.size[1];
            }
            waft_struct_fill(out_def, size, &def, sizeof(def));
            return WAFT_OK;
        }
    }
    return WAFT_ERR_ARGUMENT;
}

// ---- checks

static waft_result check_mass(const waft_hull_def* def, waft_error* error) {
    if ((def->density > 0.0) == (def->mass > 0.0)) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "%s: exactly one of density (kg/m3) and mass (kg) must be above 0, the other 0",
            def->name);
    }
    if (!def->has_inertia) {
        return WAFT_OK;
    }
    const double* j = def->inertia;
    const double full[9] = {j[0], j[3], j[5], j[3], j[1], j[4], j[5], j[4], j[2]};
    double values[3] = {0.0};
    wafti_eigen(3, full, values, NULL);
    // No mass is farther from one axis than from both others together.
    if (!(values[0] > 0.0) || values[2] > (values[0] + values[1]) * (1.0 + 1e-9)) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "%s: no body has this inertia: its principal moments must be above 0 and none above "
            "the sum of the others",
            def->name);
    }
    return WAFT_OK;
}

static waft_result check_plates(const waft_hull_def* def, waft_error* error) {
    if (def->plate_count < 0 || def->plate_count > WAFT_PLATE_CAPACITY) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "%s: plate_count is %d; it must be 0 to %d",
            def->name, def->plate_count, WAFT_PLATE_CAPACITY);
    }
    for (int i = 0; i < def->plate_count; ++i) {
        const waft_plate* p = &def->plates[i];
        const bool finite = wafti_all_finite(p->center, 3) && wafti_all_finite(p->normal, 3) &&
                            isfinite(p->area) && isfinite(p->added_mass);
        if (!finite || !(p->area > 0.0) || p->added_mass < 0.0 ||
            !(wafti_vector_length(p->normal) > 1e-9)) {
            return wafti_fail(error, WAFT_ERR_ARGUMENT,
                "%s: plate %d must have a finite centre, a normal, an area above 0 and an added "
                "mass of at least 0",
                def->name, i);
        }
    }
    return WAFT_OK;
}

static waft_result check_turbulence(const waft_hull_def* def, waft_error* error) {
    const waft_hull_turbulence* t = &def->turbulence;
    if (!t->bake) {
        return WAFT_OK;
    }
    // The body is where the flow has come 1.5 d, and must fit in across it.
    if (t->cells[0] < 16 || 2 * t->cells[1] < t->cells[0]) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "%s.turbulence.grid is [%d, %d, %d]: the first must be at least 16, the second at "
            "least half of the first",
            def->name, (int)t->cells[0], (int)t->cells[1], (int)t->cells[2]);
    }
    if (t->has_attitude) {
        double square = 0.0;
        for (int d = 0; d < 4 && wafti_all_finite(t->attitude, 4); ++d) {
            square += t->attitude[d] * t->attitude[d];
        }
        if (!(fabs(sqrt(square) - 1.0) <= 1e-3)) {
            return wafti_fail(error, WAFT_ERR_ARGUMENT,
                "%s: turbulence.attitude must be a unit quaternion within 1e-3", def->name);
        }
    }
    return WAFT_OK;
}

// Methods that a shape cannot have. Whether a closed mesh has a middle surface its bake finds out.
static waft_result check_method(const waft_hull_def* def, waft_error* error) {
    const char* word = waft_hull_shape_word(def->shape);
    const bool open = def->shape == WAFT_HULL_MESH && def->shell > 0.0;
    double k[36];
    switch (def->method) {
    case WAFT_ADDED_MASS_CLOSED:
        return wafti_added_mass_closed(def->shape, def->size, k)
                   ? WAFT_OK
                   : wafti_fail(error, WAFT_ERR_ARGUMENT,
                         "%s: there is no closed form of the added mass of a %s of these sizes",
                         def->name, word);
    case WAFT_ADDED_MASS_SHEET:
        return def->shape == WAFT_HULL_MESH || wafti_shape_has_sheet(def->shape)
                   ? WAFT_OK
                   : wafti_fail(error, WAFT_ERR_ARGUMENT,
                         "%s: a %s has no middle surface, which the added mass by sheet needs",
                         def->name, word);
    case WAFT_ADDED_MASS_BEM:
    case WAFT_ADDED_MASS_SOURCES:
        return !open ? WAFT_OK
                     : wafti_fail(error, WAFT_ERR_ARGUMENT,
                           "%s: added mass by bem and sources is for closed meshes", def->name);
    default:
        return WAFT_OK;
    }
}

waft_result wafti_hull_check(const waft_hull_def* def, waft_error* out_error) {
    if (def->name == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "hull: the name is NULL");
    }
    waft_result result = wafti_shape_check(def, out_error);
    if (result == WAFT_OK) {
        result = wafti_rows_check_item(
            wafti_hull_rows, WAFTI_HULL_PARTS, WAFTI_OWNER_HULL, def, def->name, out_error);
    }
    result = result == WAFT_OK ? check_mass(def, out_error) : result;
    result = result == WAFT_OK ? check_plates(def, out_error) : result;
    result = result == WAFT_OK ? check_method(def, out_error) : result;
    result = result == WAFT_OK ? check_turbulence(def, out_error) : result;
    if (result == WAFT_OK && (def->shape == WAFT_HULL_MESH) != (def->mesh != NULL)) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "%s: %s", def->name,
            def->mesh == NULL ? "the shape is mesh, but there is none"
                              : "a mesh is given, but the shape is not mesh");
    }
    if (result == WAFT_OK && def->shell > 0.0 && def->shape != WAFT_HULL_MESH) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "%s: only meshes have a shell", def->name);
    }
    return result;
}
