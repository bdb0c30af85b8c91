// SPDX-License-Identifier: MIT
// The inside of a liquid, shared by the files of this folder.
#ifndef WAFTI_LIQUID_SOLVER_H
#define WAFTI_LIQUID_SOLVER_H

#include "liquid/liquid.h"
#include "liquid/pairs.h"
#include "mesh/vector.h"
#include "turbulence/bank.h"
#include "turbulence/intermittent.h"

enum {
    WAFTI_LIQUID_BLOCK = 512, ///< particles of a block of work that is no cell
    WAFTI_LIQUID_PATCHES = 1024,
    WAFTI_LIQUID_BIRTHS = 4096,
    WAFTI_LIQUID_STREAM = 40, ///< of random numbers
    WAFTI_LIQUID_PARTS = 256, ///< most emitters, sinks or solids
};

/// A shape at rest.
typedef struct wafti_liquid_region {
    wafti_form form;
    double position[3];
    double turn[3][3];
    bool turned;     ///< its axes are not the world's
    uint32_t number; ///< of a sink
} wafti_liquid_region;

/// A solid of the world: form, pose now, velocities of this step, and what pushes it.
typedef struct wafti_liquid_solid {
    wafti_form form;
    uint32_t solid; ///< its slot in the world's list
    bool no_slip;
    double position[3], rotation[4]; ///< rotation x, y, z, w
    double last_angle;               ///< rad by keys, at the end of this step
    double velocity[3], spin[3];
    double turn[3][3];           ///< of `rotation`
    double impulse[3], twist[3]; ///< N s and N m s of this step
    double rub[3], rub_twist[3]; ///< N and N m of walls without slip in this sub-step
} wafti_liquid_solid;

typedef struct wafti_liquid_emitter {
    waft_liquid_emitter_def def; ///< as it is now
    uint32_t number;
    float fastest; ///< m/s, what the speed of sound was chosen for
    double run;    ///< m since the last layer
    uint32_t given;
    double across[2][3]; ///< unit vectors in its plane
    int32_t points[2];   ///< of the lattice along them
} wafti_liquid_emitter;

/// Forcing from a bank: the rule, and the fields of this hold and the one before.
typedef struct wafti_stirring {
    bool on;
    waft_liquid_turbulence_def def; ///< as it is now
    wafti_bank bank;
    double cell; ///< m, of the bank
    uint64_t hold;
    wafti_spells spells; ///< of force and calm
    int32_t field[2];
    int32_t shift[2][3];
    double share[2];                                  ///< of each in the force
    double scale;                                     ///< 1/s, or 1/s of the paper's rule
    wafti_liquid_region masks[WAFT_TRIGGER_CAPACITY]; ///< of triggers that are masks
    double first_wave; ///< 1/m, 2 pi over the bank's mean wave length
    double vorticity;  ///< 1/s, the greatest, fading
} wafti_stirring;

/// Particles added by one call: their ids begin with `first`. For sentences alone.
typedef struct wafti_liquid_batch {
    uint32_t first;
    bool list; ///< of particles, not a block
} wafti_liquid_batch;

/// Counted since creation; all of it is state.
typedef struct wafti_liquid_counts {
    uint64_t created, emitted, sunk, escaped, absorbed, held_back, displaced;
} wafti_liquid_counts;

struct waft_liquid {
    const wafti_context* context;
    waft_liquid_def def;
    double gravity[3];
    wafti_calibration calibration;
    wafti_pair_constants constants;
    wafti_pair_kernels kernels;
    wafti_cells cells;
    wafti_list list;
    wafti_arena arena;
    double sound, viscosity; ///< m/s; m2/s, numerical included
    double h, d, mass;

