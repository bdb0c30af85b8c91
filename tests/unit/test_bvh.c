// SPDX-License-Identifier: MIT
// The tree against all facets, signs against exact distances and the winding number, segments against
// a surface they must not slip through.
#include "mesh/bvh.h"

#include "hooks.h"
#include "mesh/primitive.h"
#include "mesh/winding.h"
#include "mesh_fixture.h"

static wafti_bvh tree_of(const waft_mesh* mesh) {
    wafti_bvh bvh;
    CHECK(wafti_bvh_init(&bvh, mesh, NULL, NULL) == WAFT_OK);
    return bvh;
}

static waft_mesh* read_knot(void) {
    const waft_mesh_options options = waft_mesh_options_default();
    waft_mesh* mesh = NULL;
    waft_error error = {.sentence = ""};
    CHECK(waft_mesh_read(WAFT_SOURCE_DIR "/scenes/meshes/knot.obj", &options, &mesh, &error) ==
          WAFT_OK);
    CHECK_TEXT(error.sentence, "");
    CHECK(waft_mesh_check(mesh, WAFT_MESH_SOLID, NULL) == WAFT_OK);
    return mesh;
}

static double nearest_of_all(const wafti_bvh* bvh, const double point[3]) {
    double least = (double)INFINITY;
    for (size_t f = 0; f < bvh->mesh.facet_count; ++f) {
        const uint32_t* i = &bvh->mesh.indices[3 * f];
        const double* p = bvh->mesh.positions;
        const wafti_triangle triangle = {
            {&p[3 * (size_t)i[0]], &p[3 * (size_t)i[1]], &p[3 * (size_t)i[2]]}};
        double nearest[3];
        wafti_feature feature;
        least = fmin(least, wafti_triangle_nearest(&triangle, point, nearest, &feature));
    }
    return least;
}

static void every_facet_is_in_one_leaf(void) {
    waft_mesh* mesh = read_knot();
    wafti_bvh bvh = tree_of(mesh);
    static uint8_t seen[8192];
    memset(seen, 0, sizeof(seen));
    size_t leaves = 0;
    for (size_t n = 0; n < bvh.node_count; ++n) {
        const wafti_bvh_node* node = &bvh.nodes[n];
        for (uint32_t i = 0; i < node->facet_count; ++i) {
            const uint32_t facet = bvh.order[node->first + i];
            ++seen[facet];
            for (int k = 0; k < 9; ++k) {
                const double x =
                    bvh.mesh.positions[3 * bvh.mesh.indices[3 * facet + (uint32_t)k / 3] +
                                       (uint32_t)k % 3];
                CHECK(x >= (double)node->low[k % 3] && x <= (double)node->high[k % 3]);
            }
        }
        leaves += node->facet_count > 0;
    }
    size_t wrong = 0;
    for (size_t f = 0; f < bvh.mesh.facet_count; ++f) {
        wrong += seen[f] != 1;
    }
    CHECK(wrong == 0);
    CHECK(leaves < bvh.mesh.facet_count);
    CHECK(bvh.node_count <= bvh.node_capacity);
    wafti_bvh_free(&bvh);
    CHECK(bvh.nodes == NULL);
    waft_mesh_destroy(mesh);
}

static void the_same_mesh_gives_the_same_tree(void) {
    waft_mesh* mesh = read_knot();
    wafti_bvh a = tree_of(mesh);
    wafti_bvh b = tree_of(mesh);
    CHECK(a.node_count == b.node_count);
    CHECK(memcmp(a.nodes, b.nodes, a.node_count * sizeof(a.nodes[0])) == 0);
    CHECK(memcmp(a.order, b.order, a.mesh.facet_count * sizeof(uint32_t)) == 0);
    wafti_bvh_free(&a);
    wafti_bvh_free(&b);
    waft_mesh_destroy(mesh);
}

