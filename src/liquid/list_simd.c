// SPDX-License-Identifier: MIT
// Sums over lists of neighbours. Places are read with what is summed, so that a pair is 8 bytes of
// the list where its gradient would make it 16: large liquids wait for memory. The lists are those of
// docs/spec/sph.md#neighbours; the sums serve docs/spec/sph.md#weakly-compressible-solver and
// docs/spec/sph.md#divergence-free-solver.
#include "liquid/records.h"
#include "liquid/sweep.h"

// Records of WAFTI_LANES neighbours of a particle: x_i - x_j and k, or their flow and its weight.
typedef struct near {
    three d;
    wafti_wide more;
} near;

static inline three three_at(const float* record) {
    return (three){wafti_wide_set(record[0]), wafti_wide_set(record[1]), wafti_wide_set(record[2])};
}

static inline uint32_t end_of(const wafti_list* list, uint32_t i) {
    return list->first[i] + list->padded[i];
}

// The nearest image along a periodic axis; others have an inverse of 0.
static inline wafti_wide nearest_image(const wafti_list_job* job, int axis, wafti_wide d) {
    const wafti_wide turns = wafti_wide_round(d * wafti_wide_set(job->inverse_period[axis]));
    return d - turns * wafti_wide_set(job->period[axis]);
}

WAFTI_INLINE near near_in(const wafti_list_job* job, const float* records, uint32_t at) {
    wafti_wide record[4];
    records_load(records, job->list->j + at, record);
    return (near){{record[0], record[1], record[2]}, record[3]};
}

// What pads a list is the particle itself: its distance is 0, and so is all that is summed of it.
WAFTI_INLINE near near_at(const wafti_list_job* job, three place, uint32_t at) {
    near n = near_in(job, job->place, at);
    n.d = three_less(place, n.d);
    if (job->wraps) {
        n.d.x = nearest_image(job, 0, n.d.x);
        n.d.y = nearest_image(job, 1, n.d.y);
        n.d.z = nearest_image(job, 2, n.d.z);
    }
    return n;
}

// Its root's inverse is finite where r is 0.
static inline wafti_wide r2_of(const wafti_list_job* job, three d) {
    return three_square(d, wafti_wide_set(1e-12f * job->constants->h2));
}

static inline void write_sum(const wafti_list_job* job, uint32_t i, float scale, three sum) {
    float found[4];
    records_sum(sum.x, sum.y, sum.z, found);
    for (int axis = 0; axis < 3; ++axis) {
        job->out[axis][i] = scale * found[axis];
    }
}

// ---- weakly compressible: all forces of pairs

// Pressure and viscosity, -sum V (k_i + k_j) grad W + nu c_nu sum V/(rh_i rh_j) (u_j - u_i) lapW
// (docs/spec/sph.md#weakly-compressible-solver, docs/spec/sph.md#viscosity).
WAFTI_INLINE void press(const wafti_list_job* job, waft_liquid_kernel kernel) {
    const wafti_list* list = job->list;
    const wafti_pair_constants* c = job->constants;
    // In units of the slope's scale, which the sum is multiplied with in the end.
    const float scale = sweep_slope_scale(c, kernel);
    const float thickness = -job->scale * c->lap * c->h / scale;
    for (uint32_t i = job->first; i < job->end; ++i) {
        const float* own = job->place + (size_t)4 * i;
        const float* flow = job->flow + (size_t)4 * i;
        const three place = three_at(own);
        const three velocity = three_at(flow);
        const wafti_wide k = wafti_wide_set(own[3]);
        const wafti_wide thick = wafti_wide_set(thickness * flow[3]);
        three sum = three_zero();
        for (uint32_t at = list->first[i]; at < end_of(list, i); at += WAFTI_LANES) {
            const near n = near_at(job, place, at);
            const near u = near_in(job, job->flow, at);
            const wafti_wide r2 = r2_of(job, n.d);
            const wafti_wide inverse_r = wafti_wide_inverse_sqrt(r2);
            const wafti_wide t = sweep_t(c, r2, inverse_r);
            const wafti_wide push = (k + n.more) * sweep_slope(kernel, t, inverse_r);
            const wafti_wide drag = thick * t * u.more;
            sum =
                three_add_scaled(three_add_scaled(sum, drag, three_less(velocity, u.d)), push, n.d);
        }
        write_sum(job, i, scale, sum);
    }
}