    uint32_t count, next_id;
    waft_liquid_method method;  ///< never auto
    wafti_particles now, other; ///< swapped by the sort
    float* rh;
    float* fluid;
    float* inverse; ///< 1/rh
    float* wall[3]; ///< grad lam, 1/m
    float* flux;    ///< sum of wall shares times wall velocity, 1/s
    float* lam;
    float* a[3];  ///< m/s2
    float* b[3];  ///< second vector
    float* place; ///< records of four, for sums over lists: x, y, z, k
    float* flow;  ///< the same: a vector and a weight
    float* source;
    float* left;     ///< residual
    float* diagonal; ///< 1/M_ii
    float* before;   ///< z_old
    float* total;    ///< k of both solves together, for forces on walls
    float* extra;
    uint8_t* dead;
    uint32_t* overflow;
    double* slots; ///< 8 a block
    double* sums;  ///< of wall forces, one set a block

    wafti_liquid_solid* solids;
    wafti_liquid_emitter* emitters;
    wafti_liquid_region* sinks;
    double* patches;            ///< m3 carried of each
    waft_liquid_parcel* births; ///< that wait for the next step
    uint32_t solid_count, emitter_count, sink_count, birth_count;
    uint32_t emitter_numbers, sink_numbers; ///< given away so far
    struct wafti_liquid_roster* roster;     ///< of a snapshot that is being loaded; NULL: none
    wafti_liquid_batch batches[WAFTI_LIQUID_PARTS]; ///< the last one stands for all later ones, too
    uint32_t batch_count;
    wafti_stirring stir;
    waft_liquid_force* force;
    void* force_user;

    double time;          ///< s
    double greatest_push; ///< m/s2, non-pressure, of the last sub-step
    double greatest_speed;
    uint64_t step_index;
    wafti_liquid_counts counts;
    waft_liquid_stats stats;
    double side_impulse[6][3];
    bool started;               ///< a step was taken
    bool told_full, told_sound; ///< given once
    bool any_dead;
};

// ---- changes (create.c, step.c, emit.c, stir.c, liquid_change.c)

waft_result wafti_liquid_check_def(const waft_liquid_def* def, waft_error* error);
waft_result wafti_liquid_check_emitter(const waft_liquid_emitter_def* def, waft_error* error);
/// What follows from the defs of liquid, emitter and forcing; the speed of sound anew if `sound`.
void wafti_liquid_follow(waft_liquid* liquid, bool sound);
void wafti_liquid_place_emitter(const waft_liquid* liquid, wafti_liquid_emitter* emitter);
void wafti_liquid_note_stirring(waft_liquid* liquid);
/// What is live through a stream; what is not as a hash.
void wafti_liquid_live_state(waft_liquid* liquid, wafti_stream* stream);
uint64_t wafti_liquid_fixed_hash(const waft_liquid* liquid);

// ---- regions and walls (region.c, walls.c)

/// The form of a region's shape, which it checks.
waft_result wafti_liquid_make_form(
    waft_liquid* liquid, const waft_shape* shape, const char* path, wafti_form* out_form);
/// `path` begins sentences. Errors: WAFT_ERR_ARGUMENT, WAFT_ERR_MESH, WAFT_ERR_NO_MEMORY.
waft_result wafti_liquid_region_make(waft_liquid* liquid, const waft_shape* shape,
    const waft_pose* pose, const char* path, wafti_liquid_region* out_region);
/// m, in the world; of a solid at its pose now.
double wafti_liquid_region_distance(const wafti_liquid_region* region, const double place[3]);
double wafti_liquid_solid_distance(
    const wafti_liquid_solid* solid, const double place[3], double out_normal[3]);