static void the_tree_finds_what_all_facets_have(void) {
    waft_mesh* mesh = read_knot();
    wafti_bvh bvh = tree_of(mesh);
    uint32_t state = 2;
    for (int n = 0; n < 200; ++n) {
        double point[3];
        mesh_random_point(&state, n < 150 ? 1.3 : 20.0, point);
        const double square = nearest_of_all(&bvh, point);
        const wafti_nearest found = wafti_bvh_nearest(&bvh, point, (double)INFINITY);
        CHECK_NEAR(found.square, square, 0.0);
        // A bound just above finds the same, one just below nothing.
        const wafti_nearest near = wafti_bvh_nearest(&bvh, point, sqrt(square) * 1.0001);
        CHECK_NEAR(near.square, square, 0.0);
        CHECK(near.facet != UINT32_MAX);
        CHECK(wafti_bvh_nearest(&bvh, point, sqrt(square) * 0.9999).facet == UINT32_MAX);
    }
    wafti_bvh_free(&bvh);
    waft_mesh_destroy(mesh);
}

// A box has edges and corners for every pseudo-normal, and its exact distance is known. Points are
// taken around corners and edges at all distances down to 1e-9.
static void signs_at_sharp_edges(void) {
    const wafti_primitive box = {.kind = WAFTI_PRIMITIVE_BOX, .b = {0.5, 1.0, 0.05}};
    waft_mesh* mesh = mesh_box(1.0f, 2.0f, 0.1f);
    wafti_bvh bvh = tree_of(mesh);
    uint32_t state = 4;
    int inside = 0;
    for (int n = 0; n < 20000; ++n) {
        const double size = pow(10.0, -(double)(n % 10));
        double point[3];
        mesh_random_point(&state, size, point);
        for (int k = 0; k < 3; ++k) {
            const double corner = mesh_random(&state) > 0.0 ? box.b[k] : -box.b[k];
            point[k] += n % 3 == k ? box.b[k] * mesh_random(&state) : (double)(float)corner;
        }
        const double exact = wafti_primitive_distance(&box, point);
        // float(0.05) is not 0.05: the mesh differs from the box by 1e-9.
        if (fabs(exact) > 1e-8) {
            CHECK_NEAR(wafti_bvh_distance(&bvh, point), exact, 2e-9);
            inside += exact < 0.0;
        }
    }
    CHECK(inside > 1000);
    wafti_bvh_free(&bvh);
    waft_mesh_destroy(mesh);
}

// Sharp spikes whose faces lean over: plain normals of single faces give wrong signs there.
static void signs_at_a_spike(void) {
    const double points[] = {0, 0, 0, 1, 0.02, 0.9, 0.02, 1, 0.9, -0.4, -0.45, 0.95, 0.1, 0.1, 5};
    const uint32_t indices[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 4, 3, 1, 4, 2, 3, 4};
    waft_mesh* mesh = mesh_from(points, 5, indices, 6, NULL);
    waft_mesh_options flipped = waft_mesh_options_default();
    flipped.flip = true;
    if (waft_mesh_get_info(mesh).volume < 0.0) {
        waft_mesh_destroy(mesh);
        mesh = mesh_from(points, 5, indices, 6, &flipped);
    }
    CHECK(waft_mesh_check(mesh, WAFT_MESH_SOLID, NULL) == WAFT_OK);
    wafti_bvh bvh = tree_of(mesh);
    uint32_t state = 6;
    int inside = 0;
    for (int n = 0; n < 5000; ++n) {
        double point[3];
        mesh_random_point(&state, n % 2 == 0 ? 0.05 : 1.0, point);
        point[2] += n % 4 < 2 ? 0.0 : 5.0;
        const bool is_inside = wafti_winding(&bvh.mesh, point) > 0.5;
        CHECK((wafti_bvh_distance(&bvh, point) < 0.0) == is_inside);
        inside += is_inside;
    }
    CHECK(inside > 20);
    wafti_bvh_free(&bvh);
    waft_mesh_destroy(mesh);
}

static void signs_inside_a_knot(void) {
    waft_mesh* mesh = read_knot();
    wafti_bvh bvh = tree_of(mesh);
    uint32_t state = 8;
    int inside = 0;
    for (int n = 0; n < 300; ++n) {
        double point[3];
        mesh_random_point(&state, 1.0, point);
        point[2] *= 0.5;
        const bool is_inside = wafti_winding(&bvh.mesh, point) > 0.5;
        CHECK((wafti_bvh_distance(&bvh, point) < 0.0) == is_inside);
        inside += is_inside;
    }
    CHECK(inside > 30);
    wafti_bvh_free(&bvh);
    waft_mesh_destroy(mesh);
}

