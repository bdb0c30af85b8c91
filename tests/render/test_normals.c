// SPDX-License-Identifier: MIT
#include "render/normals.h"

#include "hooks.h"
#include "shapes_fixture.h"

static wafti_render_room room;
static const wafti_frame still = {.room = &room};

static waft_vec3 point(const float* xyz, size_t index) {
    return (waft_vec3){xyz[3 * index], xyz[3 * index + 1], xyz[3 * index + 2]};
}

static void given_normals_pass_through(void) {
    wafti_render_shape box;
    CHECK(wafti_render_shape_box(NULL, (waft_vec3){1.0f, 1.0f, 1.0f}, &box, NULL) == WAFT_OK);
    const waft_draw_mesh mesh = wafti_render_shape_mesh(&box);
    wafti_normals_store store = {0};
    wafti_surface surface;
    CHECK(wafti_normals_complete(&still, &store, &mesh, &surface));
    CHECK(surface.normals == mesh.normals && surface.positions == mesh.positions);
    CHECK(store.faces.memory == NULL);
    wafti_render_room_free(&room);
    wafti_render_shape_free(NULL, &box);
}

// Eight shared corners become twenty-four points: every edge of a cube is sharp.
static void sharp_edges_stay_sharp(void) {
    static const float corners[] = {
        -1, -1, -1, 1, -1, -1, -1, 1, -1, 1, 1, -1, -1, -1, 1, 1, -1, 1, -1, 1, 1, 1, 1, 1};
    static const uint32_t faces[] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7,
        2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    const waft_draw_mesh mesh = {
        .positions = corners, .indices = faces, .point_count = 8, .index_count = 36};
    wafti_normals_store store = {0};
    wafti_surface surface;
    CHECK(wafti_normals_complete(&still, &store, &mesh, &surface));
    CHECK(surface.point_count == 24);
    for (size_t i = 0; i < surface.index_count; ++i) {
        const waft_vec3 n = point(surface.normals, surface.indices[i]);
        const waft_vec3 p = point(surface.positions, surface.indices[i]);
        CHECK_NEAR(fabsf(n.x) + fabsf(n.y) + fabsf(n.z), 1.0, 1e-5);
        CHECK_NEAR(waft_vec3_dot(n, p), 1.0, 1e-5); // outwards
        CHECK_NEAR(p.x, point(corners, faces[i]).x, 0.0);
    }
    wafti_render_room_free(&room);
}

static void smooth_things_stay_smooth(void) {
    wafti_render_shape ball;
    CHECK(wafti_render_shape_sphere(NULL, 2.0f, 24, &ball, NULL) == WAFT_OK);
    waft_draw_mesh mesh = wafti_render_shape_mesh(&ball);
    mesh.normals = NULL;
    wafti_normals_store store = {0};
    wafti_surface surface;
    CHECK(wafti_normals_complete(&still, &store, &mesh, &surface));
    CHECK(surface.point_count <= mesh.point_count + 96);
    float worst = 1.0f;
    for (size_t i = 0; i < surface.index_count; ++i) {
        const waft_vec3 n = point(surface.normals, surface.indices[i]);
        const waft_vec3 p = point(surface.positions, surface.indices[i]);
        // The seam and the poles lack neighbours, elsewhere the normal is the radius.
        if (fabsf(p.y) < 1.95f && (fabsf(p.z) > 0.3f || p.x < 0.0f)) {
            worst = fminf(worst, 0.5f * waft_vec3_dot(n, p));
        }
    }
    CHECK(worst > 0.99f);
    wafti_render_room_free(&room);
    wafti_render_shape_free(NULL, &ball);
}

// A fan of hundreds of triangles, and triangles without area.
static void odd_meshes_work(void) {
    enum { AROUND = 300 };
    float points[3 * (AROUND + 1)] = {0.0f, 0.2f, 0.0f};
    uint32_t indices[3 * AROUND];
    for (uint32_t i = 0; i < AROUND; ++i) {
        const float angle = 6.2831853f * (float)i / AROUND;
        float* rim = points + (size_t)3 * (i + 1);
        rim[0] = cosf(angle);
        rim[2] = -sinf(angle);
        uint32_t* corners = indices + (size_t)3 * i;
        corners[0] = 0;
        corners[1] = 1 + i;
        corners[2] = i == 7 ? 1 + i : 1 + (i + 1) % AROUND; // one has no area
    }
    const waft_draw_mesh mesh = {.positions = points,
        .indices = indices,
        .point_count = AROUND + 1,
        .index_count = (size_t)3 * AROUND};
    wafti_normals_store store = {0};
    wafti_surface surface;
    CHECK(wafti_normals_complete(&still, &store, &mesh, &surface));
    CHECK_NEAR(point(surface.normals, surface.indices[0]).y, 1.0, 1e-3);
    for (size_t i = 0; i < surface.point_count; ++i) {
        CHECK_NEAR(waft_vec3_length(point(surface.normals, i)), 1.0, 1e-4);
    }
    wafti_render_room_free(&room);
}

static void memory_may_run_out(void) {
    wafti_render_shape ball;
    CHECK(wafti_render_shape_sphere(NULL, 2.0f, 6, &ball, NULL) == WAFT_OK);
    waft_draw_mesh mesh = wafti_render_shape_mesh(&ball);
    mesh.normals = NULL;
    for (long fail_at = 1; fail_at <= 6; ++fail_at) {
        counting c = {.fail_at = fail_at};
        wafti_render_room own = {.allocator = counting_hook(&c)};
        wafti_normals_store store = {0};
        wafti_surface surface;
        waft_error error = {0};
        const wafti_frame frame = {.room = &own, .error = &error};
        CHECK(wafti_normals_complete(&frame, &store, &mesh, &surface) == (fail_at > 5));
        CHECK(error.result == (fail_at <= 5 ? WAFT_ERR_NO_MEMORY : WAFT_OK));
        wafti_render_room_free(&own);
        CHECK(c.live == 0);
    }
    wafti_render_shape_free(NULL, &ball);
}

static const test_case cases[] = {
    {"given normals pass through", given_normals_pass_through},
    {"sharp edges stay sharp", sharp_edges_stay_sharp},
    {"smooth things stay smooth", smooth_things_stay_smooth},
    {"odd meshes work", odd_meshes_work},
    {"memory may run out", memory_may_run_out},
};

TEST_MAIN(cases)
