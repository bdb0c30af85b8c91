// SPDX-License-Identifier: MIT
// What the files of the detail share. docs/spec/turbulence.md#forced-flow specifies the detail.
#ifndef WAFTI_DETAIL_PARTS_H
#define WAFTI_DETAIL_PARTS_H

#include "detail/detail.h"
#include "smoke/solver.h"
#include "turbulence/bank.h"
#include "turbulence/clock.h"
#include "turbulence/intermittent.h"

/// Most values of a row of faces, with room for whole vectors.
enum { WAFTI_DETAIL_ROW = 4096 + 16 };

/// Samples of a fine axis in the smoke's: sample i lies share[i] of the way from at[i] to at[i] + 1,
/// or to next[i] where the axis ends or wraps.
typedef struct wafti_lines {
    int32_t* at;
    int32_t* next;
    float* share;
    int32_t count;
    int32_t least, greatest; ///< of at and next: fields need not be set elsewhere
} wafti_lines;

/// Where the samples of a fine grid lie in the smoke's.
typedef struct wafti_sampling {
    wafti_lines faces[3];   ///< across the axis, into the halo
    wafti_lines centers[3]; ///< at cell centres, into the halo
    wafti_lines cells[3];   ///< at cell centres, never outside
} wafti_sampling;

/// One flow that is forced: all of the box, or a region of it.
typedef struct wafti_part {
    waft_detail* detail;
    uint32_t index;
    waft_smoke* smoke; ///< the flow; in mode direct the smoke itself
    bool owned;
    int32_t low[3];                      ///< fine cells of the box before it
    bool border[6];                      ///< sides that lie inside the box
    bool bordered;                       ///< one does
    wafti_sampling at;                   ///< of its cells
    float* mean[3];                      ///< U on its faces
    float* psi;                          ///< m/s in a hold, at cells; with its signs and lengths
    float* along;                        ///< direction perp: Psi (v.U) / |U|^2
    float* fixed[WAFT_TRIGGER_CAPACITY]; ///< by trigger: weight of a mask, distance in m; else NULL
    uint64_t poses;                      ///< hash of the obstacles that distances are from
    double* sums;                        ///< a slot a block

    // State.
    uint64_t ticks; ///< sub-steps so far, the holds of clock step
    uint64_t hold;  ///< number of the present one + 1; 0: none yet
    wafti_spells spells;
    double greatest[WAFT_TRIGGER_CAPACITY];
    double kick_rms;   ///< m/s, of this step
    double correction; ///< of this step, m/s over m/s

    // From `hold`.
    int32_t field;
    int32_t offset[3];
} wafti_part;

typedef struct wafti_wavelet wafti_wavelet;

struct waft_detail {
    const wafti_context* context;
    waft_smoke* base;
    waft_detail_def def; ///< as it is now
    struct {
        double since;    ///< s: from then on holds have the length of the def
        uint64_t number; ///< of the first of them
    } holds;
    wafti_arena arena;
    wafti_bank bank;
    bool has_bank;
    uint64_t seed;
    double first_wave; ///< w_1, rad/m
    waft_smoke* fine;  ///< over all of the box; NULL: mode direct
    bool carried;      ///< `fine` has no flow of its own, but carries scalars through that of parts
    wafti_sampling at; ///< of `fine` where it is carried
    wafti_part* parts;
    int part_count;
    wafti_wavelet* wavelet;                       ///< mode wavelet, which has no parts
    const float* measured[WAFT_TRIGGER_CAPACITY]; ///< strain or vorticity on the smoke's grid
    double fastest;                               ///< m/s, greatest |U| at cells
    bool started;
    bool due; ///< the smoke moves in this step
    waft_detail_stats stats;
};

// ---- detail_change.c

/// The live members through a stream; the others as a hash.
void wafti_detail_live_state(waft_detail* detail, wafti_stream* stream);
uint64_t wafti_detail_fixed_hash(const waft_detail* detail);

// ---- detail.c

