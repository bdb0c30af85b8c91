// SPDX-License-Identifier: MIT
// What bodies of one hull and equal settings share, made once.
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "body/body_params.h"
#include "body/crowd.h"
#include "body/touch.h"

// Without what is each body's own.
static waft_body_def settings_of(const waft_body_def* def) {
    const waft_body_def plain = waft_body_def_default();
    waft_body_def settings = *def;
    settings.state = plain.state;
    settings.stream = plain.stream;
    settings.start = plain.start;
    settings.name = NULL;
    settings.user = NULL;
    return settings;
}

void wafti_kind_pass(waft_body_def* settings, wafti_stream* stream) {
    wafti_rows_state(wafti_bodies_rows, WAFTI_BODIES_PARTS, WAFTI_OWNER_BODY, settings, stream);
}

static waft_result make_model(const waft_bodies* bodies, const wafti_kind* kind, int which,
    wafti_body_model* out_model, waft_error* error) {
    const wafti_surroundings* around = &bodies->surroundings;
    const wafti_fluid nothing = {0.0, 0.0};
    const wafti_fluid* fluids[] = {
        [WAFT_MEDIUM_AIR] = &around->air,
        [WAFT_MEDIUM_WATER] = &around->water,
        [WAFT_MEDIUM_BOTH] = which == WAFTI_WATER ? &around->water : &around->air,
        [WAFT_MEDIUM_VACUUM] = &nothing,
    };
    return wafti_body_model_describe(
        &kind->hull, &kind->def, fluids[bodies->def.medium], around->gravity, out_model, error);
}

static waft_result make_models(const waft_bodies* bodies, wafti_kind* kind) {
    kind->stale = false;
    for (int which = 0; which < 2; ++which) {
        const waft_result result =
            make_model(bodies, kind, which, &kind->models[which], bodies->context->error);
        const size_t size = sizeof(*kind->fast[which]);
        if (result != WAFT_OK) {
            return result;
        }
        if (kind->def.precise) {
            continue;
        }
        if (kind->fast[which] == NULL) {
            kind->fast[which] = wafti_allocate(&bodies->allocator, 1, size);
        }
        if (kind->fast[which] == NULL) {
            return wafti_fail_memory(bodies->context->error, size, "a kind of bodies");
        }
        wafti_body_model_float_make(&kind->models[which], kind->fast[which]);
    }
    return WAFT_OK;
}

waft_result wafti_kind_check(const waft_bodies* bodies, const wafti_kind* kind, waft_error* error) {
    waft_result result = WAFT_OK;
    for (int which = 0; which < 2 && kind->count > 0 && result == WAFT_OK; ++which) {
        wafti_body_model model;
        result = make_model(bodies, kind, which, &model, error);
    }
    return result;
}

void wafti_kind_renew(const waft_bodies* bodies, wafti_kind* kind) {
    if (kind->count > 0) {
        (void)make_models(bodies, kind); // was checked, and its memory is there
    } else {
        kind->stale = true; // its hull may be gone
    }
}

void wafti_kind_destroy(const waft_bodies* bodies, wafti_kind* kind) {
    for (int which = 0; which < 2; ++which) {
        wafti_release(&bodies->allocator, kind->fast[which], 1, sizeof(*kind->fast[which]));
    }
    wafti_release(&bodies->allocator, kind, 1, sizeof(*kind));
}

static waft_result grow_list(waft_bodies* bodies) {
    if (bodies->kind_count < bodies->kind_capacity) {
        return WAFT_OK;
    }
    const uint32_t capacity = bodies->kind_capacity > 0 ? 2 * bodies->kind_capacity : 8;
    wafti_kind** list = wafti_copy_longer(
        &bodies->allocator, bodies->kinds, sizeof(void*), bodies->kind_count, capacity);
    if (list == NULL) {
        return wafti_fail_memory(
            bodies->context->error, capacity * sizeof(void*), "kinds of bodies");
    }
    wafti_release(&bodies->allocator, bodies->kinds, bodies->kind_capacity, sizeof(void*));
    bodies->kinds = list;
    bodies->kind_capacity = capacity;
    return WAFT_OK;
}

