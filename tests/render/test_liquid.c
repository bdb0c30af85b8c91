// SPDX-License-Identifier: MIT
#include "draw_fixture.h"
#include "shapes_fixture.h"

#include <math.h>

static wafti_render_shape ball;
static wafti_render_shape plate;
static const waft_pose behind = {{0.0f, 0.0f, -1.5f}, {0.0f, 0.0f, 0.0f, 1.0f}};

static waft_draw_liquid liquid_of(const wafti_render_shape* shape) {
    return (waft_draw_liquid){.positions = shape->positions,
        .normals = shape->normals,
        .indices = shape->indices,
        .point_count = shape->point_count,
        .index_count = shape->index_count};
}

// A ball of water, half of it before a red plate.
static waft_drawing scene(const waft_draw_liquid* liquid, waft_draw_mesh* mesh) {
    waft_drawing drawing = fixture_drawing(120, 120);
    *mesh = wafti_render_shape_mesh(&plate);
    mesh->material = (waft_material){
        .kind = WAFT_MATERIAL_SOLID, .color = {0.7f, 0.02f, 0.02f}, .roughness = 0.9f};
    mesh->poses = &behind;
    mesh->instance_count = 1;
    drawing.look.water_clarity = 50.0f; // else so much water lets no red pass
    drawing.liquid = liquid;
    drawing.meshes = mesh;
    drawing.mesh_count = 1;
    return drawing;
}

static void test_ball_is_clear(waft_renderer* renderer) {
    const waft_draw_liquid liquid = liquid_of(&ball);
    waft_draw_mesh mesh;
    waft_drawing drawing = scene(&liquid, &mesh);
    waft_picture picture = fixture_draw(renderer, &drawing);
    // Outside of the ball the paper; inside something else, and the plate's red through it.
    const uint8_t* middle = fixture_pixel(&picture, 60, 60);
    CHECK(middle[0] > middle[1] + 15 && middle[0] > middle[2] + 15);
    const double paper = fixture_grey(&picture, 2, 60);
    CHECK(fixture_ink(&picture, 30, 30, 90, 90) > 100.0);
    drawing.mesh_count = 0;
    picture = fixture_draw(renderer, &drawing);
    CHECK(fabs(fixture_grey(&picture, 60, 60) - paper) > 3.0);
    CHECK_NEAR(fixture_grey(&picture, 2, 60), paper, 1.0);
    CHECK_NEAR(fixture_grey(&picture, 60, 4), fixture_grey(&picture, 4, 4), 1.0);
}

// The more liquid there is on the way, the less comes through.
static void test_depth_darkens(waft_renderer* renderer) {
    const waft_draw_liquid liquid = liquid_of(&ball);
    waft_draw_mesh mesh;
    waft_drawing drawing = scene(&liquid, &mesh);
    drawing.mesh_count = 0;
    drawing.look.water_clarity = 100.0f;
    waft_picture picture = fixture_draw(renderer, &drawing);
    const double clear = fixture_grey(&picture, 60, 60);
    drawing.look.water_clarity = 0.3f;
    picture = fixture_draw(renderer, &drawing);
    CHECK(fixture_grey(&picture, 60, 60) < clear - 10.0);
}

static void test_solids_hide_it(waft_renderer* renderer) {
    const waft_draw_liquid liquid = liquid_of(&ball);
    waft_draw_mesh mesh;
    waft_drawing drawing = scene(&liquid, &mesh);
    const waft_pose before = {{0.0f, 0.0f, 1.5f}, {0.0f, 0.0f, 0.0f, 1.0f}};
    mesh.poses = &before;
    waft_picture picture = fixture_draw(renderer, &drawing);
    const double with = fixture_grey(&picture, 60, 60);
    drawing.liquid = NULL;
    picture = fixture_draw(renderer, &drawing);
    CHECK_NEAR(fixture_grey(&picture, 60, 60), with, 1.5);
}

static void test_odd_liquids(waft_renderer* renderer) {
    waft_draw_liquid liquid = liquid_of(&ball);
    waft_draw_mesh mesh;
    waft_drawing drawing = scene(&liquid, &mesh);
    liquid.index_count -= 1;
    fixture_refused(renderer, &drawing, "triples");
    liquid = liquid_of(&ball);
    liquid.normals = NULL;
    fixture_refused(renderer, &drawing, "lacks an array");
    liquid = liquid_of(&ball);
    liquid.point_count = 3;
    fixture_refused(renderer, &drawing, "liquid.indices[");
    liquid = (waft_draw_liquid){0};
    (void)fixture_draw(renderer, &drawing); // nothing is drawn, and nothing wrong with it
}

static void in_both(void) {
    static fixture_test* const tests[] = {
        test_ball_is_clear, test_depth_darkens, test_solids_hide_it, test_odd_liquids};
    fixture_run_in_both(tests, sizeof tests / sizeof tests[0]);
}

static void graphics_agree(void) {
    const waft_draw_liquid liquid = liquid_of(&ball);
    waft_draw_mesh mesh;
    const waft_drawing drawing = scene(&liquid, &mesh);
    fixture_check_agreement(&drawing);
}

int main(int argc, char** argv) {
    static const test_case cases[] = {
        {"in_both", in_both},
        {"graphics_agree", graphics_agree},
    };
    if (wafti_render_shape_sphere(NULL, 1.0f, 24, &ball, NULL) != WAFT_OK ||
        wafti_render_shape_box(NULL, (waft_vec3){3.0f, 1.0f, 0.2f}, &plate, NULL) != WAFT_OK) {
        return 1;
    }
    const int failed = test_main(argc, argv, cases, sizeof(cases) / sizeof(cases[0]));
    wafti_render_shape_free(NULL, &ball);
    wafti_render_shape_free(NULL, &plate);
    return failed;
}
