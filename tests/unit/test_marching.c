// SPDX-License-Identifier: MIT
#include "mesh/marching.h"

#include "test.h"

static wafti_marching table;

// Half-way points of the cell's edges.
static void edge_middle(unsigned edge, double out[3]) {
    const unsigned corner = table.edge_corner[edge];
    for (unsigned k = 0; k < 3; ++k) {
        out[k] = (double)(corner >> k & 1u) + (table.edge_axis[edge] == k ? 0.5 : 0.0);
    }
}

static bool edge_crosses(unsigned which, unsigned edge) {
    const unsigned corner = table.edge_corner[edge];
    const unsigned end = corner | 1u << table.edge_axis[edge];
    return ((which >> corner ^ which >> end) & 1u) != 0;
}

static void every_crossed_edge_is_used(void) {
    for (unsigned which = 0; which < 256; ++which) {
        unsigned used = 0;
        unsigned crossed = 0;
        for (unsigned f = 0; f < table.facet_counts[which]; ++f) {
            for (unsigned k = 0; k < 3; ++k) {
                used |= 1u << table.facets[which][f][k];
            }
        }
        for (unsigned edge = 0; edge < 12; ++edge) {
            crossed |= edge_crosses(which, edge) ? 1u << edge : 0u;
        }
        CHECK(used == crossed);
    }
}

// Whether both edges lie in one face of the cell; *out_face tells which.
static bool share_face(unsigned a, unsigned b, unsigned* out_face) {
    double p[3];
    double q[3];
    edge_middle(a, p);
    edge_middle(b, q);
    for (unsigned k = 0; k < 3; ++k) {
        if (p[k] == q[k] && (p[k] == 0.0 || p[k] == 1.0)) {
            *out_face = 2 * k + (p[k] == 1.0 ? 1u : 0u);
            return true;
        }
    }
    return false;
}

// Sides of facets without a partner in the cell: bit b of sides[a] for the side from a to b.
static void free_sides(unsigned which, unsigned sides[12]) {
    memset(sides, 0, 12 * sizeof(sides[0]));
    for (unsigned f = 0; f < table.facet_counts[which]; ++f) {
        for (unsigned k = 0; k < 3; ++k) {
            const unsigned a = table.facets[which][f][k];
            const unsigned b = table.facets[which][f][(k + 1) % 3];
            CHECK((sides[a] >> b & 1u) == 0);
            if ((sides[b] >> a & 1u) != 0) {
                sides[b] &= ~(1u << a);
                unsigned face = 0;
                CHECK(!share_face(a, b, &face)); // a side inside the cell stays off its faces
            } else {
                sides[a] |= 1u << b;
            }
        }
    }
}

static void free_sides_lie_in_faces(void) {
    for (unsigned which = 0; which < 256; ++which) {
        unsigned sides[12];
        free_sides(which, sides);
        for (unsigned a = 0; a < 12; ++a) {
            for (unsigned b = 0; b < 12; ++b) {
                unsigned face = 0;
                CHECK((sides[a] >> b & 1u) == 0 || share_face(a, b, &face));
            }
        }
    }
}

// The edge of the cell beyond the face that is the same edge as this one.
static unsigned beyond(unsigned edge, unsigned axis, unsigned far) {
    const unsigned corner =
        far ? table.edge_corner[edge] & ~(1u << axis) : table.edge_corner[edge] | 1u << axis;
    for (unsigned e = 0; e < 12; ++e) {
        if (table.edge_corner[e] == corner && table.edge_axis[e] == table.edge_axis[edge]) {
            return e;
        }
    }
    return 12;
}

// Every pair of cells that agree on a face has the same cuts in it, run through the other way.
static void neighbours_agree(void) {
    for (unsigned pair = 0; pair < 256 * 256; ++pair) {
        const unsigned left = pair / 256;
        const unsigned right = pair % 256;
        unsigned sides[2][12];
        free_sides(left, sides[0]);
        free_sides(right, sides[1]);
        for (unsigned axis = 0; axis < 3; ++axis) {
            bool meets = true;
            for (unsigned c = 0; c < 8; ++c) {
                meets = meets && ((c >> axis & 1u) == 0 ||
                                     (left >> c & 1u) == (right >> (c & ~(1u << axis)) & 1u));
            }
            for (unsigned n = 0; n < 144 && meets; ++n) {
                const unsigned a = n / 12;
                const unsigned b = n % 12;
                unsigned face = 0;
                if ((sides[0][a] >> b & 1u) == 0 || !share_face(a, b, &face) ||
                    face != 2 * axis + 1) {
                    continue;
                }
                const unsigned c = beyond(a, axis, 1);
                const unsigned d = beyond(b, axis, 1);
                CHECK(c < 12 && d < 12 && (sides[1][d] >> c & 1u) != 0);
            }
        }
    }
}

// The facet around a lone inside corner looks away from it.
static void facets_look_outwards(void) {
    for (unsigned corner = 0; corner < 8; ++corner) {
        const uint8_t* facet = table.facets[1u << corner][0];
        double p[3][3];
        for (unsigned k = 0; k < 3; ++k) {
            edge_middle(facet[k], p[k]);
        }
        double turn = 0.0;
        for (unsigned k = 0; k < 3; ++k) {
            const unsigned u = (k + 1) % 3;
            const unsigned v = (k + 2) % 3;
            const double normal = (p[1][u] - p[0][u]) * (p[2][v] - p[0][v]) -
                                  (p[1][v] - p[0][v]) * (p[2][u] - p[0][u]);
            turn += normal * (p[0][k] - (double)(corner >> k & 1u));
        }
        CHECK(table.facet_counts[1u << corner] == 1 && turn > 0.0);
    }
    CHECK(table.facet_counts[0] == 0 && table.facet_counts[255] == 0);
}

static void corners_across_a_face_stay_apart(void) {
    CHECK(table.facet_counts[1u << 0 | 1u << 3] == 2);
    CHECK(table.facet_counts[1u << 0 | 1u << 3 | 1u << 5 | 1u << 6] == 4);
    CHECK(table.facet_counts[1u << 0 | 1u << 7] == 2);
}

int main(int argc, char** argv) {
    static const test_case cases[] = {
        {"every_crossed_edge_is_used", every_crossed_edge_is_used},
        {"free_sides_lie_in_faces", free_sides_lie_in_faces},
        {"neighbours_agree", neighbours_agree},
        {"facets_look_outwards", facets_look_outwards},
        {"corners_across_a_face_stay_apart", corners_across_a_face_stay_apart},
    };
    wafti_marching_make(&table);
    return test_main(argc, argv, cases, sizeof(cases) / sizeof(cases[0]));
}
