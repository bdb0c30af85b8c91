// SPDX-License-Identifier: MIT
// Before the water's step: which columns each body covers, and which bodies must wait for one another.
// docs/spec/water.md#contact-pressure defines what a hull covers, and clusters of hulls.
#include <math.h>

#include "base/error.h"
#include "couple/afloat.h"
#include "math/groups.h"

// Covers less than this share of a column press no water, but would make the pressure stiff.
static const double least_cover = 1e-6;

static void foresee(void* context, int32_t block) {
    const wafti_afloat* afloat = context;
    wafti_carry_foresee(afloat->bodies, (uint32_t)block, &afloat->now);
}

static void tell_crowded(wafti_afloat* afloat, uint32_t place) {
    if (!afloat->crowded) {
        afloat->crowded = true;
        wafti_log(&afloat->context->logger, WAFT_LOG_WARNING,
            "bodies need room for more than %zu columns of water at once: the water does not feel "
            "number %u of them, and perhaps others; it has room for fewer bodies or larger cells",
            afloat->touch_capacity, (unsigned)place);
    }
}

// Room for the columns that each body may cover, in the order of creation. One that finds none floats
// as if the water did not feel it.
static void seat_riders(wafti_afloat* afloat) {
    const wafti_contact_grid* g = &afloat->grid;
    const wafti_column_grid grid = {g->nx, g->nz, g->x0, g->z0, g->dx, g->dz};
    size_t used = 0;
    afloat->rider_count = 0;
    for (uint32_t n = 0; n < waft_bodies_count(afloat->bodies); ++n) {
        const uint32_t slot = afloat->bodies->order[n];
        wafti_carry* carry = &afloat->carries[slot];
        if (carry->state == WAFTI_CARRY_NONE) {
            continue;
        }
        const wafti_column_box box =
            wafti_footprint_box(&grid, carry->position, carry->reach + fmax(g->dx, g->dz));
        const size_t size = (size_t)box.count[0] * (size_t)box.count[1];
        if (size == 0 || size > afloat->touch_capacity - used) {
            carry->state = WAFTI_CARRY_NONE;
            if (size != 0) {
                tell_crowded(afloat, n + 1);
            }
            continue;
        }
        afloat->riders[afloat->rider_count++] =
            (wafti_rider){.slot = slot, .box = box, .first_cover = used};
        used += size;
    }
}

// With its exact edge a hull on its way would take columns in one step and leave them in another, and
// each would send out ripples of a column's width, which hardly travel and stay behind it.
static void cover(void* context, int32_t block) {
    const wafti_afloat* afloat = context;
    const wafti_contact_grid* g = &afloat->grid;
    const wafti_column_grid grid = {g->nx, g->nz, g->x0, g->z0, g->dx, g->dz};
    const wafti_rider* r = &afloat->riders[block];
    const wafti_carry* carry = &afloat->carries[r->slot];
    wafti_footprint_cover(carry->hull, carry->position, carry->rotation, &grid, &r->box,
        afloat->covers + r->first_cover);
    wafti_footprint_soften(&grid, &r->box, afloat->covers + r->first_cover);
}

static void add_touch(
    wafti_afloat* afloat, uint32_t index, int32_t column, const wafti_cover* cover) {
    const wafti_carry* carry = &afloat->carries[afloat->riders[index].slot];
    const double area = afloat->grid.dx * afloat->grid.dz;
    const double share = carry->swell * cover->area / area;
    const double most = carry->swell * cover->volume / area;
    if (!(share > least_cover) || !(most > 0.0)) {
        return;
    }
    const bool sunk = carry->state == WAFTI_CARRY_SUNK;
    afloat->touches[afloat->touch_count++] = (wafti_touch){
        .column = column,
        .hull = index,
        .share = fmin(share, 1.0),
        .cover = sunk ? 0.0 : fmin(share, 1.0),
        .arm = {cover->moment[0] / cover->area, cover->moment[1] / cover->area},
        .foreseen = carry->position[1] + cover->under / cover->area,
        .most = most,
        .load = sunk ? most : 0.0,
    };
}

static void gather_touches(wafti_afloat* afloat) {
    afloat->touch_count = 0;
    for (uint32_t n = 0; n < afloat->rider_count; ++n) {
        wafti_rider* r = &afloat->riders[n];
        r->first_touch = afloat->touch_count;
        const size_t width = (size_t)r->box.count[0];
        const size_t size = width * (size_t)r->box.count[1];
        for (size_t c = 0; c < size; ++c) {
            const int32_t i = r->box.low[0] + (int32_t)(c % width);
            const int32_t j = r->box.low[1] + (int32_t)(c / width);
            add_touch(afloat, n, i + afloat->grid.nx * j, &afloat->covers[r->first_cover + c]);
        }
        r->touch_count = afloat->touch_count - r->first_touch;
    }
}

