// SPDX-License-Identifier: MIT
#include "water/columns.h"

#include "base/inline.h"
#include "math/lanes.h"

// What is WAFTI_INLINE is so for settings to become constants of each copy of a loop.

WAFTI_INLINE int32_t last_vector(int32_t nx) {
    return (nx - 1) / WAFTI_LANES * WAFTI_LANES;
}

// True for the cells of a row, false for what is behind its end.
WAFTI_INLINE wafti_wide_uint inside_row(int32_t nx) {
    return wafti_lanes_first(nx - last_vector(nx));
}

typedef struct column {
    wafti_wide bed, depth, level;
    wafti_wide pressure; // P / (rho g), eq. (9) of Do, Kim & Ryu
} column;

WAFTI_INLINE column column_at(const wafti_columns_flow* job, int row, int32_t at, bool loaded) {
    column c;
    c.bed = wafti_wide_load_any(job->bed[row] + at);
    c.depth = wafti_wide_load_any(job->depth[row] + at);
    c.level = c.bed + c.depth;
    c.pressure = c.level;
    if (loaded) {
        c.pressure = c.level + wafti_wide_load_any(job->load[row] + at);
    }
    return c;
}

WAFTI_INLINE wafti_wide area_of(wafti_wide factor, wafti_wide twice_depth, bool fixed) {
    if (fixed) {
        return factor;
    }
    return factor * twice_depth;
}

// Eq. (11), with the depth of the face as wafti_face_depth() has it; `deep` promises that the water
// on both sides stands above both beds.
WAFTI_INLINE wafti_wide next_flow(
    const column* a, const column* b, wafti_wide kept, wafti_wide factor, bool deep, bool fixed) {
    const wafti_wide push = a->pressure - b->pressure;
    const wafti_wide both = a->depth + b->depth;
    if (deep) {
        return wafti_wide_fma(area_of(factor, both, fixed), push, kept);
    }
    const wafti_wide zero = wafti_wide_set(0);
    const wafti_wide sill = wafti_wide_max(a->bed, b->bed);
    const wafti_wide head = wafti_wide_max(a->level, b->level) - sill;
    const wafti_wide_uint open = wafti_wide_less(sill, wafti_wide_min(a->level, b->level));
    const wafti_wide twice = wafti_wide_select(open, both, head + head);
    const wafti_wide flow = wafti_wide_fma(area_of(factor, twice, fixed), push, kept);
    return wafti_wide_select(wafti_wide_less(zero, head), flow, zero);
}

typedef struct flow_way {
    bool loaded, fixed, mean;
} flow_way;

WAFTI_INLINE void flow_cells(const wafti_columns_flow* job, int32_t v,
    const wafti_wide factor[WAFTI_PIPE_COUNT], bool deep, flow_way way, const column near[5]) {
    const wafti_wide keep = wafti_wide_set(job->keep);
    for (int pipe = 0; pipe < WAFTI_PIPE_COUNT; ++pipe) {
        const wafti_wide old = wafti_wide_load(job->old.row[pipe] + v);
        const wafti_wide flow =
            next_flow(&near[0], &near[1 + pipe], keep * old, factor[pipe], deep, way.fixed);
        wafti_wide_store(job->stored.row[pipe] + v, flow);
        if (way.mean) {
            wafti_wide_store(
                job->moved.row[pipe] + v, wafti_wide_set((wafti_real)0.5) * (old + flow));
        }
    }
}

WAFTI_INLINE void flow_vector(const wafti_columns_flow* job, int32_t v,
    const wafti_wide factor[WAFTI_PIPE_COUNT], flow_way way) {
    const column near[5] = {
        column_at(job, 0, v, way.loaded),
        column_at(job, 0, v + 1, way.loaded),
        column_at(job, 1, v, way.loaded),
        column_at(job, 1, v + 1, way.loaded),
        column_at(job, 1, v - 1, way.loaded),
    };
    wafti_wide low = near[0].level;
    wafti_wide high = near[0].bed;
    for (int i = 1; i < 5; ++i) {
        low = wafti_wide_min(low, near[i].level);
        high = wafti_wide_max(high, near[i].bed);
    }
    if (wafti_wide_any(wafti_wide_less_equal(low, high))) {
        flow_cells(job, v, factor, false, way, near);
    } else {
        flow_cells(job, v, factor, true, way, near);
    }
}