// Two tetrahedra touch with their tips; around the tip no normal serves, and the winding decides.
static void signs_where_tips_touch(void) {
    const double points[] = {
        0, 0, 0, 1, 0, 0.6, 0.7, 0.3, 1, 0.7, -0.3, 1, -1, 0, 0.6, -0.7, 0.3, 1, -0.7, -0.3, 1};
    const uint32_t indices[] = {
        0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3, 0, 4, 5, 0, 5, 6, 0, 6, 4, 4, 6, 5};
    waft_mesh* mesh = mesh_from(points, 7, indices, 8, NULL);
    CHECK(waft_mesh_check(mesh, WAFT_MESH_SOLID, NULL) == WAFT_OK);
    wafti_bvh bvh = tree_of(mesh);
    uint32_t state = 10;
    int at_tip = 0;
    int inside = 0;
    for (int n = 0; n < 2000; ++n) {
        double point[3];
        mesh_random_point(&state, 0.2, point);
        const wafti_nearest nearest = wafti_bvh_nearest(&bvh, point, (double)INFINITY);
        at_tip += nearest.square == point[0] * point[0] + point[1] * point[1] + point[2] * point[2];
        const bool is_inside = wafti_winding(&bvh.mesh, point) > 0.5;
        CHECK((wafti_bvh_distance(&bvh, point) < 0.0) == is_inside);
        inside += is_inside;
    }
    CHECK(inside > 20);
    CHECK(at_tip > 200);
    wafti_bvh_free(&bvh);
    waft_mesh_destroy(mesh);
}

static void distances_to_a_sphere_fall_with_the_square(void) {
    double worst[2] = {0.0, 0.0};
    for (int i = 0; i < 2; ++i) {
        waft_mesh* mesh = mesh_sphere(3 + i);
        wafti_bvh bvh = tree_of(mesh);
        uint32_t state = 12;
        for (int n = 0; n < 3000; ++n) {
            double p[3];
            mesh_random_point(&state, 1.5, p);
            const double exact = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]) - 1.0;
            worst[i] = fmax(worst[i], fabs(wafti_bvh_distance(&bvh, p) - exact));
        }
        wafti_bvh_free(&bvh);
        waft_mesh_destroy(mesh);
    }
    CHECK(worst[1] < 2e-3);
    CHECK_NEAR(worst[0] / worst[1], 4.0, 0.4);
}

// From inside a closed surface every segment to the outside meets it, through points and edges too.
static void nothing_slips_out(void) {
    waft_mesh* mesh = mesh_sphere(2);
    wafti_bvh bvh = tree_of(mesh);
    const waft_mesh_view view = waft_mesh_get_view(mesh);
    uint32_t state = 14;
    int missed = 0;
    int false_alarms = 0;
    for (uint32_t i = 0; i < 3 * (uint32_t)view.facet_count; ++i) {
        const double* a = &view.positions[3 * (size_t)view.indices[i]];
        const double* b = &view.positions[3 * (size_t)view.indices[i % 3 == 2 ? i - 2 : i + 1]];
        double from[3];
        mesh_random_point(&state, 0.5, from);
        for (int share = 0; share < 3; ++share) {
            double to[3];
            double before[3];
            for (int k = 0; k < 3; ++k) {
                const double on_edge = a[k] + (b[k] - a[k]) * (0.5 * share);
                to[k] = from[k] + (on_edge - from[k]) * 2.0;
                before[k] = from[k] + (on_edge - from[k]) * 0.999;
            }
            missed += !wafti_bvh_meets(&bvh, from, to);
            missed += !wafti_bvh_meets(&bvh, to, from);
            false_alarms += wafti_bvh_meets(&bvh, from, before);
        }
    }
    CHECK(missed == 0);
    CHECK(false_alarms == 0);
    wafti_bvh_free(&bvh);
    waft_mesh_destroy(mesh);
}

