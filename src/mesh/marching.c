// SPDX-License-Identifier: MIT
#include "mesh/marching.h"

#include <stdbool.h>
#include <string.h>

#include "base/assert.h"

enum { CORNERS = 8, FACES = 6, NO_EDGE = 0xFF, LONGEST_LOOP = 7 };

// Edges and faces of the unit cell.
typedef struct cell_shape {
    uint8_t edge_between[CORNERS][CORNERS];
    uint8_t faces_of_edge[WAFTI_MARCHING_EDGES]; // one bit a face
    uint8_t face_corners[FACES][4];              // counter-clockwise seen from outside
} cell_shape;

static void shape_edges(cell_shape* shape, wafti_marching* table) {
    uint8_t edge = 0;
    for (unsigned corner = 0; corner < CORNERS; ++corner) {
        for (unsigned axis = 0; axis < 3; ++axis) {
            const unsigned end = corner | 1u << axis;
            if (end != corner) {
                table->edge_corner[edge] = (uint8_t)corner;
                table->edge_axis[edge] = (uint8_t)axis;
                shape->edge_between[corner][end] = shape->edge_between[end][corner] = edge++;
            }
        }
    }
}

static void shape_faces(cell_shape* shape) {
    for (unsigned face = 0; face < FACES; ++face) {
        const unsigned axis = face / 2;
        const unsigned far = face % 2;
        const unsigned first = far << axis;
        const unsigned u = 1u << (axis + 1) % 3;
        const unsigned v = 1u << (axis + 2) % 3;
        const unsigned around[4] = {first, first | u, first | u | v, first | v};
        for (unsigned k = 0; k < 4; ++k) {
            shape->face_corners[face][k] = (uint8_t)around[far ? k : 3 - k];
        }
        for (unsigned k = 0; k < 4; ++k) {
            const uint8_t* corners = shape->face_corners[face];
            shape->faces_of_edge[shape->edge_between[corners[k]][corners[(k + 1) % 4]]] |=
                (uint8_t)(1u << face);
        }
    }
}

static bool is_inside(unsigned which, uint8_t corner) {
    return (which >> corner & 1u) != 0;
}

// Each cut of a face runs from the edge where a walk around it enters inside corners to the edge where
// it leaves them again. Over all faces the cuts join to loops.
static void cut_faces(const cell_shape* shape, unsigned which, uint8_t nexts[]) {
    memset(nexts, NO_EDGE, WAFTI_MARCHING_EDGES);
    for (int face = 0; face < FACES; ++face) {
        const uint8_t* corners = shape->face_corners[face];
        for (unsigned k = 0; k < 4; ++k) {
            const uint8_t before = corners[(k + 3) % 4];
            if (is_inside(which, before) || !is_inside(which, corners[k])) {
                continue;
            }
            unsigned last = k;
            while (is_inside(which, corners[(last + 1) % 4])) {
                ++last;
            }
            nexts[shape->edge_between[before][corners[k]]] =
                shape->edge_between[corners[last % 4]][corners[(last + 1) % 4]];
        }
    }
}

// A loop and how its pieces are cut: from i to j with the facet's third corner at apex[i][j], 0: cannot.
typedef struct loop_cuts {
    const uint8_t* loop;
    uint8_t length;
    uint8_t apex[LONGEST_LOOP][LONGEST_LOOP];
} loop_cuts;

// Shorter pieces first, so that what a piece falls into is known.
static void find_cuts(const cell_shape* shape, loop_cuts* c) {
    for (unsigned span = 2; span < c->length; ++span) {
        const bool whole = span + 1u == c->length;
        for (unsigned i = 0; i + span < c->length; ++i) {
            // A side between edges of one face would lie in that face.
            const uint8_t faces =
                shape->faces_of_edge[c->loop[i]] & shape->faces_of_edge[c->loop[i + span]];
            const unsigned j = i + span;
            for (unsigned k = i + 1; k < j && (whole || faces == 0) && c->apex[i][j] == 0; ++k) {
                const bool works =
                    (k - i < 2 || c->apex[i][k] != 0) && (j - k < 2 || c->apex[k][j] != 0);
                c->apex[i][j] = works ? (uint8_t)k : 0;
            }
        }
    }
}

static void add_facets(const loop_cuts* c, unsigned which, wafti_marching* table) {
    unsigned pieces[LONGEST_LOOP][2] = {{0, c->length - 1u}};
    unsigned piece_count = 1;
    while (piece_count > 0) {
        --piece_count;
        const unsigned i = pieces[piece_count][0];
        const unsigned j = pieces[piece_count][1];
        if (j - i < 2) {
            continue;
        }
        const unsigned k = c->apex[i][j];
        WAFT_ASSERT(k != 0 && table->facet_counts[which] < WAFTI_MARCHING_FACETS);
        uint8_t* facet = table->facets[which][table->facet_counts[which]++];
        facet[0] = c->loop[i];
        facet[1] = c->loop[k];
        facet[2] = c->loop[j];
        pieces[piece_count][0] = i;
        pieces[piece_count++][1] = k;
        pieces[piece_count][0] = k;
        pieces[piece_count++][1] = j;
    }
}

void wafti_marching_make(wafti_marching* out_table) {
    cell_shape shape;
    memset(&shape, 0, sizeof(shape));
    memset(out_table, 0, sizeof(*out_table));
    shape_edges(&shape, out_table);
    shape_faces(&shape);
    for (unsigned which = 0; which < WAFTI_MARCHING_CASES; ++which) {
        uint8_t nexts[WAFTI_MARCHING_EDGES];
        cut_faces(&shape, which, nexts);
        for (unsigned start = 0; start < WAFTI_MARCHING_EDGES; ++start) {
            uint8_t loop[LONGEST_LOOP];
            loop_cuts cuts = {.loop = loop};
            for (unsigned at = start; nexts[at] != NO_EDGE;) {
                const uint8_t next = nexts[at];
                nexts[at] = NO_EDGE;
                loop[cuts.length++] = (uint8_t)at;
                at = next;
            }
            if (cuts.length > 0) {
                find_cuts(&shape, &cuts);
                add_facets(&cuts, which, out_table);
            }
        }
    }
}
