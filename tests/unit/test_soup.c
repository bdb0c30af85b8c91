// SPDX-License-Identifier: MIT
#include "mesh/soup.h"
#include "test.h"

static void test_joins_points(void) {
    wafti_soup soup;
    CHECK(wafti_soup_init(&soup, NULL, 8, 4));
    for (int i = 0; i < 2; ++i) {
        const uint32_t a = wafti_soup_point(&soup, 0, 0, i);
        (void)wafti_soup_point(&soup, 1, 0, i);
        (void)wafti_soup_point(&soup, 1, 0, i + 1);
        (void)wafti_soup_point(&soup, 0, 0, i + 1);
        wafti_soup_quad(&soup, a, a + 3, a + 2, a + 1);
    }
    waft_mesh* mesh = NULL;
    CHECK(wafti_soup_make(&soup, "strip", &mesh, NULL) == WAFT_OK);
    const waft_mesh_info info = waft_mesh_get_info(mesh);
    CHECK(info.point_count == 6 && info.facet_count == 4);
    CHECK(info.open_edge_count == 6);
    waft_mesh_destroy(mesh);
}

static const test_case cases[] = {{"joins points", test_joins_points}};

TEST_MAIN(cases)
