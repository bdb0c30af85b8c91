// SPDX-License-Identifier: MIT
#include "shapes_fixture.h"

#include "hooks.h"

static waft_vec3 point(const float* xyz, size_t index) {
    return (waft_vec3){xyz[3 * index], xyz[3 * index + 1], xyz[3 * index + 2]};
}

// Finite points, unit normals, indices in range, and normals that agree with the winding.
static void check_shape(const wafti_render_shape* shape) {
    size_t bad = 0;
    for (size_t i = 0; i < shape->point_count; ++i) {
        const waft_vec3 p = point(shape->positions, i);
        const waft_vec3 n = point(shape->normals, i);
        bad += !(isfinite(p.x) && isfinite(p.y) && isfinite(p.z)) ? 1 : 0;
        bad += !(fabsf(waft_vec3_length(n) - 1.0f) < 1e-4f) ? 1 : 0;
    }
    CHECK(bad == 0);
    CHECK(shape->index_count % 3 == 0);
    size_t turned = 0;
    for (size_t i = 0; i < shape->index_count; i += 3) {
        const uint32_t* corner = &shape->indices[i];
        bad += corner[0] >= shape->point_count || corner[1] >= shape->point_count ||
                       corner[2] >= shape->point_count
                   ? 1
                   : 0;
        const waft_vec3 a = point(shape->positions, corner[0]);
        const waft_vec3 face = waft_vec3_cross(waft_vec3_sub(point(shape->positions, corner[1]), a),
            waft_vec3_sub(point(shape->positions, corner[2]), a));
        for (int k = 0; k < 3; ++k) {
            turned += waft_vec3_dot(face, point(shape->normals, corner[k])) < -1e-9f ? 1 : 0;
        }
    }
    CHECK(bad == 0);
    CHECK(turned == 0);
}

static double volume_of(const wafti_render_shape* shape) {
    double sum = 0.0;
    for (size_t i = 0; i < shape->index_count; i += 3) {
        const waft_vec3 a = point(shape->positions, shape->indices[i]);
        const waft_vec3 b = point(shape->positions, shape->indices[i + 1]);
        const waft_vec3 c = point(shape->positions, shape->indices[i + 2]);
        sum += (double)waft_vec3_dot(a, waft_vec3_cross(b, c)) / 6.0;
    }
    return sum;
}

static void leaf_is_a_leaf(void) {
    wafti_render_shape leaf;
    CHECK(wafti_render_shape_leaf(NULL, 0.1f, 0.05f, 0.1f, &leaf, NULL) == WAFT_OK);
    check_shape(&leaf);
    CHECK(leaf.index_count == (size_t)3 * 42);
    float low = 0.0f;
    float high = 0.0f;
    float wide = 0.0f;
    for (size_t i = 0; i < leaf.point_count; ++i) {
        const waft_vec3 p = point(leaf.positions, i);
        low = fminf(low, p.x);
        high = fmaxf(high, p.x);
        wide = fmaxf(wide, fabsf(p.z));
        CHECK(point(leaf.normals, i).y > 0.3f);
    }
    CHECK_NEAR(high, 0.05, 1e-6);
    CHECK_NEAR(low, -0.066, 1e-3); // with the stem
    CHECK_NEAR(wide, 0.025, 0.003);
    wafti_render_shape_free(NULL, &leaf);
    CHECK(leaf.positions == NULL && leaf.index_count == 0);
}

static void sheet_sags(void) {
    wafti_render_shape sheet;
    CHECK(wafti_render_shape_sheet(NULL, 0.3f, 0.2f, 0.1f, &sheet, NULL) == WAFT_OK);
    check_shape(&sheet);
    float low = 1.0f;
    for (size_t i = 0; i < sheet.point_count; ++i) {
        low = fminf(low, point(sheet.positions, i).y);
    }
    CHECK_NEAR(low, -0.03, 1e-6);
    wafti_render_shape_free(NULL, &sheet);
}

static void solids_have_their_volume(void) {
    wafti_render_shape ball;
    CHECK(wafti_render_shape_sphere(NULL, 0.5f, 40, &ball, NULL) == WAFT_OK);
    check_shape(&ball);
    CHECK_NEAR(volume_of(&ball), 4.0 / 3.0 * 3.14159265 * 0.125, 0.003);
    wafti_render_shape_free(NULL, &ball);
    wafti_render_shape box;
    CHECK(wafti_render_shape_box(NULL, (waft_vec3){1.0f, 2.0f, 3.0f}, &box, NULL) == WAFT_OK);
    check_shape(&box);
    CHECK_NEAR(volume_of(&box), 6.0, 1e-5);
    wafti_render_shape_free(NULL, &box);
}

static void memory_may_run_out(void) {
    for (long fail_at = 1; fail_at <= 4; ++fail_at) {
        counting c = {.fail_at = fail_at};
        const waft_allocator hook = counting_hook(&c);
        wafti_render_shape shape;
        waft_error error = {0};
        const waft_result result =
            wafti_render_shape_box(&hook, (waft_vec3){1.0f, 1.0f, 1.0f}, &shape, &error);
        CHECK(result == (fail_at <= 3 ? WAFT_ERR_NO_MEMORY : WAFT_OK));
        wafti_render_shape_free(&hook, &shape);
        CHECK(c.live == 0 && c.bytes == 0);
    }
}

static const test_case cases[] = {
    {"leaf is a leaf", leaf_is_a_leaf},
    {"sheet sags", sheet_sags},
    {"solids have their volume", solids_have_their_volume},
    {"memory may run out", memory_may_run_out},
};

TEST_MAIN(cases)