WAFTI_INLINE void flow_end(const wafti_columns_flow* job, int32_t v, flow_way way) {
    wafti_wide factor[WAFTI_PIPE_COUNT];
    for (int pipe = 0; pipe < WAFTI_PIPE_COUNT; ++pipe) {
        factor[pipe] = wafti_wide_load(job->factor[pipe] + v);
    }
    flow_vector(job, v, factor, way);
}

WAFTI_INLINE void flow_row(const wafti_columns_flow* given, flow_way way) {
    const wafti_columns_flow own = *given; // which no store of a flow can change
    const wafti_columns_flow* job = &own;
    const int32_t last = last_vector(job->nx);
    wafti_wide inner[WAFTI_PIPE_COUNT];
    for (int pipe = 0; pipe < WAFTI_PIPE_COUNT; ++pipe) {
        inner[pipe] = wafti_wide_set(job->factor[pipe][last / 2]);
    }
    if (last > 0) {
        flow_end(job, 0, way);
    }
    for (int32_t v = WAFTI_LANES; v < last; v += WAFTI_LANES) {
        flow_vector(job, v, inner, way);
    }
    flow_end(job, last, way);
}

// Of what only papers ask for there is one copy.
static void flow(const wafti_columns_flow* job) {
    const bool loaded = job->load[0] != NULL;
    if (job->fixed || job->mean) {
        flow_row(job, (flow_way){loaded, job->fixed, job->mean});
    } else if (loaded) {
        flow_row(job, (flow_way){true, false, false});
    } else {
        flow_row(job, (flow_way){false, false, false});
    }
}

typedef struct ends {
    wafti_wide out[WAFTI_PIPE_COUNT]; // pipes this column owns: outflow is positive
    wafti_wide in[WAFTI_PIPE_COUNT];  // its neighbours': outflow is negative
} ends;

WAFTI_INLINE ends ends_at(const wafti_columns_change* job, int32_t v) {
    ends e;
    for (int pipe = 0; pipe < WAFTI_PIPE_COUNT; ++pipe) {
        e.out[pipe] = wafti_wide_load(job->here.row[pipe] + v);
    }
    e.in[WAFTI_PIPE_EAST] = wafti_wide_load_any(job->here.row[WAFTI_PIPE_EAST] + v - 1);
    e.in[WAFTI_PIPE_NORTH] = wafti_wide_load(job->below.row[WAFTI_PIPE_NORTH] + v);
    e.in[WAFTI_PIPE_NORTH_EAST] =
        wafti_wide_load_any(job->below.row[WAFTI_PIPE_NORTH_EAST] + v - 1);
    e.in[WAFTI_PIPE_NORTH_WEST] =
        wafti_wide_load_any(job->below.row[WAFTI_PIPE_NORTH_WEST] + v + 1);
    return e;
}

WAFTI_INLINE wafti_wide net_flow(const ends* e) {
    wafti_wide net = e->out[0] - e->in[0];
    for (int pipe = 1; pipe < WAFTI_PIPE_COUNT; ++pipe) {
        net = net + (e->out[pipe] - e->in[pipe]);
    }
    return net;
}

WAFTI_INLINE wafti_wide outflow(const ends* e) {
    const wafti_wide zero = wafti_wide_set(0);
    wafti_wide out = zero;
    for (int pipe = 0; pipe < WAFTI_PIPE_COUNT; ++pipe) {
        out = out + (wafti_wide_max(e->out[pipe], zero) - wafti_wide_min(e->in[pipe], zero));
    }
    return out;
}

typedef struct wide_sums {
    wafti_wide deepest, lost, not_finite;
} wide_sums;

