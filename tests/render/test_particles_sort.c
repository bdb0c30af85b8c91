// SPDX-License-Identifier: MIT
#include "draw_fixture.h"
#include "render/particles.h"

static wafti_render_room room;

/// A sort of one group, without any OpenGL.
typedef struct sorted {
    waft_drawing drawing;
    wafti_frame frame;
    wafti_particle_sort sort;
} sorted;

static void begin(sorted* s, const waft_draw_particles* group) {
    *s = (sorted){.drawing = fixture_drawing(64, 64)};
    s->drawing.particles = group;
    s->drawing.particles_count = 1;
    s->frame.room = &room;
}

static waft_result run(sorted* s, waft_error* out_error) {
    waft_error error = {0};
    s->frame.error = out_error != NULL ? out_error : &error;
    wafti_frame_setup(&s->frame, &s->drawing);
    return wafti_particles_sort(&s->frame, &s->sort) ? WAFT_OK : s->frame.error->result;
}

static void end(sorted* s) {
    wafti_render_room_free(s->frame.room);
}

static size_t count_of(const sorted* s, int layer, int shape) {
    const int list = layer * WAFTI_PARTICLE_SHAPES + shape;
    return s->sort.first[list + 1] - s->sort.first[list];
}

static size_t drawn_of(const sorted* s) {
    const int casts = WAFTI_PARTICLE_CASTS * WAFTI_PARTICLE_SHAPES;
    return s->sort.first[casts];
}

// 16 pixels a metre: a radius of 0.03 m is half a pixel.
static void test_shapes_by_size(void) {
    const float zeros[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    const float radii[4] = {0.025f, 0.04f, 0.6f, 0.7f};
    const waft_draw_particles group = {
        .x = zeros, .y = zeros, .z = zeros, .radii = radii, .opacity = 1.0f, .count = 4};
    sorted s;
    begin(&s, &group);
    CHECK(run(&s, NULL) == WAFT_OK);
    CHECK(count_of(&s, WAFTI_PARTICLE_OVER, WAFTI_PARTICLE_DOT) == 1);
    CHECK(count_of(&s, WAFTI_PARTICLE_SOLID, WAFTI_PARTICLE_SMALL) == 2);
    CHECK(count_of(&s, WAFTI_PARTICLE_SOLID, WAFTI_PARTICLE_LARGE) == 1);
    CHECK(drawn_of(&s) == 4);
    // A dot is as opaque as the share of its pixel that it covers.
    const wafti_particle* all = s.sort.particles.memory;
    if (!CHECK(all != NULL)) {
        end(&s);
        return;
    }
    const int dots = WAFTI_PARTICLE_OVER * WAFTI_PARTICLE_SHAPES + WAFTI_PARTICLE_DOT;
    const double opacity = pow(all[s.sort.first[dots]].color[3] / 255.0, 2.0);
    CHECK_NEAR(opacity, 3.14159265 * 0.4 * 0.4, 0.01);
    end(&s);
}

static void test_out_of_sight(void) {
    const float x[] = {0.0f, 2.3f, -2.65f, -9.0f};
    const float zeros[] = {0.0f, 0.0f, 0.0f, 0.0f};
    const waft_draw_particles group = {
        .x = x, .y = zeros, .z = zeros, .radius = 0.4f, .opacity = 1.0f, .count = 4};
    sorted s;
    begin(&s, &group);
    CHECK(run(&s, NULL) == WAFT_OK);
    CHECK(drawn_of(&s) == 2); // the second reaches in
    // All but the last throw shadows: that of a ball out of sight may be in sight.
    CHECK(s.sort.first[WAFTI_PARTICLE_LISTS] - drawn_of(&s) == 3);
    s.drawing.look.shadows = false;
    CHECK(run(&s, NULL) == WAFT_OK);
    CHECK(s.sort.first[WAFTI_PARTICLE_LISTS] == drawn_of(&s));
    s.drawing.camera.orthographic = false;
    s.drawing.camera.fov = 1.0f;
    s.drawing.camera.eye.z = -10.0f;
    s.drawing.camera.target.z = -20.0f; // all are behind
    CHECK(run(&s, NULL) == WAFT_OK);
    CHECK(drawn_of(&s) == 0);
    end(&s);
}

// OpenGL drops points whose middle is outside: what still reaches in is a quad.
static void test_small_at_the_edge(void) {
    const float edge = 2.0f; // of the picture
    const float radius = 0.2f;
    const float x[] = {edge - 0.01f, edge + 0.01f, 0.0f, edge + 0.5f};
    const float y[] = {0.0f, 0.0f, -edge - 0.1f, 0.0f};
    const float zeros[] = {0.0f, 0.0f, 0.0f, 0.0f};
    waft_draw_particles group = {
        .x = x, .y = y, .z = zeros, .radius = radius, .opacity = 1.0f, .count = 4};
    sorted s;
    begin(&s, &group);
    CHECK(run(&s, NULL) == WAFT_OK);
    CHECK(count_of(&s, WAFTI_PARTICLE_SOLID, WAFTI_PARTICLE_SMALL) == 1);
    CHECK(count_of(&s, WAFTI_PARTICLE_SOLID, WAFTI_PARTICLE_LARGE) == 2);
    // Along the map's first axis: inside, reaching in, and too far.
    const float* m = s.frame.block.light_projection.m;
    const float scale = sqrtf(m[0] * m[0] + m[4] * m[4] + m[8] * m[8]);
    const float half = 0.5f / scale;
    const float ways[] = {half - 0.01f, half + 0.01f, half + 0.03f};
    float places[3][3];
    for (int i = 0; i < 3; ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            places[axis][i] = ways[i] * m[4 * (ptrdiff_t)axis] / scale;
        }
    }
    group = (waft_draw_particles){.x = places[0],
        .y = places[1],
        .z = places[2],
        .radius = 0.02f,
        .opacity = 1.0f,
        .count = 3};
    s.drawing.look.samples = 4; // and a closer look, so that they are no dots
    s.drawing.camera.height = 0.5f;
    CHECK(run(&s, NULL) == WAFT_OK);
    CHECK(count_of(&s, WAFTI_PARTICLE_CASTS, WAFTI_PARTICLE_SMALL) == 1);
    CHECK(count_of(&s, WAFTI_PARTICLE_CASTS, WAFTI_PARTICLE_LARGE) == 1);
    end(&s);
}

