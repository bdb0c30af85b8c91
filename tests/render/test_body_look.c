// SPDX-License-Identifier: MIT
#include "render/body_look.h"

#include "test.h"

static float distance(waft_vec3 a, waft_vec3 b) {
    return waft_vec3_length(waft_vec3_sub(a, b));
}

static void materials(void) {
    const waft_hull_info leaf = {
        .shape = WAFT_HULL_ELLIPTIC_PLATE, .density = 350.0, .plate = true};
    const waft_hull_info coin = {.shape = WAFT_HULL_DISC, .density = 8800.0, .plate = true};
    const waft_hull_info ball = {.shape = WAFT_HULL_SPHERE, .density = 80.0};
    CHECK(wafti_body_material(&leaf, true).kind == WAFT_MATERIAL_THIN);
    CHECK(wafti_body_material(&coin, true).kind == WAFT_MATERIAL_METAL);
    CHECK(wafti_body_material(&ball, true).kind == WAFT_MATERIAL_SOLID);
    // An open mesh is seen from both sides, whatever it is made of.
    CHECK(wafti_body_material(&coin, false).kind == WAFT_MATERIAL_THIN);
    CHECK(wafti_body_material(&ball, false).kind == WAFT_MATERIAL_THIN);
}

static void leaves_differ_paper_hardly_does(void) {
    const waft_hull_info leaf = {.shape = WAFT_HULL_MAPLE_LEAF, .plate = true};
    const waft_hull_info card = {.shape = WAFT_HULL_CARD, .plate = true};
    float leaves = 0.0f;
    float cards = 0.0f;
    for (uint32_t i = 1; i < 40; ++i) {
        leaves =
            fmaxf(leaves, distance(wafti_body_color(&leaf, i), wafti_body_color(&leaf, i + 1)));
        cards = fmaxf(cards, distance(wafti_body_color(&card, i), wafti_body_color(&card, i + 1)));
        CHECK(distance(wafti_body_color(&leaf, i), wafti_body_color(&leaf, i)) == 0.0f);
    }
    CHECK(leaves > 0.3f);
    CHECK(cards < 0.12f);
}

static void colors_are_colors(void) {
    for (int shape = 0; shape < WAFT_HULL_SHAPE_COUNT; ++shape) {
        for (uint32_t i = 1; i < 20; ++i) {
            const waft_hull_info hull = {.shape = (waft_hull_shape)shape,
                .density = i % 2 == 0 ? 900.0 : 8000.0,
                .plate = i % 3 == 0};
            const waft_vec3 color = wafti_body_color(&hull, i);
            CHECK(color.x >= 0.0f && color.y >= 0.0f && color.z >= 0.0f);
            CHECK(color.x <= 1.0f && color.y <= 1.0f && color.z <= 1.0f);
        }
    }
}

static void old_poses_are_pale(void) {
    const waft_vec3 red = {0.6f, 0.1f, 0.0f};
    const waft_vec3 young = wafti_body_faded(red, 0.0f);
    const waft_vec3 old = wafti_body_faded(red, 1.0f);
    CHECK(distance(red, young) > 0.0f);
    CHECK(distance(red, young) < distance(red, old));
    CHECK(old.z > 0.3f && old.x < 0.8f);
}

static const test_case cases[] = {
    {"materials", materials},
    {"leaves_differ_paper_hardly_does", leaves_differ_paper_hardly_does},
    {"colors_are_colors", colors_are_colors},
    {"old_poses_are_pale", old_poses_are_pale},
};

TEST_MAIN(cases)
