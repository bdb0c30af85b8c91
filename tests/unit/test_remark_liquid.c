// SPDX-License-Identifier: MIT
// Liquids that load, but with a remark.
#include "scene_fixture.h"

#if defined(WAFTI_HAVE_YAML)

#define TANK                                                                                       \
    "waft: 1\nliquid:\n  spacing: 0.1\n  domain: {high: [2, 1, 1]}\n"                              \
    "  blocks: [{shape: {box: [0.5, 0.5, 1]}, at: [0.25, 0.25, 0.5]}]\n"
#define PLANE                                                                                      \
    "waft: 1\nliquid:\n  spacing: 0.1\n  dimension: 2\n  domain: {high: [2, 1, 1]}\n"              \
    "  blocks: [{shape: {box: [0.5, 0.5, 0.1]}, at: [0.25, 0.25, 0.05]}]\n"

// All that is said of a scene that loads.
static void check_remarks(const char* text, const char* want, waft_severity severity) {
    static loaded l;
    load(&l, text);
    CHECK(l.result == WAFT_OK);
    char said[1024] = "";
    for (size_t i = 0; i < waft_diagnostics_count(l.diagnostics); ++i) {
        const waft_diagnostic* d = waft_diagnostics_at(l.diagnostics, i);
        const size_t used = strlen(said);
        (void)snprintf(
            said + used, sizeof(said) - used, "%d:%d: %s\n", d->line, d->column, d->message);
        CHECK(d->severity == severity);
    }
    CHECK_TEXT(said, want);
    unload(&l);
}

static void test_sizes(void) {
    check_remarks(TANK, "", WAFT_SEVERITY_NOTE);
    check_remarks("waft: 1\n"
                  "liquid:\n"
                  "  spacing: 0.1\n"
                  "  domain: {high: [2, 1, 1]}\n"
                  "  blocks:\n"
                  "    - {shape: {box: [0.55, 0.5, 1]}, at: [0.275, 0.25, 0.5]}\n",
        "6:7: liquid.blocks[0] is 0.55 m along x, no multiple of the spacing; 0.5 or 0.6 m is\n",
        WAFT_SEVERITY_NOTE);
    // A ball has no sides, a plane flow no depth.
    check_remarks("waft: 1\n"
                  "liquid:\n"
                  "  spacing: 0.1\n"
                  "  domain: {high: [2, 1, 1]}\n"
                  "  blocks: [{shape: {sphere: 0.33}, at: [0.5, 0.5, 0.5]}]\n",
        "", WAFT_SEVERITY_NOTE);
    check_remarks(PLANE, "", WAFT_SEVERITY_NOTE);
}

static void test_left_out(void) {
    check_remarks(TANK "solids: [{shape: {box: [0.3, 0.3, 1]}, at: [0.45, 0.15, 0.5]}]\n",
        "5:12: liquid.blocks[0]: 60 points in solids, close to them or outside the domain are left "
        "out\n",
        WAFT_SEVERITY_NOTE);
}

// Most of a block in a solid is a warning with numbers, whichever of both came first.
static void test_squeezed(void) {
    check_remarks(TANK "solids: [{shape: {box: [0.4, 0.5, 1]}, at: [0.3, 0.25, 0.5]}]\n",
        "5:12: liquid.blocks[0] keeps only 50 of its 250 particles; 200 lie in solids, close to "
        "them or outside the domain and are left out\n"
        "6:10: solids[0]: the gap at (0.05, 0.25, 0.5) is below two spacings; nothing "
        "fits there\n",
        WAFT_SEVERITY_WARNING);
    check_remarks(TANK "solids: [{shape: {box: [0.4, 0.5, 1]}, at: [0.2, 0.25, 0.5], "
                       "displace: true}]\n",
        "5:12: liquid.blocks[0] keeps only 50 of its 250 particles; 200 lie in solids, close to "
        "them or outside the domain and are left out\n",
        WAFT_SEVERITY_WARNING);
}

#define NONE_OF_250                                                                                \
    "5:12: liquid.blocks[0] gives no particle: all of its 250 lie in solids, close to them or "    \
    "outside the domain, which goes from [0, 0, 0] to [2, 1, 1]\n"

static void test_nothing_left(void) {
    static const char* const tails[] = {"", ", displace: true"};
    char text[512];
    for (int i = 0; i < 2; ++i) {
        (void)snprintf(text, sizeof(text),
            TANK "solids: [{shape: {box: [1, 1, 2]}, at: [0.3, 0.25, 0.5]%s}]\n", tails[i]);
        check_messages(text, NONE_OF_250);
    }
    check_messages("waft: 1\n"
                   "liquid:\n"
                   "  spacing: 0.1\n"
                   "  domain: {high: [2, 1, 1]}\n"
                   "  blocks: [{shape: {box: [0.5, 0.5, 1]}, at: [3.25, 0.25, 0.5]}]\n",
        NONE_OF_250);
    check_messages("waft: 1\n"
                   "liquid:\n"
                   "  spacing: 0.1\n"
                   "  domain: {high: [2, 1, 1]}\n"
                   "  blocks:\n"
                   "    - {shape: {box: [0.5, 0.5, 1]}, at: [0.25, 0.25, 0.5]}\n"
                   "    - {shape: {box: [0.05, 0.5, 1]}, at: [1.025, 0.25, 0.5]}\n",
        "7:7: liquid.blocks[1] gives no particle: it is smaller than the spacing of 0.1 m\n");
}