// A square sheet across a grid of cell centres: just the segments through it meet it, those that run
// along its middle line and its diagonal too.
static void a_sheet_parts_a_grid(void) {
    const double points[] = {-1, 0, -1, 1, 0, -1, 1, 0, 1, -1, 0, 1};
    const uint32_t indices[] = {0, 2, 1, 0, 3, 2};
    waft_mesh* mesh = mesh_from(points, 4, indices, 2, NULL);
    wafti_bvh bvh = tree_of(mesh);
    int wrong = 0;
    for (int i = -12; i <= 12; ++i) {
        for (int k = -12; k <= 12; ++k) {
            const double below[3] = {0.1 * i, -0.05, 0.1 * k};
            const double above[3] = {0.1 * i, 0.05, 0.1 * k};
            const double beside[3] = {0.1 * i + 0.1, 0.05, 0.1 * k};
            const bool covered = i >= -10 && i <= 10 && k >= -10 && k <= 10;
            wrong += wafti_bvh_meets(&bvh, below, above) != covered;
            wrong += wafti_bvh_meets(&bvh, above, beside);
        }
    }
    CHECK(wrong == 0);
    wafti_bvh_free(&bvh);
    waft_mesh_destroy(mesh);
}

// Facets that all have the same middle, and middles in a row of powers: trees that would be deep.
static void unkind_meshes_make_no_deep_trees(void) {
    enum { FACETS = 3000, POINTS = 3 * FACETS };
    static double points[9 * FACETS];
    static uint32_t indices[3 * FACETS];
    for (int kind = 0; kind < 2; ++kind) {
        for (size_t f = 0; f < FACETS; ++f) {
            const double size = kind == 0 ? 1.0 + (double)f : 1e-3;
            const double place = kind == 0 ? 0.0 : pow(0.99, (double)f) * 1e6;
            const double corners[9] = {-size, -size, 0, size, -size, 0, 0, size, 0};
            for (size_t k = 0; k < 9; ++k) {
                points[9 * f + k] = corners[k] + (k % 3 == 0 ? place : 0.0);
            }
            for (size_t k = 0; k < 3; ++k) {
                indices[3 * f + k] = (uint32_t)(3 * f + k);
            }
        }
        waft_mesh* mesh = mesh_from(points, POINTS, indices, FACETS, NULL);
        wafti_bvh bvh = tree_of(mesh);
        const double point[3] = {0.5, 0.5, 3.0};
        CHECK_NEAR(wafti_bvh_nearest(&bvh, point, (double)INFINITY).square,
            nearest_of_all(&bvh, point), 0.0);
        wafti_bvh_free(&bvh);
        waft_mesh_destroy(mesh);
    }
}

static void every_failing_allocation_is_survived(void) {
    waft_mesh* mesh = mesh_tetra();
    for (long fail_at = 1; fail_at <= 3; ++fail_at) {
        counting count = {.fail_at = fail_at};
        const waft_allocator allocator = counting_hook(&count);
        wafti_bvh bvh;
        waft_error error = {.sentence = ""};
        CHECK(wafti_bvh_init(&bvh, mesh, &allocator, &error) == WAFT_ERR_NO_MEMORY);
        CHECK(error.sentence[0] != '\0');
        CHECK(count.live == 0);
    }
    waft_mesh_destroy(mesh);
}

static const test_case cases[] = {
    {"every_facet_is_in_one_leaf", every_facet_is_in_one_leaf},
    {"the_same_mesh_gives_the_same_tree", the_same_mesh_gives_the_same_tree},
    {"the_tree_finds_what_all_facets_have", the_tree_finds_what_all_facets_have},
    {"signs_at_sharp_edges", signs_at_sharp_edges},
    {"signs_at_a_spike", signs_at_a_spike},
    {"signs_inside_a_knot", signs_inside_a_knot},
    {"signs_where_tips_touch", signs_where_tips_touch},
    {"distances_to_a_sphere_fall_with_the_square", distances_to_a_sphere_fall_with_the_square},
    {"nothing_slips_out", nothing_slips_out},
    {"a_sheet_parts_a_grid", a_sheet_parts_a_grid},
    {"unkind_meshes_make_no_deep_trees", unkind_meshes_make_no_deep_trees},
    {"every_failing_allocation_is_survived", every_failing_allocation_is_survived},
};

TEST_MAIN(cases)
