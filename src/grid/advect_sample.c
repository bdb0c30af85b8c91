// SPDX-License-Identifier: MIT
#include "grid/advect.h"

#include "grid/careful.h"

#include <math.h>

// Solids hold their own velocity on their faces, so inside them all corners count alike.
static float sample_in_solid(
    const wafti_domain* domain, int axis, const float* faces, const wafti_careful_end* end) {
    const wafti_mac* grid = &domain->grid;
    float part[3] = {0.0f, 0.0f, 0.0f};
    ptrdiff_t at = 0;
    for (int a = 0; a < grid->axes; ++a) {
        const float from_value = end->part[a] - (a == axis ? 0.0f : 0.5f);
        const float whole = floorf(from_value);
        part[a] = from_value - whole;
        at += (end->cell[a] + (int32_t)whole) * wafti_mac_stride(grid, a);
    }
    float sum = 0.0f;
    for (int corner = 0; corner < 1 << grid->axes; ++corner) {
        float share = 1.0f;
        ptrdiff_t offset = at;
        for (int a = 0; a < grid->axes; ++a) {
            const bool high = (corner >> a & 1) != 0;
            share *= high ? part[a] : 1.0f - part[a];
            offset += high ? wafti_mac_stride(grid, a) : 0;
        }
        sum += share * faces[offset];
    }
    return sum;
}

void wafti_sample_velocity(const wafti_domain* domain, const float* const velocity[3],
    const double point[3], float out_velocity[3]) {
    const wafti_mac* grid = &domain->grid;
    wafti_careful_end end = {.cut = false};
    out_velocity[0] = out_velocity[1] = out_velocity[2] = 0.0f;
    for (int a = 0; a < grid->axes; ++a) {
        if (!isfinite(point[a])) {
            return;
        }
        const double place = (point[a] - grid->low[a]) / grid->h;
        if (!(place >= 0.0 && place <= (double)grid->n[a])) {
            return;
        }
        const int32_t cell = (int32_t)place;
        end.cell[a] = cell < grid->n[a] ? cell : grid->n[a] - 1;
        end.part[a] = (float)(place - (double)end.cell[a]);
    }
    const bool solid =
        domain->clearance[wafti_mac_index(grid, end.cell[0], end.cell[1], end.cell[2])] == 0;
    for (int axis = 0; axis < grid->axes; ++axis) {
        wafti_careful_value v = {.found = false};
        if (!solid) {
            v = wafti_careful_sample(domain, axis, velocity[axis], &end);
        }
        out_velocity[axis] =
            v.found ? v.value : sample_in_solid(domain, axis, velocity[axis], &end);
    }
}