// Depth after the flows `net`; what rounding takes is counted, and so is what is cut below zero.
// `last`: some lanes are behind the end of the row.
WAFTI_INLINE void store_depth(const wafti_columns_change* job, int32_t v, wafti_wide depth,
    wafti_wide net, bool last, wide_sums* sums) {
    const wafti_wide zero = wafti_wide_set(0);
    const wafti_wide rate = wafti_wide_set(job->rate);
    wafti_wide next = wafti_wide_fma(-net, rate, depth);
    wafti_wide rounded = wafti_wide_fma(-net, rate, depth - next);
    if (last) {
        next = wafti_wide_select(inside_row(job->nx), next, zero);
        rounded = wafti_wide_select(inside_row(job->nx), rounded, zero);
    }
    const wafti_wide below = wafti_wide_min(next, zero);
    next = next - below;
    sums->lost = sums->lost + (below + rounded);
    sums->deepest = wafti_wide_max(next, sums->deepest);
    sums->not_finite = wafti_wide_fma(next, zero, sums->not_finite);
    if (last) {
        next = wafti_wide_select(inside_row(job->nx), next, depth);
    }
    wafti_wide_store(job->depth + v, next);
}

// All that moves through a column's pipes: at least its outflow, and quicker to find.
WAFTI_INLINE wafti_wide throughflow(const ends* e) {
    wafti_wide sum = wafti_wide_abs(e->out[0]) + wafti_wide_abs(e->in[0]);
    for (int pipe = 1; pipe < WAFTI_PIPE_COUNT; ++pipe) {
        sum = sum + (wafti_wide_abs(e->out[pipe]) + wafti_wide_abs(e->in[pipe]));
    }
    return sum;
}

// Shares of columns that may lack water; rows without any keep no shares.
WAFTI_INLINE void store_shares(const wafti_columns_change* job, int32_t v, const ends* e,
    wafti_wide depth, bool last, bool* limited) {
    const wafti_wide one = wafti_wide_set(1);
    const wafti_wide out = outflow(e) * wafti_wide_set(job->rate);
    wafti_wide_uint lacking = wafti_wide_less(depth, out);
    if (last) {
        lacking = lacking & inside_row(job->nx);
    }
    if (!wafti_wide_any(lacking)) {
        return;
    }
    if (!*limited) {
        *limited = true;
        for (int32_t before = 0; before <= last_vector(job->nx); before += WAFTI_LANES) {
            wafti_wide_store(job->share + before, one);
        }
    }
    const wafti_wide share = depth / wafti_wide_select(lacking, out, one);
    wafti_wide_store(job->share + v, wafti_wide_select(lacking, share, one));
}

// `again`: the depth before is there already, and flows have their shares.
WAFTI_INLINE void change_vector(const wafti_columns_change* job, int32_t v, bool again, bool last,
    wide_sums* sums, bool* limited) {
    const ends e = ends_at(job, v);
    const wafti_wide depth = wafti_wide_load((again ? job->old : job->depth) + v);
    if (!again) {
        wafti_wide_store(job->old + v, depth);
        const wafti_wide most = throughflow(&e) * wafti_wide_set(job->rate);
        if (wafti_wide_any(wafti_wide_less(depth, most))) {
            store_shares(job, v, &e, depth, last, limited);
        }
    }
    store_depth(job, v, depth, net_flow(&e), last, sums);
}

WAFTI_INLINE wafti_columns_outcome change_row(const wafti_columns_change* given, bool again) {
    const wafti_columns_change own = *given; // which no store of a depth can change
    const wafti_columns_change* job = &own;
    const int32_t last = last_vector(job->nx);
    const wafti_wide zero = wafti_wide_set(0);
    wide_sums sums = {zero, zero, zero};
    bool limited = false;
    for (int32_t v = 0; v < last; v += WAFTI_LANES) {
        change_vector(job, v, again, false, &sums, &limited);
    }
    change_vector(job, last, again, true, &sums, &limited);
    return (wafti_columns_outcome){limited, wafti_wide_greatest(sums.deepest),
        wafti_lanes_add(0.0, sums.lost), wafti_lanes_are_zero(sums.not_finite)};
}