/// m2, from the origin of a solid.
static inline double wafti_liquid_solid_square(
    const wafti_liquid_solid* solid, const double place[3]) {
    double off[3];
    wafti_vector_sub(place, solid->position, off);
    return wafti_vector_dot(off, off);
}
static inline void wafti_liquid_place(const waft_liquid* liquid, uint32_t i, double out[3]) {
    for (int axis = 0; axis < 3; ++axis) {
        out[axis] = (double)liquid->now.x[axis][i];
    }
}
/// m2, from a place to particle j, shifted.
static inline double wafti_liquid_square(
    const waft_liquid* liquid, uint32_t j, const double place[3], const float shift[3]) {
    double square = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        const double off = (double)liquid->now.x[axis][j] + (double)shift[axis] - place[axis];
        square += off * off;
    }
    return square;
}
/// A place of the world in the axes of a region or solid.
static inline void wafti_liquid_into(
    const double position[3], const double turn[3][3], const double place[3], double out[3]) {
    double off[3];
    wafti_vector_sub(place, position, off);
    for (int axis = 0; axis < 3; ++axis) {
        out[axis] = turn[0][axis] * off[0] + turn[1][axis] * off[1] + turn[2][axis] * off[2];
    }
}
/// Least distance to any wall of the domain or solid.
double wafti_liquid_clearance(const waft_liquid* liquid, const double place[3]);

/// lam, its gradient and the flux of moving walls for all particles; no slip's drag is separate.
void wafti_liquid_find_walls(waft_liquid* liquid);
/// The same at one place; returns lam.
double wafti_liquid_wall_at(
    const waft_liquid* liquid, const double place[3], double out_gradient[3], double* out_flux);
/// Adds the forces that `total` k gives to walls and solids over dt.
void wafti_liquid_push_walls(waft_liquid* liquid, double dt);
/// Adds the drag of walls without slip to out, at velocities u. NULL: only what the implicit solve's drag
/// does to solids, at the velocities that it leaves.
void wafti_liquid_drag_walls(waft_liquid* liquid, float* const* out);
/// The same as one rate a second and the wall's velocity times it, for the implicit solve.
double wafti_liquid_drag_rate(
    const waft_liquid* liquid, const double place[3], double out_velocity[3]);
/// x += dt u; puts back what passed a wall, marks what left through open sides, wraps periodic ones.
/// False if a place or velocity is not finite or beyond `fastest`, with the particle in *out_bad.
bool wafti_liquid_advance(waft_liquid* liquid, double dt, double fastest, uint32_t* out_bad);

// ---- solids that move (solids.c)
/// Shares the form of another solid of the same shape, or makes one.
waft_result wafti_liquid_find_form(
    waft_liquid* liquid, const wafti_placed* placed, wafti_form* out_form);
void wafti_liquid_free_forms(
    wafti_liquid_solid* solids, uint32_t count, wafti_liquid_region* sinks, uint32_t sink_count);
void wafti_liquid_aim_solids(waft_liquid* liquid, double dt);
void wafti_liquid_move_solids(waft_liquid* liquid, double dt, double left);
double wafti_liquid_wall_speed(const waft_liquid* liquid);

// ---- sources (emit.c)
/// All after the move and before what is dead goes: cells are those of the sub-step's start.
void wafti_liquid_emit(waft_liquid* liquid, double time, double dt);
void wafti_liquid_drain(waft_liquid* liquid);
bool wafti_liquid_is_inside(const waft_liquid* liquid, const double place[3]);
/// Appends one; there is room.
void wafti_liquid_append(waft_liquid* liquid, const double place[3], const double velocity[3]);
/// Parcels that wait become particles, at a step's start.
void wafti_liquid_give_birth(waft_liquid* liquid);
/// Removes what is dead, in order; arrays that views show follow.
void wafti_liquid_bury(waft_liquid* liquid);

// ---- forcing (stir.c)
wafti_spells_def wafti_liquid_spells_def(const waft_liquid* liquid);
void wafti_liquid_choose_fields(waft_liquid* liquid, double time, double dt);
/// Before forces of a sub-step are asked for: strain and vorticity, if a trigger wants them.
void wafti_liquid_find_swirl(waft_liquid* liquid, double dt);
/// Adds the force at particles [first, first + count) to out, m/s2.
void wafti_liquid_stir(
    const waft_liquid* liquid, uint32_t first, uint32_t count, float* const out[3]);

