// SPDX-License-Identifier: MIT
// Each facet is seen from above and cut by the grid's lines, first into strips, then into columns.
#include "body/footprint.h"

#include <math.h>
#include <string.h>

#include "body/lane.h"
#include "hull/hull.h"

enum { MOST_CORNERS = 8 }; // a triangle gains one with each of four cuts

// A flat polygon: x, y, z of its corners relative to the body.
typedef struct polygon {
    int count;
    double at[MOST_CORNERS][3];
} polygon;

static int32_t clamp_cell(double cell, int32_t count) {
    return cell < 0.0 ? 0 : cell > (double)count ? count : (int32_t)cell;
}

wafti_column_box wafti_footprint_box(
    const wafti_column_grid* grid, const double center[3], double reach) {
    wafti_column_box box;
    const double start[2] = {grid->x0, grid->z0};
    const double size[2] = {grid->dx, grid->dz};
    const int32_t cells[2] = {grid->nx, grid->nz};
    for (size_t axis = 0; axis < 2; ++axis) {
        const double at = center[2 * axis] - start[axis];
        const int32_t low = clamp_cell(floor((at - reach) / size[axis]), cells[axis]);
        const int32_t past = clamp_cell(floor((at + reach) / size[axis]) + 1.0, cells[axis]);
        box.low[axis] = low;
        box.count[axis] = past > low ? past - low : 0;
    }
    return box;
}

// Keeps what is on one side of a line across `axis`: beyond it if sign is 1, before it if -1.
static void cut(const polygon* from, int axis, double line, double sign, polygon* out) {
    out->count = 0;
    for (int n = 0; n < from->count; ++n) {
        const double* a = from->at[n];
        const double* b = from->at[n + 1 < from->count ? n + 1 : 0];
        const double over_a = sign * (a[axis] - line);
        const double over_b = sign * (b[axis] - line);
        if (over_a >= 0.0) {
            memcpy(out->at[out->count++], a, 3 * sizeof(double));
        }
        if ((over_a >= 0.0) != (over_b >= 0.0)) {
            const double share = over_a / (over_a - over_b);
            for (int k = 0; k < 3; ++k) {
                out->at[out->count][k] = a[k] + share * (b[k] - a[k]);
            }
            out->at[out->count++][axis] = line;
        }
    }
}

// Twice the area of a triangle as seen from above; above 0 where it looks up: y of the cross product of
// its edges.
static double seen_of(const double a[3], const double b[3], const double c[3]) {
    return (b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2]);
}

// Sums over the polygon as seen from above; it counts as underside where its corners run so.
static void add_polygon(const polygon* p, wafti_cover* cover) {
    for (int n = 1; n + 1 < p->count; ++n) {
        const double* a = p->at[0];
        const double* b = p->at[n];
        const double* c = p->at[n + 1];
        const double seen = 0.5 * seen_of(a, b, c);
        const double height = (a[1] + b[1] + c[1]) / 3.0;
        cover->volume += seen * height;
        if (seen < 0.0) {
            cover->area -= seen;
            cover->under -= seen * height;
            cover->moment[0] -= seen * (a[0] + b[0] + c[0]) / 3.0;
            cover->moment[1] -= seen * (a[2] + b[2] + c[2]) / 3.0;
        }
    }
}

typedef struct raster {
    const wafti_column_box* box;
    double start[2]; // of the box, relative to the body
    double size[2];
    wafti_cover* covers;
} raster;

// Cuts a polygon into rows of the box along z (axis 1), and each row into its columns along x (axis 0).
static void add_part(const raster* r, const polygon* from, int axis, int32_t row) {
    if (from->count < 3) {
        return;
    }
    double low = from->at[0][2 * axis];
    double high = low;
    for (int n = 1; n < from->count; ++n) {
        low = fmin(low, from->at[n][2 * axis]);
        high = fmax(high, from->at[n][2 * axis]);
    }
    const double size = r->size[axis];
    const int32_t count = r->box->count[axis];
    const int32_t past = clamp_cell(floor((high - r->start[axis]) / size) + 1.0, count);
    for (int32_t n = clamp_cell(floor((low - r->start[axis]) / size), count); n < past; ++n) {
        polygon room[2];
        room[0].count = room[1].count = 0;
        const double line = r->start[axis] + n * size;
        const polygon* part = from;
        if (low < line) {
            cut(part, 2 * axis, line, 1.0, &room[0]);
            part = &room[0];
        }
        if (high > line + size) {
            cut(part, 2 * axis, line + size, -1.0, &room[1]);
            part = &room[1];
        }
        if (axis == 1) {
            add_part(r, part, 0, n);
        } else if (part->count >= 3) {
            add_polygon(part, &r->covers[(size_t)row * (size_t)count + (size_t)n]);
        }
    }
}

