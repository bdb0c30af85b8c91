// SPDX-License-Identifier: MIT
#include "mesh/distance.h"

#include "hooks.h"
#include "mesh/primitive.h"
#include "mesh_fixture.h"

static const wafti_distance_def coarse = {.spacing = 0.05, .margin = 0.1, .most_bytes = 1 << 22};

// A mesh with its tree and its grid.
typedef struct baked {
    waft_mesh* mesh;
    wafti_bvh bvh;
    wafti_distance distance;
} baked;

static baked bake(waft_mesh* mesh, const wafti_distance_def* def, int threads) {
    baked b = {.mesh = mesh};
    waft_error error = {.sentence = ""};
    wafti_pool* pool = NULL;
    CHECK(wafti_pool_create(&(wafti_pool_def){.threads = threads}, &pool, NULL) == WAFT_OK);
    CHECK(wafti_bvh_init(&b.bvh, mesh, NULL, &error) == WAFT_OK);
    CHECK(wafti_distance_bake(&b.distance, &b.bvh, def, pool, &error) == WAFT_OK);
    CHECK_TEXT(error.sentence, "");
    wafti_pool_destroy(pool);
    return b;
}

static void baked_free(baked* b) {
    wafti_distance_free(&b->distance);
    wafti_bvh_free(&b->bvh);
    waft_mesh_destroy(b->mesh);
}

static void node_place(const wafti_distance* d, const int32_t node[3], double out_point[3]) {
    for (int k = 0; k < 3; ++k) {
        out_point[k] = d->origin[k] + node[k] * d->spacing;
    }
}

// Nodes in the band are exact, others never below the true distance and off by less than a spacing;
// no sign is wrong.
static void check_nodes(const baked* b, const wafti_primitive* primitive, double band) {
    const wafti_distance* d = &b->distance;
    int32_t n[3];
    size_t index = 0;
    size_t wrong = 0;
    double worst_near = 0.0;
    double worst_far = 0.0;
    for (n[2] = 0; n[2] < d->nodes[2]; ++n[2]) {
        for (n[1] = 0; n[1] < d->nodes[1]; ++n[1]) {
            for (n[0] = 0; n[0] < d->nodes[0]; ++n[0], ++index) {
                double point[3];
                node_place(d, n, point);
                const double exact = wafti_primitive_distance(primitive, point);
                const double value = (double)d->samples[index];
                wrong += fabs(exact) > 1e-6 && (value < 0.0) != (exact < 0.0);
                wrong += fabs(value) < fabs(exact) - 1e-6;
                double* worst = fabs(exact) < band ? &worst_near : &worst_far;
                *worst = fmax(*worst, fabs(value - exact));
            }
        }
    }
    CHECK(wrong == 0);
    CHECK_NEAR(worst_near, 0.0, 1e-7);
    CHECK_NEAR(worst_far, 0.0, d->spacing);
}

static void a_box_on_its_grid(void) {
    const wafti_primitive box = {.kind = WAFTI_PRIMITIVE_BOX, .b = {0.5, 0.25, 0.75}};
    baked b = bake(mesh_box(1.0f, 0.5f, 1.5f), &coarse, 1);
    CHECK(b.distance.nodes[0] == 25);
    CHECK(b.distance.nodes[1] == 15);
    CHECK(b.distance.nodes[2] == 35);
    CHECK_NEAR(b.distance.origin[0], -0.6, 1e-15);
    CHECK_NEAR(b.distance.spacing, 0.05, 0.0);
    CHECK_NEAR(b.distance.thickness, 0.5, 1e-6);
    check_nodes(&b, &box, 0.1);
    baked_free(&b);
    wafti_distance_def wide = coarse;
    wide.band = 10.0;
    b = bake(mesh_box(1.0f, 0.5f, 1.5f), &wide, 1);
    check_nodes(&b, &box, 10.0);
    baked_free(&b);
}