/// Reads another bank from now on, or none. Error: WAFT_ERR_NO_MEMORY; the one before stays then.
waft_result wafti_detail_open_bank(waft_detail* detail, waft_bank* wanted, waft_error* error);

// ---- sampling.c

bool wafti_sampling_make(wafti_sampling* at, const waft_smoke* base, const wafti_mac* fine,
    const int32_t low[3], int refine, wafti_arena* arena);
size_t wafti_sampling_size(const int32_t cells[3]);
/// One row of a field of the smoke's grid, linear between its samples.
void wafti_sample_row(const wafti_mac* grid, const float* field, const wafti_lines lines[3],
    int32_t j, int32_t k, float* out);
/// A velocity of the smoke (halos done) on faces of a fine grid, and a cell field at its cells.
void wafti_sample_faces(
    const waft_smoke* base, const wafti_sampling* at, const wafti_mac* fine, float* const out[3]);
/// The smoke's flow on the faces of a part: its mean.
static inline void wafti_part_load_mean(wafti_part* part) {
    wafti_sample_faces(part->detail->base, &part->at, &part->smoke->domain.grid, part->mean);
}
/// The flow of `fine`, over all of the box: that of the smoke, and in the parts their own. Faces and halos are set.
void wafti_compose_faces(const waft_detail* detail, waft_smoke* fine);
void wafti_sample_cells(const waft_smoke* base, const wafti_sampling* at, const wafti_mac* fine,
    const float* field, float* out);

// ---- smooth.c

/// out = mean of 3 x 3 x 3 faces (3 x 3 in a plane); halos done.
void wafti_smooth_faces(const waft_smoke* smoke, float* const out[3]);

// ---- psi.c

/// Strain and vorticity of a flow on the smoke's grid, as triggers want them. Halos done.
void wafti_detail_measure(waft_detail* detail, float* const velocity[3], double dt);
/// Psi at the cells of a part, with signs and lengths for the field in use.
void wafti_part_find_psi(wafti_part* part, double dt);

// ---- masks.c

/// Weights of masks at the cells of a part. Errors: WAFT_ERR_NO_MEMORY, WAFT_ERR_MESH.
waft_result wafti_part_fill_masks(wafti_part* part);
/// Distances from cells to the obstacles that triggers ask for, if these have moved.
void wafti_part_find_distances(wafti_part* part);

// ---- kick.c

/// Follow and kick over dt from `time` on. wafti_smoke_hook's push, and its start for order paper;
/// `context` is the part.
void wafti_part_push(void* context, double time, double dt);
void wafti_part_start(void* context, double time, double dt);
double wafti_part_cut(void* context, double start, double end);
/// Number of the hold that a time lies in, by the clock.
uint64_t wafti_detail_hold(const waft_detail* detail, double time);
/// The field and spell of the hold that a time lies in; true if it is a turbulent one.
bool wafti_part_reach(wafti_part* part, double time);

// ---- border.c

/// Samples low <= i < high of a row, all alike.
typedef struct wafti_blend_middle {
    int32_t low, high;
} wafti_blend_middle;

/// How far a row of faces along `axis` (or cells, -1) is inside the border across it: cells, at most the
/// blend width. False if all of the row are fully inside.
bool wafti_part_blend_depth(
    const wafti_part* part, int axis, int32_t j, int32_t k, float* out_depth);
/// How far its samples are inside the border: smoothstep over the blend width.
void wafti_part_blend_row(
    const wafti_part* part, int axis, float depth, float* out, wafti_blend_middle* out_middle);
/// Border faces take U, free of net flux.
void wafti_part_set_border(wafti_part* part);

// ---- wavelet.c

/// Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_wavelet_create(waft_detail* detail);
/// Carries coordinates through the smoke's flow over dt from `time` on.
void wafti_wavelet_advance(waft_detail* detail, double time, double dt);
/// The fine velocity: the smoke's and the noise.
void wafti_wavelet_fill(waft_detail* detail);
void wafti_wavelet_state(waft_detail* detail, wafti_stream* stream);

#endif // WAFTI_DETAIL_PARTS_H