static void test_nozzles(void) {
    static const char head[] = "waft: 1\nliquid:\n  spacing: 0.1\n  domain: {high: [2, 1, 1]}\n"
                               "  emitters: [{center: [%s], direction: [0, -1, 0], radius: %s}]\n";
    char text[512];
    (void)snprintf(text, sizeof(text), head, "1, 0.8, 0.5", "0.2");
    check_remarks(text, "", WAFT_SEVERITY_NOTE);
    (void)snprintf(text, sizeof(text), head, "1, 0.8, 1.5", "0.2");
    check_messages(text, "5:14: liquid.emitters[0] gives no particle: its nozzle lies outside the "
                         "domain, which goes "
                         "from [0, 0, 0] to [2, 1, 1]\n");
    (void)snprintf(text, sizeof(text), head, "1, 0.8, 0.5", "0.04");
    check_messages(text,
        "5:14: liquid.emitters[0] gives no particle: its nozzle is smaller than the spacing of 0.1 "
        "m\n");
    check_remarks("waft: 1\nliquid: {spacing: 0.1, domain: {high: [2, 1, 1]}}\n",
        "2:1: there will be no liquid: it has neither blocks nor emitters, and takes no spray\n",
        WAFT_SEVERITY_WARNING);
}

static void test_thin(void) {
    check_remarks(TANK "solids:\n    - {shape: {box: [0.12, 1, 1]}, at: [1.2, 0.5, 0.5]}\n",
        "7:7: solids[0] is 0.12 m thick, below 1.5 spacings; liquid may pass through "
        "it\n",
        WAFT_SEVERITY_WARNING);
    check_remarks(TANK "solids: [{shape: {box: [0.15, 1, 1]}, at: [1.2, 0.5, 0.5]}]\n", "",
        WAFT_SEVERITY_WARNING);
    check_remarks(PLANE "solids: [{shape: {box: [0.2, 1, 0.01]}, at: [1.2, 0.5, 0]}]\n", "",
        WAFT_SEVERITY_WARNING);
    check_remarks(TANK "solids: [{shape: {sphere: 0.07}, at: [1.2, 0.5, 0.5]}]\n",
        "6:10: solids[0] is 0.14 m thick, below 1.5 spacings; liquid may pass through "
        "it\n",
        WAFT_SEVERITY_WARNING);
}

static void test_slits(void) {
    // To the right wall; one that touches it, one that is far enough, one that moves.
    check_remarks(TANK "solids: [{shape: {box: [0.4, 0.5, 1]}, at: [1.65, 0.25, 0.5]}]\n",
        "6:10: solids[0]: the gap at (1.925, 0.25, 0.5) is below two spacings; nothing "
        "fits there\n",
        WAFT_SEVERITY_WARNING);
    check_remarks(TANK "solids: [{shape: {box: [0.4, 0.5, 1]}, at: [1.8, 0.25, 0.5]}]\n", "",
        WAFT_SEVERITY_WARNING);
    check_remarks(TANK "solids: [{shape: {box: [0.4, 0.5, 1]}, at: [1.6, 0.25, 0.5]}]\n", "",
        WAFT_SEVERITY_WARNING);
    check_remarks(TANK "solids: [{shape: {box: [0.4, 0.5, 1]}, "
                       "at: [[0, [1.65, 0.25, 0.5]], [1, [1.2, 0.25, 0.5]]]}]\n",
        "", WAFT_SEVERITY_WARNING);
    // Between two of them; the open top is no wall.
    check_remarks(TANK "solids:\n"
                       "    - {shape: {box: [0.4, 0.95, 1]}, at: [1.0, 0.475, 0.5]}\n"
                       "    - {shape: {box: [0.4, 0.5, 1]}, at: [1.55, 0.25, 0.5]}\n",
        "7:7: solids[0]: the gap at (1.275, 0.25, 0.5) is below two spacings; nothing "
        "fits there\n",
        WAFT_SEVERITY_WARNING);
}

static const test_case cases[] = {{"blocks and the spacing", test_sizes},
    {"points that are left out", test_left_out}, {"blocks in solids", test_squeezed},
    {"blocks that give nothing", test_nothing_left}, {"emitters that give nothing", test_nozzles},
    {"thin solids", test_thin}, {"gaps between walls", test_slits}};

#else

static const test_case cases[] = {{"a build without libyaml says so", test_without_yaml}};

#endif

TEST_MAIN(cases)
