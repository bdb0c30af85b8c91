// SPDX-License-Identifier: MIT
// Lists of neighbours with V grad W, and the sums that a solve makes over them. Sections 4 and 8.
#include <string.h>

#include "liquid/sweep.h"
#include "simd/wide_pick.h"

// ---- making lists

typedef struct found {
    float values[4][SWEEP_CAPACITY + SWEEP_SLACK] __attribute__((aligned(64)));
} found;

// Candidates nearer than the reach: distance vector and number, packed. Returns how many.
static inline uint32_t pick_near(
    const wafti_pair_job* job, const sweep_buffer* buffer, uint32_t i, found* out) {
    const wafti_wide h2 = wafti_wide_set(job->constants.h2);
    const wafti_wide x = wafti_wide_set(job->x[0][i]);
    const wafti_wide y = wafti_wide_set(job->x[1][i]);
    const wafti_wide z = wafti_wide_set(job->x[2][i]);
    float* const places[4] = {out->values[0], out->values[1], out->values[2], out->values[3]};
    uint32_t count = 0;
    for (uint32_t at = 0; at < buffer->count; at += WAFTI_LANES) {
        wafti_wide values[4] = {x - wafti_wide_load(buffer->values[0] + at),
            y - wafti_wide_load(buffer->values[1] + at),
            z - wafti_wide_load(buffer->values[2] + at), wafti_wide_load(buffer->values[3] + at)};
        const wafti_wide r2 = wafti_wide_fma(
            values[0], values[0], wafti_wide_fma(values[1], values[1], values[2] * values[2]));
        const unsigned lanes = wafti_wide_lanes(wafti_wide_less(r2, h2));
        if (lanes != 0) {
            count = wafti_wide_pick(lanes, 4, values, places, count);
        }
    }
    return count;
}

// Gradients of what was found go to the streams from `to` on; returns its share of the density.
static inline __attribute__((always_inline)) float write_pairs(const wafti_pair_job* job,
    waft_liquid_kernel kernel, uint32_t i, found* from, uint32_t count, uint32_t to) {
    const wafti_pair_constants* c = &job->constants;
    const wafti_list* list = job->list;
    const wafti_wide far = wafti_wide_set(2.0f * c->h);
    const wafti_wide none = wafti_wide_set(0.0f);
    wafti_wide_store_any(from->values[0] + count, far);
    wafti_wide_store_any(from->values[1] + count, none);
    wafti_wide_store_any(from->values[2] + count, none);
    wafti_wide_store_any(from->values[3] + count, wafti_wide_from_bits(wafti_wide_set_uint(i)));
    const wafti_wide tiny = wafti_wide_set(1e-12f * c->h2);
    const wafti_wide scale = wafti_wide_set(-sweep_slope_scale(c, kernel));
    wafti_wide sum = none;
    for (uint32_t at = 0; at < count; at += WAFTI_LANES) {
        const wafti_wide dx = wafti_wide_load(from->values[0] + at);
        const wafti_wide dy = wafti_wide_load(from->values[1] + at);
        const wafti_wide dz = wafti_wide_load(from->values[2] + at);
        const wafti_wide r2 = wafti_wide_fma(dx, dx, wafti_wide_fma(dy, dy, dz * dz)) + tiny;
        const wafti_wide inverse_r = wafti_wide_inverse_sqrt(r2);
        const wafti_wide t = wafti_wide_max(none,
            wafti_wide_fma(r2 * inverse_r, wafti_wide_set(-c->inverse_h), wafti_wide_set(1.0f)));
        const wafti_wide slope = scale * sweep_slope(kernel, t, inverse_r);
        sum = sum + sweep_value(c, kernel, r2);
        wafti_wide_store_any(list->g[0] + to + at, slope * dx);
        wafti_wide_store_any(list->g[1] + to + at, slope * dy);
        wafti_wide_store_any(list->g[2] + to + at, slope * dz);
        wafti_wide_store_any(list->lap + to + at, wafti_wide_set(c->lap * c->h) * t);
        wafti_wide_store_any(list->j + to + at, wafti_wide_load(from->values[3] + at));
    }
    return sweep_value_scale(c, kernel) * wafti_wide_sum(sum);
}