static void test_water_divides_what_is_blended(void) {
    const float levels[] = {0.0f, 0.0f, 0.0f, 0.0f};
    const waft_draw_water water = {.level = {.data = levels,
                                       .size = {2, 1, 2},
                                       .stride = {1, 2, 2},
                                       .origin = {-0.5f, 0.0f, -0.5f},
                                       .spacing = {1.0f, 1.0f, 1.0f}}};
    const float x[] = {0.2f, 0.2f, 1.6f}; // the last beside the water
    const float y[] = {-0.5f, 0.5f, -0.5f};
    const float z[] = {0.2f, 0.2f, 0.2f};
    waft_draw_particles group = {
        .x = x, .y = y, .z = z, .radius = 0.2f, .opacity = 0.5f, .count = 3};
    sorted s;
    begin(&s, &group);
    s.drawing.water = &water;
    CHECK(run(&s, NULL) == WAFT_OK);
    CHECK(count_of(&s, WAFTI_PARTICLE_UNDER, WAFTI_PARTICLE_SMALL) == 1);
    CHECK(count_of(&s, WAFTI_PARTICLE_OVER, WAFTI_PARTICLE_SMALL) == 2);
    group.opacity = 1.0f;
    CHECK(run(&s, NULL) == WAFT_OK);
    CHECK(count_of(&s, WAFTI_PARTICLE_SOLID, WAFTI_PARTICLE_SMALL) == 3);
    end(&s);
}

