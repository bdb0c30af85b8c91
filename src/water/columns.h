// SPDX-License-Identifier: MIT
// Columns of water joined by pipes to their eight neighbours: the model of Do, Kim & Ryu after O'Brien &
// Hodgins 1995, as specified in docs/spec/water.md#columns. North is towards z high, east towards x high.
#ifndef WAFTI_WATER_COLUMNS_H
#define WAFTI_WATER_COLUMNS_H

#include "water/shallow.h"

/// The four pipes that a cell owns; the other four are its neighbours'.
enum {
    WAFTI_PIPE_EAST,
    WAFTI_PIPE_NORTH,
    WAFTI_PIPE_NORTH_EAST,
    WAFTI_PIPE_NORTH_WEST,
    WAFTI_PIPE_COUNT,
};

/// Flows in m3/s, away from the cell that owns the pipe: rows (or whole fields) by pipe.
typedef struct wafti_pipes {
    wafti_real* row[WAFTI_PIPE_COUNT];
} wafti_pipes;

/// Two rows of columns and the pipes that the first one owns. Rows point at their cell 0.
typedef struct wafti_columns_flow {
    int32_t nx;
    bool fixed; ///< factors are whole; else they are for the sum of both depths
    wafti_real keep;
    const wafti_real* bed[2];
    const wafti_real* depth[2];
    const wafti_real* load[2];                  ///< NULL: none
    const wafti_real* factor[WAFTI_PIPE_COUNT]; ///< dt g c / l by cell; inside a row all the same
    wafti_pipes old, stored, moved;             ///< `stored` may be `old`; `moved` as well
    bool mean;                                  ///< moved = (old + stored) / 2, else stored
} wafti_columns_flow;

/// A row of columns that loses what its pipes carry away.
typedef struct wafti_columns_change {
    int32_t nx;
    wafti_real rate;         ///< dt / S
    wafti_pipes here, below; ///< moved flows that this row owns, and the row to the south
    wafti_real* depth;
    wafti_real* old;   ///< depth before
    wafti_real* share; ///< K of the limiter: share of the outflow that a column has, if limited
} wafti_columns_change;

typedef struct wafti_columns_outcome {
    bool limited;       ///< some column lacks water for its outflow
    wafti_real deepest; ///< m
    double lost;        ///< m, sum over cells of what rounding took
    bool finite;
} wafti_columns_outcome;

/// Flows times the share of their donors.
typedef struct wafti_columns_limit {
    int32_t nx;
    wafti_pipes moved, stored;
    bool mean;                  ///< else both are the same
    const wafti_real* share[2]; ///< of this row and of the one to the north
} wafti_columns_limit;

/// Velocities of a row of columns, by the last formulas of docs/spec/water.md#step-of-columns.
typedef struct wafti_columns_speed {
    int32_t nx;
    wafti_pipes here, below;
    const wafti_real* depth;
    wafti_real dry, width; ///< m; `width` is 2 dx
    wafti_real *vx, *vz;   ///< may be written past the end of the row, to a whole vector
} wafti_columns_speed;

/// The step of a row. Numbers of steps are those of docs/spec/water.md#step-of-columns.
typedef struct wafti_columns_kernels {
    /// Steps 2 and 3: pressures and new flows.
    void (*flow)(const wafti_columns_flow* job);
    /// Steps 4 and 5: copies depth to old, finds shares, and moves the water as if none were limited.
    wafti_columns_outcome (*change)(const wafti_columns_change* job);
    /// Step 5 once more, from old, after flows were limited.
    wafti_columns_outcome (*settle)(const wafti_columns_change* job);
    /// Step 4: what a column lacks its pipes do not carry.
    void (*limit)(const wafti_columns_limit* job);
    void (*speed)(const wafti_columns_speed* job);
    /// Greatest of a row.
    wafti_real (*greatest)(const wafti_real* row, int32_t nx);
} wafti_columns_kernels;

extern const wafti_columns_kernels WAFTI_COPIES(wafti_columns_kernels);

#endif // WAFTI_WATER_COLUMNS_H