// The buffer without the particle itself, whose place is given back by restore_self().
static inline float hide_self(sweep_buffer* buffer, uint32_t i, float far) {
    if (i < buffer->own_first || i >= buffer->own_end) {
        return 0.0f;
    }
    float* place = &buffer->values[0][buffer->own_at + i - buffer->own_first];
    const float kept = *place;
    *place = far;
    return kept;
}

static inline void restore_self(sweep_buffer* buffer, uint32_t i, float kept) {
    if (i >= buffer->own_first && i < buffer->own_end) {
        buffer->values[0][buffer->own_at + i - buffer->own_first] = kept;
    }
}

typedef struct list_place {
    uint32_t next, end; // of the task's room
} list_place;

static inline uint32_t whole_vectors(uint32_t count) {
    const uint32_t lanes = (uint32_t)WAFTI_LANES;
    return (count + lanes - 1) / lanes * lanes;
}

// Numbers of the particles of each row, as bits.
static inline void number_rows(
    const wafti_row* rows, int row_count, sweep_cursor from, sweep_buffer* buffer) {
    const wafti_wide_uint iota = wafti_wide_to_uint(wafti_wide_iota());
    uint32_t count = 0;
    for (int row = from.row; row < row_count && count < SWEEP_CAPACITY; ++row) {
        const uint32_t first = rows[row].first + (row == from.row ? from.done : 0);
        const uint32_t room = SWEEP_CAPACITY - count;
        const uint32_t take = rows[row].end - first < room ? rows[row].end - first : room;
        for (uint32_t i = 0; i < take; i += WAFTI_LANES) {
            wafti_wide_store_any(buffer->values[3] + count + i,
                wafti_wide_from_bits(wafti_wide_set_uint(first + i) + iota));
        }
        count += take;
    }
    wafti_wide_store_any(buffer->values[3] + count, wafti_wide_set(0.0f));
}

// One fill's neighbours of one particle; false if the task's room is used up.
static inline __attribute__((always_inline)) bool append(const wafti_pair_job* job,
    waft_liquid_kernel kernel, sweep_buffer* buffer, uint32_t i, found* near, list_place* place) {
    const float kept = hide_self(buffer, i, job->constants.far);
    const uint32_t count = pick_near(job, buffer, i, near);
    restore_self(buffer, i, kept);
    if (place->end - place->next < whole_vectors(count)) {
        return false;
    }
    job->fluid[i] += write_pairs(job, kernel, i, near, count, place->next);
    job->list->found[i] += count;
    place->next += whole_vectors(count);
    return true;
}

static inline void open_particle(const wafti_pair_job* job, uint32_t i, uint32_t next) {
    job->fluid[i] = job->constants.self;
    job->list->first[i] = next;
    job->list->found[i] = 0;
}

static inline __attribute__((always_inline)) bool list_cell(const wafti_pair_job* job,
    waft_liquid_kernel kernel, uint32_t cell, sweep_buffer* buffer, found* near,
    list_place* place) {
    const wafti_cells* cells = job->cells;
    wafti_row rows[WAFTI_LIQUID_ROWS];
    int own = 0;
    const int row_count = wafti_cells_rows(cells, cell, rows, &own);
    uint32_t candidates = 0;
    for (int row = 0; row < row_count; ++row) {
        candidates += rows[row].end - rows[row].first;
    }
    const bool crowded = candidates > SWEEP_CAPACITY;
    sweep_cursor cursor = {0};
    if (!crowded) {
        number_rows(rows, row_count, cursor, buffer);
        (void)sweep_fill(buffer, job, NULL, 0, rows, row_count, own, &cursor);
    }
    for (uint32_t i = cells->start[cell]; i < cells->start[cell + 1]; ++i) {
        open_particle(job, i, place->next);
        bool fits = crowded || append(job, kernel, buffer, i, near, place);
        cursor = (sweep_cursor){0};
        while (crowded && fits) {
            number_rows(rows, row_count, cursor, buffer);
            if (!sweep_fill(buffer, job, NULL, 0, rows, row_count, own, &cursor)) {
                break;
            }
            fits = append(job, kernel, buffer, i, near, place);
        }
        if (!fits) {
            return false;
        }
        job->list->padded[i] = place->next - job->list->first[i];
    }
    return true;
}

