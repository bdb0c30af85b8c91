// SPDX-License-Identifier: MIT
// A stranger's picture: a red sheet under the sky, with nothing of waft's own simulations.
#include <stdio.h>

#include <waft/render.h>

static int draw(waft_renderer* renderer) {
    const float corners[] = {
        -0.5f, 0.0f, 0.0f, 0.5f, 0.0f, 0.0f, 0.5f, 1.0f, 0.0f, -0.5f, 1.0f, 0.0f};
    const uint32_t triangles[] = {0, 1, 2, 0, 2, 3};
    const waft_pose pose = {.rotation = {0.0f, 0.0f, 0.0f, 1.0f}};
    const waft_draw_mesh sheet = {.positions = corners,
        .indices = triangles,
        .point_count = 4,
        .index_count = 6,
        .material = {.kind = WAFT_MATERIAL_THIN, .color = {0.8f, 0.1f, 0.05f}, .roughness = 0.8f},
        .poses = &pose,
        .instance_count = 1};
    waft_drawing drawing = waft_drawing_default();
    drawing.look.size[0] = 64;
    drawing.look.size[1] = 36;
    drawing.bounds = (waft_bounds){{-0.5f, 0.0f, -0.5f}, {0.5f, 1.0f, 0.5f}};
    const waft_camera_def camera = waft_camera_def_default();
    drawing.camera = waft_camera_resolve(&camera, &drawing.bounds, 64.0f / 36.0f);
    drawing.meshes = &sheet;
    drawing.mesh_count = 1;
    waft_picture picture;
    waft_error error;
    if (waft_renderer_draw(renderer, &drawing, &picture, &error) != WAFT_OK) {
        (void)fprintf(stderr, "%s\n", error.sentence);
        return 1;
    }
    const unsigned char* middle = picture.pixels + 18 * picture.row_size + (size_t)(4 * 32);
    (void)printf("waft %s: the middle of the picture is %d %d %d\n", waft_version(), middle[0],
        middle[1], middle[2]);
    return 0;
}

int main(void) {
    waft_error error;
    waft_renderer* renderer = NULL;
    const waft_renderer_def def = waft_renderer_def_default();
    if (waft_renderer_create(&def, &renderer, &error) != WAFT_OK) {
        (void)fprintf(stderr, "%s\n", error.sentence);
        return 1;
    }
    const int code = draw(renderer);
    waft_renderer_destroy(renderer);
    return code;
}
