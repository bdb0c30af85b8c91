// SPDX-License-Identifier: MIT
#include "export/svg.h"
#include "scratch.h"

static void a_picture_is_written(void) {
    scratch s = scratch_make();
    wafti_svg svg;
    wafti_svg_begin(&svg, 120.0, 80.0);
    wafti_svg_line(&svg, 0.0, 1.0, 2.5, 3.126, "#000000");
    wafti_svg_label(&svg, 5.0, 6.0, 12.0, WAFTI_SVG_END, false, "level");
    wafti_svg_label(&svg, 5.0, 6.0, 12.0, WAFTI_SVG_MIDDLE, true, "turned");
    CHECK(wafti_svg_finish(&svg, scratch_file(&s, "a.svg"), NULL) == WAFT_OK);
    const char* path = scratch_file(&s, "a.svg");
    CHECK(scratch_holds(path, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"120\""));
    CHECK(
        scratch_holds(path, "<line x1=\"0\" y1=\"1\" x2=\"2.5\" y2=\"3.13\" stroke=\"#000000\"/>"));
    CHECK(scratch_holds(path, "text-anchor=\"end\" fill=\"#222222\">level</text>"));
    CHECK(scratch_holds(path, "transform=\"translate(5 6) rotate(-90)\""));
    CHECK(scratch_holds(path, "</svg>\n"));
    scratch_remove(&s);
}

static void sizes_fit(void) {
    CHECK_NEAR(wafti_svg_fit_size("short", 15.0, 500.0), 15.0, 0.0);
    CHECK(wafti_svg_fit_size("a title that is too long", 15.0, 150.0) < 15.0);
    CHECK_NEAR(wafti_svg_fit_size("a title that is too long", 15.0, 1.0), 8.0, 0.0);
    CHECK(wafti_svg_text_width("mmm", 10.0) > wafti_svg_text_width("iii", 10.0));
    CHECK_NEAR(wafti_svg_text_width("", 10.0), 0.0, 0.0);
}

static const test_case cases[] = {
    {"a_picture_is_written", a_picture_is_written},
    {"sizes_fit", sizes_fit},
};

TEST_MAIN(cases)