static inline __attribute__((always_inline)) void make_lists(
    const wafti_pair_job* job, int32_t task, waft_liquid_kernel kernel) {
    const wafti_cells* cells = job->cells;
    sweep_buffer buffer;
    found near;
    const uint32_t first = cells->start[cells->filled[cells->tasks[task]]];
    const uint32_t last_cell = cells->filled[cells->tasks[task + 1] - 1];
    list_place place = {first * job->list->each, cells->start[last_cell + 1] * job->list->each};
    job->overflow[task] = 0;
    for (uint32_t n = cells->tasks[task]; n < cells->tasks[task + 1]; ++n) {
        if (!list_cell(job, kernel, cells->filled[n], &buffer, &near, &place)) {
            job->overflow[task] = cells->start[cells->filled[n]] + 1;
            return;
        }
    }
}

void WAFTI_KERNEL(wafti_liquid_list)(const wafti_pair_job* job, int32_t task) {
    if (job->constants.kernel == WAFT_LIQUID_CUBIC) {
        make_lists(job, task, WAFT_LIQUID_CUBIC);
    } else {
        make_lists(job, task, WAFT_LIQUID_WENDLAND);
    }
}

// ---- sums over them

static inline wafti_wide_uint neighbors_at(const wafti_list* list, uint32_t at) {
    return wafti_wide_bits(wafti_wide_load_any(list->j + at));
}

void WAFTI_KERNEL(wafti_liquid_push)(const wafti_list_job* job) {
    const wafti_list* list = job->list;
    const wafti_wide zero = wafti_wide_set(0.0f);
    for (uint32_t i = job->first; i < job->end; ++i) {
        wafti_wide x = zero;
        wafti_wide y = zero;
        wafti_wide z = zero;
        const wafti_wide own = wafti_wide_set(job->k[i]);
        const uint32_t end = list->first[i] + list->padded[i];
        for (uint32_t at = list->first[i]; at < end; at += WAFTI_LANES) {
            const wafti_wide k = own + wafti_wide_gather(job->k, neighbors_at(list, at));
            x = wafti_wide_fma(k, wafti_wide_load_any(list->g[0] + at), x);
            y = wafti_wide_fma(k, wafti_wide_load_any(list->g[1] + at), y);
            z = wafti_wide_fma(k, wafti_wide_load_any(list->g[2] + at), z);
        }
        job->out[0][i] = -wafti_wide_sum(x) - job->k[i] * job->wall[0][i];
        job->out[1][i] = -wafti_wide_sum(y) - job->k[i] * job->wall[1][i];
        job->out[2][i] = -wafti_wide_sum(z) - job->k[i] * job->wall[2][i];
    }
}

