// SPDX-License-Identifier: MIT
// Walls as a density of their own: lam(y) = c max(0, 1 - y/b)^3 with its exact derivative
// (docs/spec/sph.md#walls).
#include <math.h>
#include <string.h>

#include "liquid/solver.h"
#include "solid/frame.h"

// Every side and solid may be near at once: a nest of solids must not lose one.
enum { SIDES = 6, MOST_HITS = SIDES + WAFTI_LIQUID_PARTS, SUMS_EACH = 6 };

// A wall near enough to count.
typedef struct wall_hit {
    uint32_t wall; // side 0 to 5, then solids
    double y;      // m
    double normal[3];
    double lam, slope; // slope: dlam/dy, 1/m
    double share;      // what combining leaves of it
} wall_hit;

static void add_hit(const waft_liquid* liquid, uint32_t wall, double y, const double normal[3],
    wall_hit* hits, int* count) {
    const wafti_calibration* c = &liquid->calibration;
    const double t = 1.0 - y / c->wall_reach;
    if (!(t > 0.0)) {
        return;
    }
    wall_hit* hit = &hits[(*count)++];
    *hit = (wall_hit){.wall = wall, .y = y, .share = 1.0};
    memcpy(hit->normal, normal, sizeof(hit->normal));
    hit->lam = c->wall_scale * t * t * t;
    hit->slope = -3.0 * c->wall_scale / c->wall_reach * t * t;
}

// lam = 1 - prod (1 - lam_w), or the largest alone where one reaches 1: beyond it the product would
// turn its sign.
static double combine(wall_hit* hits, int count) {
    int largest = 0;
    double left = 1.0;
    for (int i = 0; i < count; ++i) {
        largest = hits[i].lam > hits[largest].lam ? i : largest;
        left *= 1.0 - hits[i].lam;
    }
    if (count > 0 && hits[largest].lam >= 1.0) {
        for (int i = 0; i < count; ++i) {
            hits[i].share = i == largest ? 1.0 : 0.0;
        }
        return hits[largest].lam;
    }
    for (int i = 0; i < count; ++i) {
        for (int other = 0; other < count; ++other) {
            hits[i].share *= other == i ? 1.0 : 1.0 - hits[other].lam;
        }
    }
    return 1.0 - left;
}

// m, from one of the six sides; HUGE_VAL if that is no wall.
static double side_distance(const waft_liquid* liquid, uint32_t side, const double place[3]) {
    const wafti_cells* cells = &liquid->cells;
    const uint32_t axis = side / 2;
    if (liquid->def.sides[side] != WAFT_LIQUID_WALL) {
        return HUGE_VAL;
    }
    return side % 2 == 0 ? place[axis] - cells->low[axis] : cells->high[axis] - place[axis];
}

static int find_hits(const waft_liquid* liquid, const double place[3], wall_hit* hits) {
    int count = 0;
    const double reach = liquid->calibration.wall_reach;
    for (uint32_t side = 0; side < 2 * (uint32_t)liquid->def.dimension; ++side) {
        const double y = side_distance(liquid, side, place);
        if (y < reach) {
            double normal[3] = {0.0, 0.0, 0.0};
            normal[side / 2] = side % 2 == 0 ? 1.0 : -1.0;
            add_hit(liquid, side, y, normal, hits, &count);
        }
    }
    for (uint32_t i = 0; i < liquid->solid_count; ++i) {
        const wafti_liquid_solid* solid = &liquid->solids[i];
        const double far = solid->form.bound + reach;
        if (wafti_liquid_solid_square(solid, place) < far * far) {
            double normal[3];
            const double y = wafti_liquid_solid_distance(solid, place, normal);
            add_hit(liquid, SIDES + i, y, normal, hits, &count);
        }
    }
    return count;
}

double wafti_liquid_clearance(const waft_liquid* liquid, const double place[3]) {
    double least = INFINITY;
    for (uint32_t side = 0; side < 2 * (uint32_t)liquid->def.dimension; ++side) {
        least = fmin(least, side_distance(liquid, side, place));
    }
    for (uint32_t i = 0; i < liquid->solid_count; ++i) {
        double normal[3];
        least = fmin(least, wafti_liquid_solid_distance(&liquid->solids[i], place, normal));
    }
    return least;
}