static void add_facet(const raster* r, const polygon* facet) {
    // Upright facets cover nothing.
    const double seen = seen_of(facet->at[0], facet->at[1], facet->at[2]);
    if (fabs(seen) > 1e-12 * r->size[0] * r->size[1]) {
        add_part(r, facet, 1, 0);
    }
}

static void add_mesh(const raster* r, const waft_mesh_view* mesh, const wafti_turn* turn) {
    for (size_t f = 0; f < mesh->facet_count; ++f) {
        polygon facet = {.count = 3};
        for (size_t k = 0; k < 3; ++k) {
            wafti_turn_out(
                turn, &mesh->positions[3 * (size_t)mesh->indices[3 * f + k]], facet.at[k]);
        }
        add_facet(r, &facet);
    }
}

// The six sides of a box, two facets each; corner n is high along x, y, z where its bits 0, 1, 2 are set.
static void add_box(const raster* r, const waft_mesh_info* info, const wafti_turn* turn) {
    static const uint8_t facets[12][3] = {{1, 3, 7}, {1, 7, 5}, {0, 4, 6}, {0, 6, 2}, {2, 6, 7},
        {2, 7, 3}, {0, 1, 5}, {0, 5, 4}, {4, 5, 7}, {4, 7, 6}, {0, 2, 3}, {0, 3, 1}};
    double corners[8][3];
    for (int n = 0; n < 8; ++n) {
        const double p[3] = {n & 1 ? info->high[0] : info->low[0],
            n & 2 ? info->high[1] : info->low[1], n & 4 ? info->high[2] : info->low[2]};
        wafti_turn_out(turn, p, corners[n]);
    }
    for (int f = 0; f < 12; ++f) {
        polygon facet = {.count = 3};
        for (int k = 0; k < 3; ++k) {
            memcpy(facet.at[k], corners[facets[f][k]], sizeof(corners[0]));
        }
        add_facet(r, &facet);
    }
}

void wafti_footprint_cover(const waft_hull* hull, const double position[3],
    const double rotation[4], const wafti_column_grid* grid, const wafti_column_box* box,
    wafti_cover* out_covers) {
    const size_t count = (size_t)box->count[0] * (size_t)box->count[1];
    memset(out_covers, 0, count * sizeof(*out_covers));
    const raster r = {.box = box,
        .start = {grid->x0 + box->low[0] * grid->dx - position[0],
            grid->z0 + box->low[1] * grid->dz - position[2]},
        .size = {grid->dx, grid->dz},
        .covers = out_covers};
    const waft_mesh_info info = waft_mesh_get_info(hull->mesh);
    const wafti_turn turn = wafti_turn_of(rotation);
    // What fills its bounds is a box, however many facets it is made of.
    const double all =
        (info.high[0] - info.low[0]) * (info.high[1] - info.low[1]) * (info.high[2] - info.low[2]);
    if (info.closed && info.component_count == 1 && fabs(info.volume - all) <= 1e-9 * all) {
        add_box(&r, &info, &turn);
    } else {
        const waft_mesh_view mesh = waft_mesh_get_view(hull->mesh);
        add_mesh(&r, &mesh, &turn);
    }
}

// What a cover gives to a column `offset` metres further along an axis.
static void give(
    const wafti_cover* from, double share, size_t axis, double offset, wafti_cover* to) {
    to->area += share * from->area;
    to->under += share * from->under;
    to->volume += share * from->volume;
    to->moment[axis] += share * (from->moment[axis] + offset * from->area);
    to->moment[1 - axis] += share * from->moment[1 - axis];
}

// One line of covers, `stride` apart; what would leave it stays.
static void soften_line(wafti_cover* line, int32_t count, size_t stride, size_t axis, double size) {
    wafti_cover before = {0};
    for (int32_t n = 0; n < count; ++n) {
        wafti_cover* here = line + (size_t)n * stride;
        const wafti_cover old = *here;
        const bool first = n == 0;
        const bool last = n + 1 == count;
        *here = (wafti_cover){0};
        give(&old, 0.5 + (first ? 0.25 : 0.0) + (last ? 0.25 : 0.0), axis, 0.0, here);
        if (!first) {
            give(&old, 0.25, axis, -size, here - stride);
            give(&before, 0.25, axis, size, here);
        }
        before = old;
    }
}

void wafti_footprint_soften(
    const wafti_column_grid* grid, const wafti_column_box* box, wafti_cover* covers) {
    const int32_t nx = box->count[0];
    const int32_t nz = box->count[1];
    for (int32_t k = 0; k < nz; ++k) {
        soften_line(covers + (size_t)k * (size_t)nx, nx, 1, 0, grid->dx);
    }
    for (int32_t i = 0; i < nx; ++i) {
        soften_line(covers + i, nz, (size_t)nx, 1, grid->dz);
    }
}