void WAFTI_KERNEL(wafti_liquid_diverge)(const wafti_list_job* job) {
    const wafti_list* list = job->list;
    for (uint32_t i = job->first; i < job->end; ++i) {
        const wafti_wide ax = wafti_wide_set(job->a[0][i]);
        const wafti_wide ay = wafti_wide_set(job->a[1][i]);
        const wafti_wide az = wafti_wide_set(job->a[2][i]);
        wafti_wide sum = wafti_wide_set(0.0f);
        const uint32_t end = list->first[i] + list->padded[i];
        for (uint32_t at = list->first[i]; at < end; at += WAFTI_LANES) {
            const wafti_wide_uint j = neighbors_at(list, at);
            const wafti_wide x = ax - wafti_wide_gather(job->a[0], j);
            const wafti_wide y = ay - wafti_wide_gather(job->a[1], j);
            const wafti_wide z = az - wafti_wide_gather(job->a[2], j);
            sum = wafti_wide_fma(x, wafti_wide_load_any(list->g[0] + at), sum);
            sum = wafti_wide_fma(y, wafti_wide_load_any(list->g[1] + at), sum);
            sum = wafti_wide_fma(z, wafti_wide_load_any(list->g[2] + at), sum);
        }
        const float wall = job->a[0][i] * job->wall[0][i] + job->a[1][i] * job->wall[1][i] +
                           job->a[2][i] * job->wall[2][i];
        job->out[0][i] = wafti_wide_sum(sum) + wall - (job->flux != NULL ? job->flux[i] : 0.0f);
    }
}

// M_ii = |sum V grad W + grad lam|^2 + sum |V grad W|^2.
void WAFTI_KERNEL(wafti_liquid_diagonal)(const wafti_list_job* job) {
    const wafti_list* list = job->list;
    const wafti_wide zero = wafti_wide_set(0.0f);
    for (uint32_t i = job->first; i < job->end; ++i) {
        wafti_wide x = zero;
        wafti_wide y = zero;
        wafti_wide z = zero;
        wafti_wide squares = zero;
        const uint32_t end = list->first[i] + list->padded[i];
        for (uint32_t at = list->first[i]; at < end; at += WAFTI_LANES) {
            const wafti_wide gx = wafti_wide_load_any(list->g[0] + at);
            const wafti_wide gy = wafti_wide_load_any(list->g[1] + at);
            const wafti_wide gz = wafti_wide_load_any(list->g[2] + at);
            x = x + gx;
            y = y + gy;
            z = z + gz;
            squares =
                wafti_wide_fma(gx, gx, wafti_wide_fma(gy, gy, wafti_wide_fma(gz, gz, squares)));
        }
        const float sx = wafti_wide_sum(x) + job->wall[0][i];
        const float sy = wafti_wide_sum(y) + job->wall[1][i];
        const float sz = wafti_wide_sum(z) + job->wall[2][i];
        const float diagonal = sx * sx + sy * sy + sz * sz + wafti_wide_sum(squares);
        job->out[0][i] = diagonal * job->h * job->h < 1e-6f ? 0.0f : 1.0f / diagonal;
    }
}

// ---- viscosity and surface tension

void WAFTI_KERNEL(wafti_liquid_smear)(const wafti_list_job* job) {
    const wafti_list* list = job->list;
    const wafti_wide zero = wafti_wide_set(0.0f);
    for (uint32_t i = job->first; i < job->end; ++i) {
        const wafti_wide ax = wafti_wide_set(job->a[0][i]);
        const wafti_wide ay = wafti_wide_set(job->a[1][i]);
        const wafti_wide az = wafti_wide_set(job->a[2][i]);
        wafti_wide x = zero;
        wafti_wide y = zero;
        wafti_wide z = zero;
        const uint32_t end = list->first[i] + list->padded[i];
        for (uint32_t at = list->first[i]; at < end; at += WAFTI_LANES) {
            const wafti_wide_uint j = neighbors_at(list, at);
            const wafti_wide w =
                wafti_wide_load_any(list->lap + at) * wafti_wide_gather(job->weight, j);
            x = wafti_wide_fma(w, wafti_wide_gather(job->a[0], j) - ax, x);
            y = wafti_wide_fma(w, wafti_wide_gather(job->a[1], j) - ay, y);
            z = wafti_wide_fma(w, wafti_wide_gather(job->a[2], j) - az, z);
        }
        const float scale = job->scale * job->weight[i];
        job->out[0][i] = scale * wafti_wide_sum(x);
        job->out[1][i] = scale * wafti_wide_sum(y);
        job->out[2][i] = scale * wafti_wide_sum(z);
    }
}

