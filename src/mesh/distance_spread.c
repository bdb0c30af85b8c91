// SPDX-License-Identifier: MIT
// Nearest points are handed from node to node (Danielsson 1980): forwards through the grid, then
// backwards, each node looking at the 13 neighbours that came before it. A distance so found is that
// to some point of the mesh, so it is never too small.
#include "mesh/distance_spread.h"

#include <math.h>
#include <string.h>

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
    if (known >= WAFTI_DISTANCE_UNKNOWN) {
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

void wafti_distance_spread(wafti_distance* distance, double band, float* nearest) {
    const int32_t rows = distance->nodes[1];
    const int32_t planes = distance->nodes[2];
    for (int32_t way = 1; way >= -1; way -= 2) {
        spread s = {.distance = distance, .band = (float)band, .way = way};
        s.nearest = nearest;
        for (int32_t k = 0; k < planes; ++k) {
            for (int32_t j = 0; j < rows; ++j) {
                sweep_row(&s, way > 0 ? j : rows - 1 - j, way > 0 ? k : planes - 1 - k);
            }
        }
    }
}
