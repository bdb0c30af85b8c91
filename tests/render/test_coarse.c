// SPDX-License-Identifier: MIT
#include "render/coarse.h"

#include "hooks.h"
#include "shapes_fixture.h"

static wafti_render_room room;

static wafti_surface surface_of(const wafti_render_shape* shape) {
    return (wafti_surface){.positions = shape->positions,
        .normals = shape->normals,
        .indices = shape->indices,
        .point_count = shape->point_count,
        .index_count = shape->index_count};
}

static waft_vec3 point(const float* xyz, size_t index) {
    return (waft_vec3){xyz[3 * index], xyz[3 * index + 1], xyz[3 * index + 2]};
}

// Fewer triangles, none without area, and about as much of the ball is left.
static void a_ball_gets_coarser(void) {
    enum { RINGS = 32 };
    wafti_render_shape ball;
    CHECK(wafti_render_shape_sphere(NULL, 1.0f, RINGS, &ball, NULL) == WAFT_OK);
    const wafti_surface surface = surface_of(&ball);
    wafti_coarse_store store = {0};
    static uint32_t indices[12 * RINGS * RINGS];
    long before = (long)ball.index_count;
    for (int cubes = 16; cubes >= 4; cubes /= 2) {
        const long count =
            wafti_coarse_indices(&store, &surface, 2.0f / (float)cubes, &room, indices);
        CHECK(count > 0 && count % 3 == 0);
        CHECK(count < (2 * before) / 3);
        before = count;
        double volume = 0.0;
        for (long i = 0; i + 2 < count; i += 3) {
            const waft_vec3 a = point(surface.positions, indices[i]);
            const waft_vec3 b = point(surface.positions, indices[i + 1]);
            const waft_vec3 c = point(surface.positions, indices[i + 2]);
            volume += (double)waft_vec3_dot(a, waft_vec3_cross(b, c)) / 6.0;
            CHECK(indices[i] != indices[i + 1] && indices[i + 1] != indices[i + 2]);
        }
        CHECK_NEAR(volume, 4.19, cubes == 4 ? 1.6 : 0.8);
    }
    wafti_render_room_free(&room);
    wafti_render_shape_free(NULL, &ball);
}

static void small_cubes_change_nothing(void) {
    wafti_render_shape leaf;
    CHECK(wafti_render_shape_leaf(NULL, 1.0f, 0.5f, 0.1f, &leaf, NULL) == WAFT_OK);
    const wafti_surface surface = surface_of(&leaf);
    wafti_coarse_store store = {0};
    uint32_t indices[200];
    CHECK(
        wafti_coarse_indices(&store, &surface, 1e-3f, &room, indices) == (long)surface.index_count);
    for (size_t i = 0; i < surface.index_count; ++i) {
        const waft_vec3 a = point(surface.positions, surface.indices[i]);
        const waft_vec3 b = point(surface.positions, indices[i]);
        CHECK_NEAR(waft_vec3_length(waft_vec3_sub(a, b)), 0.0, 2e-3);
    }
    CHECK(wafti_coarse_indices(&store, &surface, 10.0f, &room, indices) == 0);
    wafti_render_room_free(&room);
    wafti_render_shape_free(NULL, &leaf);
}

// A point on the edge of a box stands there three times; the right one must be taken.
static void sharp_edges_keep_their_normals(void) {
    wafti_render_shape box;
    CHECK(wafti_render_shape_box(NULL, (waft_vec3){1.0f, 1.0f, 1.0f}, &box, NULL) == WAFT_OK);
    const wafti_surface surface = surface_of(&box);
    wafti_coarse_store store = {0};
    uint32_t indices[36];
    CHECK(wafti_coarse_indices(&store, &surface, 0.3f, &room, indices) == 36);
    CHECK(memcmp(indices, surface.indices, sizeof indices) == 0);
    wafti_render_room_free(&room);
    wafti_render_shape_free(NULL, &box);
}

static void memory_may_run_out(void) {
    wafti_render_shape box;
    CHECK(wafti_render_shape_box(NULL, (waft_vec3){1.0f, 1.0f, 1.0f}, &box, NULL) == WAFT_OK);
    const wafti_surface surface = surface_of(&box);
    uint32_t indices[36];
    for (long fail_at = 1; fail_at <= 3; ++fail_at) {
        counting c = {.fail_at = fail_at};
        wafti_render_room own = {.allocator = counting_hook(&c)};
        wafti_coarse_store store = {0};
        const long count = wafti_coarse_indices(&store, &surface, 0.3f, &own, indices);
        CHECK(count == (fail_at <= 2 ? -1 : 36));
        wafti_render_room_free(&own);
        CHECK(c.live == 0);
    }
    wafti_render_shape_free(NULL, &box);
}

static const test_case cases[] = {
    {"a ball gets coarser", a_ball_gets_coarser},
    {"small cubes change nothing", small_cubes_change_nothing},
    {"sharp edges keep their normals", sharp_edges_keep_their_normals},
    {"memory may run out", memory_may_run_out},
};

TEST_MAIN(cases)
