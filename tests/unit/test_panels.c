// SPDX-License-Identifier: MIT
#include "hull/panels.h"
#include "hull_fixture.h"
#include "mesh/winding.h"

// From inside all facets fill 4 pi, from outside nothing, from a facet the others half.
static void test_angles(void) {
    waft_mesh* mesh = mesh_ellipsoid(2, (const double[3]){1.0, 2.0, 0.3}, NULL);
    const waft_mesh_view view = waft_mesh_get_view(mesh);
    wafti_panels panels;
    CHECK(wafti_panels_init(&panels, &view, (const double[3]){0, 0, 0}, NULL, NULL) == WAFT_OK);
    double places[3][3] = {{0.1, 0.2, 0.05}, {3.0, 0.0, 0.0}};
    memcpy(places[2], panels.items[7].centroid, sizeof(places[2]));
    const double want[3] = {4.0 * M_PI, 0.0, 2.0 * M_PI};
    for (int i = 0; i < 3; ++i) {
        double sum = 0.0;
        for (size_t f = 0; f < panels.count; ++f) {
            sum += i == 2 && f == 7
                       ? 0.0
                       : wafti_solid_angle(panels.points, panels.items[f].corner, places[i]);
        }
        CHECK_NEAR(sum, want[i], 1e-9);
    }
    wafti_arena_free(&panels.arena);
    waft_mesh_destroy(mesh);
}

static void test_edges(void) {
    waft_mesh* mesh = mesh_box(1.0f, 2.0f, 3.0f);
    const waft_mesh_view view = waft_mesh_get_view(mesh);
    wafti_panels panels;
    CHECK(wafti_panels_init(&panels, &view, (const double[3]){0, 0, 0}, NULL, NULL) == WAFT_OK);
    CHECK(panels.edge_count == 18);
    double area = 0.0;
    for (size_t f = 0; f < panels.count; ++f) {
        const wafti_panel* panel = &panels.items[f];
        area += panel->area;
        for (int k = 0; k < 3; ++k) {
            const uint32_t* ends = panels.edges[panel->edge[k]].points;
            const uint32_t a = panel->corner[k];
            const uint32_t b = panel->corner[(k + 1) % 3];
            CHECK((ends[0] == a && ends[1] == b) || (ends[0] == b && ends[1] == a));
            // The centroid is on the inner side of every edge.
            double inside = -panel->edge_plane[k];
            for (int d = 0; d < 3; ++d) {
                inside += panel->edge_normal[k][d] * panel->centroid[d];
            }
            CHECK(inside < 0.0);
        }
    }
    CHECK_NEAR(area, 22.0, 1e-12);
    wafti_arena_free(&panels.arena);
    waft_mesh_destroy(mesh);
}

// With the motions themselves in place of a potential, K is the integral of q q.
static void test_gather(void) {
    waft_mesh* mesh = mesh_box(2.0f, 2.0f, 2.0f);
    const waft_mesh_view view = waft_mesh_get_view(mesh);
    wafti_panels panels;
    CHECK(wafti_panels_init(&panels, &view, (const double[3]){0, 0, 0}, NULL, NULL) == WAFT_OK);
    double left[6 * 12];
    for (size_t i = 0; i < 72; ++i) {
        left[i] = panels.items[i % 12].motion[i / 12];
    }
    double k[36];
    wafti_panels_gather(&panels, left, 12, 2.0, k);
    CHECK_NEAR(k[0], 2.0 * 8.0, 1e-12);
    CHECK_NEAR(k[1], 0.0, 1e-12);
    CHECK(k[21] > 0.0);
    wafti_arena_free(&panels.arena);
    waft_mesh_destroy(mesh);
}

static const test_case cases[] = {
    {"angles", test_angles},
    {"edges", test_edges},
    {"gather", test_gather},
};

TEST_MAIN(cases)