// The padding's weights are 0, since lapW is.
void WAFTI_KERNEL(wafti_liquid_smear_diagonal)(const wafti_list_job* job) {
    const wafti_list* list = job->list;
    for (uint32_t i = job->first; i < job->end; ++i) {
        wafti_wide sum = wafti_wide_set(0.0f);
        const uint32_t end = list->first[i] + list->padded[i];
        for (uint32_t at = list->first[i]; at < end; at += WAFTI_LANES) {
            const wafti_wide_uint j = neighbors_at(list, at);
            sum = wafti_wide_fma(
                wafti_wide_load_any(list->lap + at), wafti_wide_gather(job->weight, j), sum);
        }
        job->out[0][i] = job->scale * job->weight[i] * wafti_wide_sum(sum);
    }
}

void WAFTI_KERNEL(wafti_liquid_normal)(const wafti_list_job* job) {
    const wafti_list* list = job->list;
    for (uint32_t i = job->first; i < job->end; ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            wafti_wide sum = wafti_wide_set(0.0f);
            const uint32_t end = list->first[i] + list->padded[i];
            for (uint32_t at = list->first[i]; at < end; at += WAFTI_LANES) {
                sum = sum + wafti_wide_load_any(list->g[axis] + at);
            }
            job->out[axis][i] = wafti_wide_sum(sum);
        }
    }
}

// C(q) of section 10, from the part of lapW that falls with distance; 0 for what pads.
static inline wafti_wide cohesion(wafti_wide t) {
    const wafti_wide zero = wafti_wide_set(0.0f);
    const wafti_wide q = wafti_wide_set(1.0f) - t;
    const wafti_wide tq = t * q;
    const wafti_wide cube = wafti_wide_set(64.0f) * (tq * tq * tq);
    const wafti_wide inner = wafti_wide_fma(wafti_wide_set(2.0f), cube, wafti_wide_set(-1.0f));
    const wafti_wide outer = wafti_wide_select(wafti_wide_less(zero, t), cube, zero);
    return wafti_wide_select(wafti_wide_less_equal(q, wafti_wide_set(0.5f)), inner, outer);
}

// -S sum (C e + h (n_i - n_j)). The direction e is against that of the pair's gradient.
void WAFTI_KERNEL(wafti_liquid_cohere)(const wafti_list_job* job) {
    const wafti_list* list = job->list;
    const wafti_wide zero = wafti_wide_set(0.0f);
    const wafti_wide to_t = wafti_wide_set(1.0f / (job->lap_scale * job->h));
    const wafti_wide h = wafti_wide_set(job->h);
    const wafti_wide tiny = wafti_wide_set(1e-30f);
    for (uint32_t i = job->first; i < job->end; ++i) {
        wafti_wide sum[3] = {zero, zero, zero};
        const uint32_t end = list->first[i] + list->padded[i];
        for (uint32_t at = list->first[i]; at < end; at += WAFTI_LANES) {
            const wafti_wide_uint j = neighbors_at(list, at);
            wafti_wide g[3];
            wafti_wide square = tiny;
            for (int axis = 0; axis < 3; ++axis) {
                g[axis] = wafti_wide_load_any(list->g[axis] + at);
                square = wafti_wide_fma(g[axis], g[axis], square);
            }
            const wafti_wide pull = cohesion(wafti_wide_load_any(list->lap + at) * to_t) *
                                    wafti_wide_inverse_sqrt(square);
            for (int axis = 0; axis < 3; ++axis) {
                const wafti_wide bend =
                    wafti_wide_set(job->n[axis][i]) - wafti_wide_gather(job->n[axis], j);
                sum[axis] = wafti_wide_fma(h, bend, sum[axis] - pull * g[axis]);
            }
        }
        for (int axis = 0; axis < 3; ++axis) {
            job->out[axis][i] -= job->scale * wafti_wide_sum(sum[axis]);
        }
    }
}