static void between_nodes_it_is_interpolated(void) {
    double worst[2];
    for (int i = 0; i < 2; ++i) {
        wafti_distance_def def = {.margin = 0.2, .band = 0.3, .most_bytes = 1 << 24};
        def.spacing = i == 0 ? 0.1 : 0.05;
        baked b = bake(mesh_sphere(5), &def, 1);
        uint32_t state = 3;
        worst[i] = 0.0;
        for (int n = 0; n < 4000; ++n) {
            double p[3];
            mesh_random_point(&state, 1.1, p);
            const double exact = wafti_bvh_distance(&b.bvh, p);
            if (fabs(exact) < 0.1) {
                worst[i] = fmax(worst[i], fabs(wafti_distance_at(&b.distance, p) - exact));
            }
        }
        baked_free(&b);
    }
    CHECK(worst[0] < 5e-3);
    CHECK_NEAR(worst[0] / worst[1], 4.0, 0.8);
}

static void beyond_the_grid_it_is_a_lower_bound(void) {
    baked b = bake(mesh_sphere(3), &coarse, 1);
    uint32_t state = 5;
    size_t outside = 0;
    for (int n = 0; n < 3000; ++n) {
        double p[3];
        mesh_random_point(&state, n % 2 == 0 ? 2.0 : 50.0, p);
        const double exact = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]) - 1.0;
        const double value = wafti_distance_at(&b.distance, p);
        if (fmax(fmax(fabs(p[0]), fabs(p[1])), fabs(p[2])) > 1.11) {
            ++outside;
            CHECK(value > 0.0);
            CHECK(value < exact + 0.05); // nodes at the border may be too far by so much
            CHECK(value > 0.5 * exact);
        }
    }
    CHECK(outside > 1000);
    // Continuous across the border.
    const double border = b.distance.origin[0] + b.distance.spacing * (b.distance.nodes[0] - 1);
    const double inner[3] = {border - 1e-9, 0.2, 0.3};
    const double outer[3] = {border + 1e-9, 0.2, 0.3};
    CHECK_NEAR(wafti_distance_at(&b.distance, inner), wafti_distance_at(&b.distance, outer), 1e-8);
    baked_free(&b);
}

static void corners_of_the_grid_are_read_right(void) {
    baked b = bake(mesh_box(1.0f, 1.0f, 1.0f), &coarse, 1);
    const wafti_distance* d = &b.distance;
    for (int i = 0; i < 8; ++i) {
        const int32_t node[3] = {
            i & 1 ? d->nodes[0] - 1 : 0, i & 2 ? d->nodes[1] - 1 : 0, i & 4 ? d->nodes[2] - 1 : 0};
        double point[3];
        node_place(d, node, point);
        const int index = (node[2] * d->nodes[1] + node[1]) * d->nodes[0] + node[0];
        CHECK_NEAR(wafti_distance_at(d, point), (double)d->samples[index], 1e-6);
    }
    baked_free(&b);
}

static void memory_makes_it_coarser(void) {
    wafti_distance_def def = {.spacing = 1e-9, .margin = 0.1, .most_bytes = 40000};
    const double low[3] = {0.0, 0.0, 0.0};
    const double high[3] = {1.0, 2.0, 1e-3};
    wafti_distance d;
    CHECK(wafti_distance_plan(&def, low, high, &d, NULL) == WAFT_OK);
    CHECK(d.byte_count <= 40000);
    CHECK(d.byte_count > 15000);
    CHECK(d.byte_count == sizeof(float) * (size_t)(d.nodes[0] * d.nodes[1] * d.nodes[2]));
    for (int k = 0; k < 3; ++k) {
        CHECK(d.nodes[k] >= 2);
        CHECK(d.origin[k] <= low[k] - 0.1 + 1e-12);
        CHECK(d.origin[k] + d.spacing * (d.nodes[k] - 1) >= high[k] + 0.1 - 1e-12);
    }
    // A needle of the largest size.
    const double far[3] = {1e9, 1e-9, 1e-9};
    def.margin = 0.0;
    CHECK(wafti_distance_plan(&def, low, far, &d, NULL) == WAFT_OK);
    CHECK(d.byte_count <= 40000);
}

