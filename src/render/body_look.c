// SPDX-License-Identifier: MIT
#include "render/body_look.h"

#include "render/direction.h"
#include "render/markers.h"

// kg/m3 from which a plate is taken for a coin.
static const double metal_density = 2500.0;

static bool is_metal(const waft_hull_info* hull) {
    return hull->density >= metal_density;
}

waft_material wafti_body_material(const waft_hull_info* hull, bool closed) {
    const waft_vec3 white = {1.0f, 1.0f, 1.0f};
    if (closed && is_metal(hull)) {
        return (waft_material){.kind = WAFT_MATERIAL_METAL, .color = white, .roughness = 0.3f};
    }
    if (!closed || hull->plate) {
        // Paper lets more light through than a leaf, but both glow against the sun.
        return (waft_material){
            .kind = WAFT_MATERIAL_THIN, .color = white, .roughness = 0.55f, .transmission = 0.5f};
    }
    return (waft_material){.kind = WAFT_MATERIAL_SOLID, .color = white, .roughness = 0.5f};
}

static waft_vec3 leaf_color(uint32_t number) {
    static const waft_vec3 autumn[] = {{0.62f, 0.22f, 0.02f}, {0.46f, 0.05f, 0.02f},
        {0.70f, 0.43f, 0.04f}, {0.27f, 0.25f, 0.04f}, {0.35f, 0.14f, 0.04f}};
    enum { COUNT = sizeof autumn / sizeof autumn[0] };
    const size_t kind = (size_t)(wafti_random(number, 1) * (float)COUNT) % COUNT;
    return waft_vec3_scale(autumn[kind], 0.75f + 0.5f * wafti_random(number, 2));
}

static waft_vec3 paper_color(uint32_t number) {
    const waft_vec3 paper = {0.83f, 0.80f, 0.73f};
    return waft_vec3_scale(paper, 0.93f + 0.07f * wafti_random(number, 1));
}

static waft_vec3 metal_color(uint32_t number) {
    static const waft_vec3 metals[] = {
        {0.83f, 0.60f, 0.28f}, {0.80f, 0.78f, 0.74f}, {0.80f, 0.42f, 0.26f}};
    return metals[number % (sizeof metals / sizeof metals[0])];
}

waft_vec3 wafti_body_color(const waft_hull_info* hull, uint32_t number) {
    const waft_vec3 wood = {0.40f, 0.24f, 0.10f};
    if (is_metal(hull)) {
        return metal_color(number);
    }
    switch (hull->shape) {
    case WAFT_HULL_ELLIPTIC_PLATE:
    case WAFT_HULL_MAPLE_LEAF:
        return leaf_color(number);
    case WAFT_HULL_CARD:
    case WAFT_HULL_DART:
    case WAFT_HULL_STRIP:
    case WAFT_HULL_FEATHER:
        return paper_color(number);
    case WAFT_HULL_MAPLE_SEED:
        return waft_vec3_scale(wood, 0.8f + 0.4f * wafti_random(number, 1));
    case WAFT_HULL_MESH:
        return hull->plate ? leaf_color(number) : wafti_tracer_color(number - 1);
    default:
        return wafti_tracer_color(number - 1);
    }
}

waft_vec3 wafti_body_faded(waft_vec3 color, float age) {
    const waft_vec3 pale = {0.72f, 0.75f, 0.78f};
    const float share = 0.1f + 0.5f * age;
    return wafti_mix(color, pale, share);
}
