// SPDX-License-Identifier: MIT
// waft/detail.h: turbulence over a smoke. A finer copy of its grid follows its flow and is stirred by
// random fields of a bank where triggers let them (Zhao, Yuan & Chen 2010). The smoke itself is not
// changed, except in mode direct.
#ifndef WAFT_DETAIL_H
#define WAFT_DETAIL_H

#include <waft/base.h>
#include <waft/field.h>
#include <waft/math.h>
#include <waft/smoke.h>
#include <waft/turbulence.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Belongs to its world; see waft_world_create_detail().
typedef struct waft_detail waft_detail;

typedef enum waft_detail_mode {
    WAFT_DETAIL_FORCE,   ///< a flow of its own at `refine` times the cells, forced
    WAFT_DETAIL_DIRECT,  ///< kicks in the smoke's own step; no second flow, no following
    WAFT_DETAIL_WAVELET, ///< the smoke's flow plus wavelet noise (Kim et al. 2008), no second flow
} waft_detail_mode;

typedef enum waft_detail_clock {
    WAFT_CLOCK_RATE, ///< follow and strength count for a hold, however it is cut into steps
    WAFT_CLOCK_STEP, ///< for each sub-step, as in the paper
} waft_detail_clock;

typedef enum waft_detail_order {
    WAFT_ORDER_BLEND_LAST, ///< follow the flow at the end of the step, after transport
    WAFT_ORDER_PAPER,      ///< follow the flow at its start, before transport
} waft_detail_order;

/// Which way forces point against the mean flow.
typedef enum waft_detail_direction {
    WAFT_DIRECTION_FREE,   ///< any way
    WAFT_DIRECTION_REGION, ///< one sign for all, so that as a whole they do no work on the flow
    WAFT_DIRECTION_PERP,   ///< across it
    WAFT_DIRECTION_OPPOSE, ///< never along it, cell by cell (the paper): a brake
    WAFT_DIRECTION_ALIGN,  ///< never against it
} waft_detail_direction;

typedef enum waft_detail_magnitude {
    WAFT_MAGNITUDE_RMS,   ///< Psi is the rms of the force
    WAFT_MAGNITUDE_LOCAL, ///< every cell's force has the length Psi (the paper)
} waft_detail_magnitude;

typedef enum waft_trigger_kind {
    WAFT_TRIGGER_SPEED,     ///< eq. 11: everywhere, by |U|
    WAFT_TRIGGER_STRAIN,    ///< eq. 12: by the strain of the flow over the wave number of the bank
    WAFT_TRIGGER_DISTANCE,  ///< eq. 13: near obstacles
    WAFT_TRIGGER_VORTICITY, ///< eq. 14: where the flow turns
    WAFT_TRIGGER_DENSITY,   ///< eq. 15: where there is smoke
    WAFT_TRIGGER_MASK,      ///< where a weight says
} waft_trigger_kind;

/// Weight at a point, 0 to 1 (cut to it).
typedef float waft_weight_function(void* user, waft_vec3 point);

/// A weight in space, looked at once, at creation. The first of function, field and shape that is
/// there counts.
typedef struct waft_mask {
    waft_weight_function* function;
    void* user;
    waft_field
        field; ///< linear between samples, edge values outside; a size of 1: the same all along
    bool has_shape;
    waft_shape shape;
    waft_pose pose;
    float soft; ///< m, width of the edge, half of it inside; >= 0, default 0
} waft_mask;

enum { WAFT_TRIGGER_SOLIDS = 16, WAFT_TRIGGER_CAPACITY = 8, WAFT_REGION_CAPACITY = 8 };

typedef struct waft_trigger {
    waft_trigger_kind kind;
    float reach;     ///< m, distance: > 0
    float threshold; ///< vorticity: 1/s; density
    float width;     ///< of the step at the threshold; 0: sharp
    float reference; ///< value of full weight; 0: a greatest value that fades within 0.5 s
    float limit;     ///< strain: most V as a share of the greatest |U|; 0: none
    float speed;     ///< m/s, vorticity, mask: V in place of |U|; 0: |U|
    /// distance: to these obstacles alone, by place in creation order; none: to all
    uint32_t solids[WAFT_TRIGGER_SOLIDS];
    int solid_count;
    waft_mask mask;
} waft_trigger;

