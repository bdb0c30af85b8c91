// SPDX-License-Identifier: MIT
#include "render/bench.h"

#include <waft/surface.h>

#include <math.h>

#include "render/mesh.h"
#include "render/spill.h"

enum { EDGE = 24, COUNT = EDGE * EDGE * EDGE };

static const float spacing = 1.0f / (float)EDGE; // m

// A block that sags and throws a crest; the highest layer flies as drops.
static void fill(float* x, float* y, float* z, float time) {
    for (int n = 0; n < COUNT; ++n) {
        const int place[3] = {n % EDGE, n / EDGE % EDGE, n / (EDGE * EDGE)};
        const float a = ((float)place[0] + 0.5f) * spacing;
        const float b = ((float)place[1] + 0.5f) * spacing;
        const float c = ((float)place[2] + 0.5f) * spacing;
        const float crest = 0.35f * expf(-8.0f * (a - 0.7f) * (a - 0.7f));
        x[n] = a * (1.6f - 0.6f * b);
        y[n] = b * (0.55f + crest * (1.0f + 0.4f * sinf(9.0f * c + 2.0f * time)));
        y[n] += place[1] == EDGE - 1 && n % 7 == 0 ? 0.12f + 0.1f * sinf((float)n) : 0.0f;
        z[n] = c;
    }
}

static waft_result draw_mesh(wafti_bench_clock* clock, const waft_surface* surface,
    const waft_mesh* box, waft_error* out_error) {
    const waft_draw_liquid liquid = wafti_spill_drawn(surface);
    const waft_pose pose = {.position = {1.2f, 0.2f, 0.5f}, .rotation = {0.0f, 0.0f, 0.0f, 1.0f}};
    waft_draw_mesh solid = wafti_mesh_drawn(box);
    solid.material = (waft_material){
        .kind = WAFT_MATERIAL_SOLID, .color = {0.5f, 0.2f, 0.1f}, .roughness = 0.6f};
    solid.poses = &pose;
    solid.instance_count = 1;
    waft_drawing drawing =
        wafti_bench_drawing((waft_bounds){{0.0f, 0.0f, 0.0f}, {1.8f, 1.0f, 1.0f}},
            (waft_camera){.eye = {2.4f, 1.5f, 3.2f}, .target = {0.85f, 0.3f, 0.5f}, .fov = 0.55f});
    drawing.liquid = &liquid;
    drawing.meshes = &solid;
    drawing.mesh_count = 1;
    return wafti_bench_draw(clock, &drawing, out_error);
}

static waft_result draw_splash(
    wafti_bench_clock* clock, int frame, float* places, waft_error* out_error) {
    fill(places, places + COUNT, places + 2 * (size_t)COUNT, (float)frame / 30.0f);
    waft_surface_def def = waft_surface_def_default();
    def.threads = 0;
    waft_surface* surface = NULL;
    waft_mesh* box = NULL;
    const waft_surface_particles particles = {.count = COUNT,
        .position = {places, places + COUNT, places + 2 * (size_t)COUNT},
        .spacing = spacing};
    const waft_mesh_shape shape = {.kind = WAFT_MESH_BOX, .size = {0.3f, 0.4f, 0.3f}};
    waft_result result = waft_surface_create(&def, &surface, out_error);
    result = result == WAFT_OK ? waft_surface_update(surface, &particles, out_error) : result;
    result = result == WAFT_OK ? waft_mesh_create_shape(&shape, NULL, &box, out_error) : result;
    result = result == WAFT_OK ? draw_mesh(clock, surface, box, out_error) : result;
    waft_mesh_destroy(box);
    waft_surface_destroy(surface);
    return result;
}

waft_result wafti_render_bench_liquid(wafti_bench_clock* clock, int frame, waft_error* out_error) {
    float* places = wafti_render_allocate(NULL, 3 * (size_t)COUNT, sizeof *places);
    if (places == NULL) {
        return wafti_render_fail(out_error, WAFT_ERR_NO_MEMORY, "no memory for a splash");
    }
    const waft_result result = draw_splash(clock, frame, places, out_error);
    wafti_render_release(NULL, places, 3 * (size_t)COUNT, sizeof *places);
    return result;
}