// ---- where there is forcing (swirl.c)
waft_result wafti_liquid_check_triggers(
    const waft_liquid* liquid, const waft_liquid_turbulence_def* def);
/// Forms of masks; of stir.def. Errors: those of forms.
waft_result wafti_liquid_make_masks(waft_liquid* liquid);
void wafti_liquid_free_masks(waft_liquid* liquid);
/// V W of a particle at a place, m/s; `speed` is its own.
double wafti_liquid_psi(const waft_liquid* liquid, uint32_t i, const double place[3], double speed);

// ---- shared (step.c, passes.c)

/// Figures of what is there before the first step.
void wafti_liquid_show_start(waft_liquid* liquid);
/// Sorts; what is dead goes.
void wafti_liquid_sort(waft_liquid* liquid);
/// Lists, density, walls and 1/rh; wcsph. Crowds whose lists do not fit are swept.
void wafti_liquid_sweep_density(waft_liquid* liquid);
/// Pressure and viscosity of pairs into a; wcsph.
void wafti_liquid_sweep_force(waft_liquid* liquid);
/// Lists, density, walls; dfsph. Error: WAFT_ERR_DIVERGED if particles are crushed.
waft_result wafti_liquid_make_lists(waft_liquid* liquid);
/// What the method needs of these two.
waft_result wafti_liquid_find_density(waft_liquid* liquid);
/// Particle i's records, of places with k and of a vector with a weight.
static inline void wafti_liquid_set_place(waft_liquid* liquid, uint32_t i, float k) {
    float* record = liquid->place + (size_t)4 * i;
    for (int axis = 0; axis < 3; ++axis) {
        record[axis] = liquid->now.x[axis][i];
    }
    record[3] = k;
}
static inline void wafti_liquid_set_flow(
    waft_liquid* liquid, uint32_t i, float* const of[3], float weight) {
    float* record = liquid->flow + (size_t)4 * i;
    for (int axis = 0; axis < 3; ++axis) {
        record[axis] = of[axis][i];
    }
    record[3] = weight;
}
/// Makes `flow` of a vector and 1/rh.
void wafti_liquid_pack_flow(waft_liquid* liquid, float* const of[3]);
/// A pass over all particles in blocks, with the records as they are.
void wafti_liquid_pass(waft_liquid* liquid, wafti_list_pass* pass, const wafti_list_job* job);
/// Runs function(context, first, end) over blocks of WAFTI_LIQUID_BLOCK particles.
typedef void wafti_liquid_work(void* context, uint32_t first, uint32_t end);
void wafti_liquid_blocks(
    waft_liquid* liquid, double work_each, wafti_liquid_work* run, void* context);
/// The slots of the block that begins with a particle.
static inline double* wafti_liquid_slots(const waft_liquid* liquid, uint32_t first) {
    return &liquid->slots[(size_t)first / WAFTI_LIQUID_BLOCK * 8];
}
/// The sum of one of the 8 slots over all blocks, in order.
double wafti_liquid_sum_slots(const waft_liquid* liquid, size_t slot);
static inline int32_t wafti_liquid_block_count(const waft_liquid* liquid) {
    return (int32_t)((liquid->count + WAFTI_LIQUID_BLOCK - 1) / WAFTI_LIQUID_BLOCK);
}

/// u += dt (gravity, the host's force and `a` times scale, if not NULL); keeps the greatest outer one.
void wafti_liquid_kick_outer(waft_liquid* liquid, double time, double dt, float* const a[3]);
/// u += dt times the vector in `flow`.
void wafti_liquid_kick_flow(waft_liquid* liquid, double dt);

waft_result wafti_liquid_wcsph(waft_liquid* liquid, double time, double dt);
waft_result wafti_liquid_dfsph(waft_liquid* liquid, double time, double dt);
/// (1 + dt nu L) u = u*; dfsph. Counts what it leaves unsolved.
void wafti_liquid_implicit_viscosity(waft_liquid* liquid, double dt);

#endif // WAFTI_LIQUID_SOLVER_H
