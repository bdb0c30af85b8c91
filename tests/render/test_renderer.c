// SPDX-License-Identifier: MIT
#include <waft/render.h>

#include "hooks.h"
#include "picture.h"
#include "render/context.h"
#include "render/target.h"
#include "shapes_fixture.h"

#ifdef __linux__
#include <unistd.h>
#endif

/// A drawing with every material on the floor.
typedef struct still_life {
    wafti_render_shape ball, leaf;
    waft_pose poses[3];
    waft_draw_mesh meshes[3];
    waft_drawing drawing;
} still_life;

static void make_still_life(still_life* out) {
    CHECK(wafti_render_shape_sphere(NULL, 0.4f, 12, &out->ball, NULL) == WAFT_OK);
    CHECK(wafti_render_shape_leaf(NULL, 0.8f, 0.4f, 0.1f, &out->leaf, NULL) == WAFT_OK);
    for (int i = 0; i < 3; ++i) {
        out->poses[i] = (waft_pose){{(float)i - 1.0f, -0.5f, 0.0f}, {0.3f, 0.0f, 0.0f, 1.0f}};
        out->meshes[i] = wafti_render_shape_mesh(i == 1 ? &out->leaf : &out->ball);
        out->meshes[i].material.kind = (waft_material_kind)i;
        out->meshes[i].material.transmission = 0.5f;
        out->meshes[i].poses = &out->poses[i];
        out->meshes[i].instance_count = 1;
    }
    out->drawing = small_drawing();
    out->drawing.meshes = out->meshes;
    out->drawing.mesh_count = 3;
}

static void free_still_life(still_life* life) {
    wafti_render_shape_free(NULL, &life->ball);
    wafti_render_shape_free(NULL, &life->leaf);
}

