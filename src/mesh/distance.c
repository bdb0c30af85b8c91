// SPDX-License-Identifier: MIT
// The tree is asked about nodes near the surface only: from the middle of a ball all its facets are
// equally far, and a search has to see most of them.
#include "mesh/distance.h"

#include "base/error.h"
#include "base/memory.h"

#include <string.h>

// Interpolation at the surface reads nodes up to sqrt(3) spacings away, and beyond that the sign is
// the same as at every neighbour.
#define BAND_NODES 2.0

#define UNKNOWN 3e38f // distance

// Halvings and more that a plan may need from the finest grid to one that fits.
enum { MOST_ROUNDS = 1000, LEAST_BYTES = 4096 };

// What a search costs on one core, to tell the pool whether waking threads pays.
#define SEARCH_US 0.4

static bool is_within(double value, double low, double high) {
    return isgreaterequal(value, low) && islessequal(value, high);
}

// Nodes along each axis in double, since a fine grid has more than an integer counts.
static double count_nodes(
    double spacing, double margin, const double low[3], const double high[3], double out_nodes[3]) {
    double product = 1.0;
    for (int k = 0; k < 3; ++k) {
        out_nodes[k] = ceil((high[k] - low[k] + 2.0 * margin) / spacing) + 1.0;
        out_nodes[k] = out_nodes[k] < 2.0 ? 2.0 : out_nodes[k];
        product *= out_nodes[k];
    }
    return product;
}

waft_result wafti_distance_plan(const wafti_distance_def* def, const double low[3],
    const double high[3], wafti_distance* out_distance, waft_error* out_error) {
    *out_distance = (wafti_distance){0};
    if (!is_within(def->spacing, 1e-9, 1e9) || !is_within(def->margin, 0.0, 1e9) ||
        !is_within(def->band, 0.0, 1e9) || def->most_bytes < LEAST_BYTES) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "a distance grid needs a spacing of 1e-9 to 1e9 m, margin and band of 0 to 1e9 m "
            "and 4096 bytes");
    }
    const size_t most_nodes = def->most_bytes / sizeof(float);
    const double most = (double)most_nodes;
    double nodes[3];
    double spacing = def->spacing;
    for (int round = 0; round < MOST_ROUNDS; ++round) {
        const double count = count_nodes(spacing, def->margin, low, high, nodes);
        if (!(count > most)) {
            break;
        }
        const double factor = cbrt(count / most);
        spacing *= factor > 1.02 ? factor : 1.02;
    }
    if (!(count_nodes(spacing, def->margin, low, high, nodes) <= most)) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "a distance grid cannot span the mesh; its bounds or its margin are too large");
    }
    out_distance->spacing = spacing;
    out_distance->byte_count = sizeof(float);
    for (int k = 0; k < 3; ++k) {
        out_distance->nodes[k] = (int32_t)nodes[k];
        out_distance->origin[k] = 0.5 * (low[k] + high[k]) - 0.5 * (nodes[k] - 1.0) * spacing;
        out_distance->byte_count *= (size_t)out_distance->nodes[k];
    }
    return WAFT_OK;
}

// Points of the mesh that are nearest to the nodes, three numbers each.
static size_t nearest_bytes(const wafti_distance* distance) {
    return wafti_size_mul(3, distance->byte_count);
}

wafti_need wafti_distance_need(
    const wafti_distance_def* def, const double low[3], const double high[3], size_t facet_count) {
    wafti_distance planned;
    if (wafti_distance_plan(def, low, high, &planned, NULL) != WAFT_OK) {
        return (wafti_need){0};
    }
    const size_t scratch = wafti_bvh_scratch_size(facet_count);
    const size_t nearest = nearest_bytes(&planned);
    return (wafti_need){.kept = planned.byte_count,
        .passing =
            wafti_size_add(wafti_bvh_size(facet_count), scratch > nearest ? scratch : nearest)};
}

typedef struct baking {
    wafti_distance* distance;
    const wafti_bvh* bvh;
    double band;    // m
    float* nearest; // points of the mesh, for nodes within the band
} baking;

