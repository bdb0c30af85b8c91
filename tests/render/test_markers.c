// SPDX-License-Identifier: MIT
#include "render/markers.h"

#include "stage_fixture.h"

// What common colour blindness leaves of a colour: red-green eyes see yellowness and brightness.
static double seen_apart(waft_vec3 a, waft_vec3 b) {
    const double bright = 0.4 * ((double)a.x - (double)b.x) + 0.6 * ((double)a.y - (double)b.y);
    const double blue = (double)a.z - (double)b.z;
    return hypot(bright, blue);
}

static void neighbours_differ_for_colour_blind_eyes(void) {
    for (size_t i = 0; i < 6; ++i) {
        CHECK(seen_apart(wafti_tracer_color(i), wafti_tracer_color(i + 1)) > 0.1);
    }
    CHECK(wafti_tracer_color(7).x == wafti_tracer_color(1).x);
}

static const char crowd[] =
    "waft: 1\nwater:\n  size: [8, 4]\n  cells: [32, 16]\n  depth: 2\n"
    "  trains: [{length: 4, amplitude: 0.2}]\n"
    "  gauges: [{name: left, at: [4, 2]}, {name: right, at: [4.1, 2]}, {name: third, at: [4.2, 2]},"
    " {name: fourth, at: [4.3, 2]}, {name: fifth, at: [4.4, 2]}]\n"
    "  tracers: [{name: a, at: [2, 0, 2]}, {name: b, at: [2.05, 0, 2]}]\n"
    "render: {gauges: true, labels: true, size: [640, 360]}\n";

// Crowded names give way: no two share a place, and some are left out.
static void labels_make_way(void) {
    static staged s;
    stage_open(&s, crowd);
    const waft_drawing* drawing = stage_draw(&s);
    CHECK(drawing->text_count >= 3 && drawing->text_count < 7);
    for (size_t i = 0; i < drawing->text_count; ++i) {
        const wafti_box a = wafti_screen_text_box(&drawing->texts[i]);
        for (size_t j = 0; j < i; ++j) {
            const wafti_box b = wafti_screen_text_box(&drawing->texts[j]);
            CHECK(a.left >= b.right || b.left >= a.right || a.top >= b.bottom || b.top >= a.bottom);
        }
    }
    stage_close(&s);
}

// A pole stands on the bed and is higher than any wave.
static void poles_stand_on_the_bed(void) {
    static staged s;
    stage_open(&s, crowd);
    const waft_drawing* drawing = stage_draw(&s);
    CHECK(drawing->line_count == 5);
    const waft_draw_line* pole = &drawing->lines[0];
    CHECK_NEAR(pole->points[0].y, -2.0, 1e-4);
    CHECK_NEAR(pole->points[0].x, 4.0, 1e-6);
    CHECK(pole->points[1].y > 0.3f && pole->points[1].y <= drawing->bounds.high.y);
    CHECK(!pole->on_top);
    stage_close(&s);
}

// Earlier poses are smaller and paler than the tracer, the older the more.
static void poses_fade(void) {
    static staged s;
    stage_open(&s, "waft: 1\ntime: {duration: 4, fps: 10, step: 0.1}\n"
                   "water:\n  size: [8, 4]\n  cells: [32, 16]\n  depth: 2\n"
                   "  trains: [{length: 4, amplitude: 0.2}]\n"
                   "  tracers: [{name: a, at: [2, 0, 2]}]\n"
                   "render: {strobe: 0.5, tracer_radius: 0.1}\n");
    CHECK(waft_stage_history(s.stage) == 40);
    stage_frames(&s, 17);
    const waft_draw_particles* balls = &stage_draw(&s)->particles[0];
    if (CHECK(balls->count == 5)) { // now, and at 1.5, 1.0, 0.5 and 0 s
        for (size_t i = 1; i < 5; ++i) {
            CHECK(balls->radii[i] < balls->radii[i - 1]);
            CHECK(balls->colors[i].z > balls->colors[i - 1].z);
        }
    }
    stage_close(&s);
}

static const test_case cases[] = {
    {"neighbours_differ_for_colour_blind_eyes", neighbours_differ_for_colour_blind_eyes},
    {"labels_make_way", labels_make_way},
    {"poles_stand_on_the_bed", poles_stand_on_the_bed},
    {"poses_fade", poses_fade},
};

STAGE_MAIN(cases)
