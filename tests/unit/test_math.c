// SPDX-License-Identifier: MIT
#include <waft/math.h>

#include "test.h"

static const float pi = 3.14159265f;

static void check_vec(waft_vec3 v, float x, float y, float z, double tolerance) {
    CHECK_NEAR(v.x, x, tolerance);
    CHECK_NEAR(v.y, y, tolerance);
    CHECK_NEAR(v.z, z, tolerance);
}

static void test_vectors(void) {
    const waft_vec3 a = waft_vec3_make(1.0f, 2.0f, 3.0f);
    const waft_vec3 b = waft_vec3_make(-4.0f, 5.0f, 0.5f);
    check_vec(waft_vec3_add(a, b), -3.0f, 7.0f, 3.5f, 0.0);
    check_vec(waft_vec3_sub(a, b), 5.0f, -3.0f, 2.5f, 0.0);
    check_vec(waft_vec3_scale(a, -2.0f), -2.0f, -4.0f, -6.0f, 0.0);
    CHECK(waft_vec3_dot(a, b) == 7.5f);
    check_vec(waft_vec3_cross(a, b), -14.0f, -12.5f, 13.0f, 0.0);
    CHECK_NEAR(waft_vec3_length(b), sqrt(41.25), 1e-6);
}

// Right-handed: x cross y is z, and the cross product is normal to both.
static void test_cross(void) {
    check_vec(waft_vec3_cross(waft_vec3_make(1, 0, 0), waft_vec3_make(0, 1, 0)), 0, 0, 1, 0.0);
    check_vec(waft_vec3_cross(waft_vec3_make(0, 1, 0), waft_vec3_make(0, 0, 1)), 1, 0, 0, 0.0);
    const waft_vec3 a = waft_vec3_make(0.3f, -0.7f, 0.2f);
    const waft_vec3 b = waft_vec3_make(1.1f, 0.4f, -0.9f);
    const waft_vec3 c = waft_vec3_cross(a, b);
    CHECK_NEAR(waft_vec3_dot(a, c), 0.0, 1e-7);
    CHECK_NEAR(waft_vec3_dot(b, c), 0.0, 1e-7);
}

static void test_normalize(void) {
    CHECK_NEAR(waft_vec3_length(waft_vec3_normalize(waft_vec3_make(3, -4, 12))), 1.0, 1e-6);
    check_vec(waft_vec3_normalize(waft_vec3_make(0, 0, 0)), 0, 0, 0, 0.0);
    const waft_quat none = waft_quat_normalize(waft_quat_make(0, 0, 0, 0));
    CHECK(none.x == 0.0f);
    CHECK(none.w == 1.0f);
    const waft_quat q = waft_quat_normalize(waft_quat_make(1, -2, 2, 4));
    CHECK_NEAR(q.x, 0.2, 1e-7);
    CHECK_NEAR(q.y, -0.4, 1e-7);
    CHECK_NEAR(q.z, 0.4, 1e-7);
    CHECK_NEAR(q.w, 0.8, 1e-7);
}

static void test_axis_angle(void) {
    const waft_vec3 y = waft_vec3_make(0, 1, 0);
    const waft_quat quarter = waft_quat_axis_angle(y, 0.5f * pi);
    // About y a quarter turn takes z to x and x to -z.
    check_vec(waft_quat_rotate(quarter, waft_vec3_make(0, 0, 1)), 1, 0, 0, 1e-6);
    check_vec(waft_quat_rotate(quarter, waft_vec3_make(1, 0, 0)), 0, 0, -1, 1e-6);
    check_vec(waft_quat_rotate(quarter, y), 0, 1, 0, 1e-6);
    const waft_quat still = waft_quat_axis_angle(y, 0.0f);
    check_vec(waft_quat_rotate(still, waft_vec3_make(1, 2, 3)), 1, 2, 3, 0.0);
}

// Rodrigues' formula is the independent answer.
static waft_vec3 rodrigues(waft_vec3 axis, float angle, waft_vec3 v) {
    const waft_vec3 across = waft_vec3_scale(waft_vec3_cross(axis, v), sinf(angle));
    const waft_vec3 along = waft_vec3_scale(axis, waft_vec3_dot(axis, v) * (1.0f - cosf(angle)));
    return waft_vec3_add(waft_vec3_add(waft_vec3_scale(v, cosf(angle)), across), along);
}

static void test_rotation(void) {
    const waft_vec3 v = waft_vec3_make(0.7f, -1.3f, 2.1f);
    for (int i = 0; i < 60; ++i) {
        const float t = (float)i;
        const waft_vec3 axis =
            waft_vec3_normalize(waft_vec3_make(sinf(t), cosf(2.0f * t), sinf(3.0f * t + 1.0f)));
        const float angle = 0.37f * t - 9.0f;
        const waft_quat q = waft_quat_axis_angle(axis, angle);
        const waft_vec3 want = rodrigues(axis, angle, v);
        const waft_vec3 turned = waft_quat_rotate(q, v);
        check_vec(turned, want.x, want.y, want.z, 3e-6);
        CHECK_NEAR(waft_vec3_length(turned), waft_vec3_length(v), 2e-6);
        check_vec(waft_quat_rotate(waft_quat_conjugate(q), turned), v.x, v.y, v.z, 3e-6);
        CHECK_NEAR(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w, 1.0, 5e-7);
    }
}

static void test_composition(void) {
    const waft_quat a = waft_quat_axis_angle(waft_vec3_make(1, 0, 0), 0.9f);
    const waft_quat b = waft_quat_axis_angle(waft_vec3_make(0, 0, 1), -1.7f);
    const waft_vec3 v = waft_vec3_make(0.2f, 0.5f, -1.0f);
    const waft_vec3 want = waft_quat_rotate(a, waft_quat_rotate(b, v));
    check_vec(waft_quat_rotate(waft_quat_mul(a, b), v), want.x, want.y, want.z, 1e-6);
    const waft_vec3 other = waft_quat_rotate(waft_quat_mul(b, a), v);
    CHECK(fabsf(other.x - want.x) > 0.1f); // the order matters
    const waft_quat unit = waft_quat_mul(a, waft_quat_conjugate(a));
    CHECK_NEAR(unit.w, 1.0, 1e-6);
    CHECK_NEAR(unit.x, 0.0, 1e-6);
}

static const test_case cases[] = {
    {"vectors", test_vectors},
    {"cross", test_cross},
    {"normalize", test_normalize},
    {"axis_angle", test_axis_angle},
    {"rotation", test_rotation},
    {"composition", test_composition},
};

TEST_MAIN(cases)