static void velocity_of(
    const waft_liquid* liquid, uint32_t wall, const double place[3], double out[3]) {
    memset(out, 0, 3 * sizeof(*out));
    if (wall >= SIDES) {
        const wafti_liquid_solid* solid = &liquid->solids[wall - SIDES];
        wafti_moving_point(solid->velocity, solid->spin, solid->position, place, out);
    }
}

// Between these planes no side is near; solids are asked for by themselves.
static bool is_inner(const waft_liquid* liquid, const double place[3]) {
    const double reach = liquid->calibration.wall_reach;
    bool inner = liquid->solid_count == 0;
    for (int axis = 0; axis < liquid->def.dimension; ++axis) {
        inner = inner && place[axis] - liquid->cells.low[axis] >= reach &&
                liquid->cells.high[axis] - place[axis] >= reach;
    }
    return inner;
}

// lam, its gradient, and the flux that moving walls give.
double wafti_liquid_wall_at(
    const waft_liquid* liquid, const double place[3], double out_gradient[3], double* out_flux) {
    wall_hit hits[MOST_HITS];
    const int count = find_hits(liquid, place, hits);
    const double lam = combine(hits, count);
    memset(out_gradient, 0, 3 * sizeof(*out_gradient));
    *out_flux = 0.0;
    for (int n = 0; n < count; ++n) {
        double velocity[3];
        velocity_of(liquid, hits[n].wall, place, velocity);
        for (int axis = 0; axis < 3; ++axis) {
            const double g = hits[n].share * hits[n].slope * hits[n].normal[axis];
            out_gradient[axis] += g;
            *out_flux += g * velocity[axis];
        }
    }
    return lam;
}

static void find_block(void* context, uint32_t first, uint32_t end) {
    waft_liquid* liquid = context;
    for (uint32_t i = first; i < end; ++i) {
        double place[3];
        double gradient[3] = {0.0, 0.0, 0.0};
        double lam = 0.0;
        double flux = 0.0;
        wafti_liquid_place(liquid, i, place);
        if (!is_inner(liquid, place)) {
            lam = wafti_liquid_wall_at(liquid, place, gradient, &flux);
        }
        liquid->lam[i] = (float)lam;
        liquid->flux[i] = (float)flux;
        for (int axis = 0; axis < 3; ++axis) {
            liquid->wall[axis][i] = (float)gradient[axis];
        }
        liquid->rh[i] = liquid->fluid[i] + liquid->lam[i];
        liquid->inverse[i] = 1.0f / liquid->rh[i];
    }
}

void wafti_liquid_find_walls(waft_liquid* liquid) {
    wafti_liquid_blocks(liquid, 0.01, find_block, liquid);
}

// ---- forces on walls

typedef struct wall_job wall_job;
typedef void touch_wall(const wall_job* job, uint32_t i, const wall_hit* hit, const double place[3],
    double sums[SUMS_EACH]);

// What particles do to walls: press or rub them.
struct wall_job {
    waft_liquid* liquid;
    touch_wall* touch;
    double dt;         // s, of pressing
    float* const* out; // what particles feel of rubbing, m/s2; NULL: they know already
    uint32_t walls;
};

// An impulse or force that acts where the wall is nearest to the particle, and its moment.
static void add_push(const waft_liquid* liquid, const wall_hit* hit, const double place[3],
    const double push[3], double sums[SUMS_EACH]) {
    double arm[3];
    double moment[3];
    for (int axis = 0; axis < 3; ++axis) {
        arm[axis] = place[axis] - hit->y * hit->normal[axis];
        arm[axis] -= hit->wall >= SIDES ? liquid->solids[hit->wall - SIDES].position[axis] : 0.0;
    }
    wafti_vector_cross(arm, push, moment);
    wafti_vector_add_scaled(sums, push, 1.0);
    wafti_vector_add_scaled(sums + 3, moment, 1.0);
}

