// SPDX-License-Identifier: MIT
#include "export/svg_field.h"
#include "scratch.h"

enum { NX = 600, NZ = 300 };

static float data[NX * NZ];

static waft_field make_field(int32_t nx, int32_t nz) {
    for (int k = 0; k < NZ; ++k) {
        for (int i = 0; i < NX; ++i) {
            data[k * NX + i] = sinf(0.05f * (float)i) * cosf(0.02f * (float)k);
        }
    }
    return (waft_field){.data = data,
        .size = {nx, 1, nz},
        .stride = {1, NX, NX},
        .origin = {0.5f, 0.0f, 0.5f},
        .spacing = {1.0f, 1.0f, 1.0f}};
}

static void pictures(void) {
    scratch s = scratch_make();
    const waft_field field = make_field(NX, NZ);
    CHECK(wafti_plot_write_field(scratch_file(&s, "r.svg"), &field, "Level", "m", false, NULL) ==
          WAFT_OK);
    const char* path = scratch_file(&s, "r.svg");
    CHECK(scratch_holds(path, "crispEdges"));
    CHECK(scratch_holds(path, "url(#values)"));
    CHECK(scratch_holds(path, ">Level</text>"));
    CHECK(scratch_holds(path, ">x (m)</text>"));
    CHECK(scratch_holds(path, ">z (m)</text>"));
    CHECK(!scratch_holds(path, "data:image"));
    size_t size = 0;
    waft_text_free(NULL, scratch_read(path, &size));
    CHECK(size < (size_t)128 * 128 * 90);
    CHECK(waft_plot_write_field(scratch_file(&s, "p.svg"), &field, NULL, NULL, NULL) == WAFT_OK);
    CHECK(scratch_holds(scratch_file(&s, "p.svg"), "data:image/png;base64,iVBORw0KGgo") ==
          waft_has("png"));
    scratch_remove(&s);
}

static void a_flume_is_a_profile(void) {
    scratch s = scratch_make();
    const waft_field field = make_field(NX, 1);
    CHECK(waft_plot_write_field(scratch_file(&s, "a.svg"), &field, "Flume", "level (m)", NULL) ==
          WAFT_OK);
    CHECK(scratch_holds(scratch_file(&s, "a.svg"), "clip-path"));
    CHECK(scratch_holds(scratch_file(&s, "a.svg"), ">level (m)</text>"));
    scratch_remove(&s);
}

static void hard_fields_are_drawn(void) {
    scratch s = scratch_make();
    waft_field field = make_field(NX, 2);
    for (int i = 0; i < NX * NZ; ++i) {
        data[i] = i % 3 == 0 ? (float)NAN : 2.0f;
    }
    for (int png = 0; png < 2; ++png) {
        if (png == 1 && !waft_has("png")) {
            continue;
        }
        CHECK(wafti_plot_write_field(
                  scratch_file(&s, "a.svg"), &field, NULL, NULL, png == 1, NULL) == WAFT_OK);
        CHECK(!scratch_holds(scratch_file(&s, "a.svg"), "nan"));
    }
    scratch_remove(&s);
}

static void refusals(void) {
    waft_error error;
    waft_field field = make_field(4, 4);
    CHECK(waft_plot_write_field(NULL, &field, NULL, NULL, &error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_plot_write_field("no", NULL, NULL, NULL, &error) == WAFT_ERR_ARGUMENT);
    field.size[1] = 2;
    CHECK(waft_plot_write_field("no", &field, NULL, NULL, &error) == WAFT_ERR_ARGUMENT);
    CHECK(access("no", F_OK) != 0);
}

static const test_case cases[] = {
    {"pictures", pictures},
    {"a_flume_is_a_profile", a_flume_is_a_profile},
    {"hard_fields_are_drawn", hard_fields_are_drawn},
    {"refusals", refusals},
};

TEST_MAIN(cases)
