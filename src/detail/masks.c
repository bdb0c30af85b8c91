// SPDX-License-Identifier: MIT
// Weights that do not follow from the flow: painted or shaped masks, and distance to obstacles.
#include <math.h>

#include "base/hash.h"
#include "detail/parts.h"
#include "grid/blocks.h"
#include "grid/domain_parts.h"
#include "solid/frame.h"

// ---- masks

typedef struct mask_job {
    const wafti_part* part;
    const waft_mask* mask;
    wafti_form form;
    wafti_frame frame;
    float* out;
} mask_job;

static float cut(float weight) {
    return weight > 0.0f ? fminf(weight, 1.0f) : 0.0f;
}

// Linear between samples, edge values outside.
static float sample_field(const waft_field* field, const double point[3]) {
    const double origin[3] = {
        (double)field->origin.x, (double)field->origin.y, (double)field->origin.z};
    const double spacing[3] = {
        (double)field->spacing.x, (double)field->spacing.y, (double)field->spacing.z};
    int32_t at[3][2];
    double share[3];
    for (int axis = 0; axis < 3; ++axis) {
        const int32_t last = field->size[axis] - 1;
        const double place = last > 0 ? (point[axis] - origin[axis]) / spacing[axis] : 0.0;
        const double inside = fmin(fmax(place, 0.0), (double)last);
        at[axis][0] = (int32_t)inside;
        at[axis][1] = at[axis][0] < last ? at[axis][0] + 1 : last;
        share[axis] = inside - at[axis][0];
    }
    double value = 0.0;
    for (int corner = 0; corner < 8; ++corner) {
        double weight = 1.0;
        for (int axis = 0; axis < 3; ++axis) {
            weight *= (corner >> axis & 1) != 0 ? share[axis] : 1.0 - share[axis];
        }
        value += weight * (double)waft_field_at(
                              field, at[0][corner & 1], at[1][corner >> 1 & 1], at[2][corner >> 2]);
    }
    return (float)value;
}

static float mask_at(const mask_job* job, const double point[3]) {
    const waft_mask* mask = job->mask;
    if (mask->function != NULL) {
        return cut(mask->function(
            mask->user, (waft_vec3){(float)point[0], (float)point[1], (float)point[2]}));
    }
    if (mask->field.data != NULL) {
        return cut(sample_field(&mask->field, point));
    }
    double at[3];
    wafti_frame_into(&job->frame, point, at);
    const double distance = wafti_form_distance(&job->form, at);
    const double soft = (double)mask->soft;
    const double t = soft > 0.0 ? 0.5 - distance / soft : (distance <= 0.0 ? 1.0 : 0.0);
    const double inside = fmin(fmax(t, 0.0), 1.0);
    return (float)(inside * inside * (3.0 - 2.0 * inside));
}

// On the calling thread: a function of the caller's need not be safe for others.
static void fill_mask(const mask_job* job) {
    const wafti_mac* grid = &job->part->smoke->domain.grid;
    for (wafti_walk at = wafti_walk_all(grid, -1); wafti_walk_next(&at);) {
        for (int32_t i = 0; i < grid->n[0]; ++i) {
            double point[3];
            wafti_domain_centre(grid, -1, (const int32_t[3]){i, at.j, at.k}, point);
            job->out[at.start + i] = mask_at(job, point);
        }
    }
}

waft_result wafti_part_fill_masks(wafti_part* part) {
    const waft_detail* detail = part->detail;
    waft_result result = WAFT_OK;
    for (int n = 0; n < detail->def.trigger_count && result == WAFT_OK; ++n) {
        const waft_mask* mask = &detail->def.triggers[n].mask;
        if (detail->def.triggers[n].kind != WAFT_TRIGGER_MASK) {
            continue;
        }
        mask_job job = {.part = part, .mask = mask, .out = part->fixed[n]};
        if (mask->function == NULL && mask->field.data == NULL) {
            const wafti_form_def def = {.shape = &mask->shape,
                .h = part->smoke->domain.grid.h,
                .plane = part->smoke->domain.grid.axes == 2};
            const waft_vec3 p = mask->pose.position;
            const waft_quat q = mask->pose.rotation;
            job.frame = wafti_frame_make((const double[3]){(double)p.x, (double)p.y, (double)p.z},
                (const double[4]){(double)q.x, (double)q.y, (double)q.z, (double)q.w});
            result = wafti_form_make(&job.form, &def, detail->context);
        }
        if (result == WAFT_OK) {
            fill_mask(&job);
            wafti_form_free(&job.form);
        }
    }
    return result;
}