static void bake_plane(void* context, int32_t plane) {
    const baking* job = context;
    const wafti_distance* d = job->distance;
    size_t node = (size_t)plane * (size_t)d->nodes[1] * (size_t)d->nodes[0];
    for (int32_t j = 0; j < d->nodes[1]; ++j) {
        for (int32_t i = 0; i < d->nodes[0]; ++i, ++node) {
            const double point[3] = {d->origin[0] + i * d->spacing, d->origin[1] + j * d->spacing,
                d->origin[2] + plane * d->spacing};
            const wafti_nearest nearest = wafti_bvh_nearest(job->bvh, point, job->band);
            if (nearest.facet == UINT32_MAX) {
                d->samples[node] = UNKNOWN;
                continue;
            }
            const double side = wafti_bvh_side(job->bvh, point, &nearest);
            d->samples[node] = (float)(side * sqrt(nearest.square));
            for (size_t k = 0; k < 3; ++k) {
                job->nearest[3 * node + k] =
                    (float)((nearest.point[k] - d->origin[k]) / d->spacing);
            }
        }
    }
}

// Nearest points are handed from node to node (Danielsson 1980): forwards through the grid, then
// backwards, each node looking at the 13 neighbours that came before it. A distance so found is that
// to some point of the mesh, so it is never too small.
typedef struct spread {
    wafti_distance* distance;
    float* nearest;
    float band;
    int32_t way; // 1: forwards, -1: backwards
} spread;

// Offers the nearest point of node `from` to node `to`, which lies at `place`. No surface is between
// neighbours of which one is beyond the band, so the sign comes along.
static void offer(const spread* s, size_t to, const float place[3], size_t from) {
    float* samples = s->distance->samples;
    const float known = samples[from];
    if (known >= UNKNOWN) {
        return;
    }
    const float* point = &s->nearest[3 * from];
    const float x = place[0] - point[0];
    const float y = place[1] - point[1];
    const float z = place[2] - point[2];
    const float distance = sqrtf(x * x + y * y + z * z) * (float)s->distance->spacing;
    if (distance < fabsf(samples[to])) {
        samples[to] = copysignf(distance, known);
        memcpy(&s->nearest[3 * to], point, 3 * sizeof(float));
    }
}

// Rows that came before the row (j, k), as numbers of their first nodes.
static int rows_before(const spread* s, int32_t j, int32_t k, size_t out_rows[4]) {
    static const int32_t steps[4][2] = {{-1, -1}, {0, -1}, {1, -1}, {-1, 0}};
    const int32_t* nodes = s->distance->nodes;
    int count = 0;
    for (int i = 0; i < 4; ++i) {
        const int32_t y = j + s->way * steps[i][0];
        const int32_t z = k + s->way * steps[i][1];
        if (y >= 0 && y < nodes[1] && z >= 0 && z < nodes[2]) {
            out_rows[count++] = ((size_t)z * (size_t)nodes[1] + (size_t)y) * (size_t)nodes[0];
        }
    }
    return count;
}

static void sweep_row(const spread* s, int32_t j, int32_t k) {
    const int32_t width = s->distance->nodes[0];
    const size_t row = ((size_t)k * (size_t)s->distance->nodes[1] + (size_t)j) * (size_t)width;
    size_t before[4];
    const int before_count = rows_before(s, j, k, before);
    for (int32_t n = 0; n < width; ++n) {
        const int32_t i = s->way > 0 ? n : width - 1 - n;
        const size_t node = row + (size_t)i;
        if (fabsf(s->distance->samples[node]) < s->band) {
            continue;
        }
        const float place[3] = {(float)i, (float)j, (float)k};
        const size_t first = i > 0 ? (size_t)i - 1 : 0;
        const size_t last = i + 1 < width ? (size_t)i + 1 : (size_t)i;
        for (int r = 0; r < before_count; ++r) {
            for (size_t x = first; x <= last; ++x) {
                offer(s, node, place, before[r] + x);
            }
        }
        if (n > 0) {
            offer(s, node, place, s->way > 0 ? node - 1 : node + 1);
        }
    }
}