// The impulse of the pressure that `total` is.
static void press_wall(const wall_job* job, uint32_t i, const wall_hit* hit, const double place[3],
    double sums[SUMS_EACH]) {
    const waft_liquid* liquid = job->liquid;
    double push[3];
    for (int axis = 0; axis < 3; ++axis) {
        const double g = hit->share * hit->slope * hit->normal[axis];
        push[axis] = job->dt * liquid->mass * (double)liquid->total[i] * g;
    }
    add_push(liquid, hit, place, push, sums);
}

static void touch_block(void* context, uint32_t first, uint32_t end) {
    const wall_job* job = context;
    const waft_liquid* liquid = job->liquid;
    const bool press = job->touch == press_wall;
    double* sums = liquid->sums + (size_t)first / WAFTI_LIQUID_BLOCK * job->walls * SUMS_EACH;
    memset(sums, 0, (size_t)job->walls * SUMS_EACH * sizeof(*sums));
    for (uint32_t i = first; i < end; ++i) {
        if (liquid->lam[i] == 0.0f || (press && liquid->total[i] == 0.0f)) {
            continue;
        }
        double place[3];
        wafti_liquid_place(liquid, i, place);
        wall_hit hits[MOST_HITS];
        const int count = find_hits(liquid, place, hits);
        if (press) {
            (void)combine(hits, count);
        }
        for (int n = 0; n < count; ++n) {
            job->touch(job, i, &hits[n], place, sums + (size_t)hits[n].wall * SUMS_EACH);
        }
    }
}

// Adds the sums of all blocks, in order, to impulses of sides and solids, or to `rub` of solids.
static void gather_sums(waft_liquid* liquid, uint32_t walls, bool rub) {
    const int32_t blocks = wafti_liquid_block_count(liquid);
    for (int32_t block = 0; block < blocks; ++block) {
        const double* sums = liquid->sums + (size_t)block * walls * SUMS_EACH;
        for (uint32_t side = 0; side < SIDES && !rub; ++side) {
            wafti_vector_add_scaled(
                liquid->side_impulse[side], sums + (size_t)side * SUMS_EACH, 1.0);
        }
        for (uint32_t i = 0; i < liquid->solid_count; ++i) {
            wafti_liquid_solid* solid = &liquid->solids[i];
            const double* own = sums + (size_t)(SIDES + i) * SUMS_EACH;
            wafti_vector_add_scaled(rub ? solid->rub : solid->impulse, own, 1.0);
            wafti_vector_add_scaled(rub ? solid->rub_twist : solid->twist, own + 3, 1.0);
        }
    }
}

void wafti_liquid_push_walls(waft_liquid* liquid, double dt) {
    wall_job job = {liquid, press_wall, dt, NULL, SIDES + liquid->solid_count};
    wafti_liquid_blocks(liquid, 0.01, touch_block, &job);
    gather_sums(liquid, job.walls, false);
    for (uint32_t i = 0; i < liquid->solid_count; ++i) {
        wafti_liquid_solid* solid = &liquid->solids[i];
        for (int axis = 0; axis < 3; ++axis) {
            solid->impulse[axis] += dt * solid->rub[axis];
            solid->twist[axis] += dt * solid->rub_twist[axis];
            solid->rub[axis] = solid->rub_twist[axis] = 0.0;
        }
    }
}

// ---- no slip

static bool sticks(const waft_liquid* liquid, uint32_t wall) {
    return wall < SIDES ? liquid->def.no_slip : liquid->solids[wall - SIDES].no_slip;
}

// The mirrored layer: 2 nu/d^2 lam/L0, in 1/s.
static double rub_rate(const waft_liquid* liquid, const wall_hit* hit) {
    const wafti_calibration* c = &liquid->calibration;
    return 2.0 * liquid->viscosity / (c->d * c->d) * hit->lam / c->wall_share;
}