// Hulls that share a column cannot have more than all of it.
static void share_columns(wafti_afloat* afloat) {
    for (size_t n = 0; n < afloat->touch_count; ++n) {
        afloat->totals[afloat->touches[n].column] += afloat->touches[n].cover;
    }
    for (size_t n = 0; n < afloat->touch_count; ++n) {
        wafti_touch* touch = &afloat->touches[n];
        const double all = afloat->totals[touch->column];
        if (touch->cover > 0.0) {
            touch->slack = fmax(1.0, all) / touch->cover - 1.0;
            touch->portion = touch->cover / all;
        }
    }
    for (size_t n = 0; n < afloat->touch_count; ++n) {
        afloat->totals[afloat->touches[n].column] = 0.0;
    }
}

// Riders that touch the same columns, or columns side by side (round the edge of a domain that goes
// on there), wait for one another; other clusters need not.
static void meet_neighbours(wafti_afloat* afloat, const wafti_touch* touch) {
    const int32_t nx = afloat->grid.nx;
    const int32_t nz = afloat->grid.nz;
    const int32_t i = touch->column % nx;
    const int32_t j = touch->column / nx;
    for (int32_t b = -1; b <= 1; ++b) {
        for (int32_t a = -1; a <= 1; ++a) {
            const int32_t column = (i + a + nx) % nx + nx * ((j + b + nz) % nz);
            const uint32_t owner = afloat->owners[column];
            if (owner != 0) {
                wafti_groups_join(afloat->parents, touch->hull, owner - 1);
            }
        }
    }
}

static void find_clusters(wafti_afloat* afloat) {
    for (uint32_t n = 0; n < afloat->rider_count; ++n) {
        afloat->parents[n] = n;
    }
    for (size_t n = 0; n < afloat->touch_count; ++n) {
        const wafti_touch* touch = &afloat->touches[n];
        meet_neighbours(afloat, touch);
        afloat->owners[touch->column] = touch->hull + 1;
    }
    for (size_t n = 0; n < afloat->touch_count; ++n) {
        afloat->owners[afloat->touches[n].column] = 0;
    }
}

// Runs of riders, cluster by cluster, in the order of their first riders: counted, then placed.
static void sort_runs(wafti_afloat* afloat) {
    uint32_t* clusters = afloat->clusters;
    const uint32_t count = afloat->rider_count;
    afloat->cluster_count = 0;
    for (uint32_t n = 0; n < count; ++n) {
        const uint32_t first = wafti_group_of(afloat->parents, n);
        if (first == n) {
            afloat->riders[n].cluster = afloat->cluster_count;
            clusters[afloat->cluster_count++] = 0;
        }
        afloat->riders[n].cluster = afloat->riders[first].cluster;
        ++clusters[afloat->riders[n].cluster];
    }
    uint32_t start = 0;
    for (uint32_t c = 0; c < afloat->cluster_count; ++c) {
        const uint32_t size = clusters[c];
        clusters[c] = start;
        start += size;
    }
    for (uint32_t n = 0; n < count; ++n) {
        const wafti_rider* r = &afloat->riders[n];
        afloat->runs[clusters[r->cluster]++] =
            (wafti_touch_run){.first = r->first_touch, .count = r->touch_count, .hull = n};
    }
    // Each start has moved to the next cluster's.
    for (uint32_t c = afloat->cluster_count; c > 0; --c) {
        clusters[c] = clusters[c - 1];
    }
    clusters[0] = 0;
}

void wafti_afloat_begin(wafti_afloat* afloat, const wafti_step* step) {
    const int32_t count = (int32_t)waft_bodies_count(afloat->bodies);
    const double body_us = 10.0;
    afloat->now = *step;
    afloat->grid = wafti_contact_get_grid(afloat->water);
    wafti_carries_begin(afloat->bodies);
    wafti_water_expect_samples(afloat->water, 5 * (size_t)count);
    wafti_pool_run(afloat->context->pool, count, body_us * count, foresee, afloat);
    seat_riders(afloat);
    const int32_t riders = (int32_t)afloat->rider_count;
    wafti_pool_run(afloat->context->pool, riders, body_us * riders, cover, afloat);
    gather_touches(afloat);
    share_columns(afloat);
    find_clusters(afloat);
    sort_runs(afloat);
}