// Fills the samples that are unknown from those that are known, of which there is at least one, and
// gives them their nearest points.
static void spread_all(wafti_distance* distance, double band, float* nearest) {
    const int32_t rows = distance->nodes[1];
    const int32_t planes = distance->nodes[2];
    for (int32_t way = 1; way >= -1; way -= 2) {
        const spread s = {distance, nearest, (float)band, way};
        for (int32_t k = 0; k < planes; ++k) {
            for (int32_t j = 0; j < rows; ++j) {
                sweep_row(&s, way > 0 ? j : rows - 1 - j, way > 0 ? k : planes - 1 - k);
            }
        }
    }
}

waft_result wafti_distance_bake(wafti_distance* distance, const wafti_bvh* bvh,
    const wafti_distance_def* def, wafti_pool* pool, waft_error* out_error) {
    const waft_result result = wafti_distance_plan(def, bvh->low, bvh->high, distance, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    distance->allocator = bvh->allocator;
    const waft_allocator* allocator = &distance->allocator;
    const size_t nearest_size = nearest_bytes(distance);
    distance->samples = wafti_allocate(allocator, distance->byte_count, 1);
    float* nearest = wafti_allocate(allocator, nearest_size, 1);
    const bool enough = distance->samples != NULL && nearest != NULL;
    if (enough) {
        const double band = fmax(def->band, BAND_NODES * distance->spacing);
        baking job = {distance, bvh, band, nearest};
        const double work = (double)(distance->byte_count / sizeof(float)) * SEARCH_US;
        wafti_pool_run(pool, distance->nodes[2], work, bake_plane, &job);
        spread_all(distance, band, nearest);
        float lowest = 0.0f;
        for (size_t i = 0; i < distance->byte_count / sizeof(float); ++i) {
            lowest = distance->samples[i] < lowest ? distance->samples[i] : lowest;
        }
        distance->thickness = -2.0 * (double)lowest;
    }
    wafti_release(allocator, nearest, nearest_size, 1);
    if (!enough) {
        wafti_distance_free(distance);
        return wafti_fail_memory(out_error, nearest_size, "a distance grid");
    }
    return WAFT_OK;
}

void wafti_distance_free(wafti_distance* distance) {
    wafti_release(&distance->allocator, distance->samples, distance->byte_count, 1);
    *distance = (wafti_distance){0};
}

static double mix(double a, double b, double share) {
    return a + (b - a) * share;
}

static double interpolate(const wafti_distance* d, const size_t cell[3], const double share[3]) {
    const size_t row = (size_t)d->nodes[0];
    const size_t plane = row * (size_t)d->nodes[1];
    const float* s = &d->samples[cell[0] + cell[1] * row + cell[2] * plane];
    const double near_low = mix((double)s[0], (double)s[1], share[0]);
    const double near_high = mix((double)s[row], (double)s[row + 1], share[0]);
    const double far_low = mix((double)s[plane], (double)s[plane + 1], share[0]);
    const double far_high = mix((double)s[plane + row], (double)s[plane + row + 1], share[0]);
    return mix(mix(near_low, near_high, share[1]), mix(far_low, far_high, share[1]), share[2]);
}

// From p outside the grid let q be its nearest point. The grid is convex and holds the surface, so
// any s there has |p - s|^2 >= |p - q|^2 + |q - s|^2.
double wafti_distance_at(const wafti_distance* distance, const double point[3]) {
    size_t cell[3];
    double share[3];
    double beyond = 0.0;
    for (int k = 0; k < 3; ++k) {
        const double last = (double)(distance->nodes[k] - 1);
        const double place = (point[k] - distance->origin[k]) / distance->spacing;
        const double inside = place < 0.0 ? 0.0 : place > last ? last : place;
        const double whole = inside < last ? floor(inside) : last - 1.0;
        const double gap = (place - inside) * distance->spacing;
        cell[k] = (size_t)whole;
        share[k] = inside - whole;
        beyond += gap * gap;
    }
    const double value = interpolate(distance, cell, share);
    if (beyond > 0.0) {
        return value > 0.0 ? sqrt(beyond + value * value) : sqrt(beyond);
    }
    return value;
}