// ---- distance

typedef struct distance_job {
    const wafti_part* part;
    const waft_trigger* trigger;
    float* out;
} distance_job;

static bool is_chosen(const waft_trigger* trigger, uint32_t place) {
    bool chosen = trigger->solid_count == 0;
    for (int n = 0; n < trigger->solid_count; ++n) {
        chosen = chosen || trigger->solids[n] == place;
    }
    return chosen;
}

static double distance_to(const wafti_form* form, const double point[3], double bound) {
    if (form->sheet) {
        const double at[3] = {point[0], point[1], form->plane ? 0.0 : point[2]};
        const wafti_nearest nearest = wafti_bvh_nearest(&form->bvh, at, bound);
        return nearest.facet != UINT32_MAX ? sqrt(nearest.square) : bound;
    }
    return wafti_form_distance(form, point);
}

// Cells around one obstacle, no farther than its reach.
static void near_obstacle(const distance_job* job, uint32_t slot, const wafti_mac_block* rows) {
    const waft_smoke* smoke = job->part->smoke;
    const wafti_mac* grid = &smoke->domain.grid;
    const wafti_solid* solid = &smoke->domain.solids[slot];
    const wafti_form* form = &smoke->obstacles[slot].form;
    const wafti_frame frame = wafti_frame_make(solid->position, solid->rotation);
    const double reach = (double)job->trigger->reach;
    wafti_box box = wafti_frame_cells(&frame, solid->low, solid->high, reach / grid->h + 1.0, grid);
    box = wafti_box_rows(&box, rows);
    for (wafti_walk row = wafti_walk_box(grid, &box); wafti_walk_next(&row);) {
        for (int32_t i = box.low[0]; i < box.high[0]; ++i) {
            double point[3];
            double at[3];
            wafti_domain_centre(grid, -1, (const int32_t[3]){i, row.j, row.k}, point);
            wafti_frame_into(&frame, point, at);
            float* nearest = &job->out[row.start + i];
            const float found = (float)fmax(distance_to(form, at, 2.0 * reach), 0.0);
            *nearest = fminf(*nearest, found);
        }
    }
}

static void distance_block(void* context, int32_t block) {
    const distance_job* job = context;
    const waft_smoke* smoke = job->part->smoke;
    const wafti_mac* grid = &smoke->domain.grid;
    const wafti_mac_block rows = wafti_mac_block_at(grid, block);
    for (wafti_walk at = wafti_walk_rows(grid, &rows); wafti_walk_next(&at);) {
        for (int32_t i = 0; i < grid->n[0]; ++i) {
            job->out[at.start + i] = INFINITY;
        }
    }
    for (uint32_t n = 0; n < smoke->obstacle_order.count; ++n) {
        const uint32_t slot = smoke->obstacle_order.slots[n];
        const uint32_t solid = smoke->obstacles[slot].solid;
        if (is_chosen(job->trigger, wafti_order_place(&smoke->context->solids->order, solid))) {
            near_obstacle(job, slot, &rows);
        }
    }
}

static uint64_t hash_poses(const waft_smoke* smoke) {
    uint64_t hash = wafti_hash_u64(WAFTI_HASH_START, smoke->obstacle_order.count);
    for (uint32_t n = 0; n < smoke->obstacle_order.count; ++n) {
        const uint32_t slot = smoke->obstacle_order.slots[n];
        const wafti_solid* solid = &smoke->domain.solids[slot];
        hash = wafti_hash_u64(hash, smoke->obstacles[slot].form.hash);
        hash = wafti_hash(hash, solid->position, sizeof(solid->position));
        hash = wafti_hash(hash, solid->rotation, sizeof(solid->rotation));
    }
    return hash;
}

void wafti_part_find_distances(wafti_part* part) {
    const waft_detail_def* def = &part->detail->def;
    const uint64_t poses = hash_poses(part->smoke);
    if (poses == part->poses) {
        return;
    }
    part->poses = poses;
    for (int n = 0; n < def->trigger_count; ++n) {
        if (def->triggers[n].kind == WAFT_TRIGGER_DISTANCE) {
            distance_job job = {part, &def->triggers[n], part->fixed[n]};
            wafti_mac_run(
                &part->smoke->domain.grid, part->detail->context, 40.0, distance_block, &job);
        }
    }
}
