// SPDX-License-Identifier: MIT
// Foam on a water on a grid, 0 to 1 a cell: drops and water that runs together make it, it drifts with
// the water and fades. docs/spec/water.md#foam has the equation and the sources.
#ifndef WAFTI_WATER_FOAM_H
#define WAFTI_WATER_FOAM_H

#include "water/shallow.h"

enum {
    WAFTI_FOAM_BAND = 32,  ///< rows that one task moves
    WAFTI_FOAM_PIECE = 32, ///< cells of a row that are looked at together
};

/// A row in which new foam is looked for.
typedef struct wafti_foam_look {
    int32_t nx;
    const float* vx;    ///< m/s, with the cells before and behind the row
    const float* vz[3]; ///< of the row before, its own and the one after
    const float* depth; ///< m, or the level
    const float* bed;   ///< NULL if `depth` is one
    float across;       ///< dx / (2 dz)
    float limit;        ///< g times the square of the least convergence
    float dry;          ///< m
    float* excess;      ///< out, by cell: squares of the convergence less its limit, or -1
    float* fast;        ///< out, by piece: greatest |vx| and |vz|
    uint8_t* fresh;     ///< out, by piece: some excess is above 0
} wafti_foam_look;

typedef void wafti_foam_kernel(const wafti_foam_look* job);

wafti_foam_kernel WAFTI_COPIES(wafti_foam_search);

typedef struct wafti_foam {
    float* now; ///< samples as those of drawn fields: rows `stride` apart, from cell 0
    float* next;
    ptrdiff_t stride;
    int32_t pieces;      ///< in a row
    uint8_t* marks;      ///< pieces of `now` that may hold foam
    uint8_t* next_marks; ///< and of `next`
    float* rows;         ///< scratch of the bands
    uint32_t moves;      ///< so far: calm bands take turns
    double life;         ///< s
    double due;          ///< s since it was moved
} wafti_foam;

/// Takes its memory, cleared; `now` is not included: that is a drawn field.
void wafti_foam_init(wafti_foam* foam, const wafti_basin* basin, ptrdiff_t stride, wafti_carver* c);

/// After a step of `dt`. Foam is moved 30 times a second at most: what it costs then does not depend on
/// the step, and it stays sharper. Bands with foam in or next to them are moved each time, others are
/// looked at for new foam each eighth time.
void wafti_foam_step(wafti_foam* foam, const wafti_shallow* s, double dt);

/// Sum over all cells.
double wafti_foam_sum(const wafti_foam* foam, const wafti_basin* basin);

void wafti_foam_state(wafti_foam* foam, const wafti_basin* basin, wafti_stream* stream);

/// Adds foam to a cell, as far as it can have more.
static inline void wafti_foam_add(wafti_foam* foam, int32_t i, int32_t j, float amount) {
    float* at = &foam->now[i + j * foam->stride];
    const float sum = *at + amount;
    *at = sum < 1.0f ? sum : 1.0f;
    foam->marks[j * foam->pieces + i / WAFTI_FOAM_PIECE] = 1;
}

#endif // WAFTI_WATER_FOAM_H