// That rate times u_w - u: what the particle feels, and the wall the opposite of it. The explicit drag
// is the part along the wall alone.
static void rub_wall(const wall_job* job, uint32_t i, const wall_hit* hit, const double place[3],
    double sums[SUMS_EACH]) {
    const waft_liquid* liquid = job->liquid;
    if (!sticks(liquid, hit->wall)) {
        return;
    }
    double slip[3];
    double across = 0.0;
    velocity_of(liquid, hit->wall, place, slip);
    for (int axis = 0; axis < 3; ++axis) {
        slip[axis] -= (double)liquid->now.u[axis][i];
        across += slip[axis] * hit->normal[axis];
    }
    const double rate = rub_rate(liquid, hit);
    double push[3];
    for (int axis = 0; axis < 3; ++axis) {
        const double drag =
            rate * (slip[axis] - (job->out != NULL ? across * hit->normal[axis] : 0.0));
        push[axis] = -liquid->mass * drag;
        if (job->out != NULL) {
            job->out[axis][i] += (float)drag;
        }
    }
    add_push(liquid, hit, place, push, sums);
}

void wafti_liquid_drag_walls(waft_liquid* liquid, float* const* out) {
    bool any = out != NULL && liquid->def.no_slip;
    for (uint32_t i = 0; i < liquid->solid_count; ++i) {
        any = any || liquid->solids[i].no_slip;
    }
    if (any && liquid->viscosity > 0.0) {
        wall_job job = {liquid, rub_wall, 0.0, out, SIDES + liquid->solid_count};
        wafti_liquid_blocks(liquid, 0.02, touch_block, &job);
        gather_sums(liquid, job.walls, true);
    }
}

double wafti_liquid_drag_rate(
    const waft_liquid* liquid, const double place[3], double out_velocity[3]) {
    wall_hit hits[MOST_HITS];
    const int count = find_hits(liquid, place, hits);
    double sum = 0.0;
    memset(out_velocity, 0, 3 * sizeof(*out_velocity));
    for (int n = 0; n < count; ++n) {
        if (!sticks(liquid, hits[n].wall)) {
            continue;
        }
        double velocity[3];
        velocity_of(liquid, hits[n].wall, place, velocity);
        const double rate = rub_rate(liquid, &hits[n]);
        sum += rate;
        for (int axis = 0; axis < 3; ++axis) {
            out_velocity[axis] += rate * velocity[axis];
        }
    }
    return sum;
}

// ---- contact and sides

typedef struct keep_job {
    waft_liquid* liquid;
    double least;          // m, nearest that a centre may be to a wall
    float step, fastest;   // s; m2/s2, square of the greatest speed
    bool plain;            // no solids
    float low[3], high[3]; // between these no side is touched
} keep_job;

// Moves along one axis; returns 1 for a contact, and marks what left.
static int keep_side(waft_liquid* liquid, int axis, uint32_t i, double least) {
    const wafti_cells* cells = &liquid->cells;
    float* x = &liquid->now.x[axis][i];
    float* u = &liquid->now.u[axis][i];
    const double low = cells->low[axis];
    const double high = cells->high[axis];
    const double place = (double)*x;
    if (liquid->def.sides[(ptrdiff_t)2 * axis] == WAFT_LIQUID_PERIODIC) {
        const double length = high - low;
        if (place < low || place >= high) {
            *x = (float)(place - length * floor((place - low) / length));
        }
        return 0;
    }
    if (place < low + least) {
        if (liquid->def.sides[(ptrdiff_t)2 * axis] == WAFT_LIQUID_WALL) {
            *x = (float)(low + least);
            *u = *u < 0.0f ? 0.0f : *u;
            return 1;
        }
        liquid->dead[i] |= place < low;
    } else if (place > high - least) {
        if (liquid->def.sides[(ptrdiff_t)2 * axis + 1] == WAFT_LIQUID_WALL) {
            *x = (float)(high - least);
            *u = *u > 0.0f ? 0.0f : *u;
            return 1;
        }
        liquid->dead[i] |= place > high;
    }
    return 0;
}