static void broken_defs_are_refused(void) {
    static const wafti_distance_def defs[] = {
        {.spacing = 0.0, .most_bytes = 1 << 20},
        {.spacing = -1.0, .most_bytes = 1 << 20},
        {.spacing = (double)NAN, .most_bytes = 1 << 20},
        {.spacing = 1.0, .margin = -1.0, .most_bytes = 1 << 20},
        {.spacing = 1.0, .margin = (double)INFINITY, .most_bytes = 1 << 20},
        {.spacing = 1.0, .band = -1.0, .most_bytes = 1 << 20},
        {.spacing = 1.0, .most_bytes = 4095},
    };
    const double low[3] = {0.0, 0.0, 0.0};
    const double high[3] = {1.0, 1.0, 1.0};
    for (size_t i = 0; i < sizeof(defs) / sizeof(defs[0]); ++i) {
        wafti_distance d;
        waft_error error = {.sentence = ""};
        CHECK(wafti_distance_plan(&defs[i], low, high, &d, &error) == WAFT_ERR_ARGUMENT);
        CHECK_TEXT(error.sentence,
            "a distance grid needs a spacing of 1e-9 to 1e9 m, margin and band of 0 to 1e9 m and "
            "4096 bytes");
    }
}

static void threads_do_not_show(void) {
    baked one = bake(mesh_sphere(2), &coarse, 1);
    baked three = bake(mesh_sphere(2), &coarse, 3);
    CHECK(one.distance.byte_count == three.distance.byte_count);
    CHECK(memcmp(one.distance.samples, three.distance.samples, one.distance.byte_count) == 0);
    baked_free(&one);
    baked_free(&three);
}

static void every_failing_allocation_is_survived(void) {
    waft_mesh* mesh = mesh_tetra();
    wafti_bvh bvh;
    CHECK(wafti_bvh_init(&bvh, mesh, NULL, NULL) == WAFT_OK);
    wafti_pool* pool = NULL;
    CHECK(wafti_pool_create(&(wafti_pool_def){.threads = 1}, &pool, NULL) == WAFT_OK);
    for (long fail_at = 1; fail_at <= 3; ++fail_at) {
        counting count = {.fail_at = fail_at};
        wafti_bvh same = bvh;
        same.allocator = counting_hook(&count);
        wafti_distance d;
        waft_error error = {.sentence = ""};
        const waft_result want = fail_at < 3 ? WAFT_ERR_NO_MEMORY : WAFT_OK;
        CHECK(wafti_distance_bake(&d, &same, &coarse, pool, &error) == want);
        CHECK((error.sentence[0] == '\0') == (want == WAFT_OK));
        wafti_distance_free(&d);
        CHECK(count.live == 0);
    }
    wafti_pool_destroy(pool);
    wafti_bvh_free(&bvh);
    waft_mesh_destroy(mesh);
}

static const test_case cases[] = {
    {"a_box_on_its_grid", a_box_on_its_grid},
    {"between_nodes_it_is_interpolated", between_nodes_it_is_interpolated},
    {"beyond_the_grid_it_is_a_lower_bound", beyond_the_grid_it_is_a_lower_bound},
    {"corners_of_the_grid_are_read_right", corners_of_the_grid_are_read_right},
    {"memory_makes_it_coarser", memory_makes_it_coarser},
    {"broken_defs_are_refused", broken_defs_are_refused},
    {"threads_do_not_show", threads_do_not_show},
    {"every_failing_allocation_is_survived", every_failing_allocation_is_survived},
};

TEST_MAIN(cases)