// All that comes from the def and its hull.
static waft_result fill_kind(
    const waft_bodies* bodies, const waft_body_def* def, uint64_t key, wafti_kind* kind) {
    kind->told_reynolds = key == kind->key ? kind->told_reynolds : 0;
    kind->def = settings_of(def);
    kind->hull = waft_hull_get_info(def->hull);
    kind->key = key;
    // Points of a mesh lie on its sphere, so only a sphere is as thick as it reaches far.
    kind->round = kind->hull.shortest > 1.96 * kind->hull.reach;
    kind->ball_count = wafti_balls_make(&kind->hull, kind->round, kind->balls);
    return make_models(bodies, kind);
}

static waft_result make_kind(waft_bodies* bodies, const waft_body_def* def, uint64_t key) {
    waft_result result = grow_list(bodies);
    if (result != WAFT_OK) {
        return result;
    }
    wafti_kind* kind = wafti_allocate_zero(&bodies->allocator, 1, sizeof(*kind));
    if (kind == NULL) {
        return wafti_fail_memory(bodies->context->error, sizeof(*kind), "a kind of bodies");
    }
    kind->rank = WAFTI_NONE;
    result = fill_kind(bodies, def, key, kind);
    if (result != WAFT_OK) {
        wafti_kind_destroy(bodies, kind);
        return result;
    }
    bodies->kinds[bodies->kind_count++] = kind;
    return WAFT_OK;
}

// A kind without bodies stays, since a snapshot may bring some back; but a host that makes ever new ones
// must not fill the memory. One with a rank may be just about to get some from a snapshot.
static uint32_t find_spare(const waft_bodies* bodies) {
    enum { KINDS_KEPT = 256 };
    uint32_t n = bodies->kind_count < KINDS_KEPT ? bodies->kind_count : 0;
    while (n < bodies->kind_count &&
           (bodies->kinds[n]->count > 0 || bodies->kinds[n]->rank != WAFTI_NONE)) {
        ++n;
    }
    return n;
}

waft_result wafti_kind_find(waft_bodies* bodies, const waft_body_def* def, uint32_t* out_kind) {
    // Settings and hull decide a kind.
    waft_body_def settings = settings_of(def);
    wafti_stream stream = wafti_stream_hash();
    wafti_kind_pass(&settings, &stream);
    const uint64_t key = wafti_hash_u64(stream.hash, waft_hull_get_info(def->hull).key);
    *out_kind = bodies->kind_count;
    for (uint32_t n = 0; n < bodies->kind_count; ++n) {
        const wafti_kind* kind = bodies->kinds[n];
        if (kind->key == key && kind->count > 0 && kind->def.hull == def->hull) {
            *out_kind = n;
            return WAFT_OK;
        }
        *out_kind = kind->key == key && kind->count == 0 ? n : *out_kind;
    }
    if (*out_kind == bodies->kind_count) {
        *out_kind = find_spare(bodies);
    }
    // The hull of an unused kind may have been destroyed since, and another be at its address.
    return *out_kind < bodies->kind_count ? fill_kind(bodies, def, key, bodies->kinds[*out_kind])
                                          : make_kind(bodies, def, key);
}

void wafti_kind_inverse(const wafti_kind* kind, double share, double out_inverse[36]) {
    const wafti_body_model* models = kind->models;
    if (share <= 0.0 || share >= 1.0) {
        memcpy(out_inverse, models[share >= 1.0].inverse, sizeof(models[0].inverse));
        return;
    }
    double whole[36];
    for (int i = 0; i < 36; ++i) {
        whole[i] = (1.0 - share) * models[0].whole[i] + share * models[1].whole[i];
    }
    // A mean of two positive definite matrices is one.
    (void)wafti_matrix_invert6(whole, out_inverse);
}