static int keep_out(waft_liquid* liquid, uint32_t n, uint32_t i, double least) {
    const wafti_liquid_solid* solid = &liquid->solids[n];
    double place[3];
    wafti_liquid_place(liquid, i, place);
    const double far = solid->form.bound + least;
    if (wafti_liquid_solid_square(solid, place) > far * far) {
        return 0;
    }
    double normal[3];
    const double y = wafti_liquid_solid_distance(solid, place, normal);
    if (!(y < least)) {
        return 0;
    }
    (void)wafti_vector_normalize(normal);
    double velocity[3];
    velocity_of(liquid, SIDES + n, place, velocity);
    double along = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        along += ((double)liquid->now.u[axis][i] - velocity[axis]) * normal[axis];
    }
    for (int axis = 0; axis < 3; ++axis) {
        liquid->now.x[axis][i] = (float)(place[axis] + (least - y) * normal[axis]);
        liquid->now.u[axis][i] -= along < 0.0 ? (float)(along * normal[axis]) : 0.0f;
    }
    return 1;
}

// Moves it. `inner` if no wall can be touched; false if its velocity is none, or beyond all scale.
static bool move(const keep_job* job, uint32_t i, float* greatest, bool* inner) {
    const wafti_particles* now = &job->liquid->now;
    float square = 0.0f;
    *inner = job->plain;
    for (int axis = 0; axis < 3; ++axis) {
        const float u = now->u[axis][i];
        const float x = now->x[axis][i] + job->step * u;
        now->x[axis][i] = x;
        square += u * u;
        *inner = *inner && x >= job->low[axis] && x <= job->high[axis];
    }
    *greatest = square > *greatest ? square : *greatest;
    return square <= job->fastest;
}

static bool is_finite_place(const waft_liquid* liquid, uint32_t i) {
    return isfinite(liquid->now.x[0][i]) && isfinite(liquid->now.x[1][i]) &&
           isfinite(liquid->now.x[2][i]);
}

// Slots: contacts, escaped, first bad particle + 1, greatest speed squared.
static void keep_block(void* context, uint32_t first, uint32_t end) {
    const keep_job* job = context;
    waft_liquid* liquid = job->liquid;
    double* slot = wafti_liquid_slots(liquid, first);
    memset(slot, 0, 8 * sizeof(*slot));
    float greatest = 0.0f;
    for (uint32_t i = first; i < end; ++i) {
        bool inner = false;
        liquid->dead[i] = 0;
        if (!move(job, i, &greatest, &inner) || (!inner && !is_finite_place(liquid, i))) {
            slot[2] = (double)i + 1.0;
            return;
        }
        if (inner) {
            continue;
        }
        int contacts = 0;
        for (uint32_t n = 0; n < liquid->solid_count; ++n) {
            contacts += keep_out(liquid, n, i, job->least);
        }
        for (int axis = 0; axis < liquid->def.dimension; ++axis) {
            contacts += keep_side(liquid, axis, i, job->least);
        }
        slot[0] += contacts > 0 ? 1.0 : 0.0;
        slot[1] += liquid->dead[i] != 0 ? 1.0 : 0.0;
    }
    slot[3] = (double)greatest;
}

bool wafti_liquid_advance(waft_liquid* liquid, double dt, double fastest, uint32_t* out_bad) {
    keep_job job = {.liquid = liquid,
        .least = 1e-3 * liquid->d,
        .step = (float)dt,
        .fastest = (float)(fastest * fastest),
        .plain = liquid->solid_count == 0};
    for (int axis = 0; axis < 3; ++axis) {
        const double rim = 2.0 * job.least;
        job.low[axis] = (float)(liquid->cells.low[axis] + rim);
        job.high[axis] = (float)(liquid->cells.high[axis] - rim);
    }
    wafti_liquid_blocks(liquid, 0.01, keep_block, &job);
    const int32_t blocks = wafti_liquid_block_count(liquid);
    double square = 0.0;
    liquid->any_dead = false;
    for (int32_t block = 0; block < blocks; ++block) {
        const double* slot = &liquid->slots[(size_t)block * 8];
        if (slot[2] > 0.0) {
            *out_bad = liquid->now.id[(uint32_t)slot[2] - 1];
            return false;
        }
        liquid->stats.contacts += (uint64_t)slot[0];
        liquid->counts.escaped += (uint64_t)slot[1];
        liquid->any_dead = liquid->any_dead || slot[1] > 0.0;
        square = slot[3] > square ? slot[3] : square;
    }
    liquid->greatest_speed = sqrt(square);
    return true;
}
