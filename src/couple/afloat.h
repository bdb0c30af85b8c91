// SPDX-License-Identifier: MIT
// Bodies that press on columns: what the files of this coupling share.
#ifndef WAFTI_COUPLE_AFLOAT_H
#define WAFTI_COUPLE_AFLOAT_H

#include "body/carry.h"
#include "body/footprint.h"
#include "couple/contact_pressure.h"
#include "couple/water_bodies.h"
#include "water/contact.h"

// A body that is in the water, in the order of creation.
typedef struct wafti_rider {
    uint32_t slot;
    uint32_t cluster;
    wafti_column_box box;
    size_t first_cover;              ///< in afloat.covers
    size_t first_touch, touch_count; ///< in afloat.touches
    double given[3];                 ///< N s, N m s: impulse and moments of the parts so far
    double offset[3], speed[3];      ///< what they made of heave and turns since the step began
} wafti_rider;

struct wafti_afloat {
    const wafti_context* context;
    waft_water* water;
    waft_bodies* bodies;
    wafti_contact_grid grid;
    double
        lag; ///< of the way that an impulse at the start of a step leads, what steps of bodies do
    wafti_arena arena; ///< of all arrays
    wafti_carry* carries;
    wafti_rider* riders;
    wafti_contact_hull* hulls;
    uint32_t rider_count, capacity;
    wafti_cover* covers;
    wafti_touch* touches;
    size_t touch_count, touch_capacity;
    bool crowded;          ///< told that touches were too few
    double* totals;        ///< by column
    uint32_t* owners;      ///< by column: a rider that touches it and 1 more; 0 between steps
    uint32_t* parents;     ///< by rider: another of its cluster, at last the first of it
    wafti_touch_run* runs; ///< of riders, cluster by cluster
    uint32_t* clusters;    ///< first run of each, and past the last
    uint32_t cluster_count;
    wafti_step now;
    double start, dt; ///< s, of the part of the water's step
};

#endif // WAFTI_COUPLE_AFLOAT_H
