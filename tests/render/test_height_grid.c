// SPDX-License-Identifier: MIT
#include "render/height_grid.h"

#include "render/context.h"

#include "water_fixture.h"

static wafti_render_room room;
static const wafti_frame still = {.room = &room};

static fixture_fields fields;

static const waft_bounds domain = {{-2.0f, -1.0f, -2.0f}, {2.0f, 0.0f, 2.0f}};

static bool enter(wafti_context* context) {
    waft_error error = {0};
    if (wafti_context_create(WAFT_GRAPHICS_GL, context, &error) != WAFT_OK) {
        (void)printf("skipped: %s\n", error.sentence);
        return false;
    }
    return CHECK(wafti_context_enter(context));
}

static void leave(wafti_context* context) {
    wafti_context_leave(context);
    wafti_context_destroy(context);
}

static waft_vec3 point(const wafti_height_vertex* v) {
    return (waft_vec3){v->x, v->y, v->z};
}

static waft_vec3 normal_of(const wafti_height_vertex* vertices, const uint32_t* corners) {
    const waft_vec3 a = point(&vertices[corners[0]]);
    const waft_vec3 b = point(&vertices[corners[1]]);
    const waft_vec3 c = point(&vertices[corners[2]]);
    return waft_vec3_cross(waft_vec3_sub(b, a), waft_vec3_sub(c, a));
}

static void fill_flat(wafti_height_grid* grid) {
    wafti_height_vertex* out = grid->vertices.memory;
    for (int r = 0; r < grid->rows; ++r) {
        for (int c = 0; c < grid->columns; ++c) {
            *out++ = (wafti_height_vertex){
                .x = grid->axis[0].place[c], .z = grid->axis[1].place[r], .depth = 1.0f};
        }
    }
}

// Tops face up, sides face away from the middle, and feet stand where the depth says.
static void test_faces_look_outwards(void) {
    wafti_context context = {0};
    if (!enter(&context)) {
        return;
    }
    wafti_height_grid grid = {0};
    const waft_field field = fixture_field(fields.level);
    CHECK(wafti_height_grid_lay(&still, &grid, &field, &domain, 100000));
    CHECK(grid.columns == FIXTURE_CELLS + 2);
    CHECK(grid.rows == FIXTURE_CELLS + 2);
    fill_flat(&grid);
    wafti_height_grid_upload(&grid, 0.0f, 0.0f);
    const wafti_height_vertex* vertices = grid.vertices.memory;
    const uint32_t* indices = grid.indices.memory;
    int wrong = 0;
    for (GLsizei i = 0; i < grid.top_count; i += 3) {
        wrong += normal_of(vertices, indices + i).y > 0.0f ? 0 : 1;
    }
    for (GLsizei i = grid.top_count; i < grid.top_count + grid.side_count; i += 3) {
        const waft_vec3 normal = normal_of(vertices, indices + i);
        const waft_vec3 at = point(&vertices[indices[i]]);
        wrong += normal.x * at.x + normal.z * at.z > 0.0f ? 0 : 1;
        wrong += at.y == 0.0f || at.y == -1.0f ? 0 : 1;
    }
    CHECK(wrong == 0);
    CHECK(grid.side_count == 12 * (grid.columns + grid.rows - 2));
    wafti_height_grid_free(&grid);
    wafti_render_room_free(&room);
    leave(&context);
}

// Thinned or not, a mesh reaches the edges of its domain and keeps to its number of triangles.
static void test_thinning(void) {
    wafti_context context = {0};
    if (!enter(&context)) {
        return;
    }
    static float data[200 * 70];
    const waft_field field = {.data = data,
        .size = {200, 1, 70},
        .stride = {1, 200, 200},
        .origin = {-1.99f, 0.0f, -1.97f},
        .spacing = {0.02f, 1.0f, 0.0571f}};
    const size_t most[] = {100000, 10000, 1500, 400};
    wafti_height_grid grid = {0};
    for (int i = 0; i < 4; ++i) {
        CHECK(wafti_height_grid_lay(&still, &grid, &field, &domain, most[i]));
        CHECK((size_t)grid.top_count / 3 <= most[i]);
        CHECK((size_t)grid.top_count / 3 >= most[i] / 4 || grid.columns == 202);
        for (int a = 0; a < 2; ++a) {
            const wafti_height_axis* axis = &grid.axis[a];
            const int side = a == 0 ? 0 : 2; // along x and z
            CHECK(axis->place[0] == -2.0f);
            CHECK(axis->place[axis->count - 1] == 2.0f);
            int bad = 0;
            for (int j = 1; j < axis->count; ++j) {
                bad += axis->place[j] >= axis->place[j - 1] ? 0 : 1;
                bad += axis->source[j] >= axis->source[j - 1] ? 0 : 1;
                bad += axis->source[j] < field.size[side] ? 0 : 1;
            }
            CHECK(bad == 0);
        }
    }
    wafti_height_grid_free(&grid);
    wafti_render_room_free(&room);
    leave(&context);
}

static void test_packing(void) {
    CHECK(wafti_height_pack(0.0f) == 0);
    CHECK(wafti_height_pack(1.0f) == 32767);
    CHECK(wafti_height_pack(-2.0f) == -32767);
    CHECK(wafti_height_pack(NAN) == -32767);
    const int small[2] = {16, 16};
    const int large[2] = {8192, 8192};
    CHECK(wafti_height_grid_worth(small, 1) == 4000);
    CHECK(wafti_height_grid_worth(large, 2) == 400000);
}

static void test_field_check(void) {
    waft_error error = {0};
    const wafti_frame frame = {.error = &error};
    waft_field field = fixture_field(fields.level);
    CHECK(wafti_height_field_check(&frame, &field, NULL, "level"));
    field.data = NULL;
    CHECK(!wafti_height_field_check(&frame, &field, NULL, "level"));
    CHECK(error.result == WAFT_ERR_ARGUMENT);
    const waft_field like = fixture_field(fields.level);
    CHECK(wafti_height_field_check(&frame, &field, &like, "bed"));
    field = like;
    field.size[2] = 100000;
    error = (waft_error){0};
    CHECK(!wafti_height_field_check(&frame, &field, NULL, "level"));
    CHECK(error.result == WAFT_ERR_ARGUMENT);
    CHECK(strstr(error.sentence, "level") != NULL);
}

// A plane has one normal, edges included; a lone sample is level.
static void test_normal(void) {
    for (int k = 0; k < FIXTURE_CELLS; ++k) {
        for (int i = 0; i < FIXTURE_CELLS; ++i) {
            fields.bed[k * FIXTURE_CELLS + i] = 0.125f * (0.5f * (float)i - 0.25f * (float)k);
        }
    }
    waft_field field = fixture_field(fields.bed);
    const double up = 1.0 / sqrt(1.0 + 0.25 + 0.0625);
    const int at[] = {0, 5, FIXTURE_CELLS - 1};
    for (int i = 0; i < 3; ++i) {
        const waft_vec2 normal = wafti_height_normal(&field, at[i], at[2 - i]);
        CHECK_NEAR(normal.x, -0.5 * up, 1e-5);
        CHECK_NEAR(normal.y, 0.25 * up, 1e-5);
    }
    field.size[2] = 1;
    CHECK(wafti_height_normal(&field, 3, 0).y == 0.0f);
}

static const test_case cases[] = {
    {"faces look outwards", test_faces_look_outwards},
    {"thinning", test_thinning},
    {"packing", test_packing},
    {"field check", test_field_check},
    {"normal", test_normal},
};

TEST_MAIN(cases)