void WAFTI_KERNEL(wafti_liquid_press)(const wafti_list_job* job) {
    switch (job->constants->kernel) {
    case WAFT_LIQUID_CUBIC:
        press(job, WAFT_LIQUID_CUBIC);
        break;
    case WAFT_LIQUID_WENDLAND:
        press(job, WAFT_LIQUID_WENDLAND);
        break;
    case WAFT_LIQUID_MUELLER:
        press(job, WAFT_LIQUID_MUELLER);
        break;
    }
}

// ---- the two solves

void WAFTI_KERNEL(wafti_liquid_push)(const wafti_list_job* job) {
    const wafti_list* list = job->list;
    for (uint32_t i = job->first; i < job->end; ++i) {
        const float* own = job->place + (size_t)4 * i;
        const three place = three_at(own);
        const wafti_wide k = wafti_wide_set(own[3]);
        three sum = three_zero();
        for (uint32_t at = list->first[i]; at < end_of(list, i); at += WAFTI_LANES) {
            const near n = near_at(job, place, at);
            const wafti_wide weight = (k + n.more) * wafti_wide_load_any(list->slope + at);
            sum = three_add_scaled(sum, weight, n.d);
        }
        float found[4];
        records_sum(sum.x, sum.y, sum.z, found);
        float* record = job->flow_out + (size_t)4 * i;
        for (int axis = 0; axis < 3; ++axis) {
            record[axis] = found[axis] - own[3] * job->wall[axis][i];
        }
    }
}

void WAFTI_KERNEL(wafti_liquid_diverge)(const wafti_list_job* job) {
    const wafti_list* list = job->list;
    for (uint32_t i = job->first; i < job->end; ++i) {
        const float* own = job->flow + (size_t)4 * i;
        const three place = three_at(job->place + (size_t)4 * i);
        const three a = three_at(own);
        wafti_wide sum = wafti_wide_set(0.0f);
        for (uint32_t at = list->first[i]; at < end_of(list, i); at += WAFTI_LANES) {
            const near n = near_at(job, place, at);
            const three du = three_less(a, near_in(job, job->flow, at).d);
            const wafti_wide along =
                wafti_wide_fma(n.d.x, du.x, wafti_wide_fma(n.d.y, du.y, n.d.z * du.z));
            sum = wafti_wide_fma(wafti_wide_load_any(list->slope + at), along, sum);
        }
        const float wall =
            own[0] * job->wall[0][i] + own[1] * job->wall[1][i] + own[2] * job->wall[2][i];
        const float flux = job->flux != NULL ? job->flux[i] : 0.0f;
        job->out[0][i] = wall - wafti_wide_sum(sum) - flux;
    }
}

// M_ii = |sum V grad W + grad lam|^2 + sum |V grad W|^2.
void WAFTI_KERNEL(wafti_liquid_diagonal)(const wafti_list_job* job) {
    const wafti_list* list = job->list;
    const wafti_wide zero = wafti_wide_set(0.0f);
    const float h = job->constants->h;
    for (uint32_t i = job->first; i < job->end; ++i) {
        const three place = three_at(job->place + (size_t)4 * i);
        three sum = three_zero();
        wafti_wide squares = zero;
        for (uint32_t at = list->first[i]; at < end_of(list, i); at += WAFTI_LANES) {
            const three d = near_at(job, place, at).d;
            const wafti_wide slope = wafti_wide_load_any(list->slope + at);
            const three g = {slope * d.x, slope * d.y, slope * d.z};
            sum = (three){sum.x + g.x, sum.y + g.y, sum.z + g.z};
            squares = squares + three_square(g, zero);
        }
        float found[4];
        records_sum(sum.x, sum.y, sum.z, found);
        float whole = wafti_wide_sum(squares);
        for (int axis = 0; axis < 3; ++axis) {
            const float side = job->wall[axis][i] - found[axis];
            whole += side * side;
        }
        job->out[0][i] = whole * h * h < 1e-6f ? 0.0f : 1.0f / whole;
    }
}

// Sum of V grad W.
void WAFTI_KERNEL(wafti_liquid_normal)(const wafti_list_job* job) {
    const wafti_list* list = job->list;
    for (uint32_t i = job->first; i < job->end; ++i) {
        const three place = three_at(job->place + (size_t)4 * i);
        three sum = three_zero();
        for (uint32_t at = list->first[i]; at < end_of(list, i); at += WAFTI_LANES) {
            const three d = near_at(job, place, at).d;
            sum = three_add_scaled(sum, wafti_wide_load_any(list->slope + at), d);
        }
        write_sum(job, i, -1.0f, sum);
    }
}