/// A box of space in m.
typedef struct waft_region {
    waft_vec3 low, high;
} waft_region;

typedef struct waft_detail_def {
    uint32_t struct_size; ///< set by waft_detail_def_default()
    waft_detail_mode mode;
    int refine;     ///< 1, 2 or 4 cells along a cell of the smoke; default 1
    float follow;   ///< q, 0 to 1, default 0.2: share of the flow put back in a hold
    float strength; ///< p_c, 0 to 10, default 0.5
    double hold;    ///< s, tau: a random field works for so long; > 0, default 1/30
    waft_detail_clock clock;
    waft_detail_order order;
    waft_detail_direction direction;
    waft_detail_magnitude magnitude;
    waft_trigger triggers[WAFT_TRIGGER_CAPACITY];
    int trigger_count; ///< 0 to 8, default 0: speed
    bool trigger_max;  ///< weights combine by the greatest, not by product
    waft_bank* bank;   ///< modes force and direct; one reference is taken
    bool shift;        ///< a hold takes its field at a random offset, default true
    uint64_t seed;     ///< default 0: the world's
    waft_region regions[WAFT_REGION_CAPACITY];
    int region_count; ///< mode force; 0: the whole box
    int blend;        ///< cells inside a region's border over which forces set in, >= 0, default 8
    int burst, calm;  ///< longest spells of turbulence and calm, holds; both 0: always on
    bool calm_cuts;   ///< in calm the flow is the smoke's at once; default: it relaxes to it
    int texture_frames; ///< wavelet: holds after which a set of coordinates starts anew, default 32
} waft_detail_def;

WAFT_API void waft_detail_def_fill(waft_detail_def* out_def, size_t size);
static inline waft_detail_def waft_detail_def_default(void) {
    waft_detail_def def;
    waft_detail_def_fill(&def, sizeof(def));
    return def;
}
/// A trigger of a kind: reach 0.1 m, threshold 0, all else 0.
WAFT_API waft_trigger waft_trigger_default(waft_trigger_kind kind);

/// The fine smoke: its density, temperature and velocity, as any smoke is read. In mode direct the
/// world's own. Belongs to the world; it must not be changed.
WAFT_API const waft_smoke* waft_detail_smoke(const waft_detail* detail);
/// The def it was made from, with what has changed since.
WAFT_API void waft_detail_read_def(
    const waft_detail* detail, waft_detail_def* out_def, size_t size);
static inline waft_detail_def waft_detail_get_def(const waft_detail* detail) {
    waft_detail_def def;
    waft_detail_read_def(detail, &def, sizeof(def));
    return def;
}
/// Psi at fine cells (m/s in a hold) as it was last used, of region `index` or the whole box (0).
WAFT_API waft_field waft_detail_psi(const waft_detail* detail, int index);

typedef struct waft_detail_stats {
    bool turbulent;         ///< false in a calm spell
    double gamma;           ///< share of holds so far that were turbulent
    double kick_rms;        ///< m/s, of the kicks of the last step together
    double fluctuation_rms; ///< m/s, of the fine flow against the smoke's
    double density_sum;     ///< density * volume of the fine smoke, m3
    double correction;      ///< greatest correction of border faces over their mean speed
    double interpolate_ms, force_ms, flow_ms; ///< wall time of the last step
} waft_detail_stats;

WAFT_API void waft_detail_read_stats(
    const waft_detail* detail, waft_detail_stats* out_stats, size_t size);
static inline waft_detail_stats waft_detail_get_stats(const waft_detail* detail) {
    waft_detail_stats stats;
    waft_detail_read_stats(detail, &stats, sizeof(stats));
    return stats;
}

/// Bytes that a detail of the def over a smoke of its def takes, the bank not counted; SIZE_MAX if it
/// does not fit.
WAFT_API size_t waft_detail_memory_needed(
    const waft_smoke_def* smoke, const waft_detail_def* detail);

#ifdef __cplusplus
}
#endif

#endif // WAFT_DETAIL_H