static void wrong_arguments_are_refused(void) {
    waft_error error = {0};
    waft_renderer* renderer = (waft_renderer*)&error;
    waft_renderer_def def = {0};
    CHECK(waft_renderer_create(&def, &renderer, &error) == WAFT_ERR_ARGUMENT);
    CHECK(renderer == NULL && error.sentence[0] != '\0');
    CHECK(waft_renderer_create(NULL, &renderer, &error) == WAFT_ERR_ARGUMENT);
    def = waft_renderer_def_default();
    CHECK(waft_renderer_create(&def, NULL, &error) == WAFT_ERR_ARGUMENT);
    const waft_drawing drawing = small_drawing();
    waft_picture picture;
    CHECK(waft_renderer_draw(NULL, &drawing, &picture, &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(waft_renderer_name(NULL), "");
    waft_renderer_destroy(NULL);
    if (open_renderer(WAFT_GRAPHICS_GL, NULL, &renderer)) {
        CHECK(waft_renderer_draw(renderer, &drawing, NULL, &error) == WAFT_ERR_ARGUMENT);
        CHECK(waft_renderer_draw(renderer, NULL, &picture, &error) == WAFT_ERR_ARGUMENT);
        waft_renderer_destroy(renderer);
    }
}

static void gl_and_gles_agree(void) {
    still_life life;
    make_still_life(&life);
    waft_renderer* renderer = NULL;
    if (open_renderer(WAFT_GRAPHICS_GL, NULL, &renderer)) {
        waft_picture picture = draw_picture(renderer, &life.drawing);
        CHECK(picture.size[0] == 160 && picture.size[1] == 96 && picture.row_size == 640);
        uint8_t* kept = keep_pixels(&picture);
        waft_renderer_destroy(renderer);
        if (open_renderer(WAFT_GRAPHICS_GLES, NULL, &renderer)) {
            picture = draw_picture(renderer, &life.drawing);
            CHECK_NEAR(mean_difference(kept, &picture), 0.0, 0.2);
            waft_renderer_destroy(renderer);
        }
        free(kept);
    }
    free_still_life(&life);
}

static bool same_bytes(const uint8_t* a, const uint8_t* b, size_t count) {
    return a != NULL && b != NULL && memcmp(a, b, count) == 0;
}

static void pictures_repeat_and_renderers_are_apart(void) {
    still_life life;
    make_still_life(&life);
    waft_renderer* one = NULL;
    waft_renderer* two = NULL;
    if (!open_renderer(WAFT_GRAPHICS_GL, NULL, &one) ||
        !open_renderer(WAFT_GRAPHICS_GL, NULL, &two)) {
        free_still_life(&life);
        return;
    }
    waft_picture first = draw_picture(one, &life.drawing);
    uint8_t* kept = keep_pixels(&first);
    const size_t bytes = (size_t)first.size[1] * first.row_size;
    // Another picture in between, of another size and look, leaves no trace.
    waft_drawing other = life.drawing;
    other.look.size[0] = 64;
    other.look.samples = 1;
    other.look.shadows = false;
    other.look.background = WAFT_BACKGROUND_DARK;
    (void)draw_picture(one, &other);
    (void)draw_picture(two, &other);
    const waft_picture again = draw_picture(one, &life.drawing);
    CHECK(same_bytes(kept, again.pixels, bytes));
    const waft_picture elsewhere = draw_picture(two, &life.drawing);
    CHECK(same_bytes(kept, elsewhere.pixels, bytes));
    CHECK(again.pixels != elsewhere.pixels);
    free(kept);
    waft_renderer_destroy(two);
    waft_renderer_destroy(one);
    free_still_life(&life);
}

static void nothing_is_black_and_little_clipped(void) {
    still_life life;
    make_still_life(&life);
    waft_renderer* renderer = NULL;
    if (open_renderer(WAFT_GRAPHICS_GL, NULL, &renderer)) {
        for (int i = 0; i < 12; ++i) {
            life.drawing.look.background = (waft_background)(i % 3);
            life.drawing.look.samples = 1 + i % 4;
            life.drawing.look.sun_elevation = 0.1f + 0.12f * (float)i;
            const waft_picture picture = draw_picture(renderer, &life.drawing);
            double black = 1.0;
            CHECK(clipped_share(&picture, &black) <= 0.02);
            CHECK(black <= 0.001);
            CHECK(picture.pixels[3] == 255);
        }
        waft_renderer_destroy(renderer);
    }
    free_still_life(&life);
}

static long resident_kilobytes(void) {
#ifdef __linux__
    long size = 0;
    long resident = 0;
    FILE* file = fopen("/proc/self/statm", "r");
    if (file != NULL) {
        if (fscanf(file, "%ld %ld", &size, &resident) != 2) {
            resident = 0;
        }
        (void)fclose(file);
    }
    return resident * (sysconf(_SC_PAGESIZE) / 1024);
#else
    return 0;
#endif
}

static void twenty_lives_leave_nothing(void) {
    still_life life;
    make_still_life(&life);
    life.drawing.look.size[0] = 32;
    life.drawing.look.size[1] = 32;
    life.drawing.look.samples = 1;
    counting c = {0};
    const waft_allocator hook = counting_hook(&c);
    long before = 0;
    for (int i = 0; i < 20; ++i) {
        waft_renderer* renderer = NULL;
        if (!open_renderer(WAFT_GRAPHICS_GL, &hook, &renderer)) {
            break;
        }
        (void)draw_picture(renderer, &life.drawing);
        waft_renderer_destroy(renderer);
        CHECK(c.live == 0 && c.bytes == 0);
        before = i == 9 ? resident_kilobytes() : before;
    }
    // A shadow map alone is 9 MB; the drivers keep compiled shaders in memory.
    CHECK(resident_kilobytes() - before < 30L * 1024);
    free_still_life(&life);
}

static void a_steady_picture_allocates_nothing(void) {
    still_life life;
    make_still_life(&life);
    life.meshes[0].normals = NULL;
    counting c = {0};
    const waft_allocator hook = counting_hook(&c);
    waft_renderer* renderer = NULL;
    if (open_renderer(WAFT_GRAPHICS_GL, &hook, &renderer)) {
        (void)draw_picture(renderer, &life.drawing);
        const long calls = c.calls;
        (void)draw_picture(renderer, &life.drawing);
        CHECK(c.calls == calls);
        waft_renderer_destroy(renderer);
        CHECK(c.live == 0);
    }
    free_still_life(&life);
}

static void memory_may_run_out(void) {
    still_life life;
    make_still_life(&life);
    life.meshes[0].normals = NULL;
    life.drawing.look.size[0] = 16;
    life.drawing.look.size[1] = 16;
    life.drawing.look.samples = 1;
    waft_result result = WAFT_ERR_NO_MEMORY;
    for (long fail_at = 1; fail_at < 60 && result == WAFT_ERR_NO_MEMORY; ++fail_at) {
        counting c = {.fail_at = fail_at};
        waft_renderer_def def = waft_renderer_def_default();
        def.allocator = counting_hook(&c);
        waft_renderer* renderer = NULL;
        waft_picture picture;
        waft_error error = {0};
        result = waft_renderer_create(&def, &renderer, &error);
        if (result == WAFT_OK) {
            result = waft_renderer_draw(renderer, &life.drawing, &picture, &error);
        }
        CHECK(result == WAFT_OK || result == WAFT_ERR_NO_MEMORY || result == WAFT_ERR_MISSING);
        CHECK(result != WAFT_ERR_NO_MEMORY || error.sentence[0] != '\0');
        waft_renderer_destroy(renderer);
        CHECK(c.live == 0 && c.bytes == 0);
    }
    CHECK(result != WAFT_ERR_NO_MEMORY);
    free_still_life(&life);
}

// A host with a context and a framebuffer of its own gets the same picture, rows from below.
static void a_host_is_drawn_for(void) {
    wafti_context host;
    waft_renderer* own = NULL;
    if (!open_renderer(WAFT_GRAPHICS_GL, NULL, &own)) {
        return;
    }
    still_life life;
    make_still_life(&life);
    const int32_t* size = life.drawing.look.size;
    CHECK(waft_renderer_present(own, &life.drawing, NULL) == WAFT_ERR_ARGUMENT);
    const waft_picture wanted = draw_picture(own, &life.drawing);
    waft_error error = {0};
    CHECK(wafti_context_create(WAFT_GRAPHICS_GL, &host, &error) == WAFT_OK);
    CHECK(wafti_context_enter(&host));
    wafti_target screen = {0};
    CHECK(wafti_target_resize(
        &(wafti_frame){.error = &error}, &screen, size[0], size[1], GL_RGBA8, 0));
    wafti_target_bind(&screen);
    waft_renderer_def def = waft_renderer_def_default();
    def.graphics = WAFT_GRAPHICS_CURRENT;
    waft_renderer* renderer = NULL;
    CHECK(waft_renderer_create(&def, &renderer, &error) == WAFT_OK);
    CHECK(waft_renderer_present(renderer, &life.drawing, &error) == WAFT_OK);
    uint8_t* shown = calloc((size_t)size[0] * (size_t)size[1], 4);
    if (CHECK(shown != NULL)) {
        glReadPixels(0, 0, size[0], size[1], GL_RGBA, GL_UNSIGNED_BYTE, shown);
        int worst = 0;
        for (int y = 0; y < size[1]; ++y) {
            const uint8_t* row = wanted.pixels + (size_t)y * wanted.row_size;
            const uint8_t* other = shown + (size_t)(size[1] - 1 - y) * wanted.row_size;
            for (size_t i = 0; i < wanted.row_size; ++i) {
                worst = abs(row[i] - other[i]) > worst ? abs(row[i] - other[i]) : worst;
            }
        }
        CHECK(worst <= 2); // the noise that hides steps lies otherwise
    }
    free(shown);
    waft_renderer_destroy(renderer);
    wafti_target_free(&screen);
    wafti_context_leave(&host);
    wafti_context_destroy(&host);
    waft_renderer_destroy(own);
    free_still_life(&life);
}

static const test_case cases[] = {
    {"wrong arguments are refused", wrong_arguments_are_refused},
    {"gl and gles agree", gl_and_gles_agree},
    {"pictures repeat and renderers are apart", pictures_repeat_and_renderers_are_apart},
    {"nothing is black and little clipped", nothing_is_black_and_little_clipped},
    {"twenty lives leave nothing", twenty_lives_leave_nothing},
    {"a steady picture allocates nothing", a_steady_picture_allocates_nothing},
    {"memory may run out", memory_may_run_out},
    {"a host is drawn for", a_host_is_drawn_for},
};

TEST_MAIN(cases)