static wafti_columns_outcome change(const wafti_columns_change* job) {
    return change_row(job, false);
}

static wafti_columns_outcome settle(const wafti_columns_change* job) {
    return change_row(job, true);
}

static void limit(const wafti_columns_limit* job) {
    const wafti_wide zero = wafti_wide_set(0);
    for (int32_t v = 0; v <= last_vector(job->nx); v += WAFTI_LANES) {
        const wafti_wide own = wafti_wide_load(job->share[0] + v);
        const wafti_wide others[WAFTI_PIPE_COUNT] = {
            wafti_wide_load_any(job->share[0] + v + 1),
            wafti_wide_load(job->share[1] + v),
            wafti_wide_load_any(job->share[1] + v + 1),
            wafti_wide_load_any(job->share[1] + v - 1),
        };
        for (int pipe = 0; pipe < WAFTI_PIPE_COUNT; ++pipe) {
            const wafti_wide moved = wafti_wide_load(job->moved.row[pipe] + v);
            const wafti_wide share =
                wafti_wide_select(wafti_wide_less(moved, zero), others[pipe], own);
            wafti_wide_store(job->moved.row[pipe] + v, moved * share);
            if (job->mean) {
                wafti_real* stored = job->stored.row[pipe] + v;
                wafti_wide_store(stored, wafti_wide_load(stored) * share);
            }
        }
    }
}

static void speed(const wafti_columns_speed* job) {
    const wafti_wide zero = wafti_wide_set(0);
    const wafti_wide one = wafti_wide_set(1);
    wafti_real* const* here = job->here.row;
    wafti_real* const* below = job->below.row;
    for (int32_t v = 0; v <= last_vector(job->nx); v += WAFTI_LANES) {
        const wafti_wide east = wafti_wide_load(here[WAFTI_PIPE_EAST] + v) +
                                wafti_wide_load_any(here[WAFTI_PIPE_EAST] + v - 1);
        const wafti_wide north = wafti_wide_load(here[WAFTI_PIPE_NORTH] + v) +
                                 wafti_wide_load(below[WAFTI_PIPE_NORTH] + v);
        const wafti_wide rising = wafti_wide_load(here[WAFTI_PIPE_NORTH_EAST] + v) +
                                  wafti_wide_load_any(below[WAFTI_PIPE_NORTH_EAST] + v - 1);
        const wafti_wide falling = wafti_wide_load(here[WAFTI_PIPE_NORTH_WEST] + v) +
                                   wafti_wide_load_any(below[WAFTI_PIPE_NORTH_WEST] + v + 1);
        const wafti_wide depth = wafti_wide_load(job->depth + v);
        const wafti_wide_uint wet = wafti_wide_less(wafti_wide_set(job->dry), depth);
        const wafti_wide area = wafti_wide_select(wet, depth * wafti_wide_set(job->width), one);
        const wafti_wide per_area = wafti_wide_select(wet, one / area, zero);
        wafti_wide_store_any(job->vx + v, (east + (rising - falling)) * per_area);
        wafti_wide_store_any(job->vz + v, (north + (rising + falling)) * per_area);
    }
}

static wafti_real greatest(const wafti_real* row, int32_t nx) {
    const int32_t last = last_vector(nx);
    wafti_wide most = wafti_wide_set(0);
    for (int32_t v = 0; v < last; v += WAFTI_LANES) {
        most = wafti_wide_max(wafti_wide_load(row + v), most);
    }
    const wafti_wide end =
        wafti_wide_select(inside_row(nx), wafti_wide_load(row + last), wafti_wide_set(0));
    return (wafti_real)wafti_wide_greatest(wafti_wide_max(end, most));
}

const wafti_columns_kernels WAFTI_KERNEL(wafti_columns_kernels) = {
    .flow = flow,
    .change = change,
    .settle = settle,
    .limit = limit,
    .speed = speed,
    .greatest = greatest,
};
