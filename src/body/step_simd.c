// SPDX-License-Identifier: MIT
// Eight bodies a call, in one, two or eight passes.
#include "body/dynamics.h"

#include <stddef.h>
#include <string.h>

#include "body/lane_float.h"

#include "body/step_vector.h"

// From `lane` on, as many as there are in a vector.
typedef struct seat {
    wafti_body_block* home;
    const wafti_body_air* air;
    int lane;
} seat;

// Rows of floats are WAFTI_BODY_LANES apart.
static inline real read_row(const float* row, int lane) {
    return wafti_wide_load(row + lane);
}

static inline vec read_vec(const float* rows, int lane) {
    return (vec){read_row(rows, lane), read_row(rows + WAFTI_BODY_LANES, lane),
        read_row(rows + 2 * WAFTI_BODY_LANES, lane)};
}

static inline quat read_quat(const float* rows, int lane) {
    const vec v = read_vec(rows, lane);
    return (quat){v.x, v.y, v.z, read_row(rows + 3 * WAFTI_BODY_LANES, lane)};
}

static inline whole read_words(const uint32_t* row, int lane) {
    whole words;
    memcpy(&words, row + lane, sizeof(words));
    return words;
}

static inline void write_words(uint32_t* row, int lane, whole words) {
    memcpy(row + lane, &words, sizeof(words));
}

static inline void write_vec(float* rows, int lane, vec value) {
    wafti_wide_store(rows + lane, value.x);
    wafti_wide_store(rows + WAFTI_BODY_LANES + lane, value.y);
    wafti_wide_store(rows + 2 * WAFTI_BODY_LANES + lane, value.z);
}

static inline void write_quat(float* rows, int lane, quat value) {
    write_vec(rows, lane, (vec){value.x, value.y, value.z});
    wafti_wide_store(rows + 3 * WAFTI_BODY_LANES + lane, value.w);
}

#define READ(p, name)               read_vec((p)->at.home->name[0], (p)->at.lane)
#define READ_QUAT(p, name)          read_quat((p)->at.home->name[0], (p)->at.lane)
#define READ_AIR(p, name)           read_vec((p)->at.air->name[0], (p)->at.lane)
#define READ_WORDS(p, name)         read_words((p)->at.home->name, (p)->at.lane)
#define WRITE(p, name, value)       write_vec((p)->at.home->name[0], (p)->at.lane, value)
#define WRITE_QUAT(p, name, value)  write_quat((p)->at.home->name[0], (p)->at.lane, value)
#define WRITE_WORDS(p, name, value) write_words((p)->at.home->name, (p)->at.lane, value)

#include "body/step_kernel.h"

// Newton iterations of the midpoint step: what two leave is below the rounding of floats.
enum { NEWTON = 2 };

// Not inline: two copies would not both stay in the processor's cache of decoded instructions.
static __attribute__((noinline)) void step_all(const wafti_body_model_float* model,
    const wafti_body_drive* drive, const wafti_body_air* air, wafti_body_block* block,
    wafti_body_outcome* out) {
    _Alignas(32) float needed[WAFTI_BODY_LANES];
    float most_cuts = 1.0f;
    out->bad = 0;
    out->stiff = 0;
    for (int lane = 0; lane < WAFTI_BODY_LANES; lane += WAFTI_LANES) {
        body_job job;
        job.kind = &model->kind;
        job.c = &model->numbers;
        job.last_stage = 3;
        job.newton = NEWTON;
        pass p;
        p.at = (seat){block, air, lane};
        pass_reset(read_words(block->moves, lane), &p);
        if (mask_any(p.moves)) {
            advance(&job, &model->course, drive, &p);
        }
        wafti_wide_store(needed + lane, p.needed);
        if (mask_any(p.bad)) {
            _Alignas(32) float cause[WAFTI_LANES];
            wafti_wide_store(cause, p.cause);
            memcpy(out->cause + lane, cause, sizeof(cause));
        }
        out->bad |= wafti_wide_lanes(p.bad) << lane;
        out->stiff |= wafti_wide_lanes(p.stiff) << lane;
        const float cut = wafti_wide_greatest(p.cuts);
        most_cuts = cut > most_cuts ? cut : most_cuts;
    }
    memcpy(out->needed, needed, sizeof(needed));
    out->most_cuts = (int)most_cuts;
}

static bool all_move(const wafti_body_block* block) {
    mask rest = ~mask_all();
    for (int lane = 0; lane < WAFTI_BODY_LANES; lane += WAFTI_LANES) {
        rest |= ~read_words(block->moves, lane);
    }
    return !mask_any(rest);
}

// Blocks and air are rows of floats, but for `steps` and what comes after.
enum {
    ROW = WAFTI_BODY_LANES * sizeof(float),
    BLOCK_ROWS = offsetof(wafti_body_block, steps) / ROW,
    AIR_ROWS = sizeof(wafti_body_air) / ROW,
};

// out = a where the lane moves, else b; b NULL: 0.
static void choose_rows(
    const uint32_t moves[WAFTI_BODY_LANES], const float* a, const float* b, int rows, float* out) {
    for (int i = 0; i < rows * WAFTI_BODY_LANES; i += WAFTI_LANES) {
        const mask m = read_words(moves, i % WAFTI_BODY_LANES);
        const real other = b != NULL ? wafti_wide_load(b + i) : wafti_wide_set(0.0f);
        wafti_wide_store(out + i, wafti_wide_select(m, wafti_wide_load(a + i), other));
    }
}

// Lanes that do not move get numbers that harm nobody meanwhile.
static void step_some(const wafti_body_model_float* model, const wafti_body_drive* drive,
    const wafti_body_air* air, wafti_body_block* block, wafti_body_outcome* out) {
    wafti_body_block calm = *block;
    wafti_body_air calm_air;
    float* rows = block->position[0];
    float* calm_rows = calm.position[0];
    choose_rows(block->moves, rows, NULL, BLOCK_ROWS, calm_rows);
    choose_rows(block->moves, air->wind[0], NULL, AIR_ROWS, calm_air.wind[0]);
    for (int lane = 0; lane < WAFTI_BODY_LANES; ++lane) {
        calm.rotation[3][lane] = block->moves[lane] != 0 ? block->rotation[3][lane] : 1.0f;
    }
    step_all(model, drive, &calm_air, &calm, out);
    choose_rows(block->moves, calm_rows, rows, BLOCK_ROWS, rows);
    memcpy(block->steps, calm.steps, sizeof(block->steps));
}

void WAFTI_KERNEL(wafti_body_step)(const wafti_body_model_float* model,
    const wafti_body_drive* drive, const wafti_body_air* air, wafti_body_block* block,
    wafti_body_outcome* out) {
    if (all_move(block)) {
        step_all(model, drive, air, block, out);
    } else {
        step_some(model, drive, air, block, out);
    }
}
