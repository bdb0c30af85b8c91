// SPDX-License-Identifier: MIT
#include "scratch.h"

#include <waft/plot.h>

static const double reynolds[] = {50.0, 100.0, 1000.0, 5000.0, 5000.0, 2e4, 0.0};
static const double inertia[] = {0.001, 0.01, 0.004, 0.05, 0.02, 0.03, 0.01};
static const waft_regime regimes[] = {WAFT_REGIME_STEADY, WAFT_REGIME_ZIGZAG, WAFT_REGIME_HELICAL,
    WAFT_REGIME_TUMBLING, WAFT_REGIME_CHAOTIC, WAFT_REGIME_TRANSITIONAL, WAFT_REGIME_UNDECIDED};

// The colour of the marks of a regime: that of its key, which stands before its name in the file.
static bool has_color(const char* text, const char* name, const char* color) {
    char label[32];
    (void)snprintf(label, sizeof(label), ">%s<", name);
    const char* at = strstr(text, label);
    while (at != NULL && at > text && strncmp(at, "<path fill=\"", 12) != 0) {
        --at;
    }
    return at != NULL && strncmp(at + 12, color, 7) == 0;
}

static void regimes_keep_their_color(void) {
    scratch s = scratch_make();
    waft_phase_diagram diagram = {reynolds, inertia, regimes, 7, "Discs", NULL, NULL};
    const char* path = scratch_file(&s, "p.svg");
    CHECK(waft_plot_write_phases(path, &diagram, NULL) == WAFT_OK);
    char* text = scratch_read(path, NULL);
    CHECK(strstr(text, ">Discs<") != NULL && strstr(text, ">I*<") != NULL);
    CHECK(has_color(text, "tumbling", "#cc79a7") && has_color(text, "undecided", "#000000"));
    waft_text_free(NULL, text);
    // Fewer points, the same colours; what was not met stands in the legend, undecided does not.
    diagram.reynolds += 3;
    diagram.inertia += 3;
    diagram.regimes += 3;
    diagram.count = 1;
    CHECK(waft_plot_write_phases(path, &diagram, NULL) == WAFT_OK);
    text = scratch_read(path, NULL);
    CHECK(has_color(text, "tumbling", "#cc79a7") && has_color(text, "steady", "#0072b2"));
    CHECK(strstr(text, ">undecided<") == NULL);
    waft_text_free(NULL, text);
    diagram.x_label = "density";
    diagram.count = 0;
    CHECK(waft_plot_write_phases(path, &diagram, NULL) == WAFT_OK);
    scratch_remove(&s);
}

static void refusals(void) {
    waft_error error;
    const waft_regime wrong[] = {WAFT_REGIME_COUNT};
    waft_phase_diagram diagram = {reynolds, inertia, NULL, 1, NULL, NULL, NULL};
    CHECK(waft_plot_write_phases("n.svg", NULL, &error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_plot_write_phases("n.svg", &diagram, &error) == WAFT_ERR_ARGUMENT);
    diagram.regimes = wrong;
    CHECK(waft_plot_write_phases("n.svg", &diagram, &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence, "n.svg: point 0 has regime 7");
    CHECK(waft_plot_write_phases(NULL, &diagram, &error) == WAFT_ERR_ARGUMENT);
}

static const test_case cases[] = {
    {"regimes_keep_their_color", regimes_keep_their_color},
    {"refusals", refusals},
};

TEST_MAIN(cases)