// ---- viscosity and surface tension

// t = 1 - r/h: lapW over its scale and h.
WAFTI_INLINE wafti_wide nearness(const wafti_pair_constants* c, wafti_wide r2) {
    return sweep_t(c, r2, wafti_wide_inverse_sqrt(r2));
}

void WAFTI_KERNEL(wafti_liquid_smear)(const wafti_list_job* job) {
    const wafti_list* list = job->list;
    const wafti_pair_constants* c = job->constants;
    for (uint32_t i = job->first; i < job->end; ++i) {
        const float* own = job->flow + (size_t)4 * i;
        const three place = three_at(job->place + (size_t)4 * i);
        const three a = three_at(own);
        three sum = three_zero();
        for (uint32_t at = list->first[i]; at < end_of(list, i); at += WAFTI_LANES) {
            const near n = near_at(job, place, at);
            const near other = near_in(job, job->flow, at);
            const wafti_wide w = nearness(c, r2_of(job, n.d)) * other.more;
            sum = three_add_scaled(sum, w, three_less(other.d, a));
        }
        write_sum(job, i, job->scale * c->lap * c->h * own[3], sum);
    }
}

// The particle itself, which also pads the list, is nobody's drag.
void WAFTI_KERNEL(wafti_liquid_smear_diagonal)(const wafti_list_job* job) {
    const wafti_list* list = job->list;
    const wafti_pair_constants* c = job->constants;
    const wafti_wide zero = wafti_wide_set(0.0f);
    for (uint32_t i = job->first; i < job->end; ++i) {
        const three place = three_at(job->place + (size_t)4 * i);
        wafti_wide sum = zero;
        for (uint32_t at = list->first[i]; at < end_of(list, i); at += WAFTI_LANES) {
            const near n = near_at(job, place, at);
            const wafti_wide weight = near_in(job, job->flow, at).more;
            const wafti_wide r2 = r2_of(job, n.d);
            const wafti_wide_uint apart = wafti_wide_less(wafti_wide_set(1e-12f * c->h2), r2);
            sum = sum + wafti_wide_select(apart, nearness(c, r2) * weight, zero);
        }
        const float scale = job->scale * c->lap * c->h * job->flow[(size_t)4 * i + 3];
        job->out[0][i] = scale * wafti_wide_sum(sum);
    }
}

// The cohesion C(q) of docs/spec/sph.md#surface-tension; it is 0 from the reach on.
static inline wafti_wide cohesion(wafti_wide t) {
    const wafti_wide zero = wafti_wide_set(0.0f);
    const wafti_wide q = wafti_wide_set(1.0f) - t;
    const wafti_wide tq = t * q;
    const wafti_wide cube = wafti_wide_set(64.0f) * (tq * tq * tq);
    const wafti_wide inner = wafti_wide_fma(wafti_wide_set(2.0f), cube, wafti_wide_set(-1.0f));
    const wafti_wide outer = wafti_wide_select(wafti_wide_less(zero, t), cube, zero);
    return wafti_wide_select(wafti_wide_less_equal(q, wafti_wide_set(0.5f)), inner, outer);
}

// -S sum (C e + h (n_i - n_j)), with normals in `flow`.
void WAFTI_KERNEL(wafti_liquid_cohere)(const wafti_list_job* job) {
    const wafti_list* list = job->list;
    const wafti_pair_constants* c = job->constants;
    const wafti_wide h = wafti_wide_set(c->h);
    for (uint32_t i = job->first; i < job->end; ++i) {
        const three place = three_at(job->place + (size_t)4 * i);
        const three own = three_at(job->flow + (size_t)4 * i);
        three sum = three_zero();
        for (uint32_t at = list->first[i]; at < end_of(list, i); at += WAFTI_LANES) {
            const near n = near_at(job, place, at);
            const three apart = three_less(own, near_in(job, job->flow, at).d);
            const wafti_wide r2 = r2_of(job, n.d);
            const wafti_wide inverse_r = wafti_wide_inverse_sqrt(r2);
            const wafti_wide pull = cohesion(sweep_t(c, r2, inverse_r)) * inverse_r;
            sum = three_add_scaled(three_add_scaled(sum, pull, n.d), h, apart);
        }
        float found[4];
        records_sum(sum.x, sum.y, sum.z, found);
        for (int axis = 0; axis < 3; ++axis) {
            job->out[axis][i] -= job->scale * found[axis];
        }
    }
}