// Water of one cell and of one row: nothing beside it is looked up.
static void test_water_of_one_cell(void) {
    const float levels[] = {0.0f, 0.0f, 0.0f};
    const float x[] = {-0.4f, 0.4f, 1.4f, 0.0f};
    const float y[] = {-0.5f, -0.5f, -0.5f, -0.5f};
    const float z[] = {0.4f, -0.4f, 0.0f, 1.4f};
    const waft_draw_particles group = {
        .x = x, .y = y, .z = z, .radius = 0.2f, .opacity = 0.5f, .count = 4};
    for (int cells = 1; cells <= 3; cells += 2) {
        const waft_draw_water water = {.level = {.data = levels,
                                           .size = {cells, 1, 1},
                                           .stride = {1, cells, cells},
                                           .spacing = {1.0f, 1.0f, 1.0f}}};
        sorted s;
        begin(&s, &group);
        s.drawing.water = &water;
        CHECK(run(&s, NULL) == WAFT_OK);
        CHECK(count_of(&s, WAFTI_PARTICLE_UNDER, WAFTI_PARTICLE_SMALL) == (cells == 1 ? 2 : 3));
        end(&s);
    }
}

static void test_solid_from_near_to_far(void) {
    enum { COUNT = 100 };
    float x[COUNT];
    float z[COUNT];
    for (int i = 0; i < COUNT; ++i) {
        x[i] = 0.0f;
        z[i] = -1.9f + 0.038f * (float)((i * 37) % COUNT);
    }
    const waft_draw_particles group = {
        .x = x, .y = x, .z = z, .radius = 0.1f, .opacity = 1.0f, .count = COUNT};
    sorted s;
    begin(&s, &group);
    CHECK(run(&s, NULL) == WAFT_OK);
    CHECK(count_of(&s, WAFTI_PARTICLE_SOLID, WAFTI_PARTICLE_SMALL) == COUNT);
    const wafti_particle* all = s.sort.particles.memory;
    if (!CHECK(all != NULL)) {
        end(&s);
        return;
    }
    const float bucket = 2.0f * s.frame.radius / 128.0f;
    for (int i = 1; i < COUNT; ++i) {
        CHECK(all[i].z <= all[i - 1].z + bucket * 1.01f);
    }
    CHECK(all[0].z > all[COUNT - 1].z + 3.0f);
    end(&s);
}

// Of dots too faint to blend as many are left as keeps the sum of opacities.
static void test_faint_dots_keep_their_sum(void) {
    enum { COUNT = 20000 };
    static float x[COUNT];
    const waft_draw_particles group = {
        .x = x, .y = x, .z = x, .radius = 0.003f, .opacity = 1.0f, .count = COUNT};
    sorted s;
    begin(&s, &group);
    CHECK(run(&s, NULL) == WAFT_OK);
    const double opacity = 3.14159265 * pow(0.003 * 16.0, 2.0);
    const wafti_particle* all = s.sort.particles.memory;
    if (!CHECK(all != NULL)) {
        end(&s);
        return;
    }
    double sum = 0.0;
    for (size_t i = 0; i < drawn_of(&s); ++i) {
        sum += pow(all[i].color[3] / 255.0, 2.0);
    }
    CHECK(drawn_of(&s) < COUNT / 5);
    CHECK_NEAR(sum / (opacity * COUNT), 1.0, 0.05);
    end(&s);
}

static void* no_memory(void* user, size_t size, size_t alignment) {
    (void)user;
    (void)size;
    (void)alignment;
    return NULL;
}

static void test_out_of_memory(void) {
    const float zero = 0.0f;
    const waft_draw_particles group = {
        .x = &zero, .y = &zero, .z = &zero, .radius = 0.1f, .opacity = 1.0f, .count = 1};
    wafti_render_room none = {.allocator = {.allocate = no_memory}};
    sorted s;
    waft_error error = {0};
    begin(&s, &group);
    s.frame.room = &none;
    CHECK(run(&s, &error) == WAFT_ERR_NO_MEMORY);
    CHECK(strstr(error.sentence, "particles") != NULL);
    CHECK(s.sort.first[WAFTI_PARTICLE_LISTS] == 0);
}

static const test_case cases[] = {
    {"shapes_by_size", test_shapes_by_size},
    {"out_of_sight", test_out_of_sight},
    {"small_at_the_edge", test_small_at_the_edge},
    {"water_divides_what_is_blended", test_water_divides_what_is_blended},
    {"water_of_one_cell", test_water_of_one_cell},
    {"solid_from_near_to_far", test_solid_from_near_to_far},
    {"faint_dots_keep_their_sum", test_faint_dots_keep_their_sum},
    {"out_of_memory", test_out_of_memory},
};

TEST_MAIN(cases)
