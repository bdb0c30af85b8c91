// SPDX-License-Identifier: MIT
// State for snapshot, restore and hash. Order matters for bits, so arrays go as they are.
#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "liquid/solver.h"
#include "solid/frame.h"

// A byte that is neither 0 nor 1 must not become a bool.
static void stream_flag(wafti_stream* stream, bool* flag) {
    uint8_t byte = *flag ? 1 : 0;
    wafti_stream_bytes(stream, &byte, sizeof(byte));
    if (stream->mode == WAFTI_STREAM_LOAD) {
        stream->failed = stream->failed || byte > 1;
        *flag = byte == 1;
    }
}

static void stream_solids(waft_liquid* liquid, wafti_stream* stream) {
    for (uint32_t i = 0; i < liquid->solid_count; ++i) {
        wafti_liquid_solid* solid = &liquid->solids[i];
        wafti_stream_bytes(stream, solid->position, sizeof(solid->position));
        wafti_stream_bytes(stream, solid->rotation, sizeof(solid->rotation));
        wafti_stream_bytes(stream, &solid->last_angle, sizeof(solid->last_angle));
        wafti_stream_bytes(stream, solid->velocity, sizeof(solid->velocity));
        wafti_stream_bytes(stream, solid->spin, sizeof(solid->spin));
        wafti_stream_bytes(stream, solid->turn, sizeof(solid->turn));
        wafti_stream_bytes(stream, solid->impulse, sizeof(solid->impulse));
        wafti_stream_bytes(stream, solid->twist, sizeof(solid->twist));
    }
}

static void stream_sources(waft_liquid* liquid, wafti_stream* stream) {
    for (uint32_t i = 0; i < liquid->emitter_count; ++i) {
        wafti_liquid_emitter* emitter = &liquid->emitters[i];
        wafti_stream_bytes(stream, &emitter->fastest, sizeof(emitter->fastest));
        wafti_stream_bytes(stream, &emitter->run, sizeof(emitter->run));
        wafti_stream_bytes(stream, &emitter->given, sizeof(emitter->given));
    }
    wafti_stream_bytes(stream, liquid->patches, WAFTI_LIQUID_PATCHES * sizeof(double));
    wafti_stream_bytes(stream, &liquid->birth_count, sizeof(liquid->birth_count));
    if (liquid->birth_count > WAFTI_LIQUID_BIRTHS) {
        liquid->birth_count = 0;
        stream->failed = true;
    }
    wafti_stream_bytes(stream, liquid->births, liquid->birth_count * sizeof(*liquid->births));
}

static void stream_numbers(waft_liquid* liquid, wafti_stream* stream) {
    wafti_stream_bytes(stream, &liquid->count, sizeof(liquid->count));
    wafti_stream_bytes(stream, &liquid->next_id, sizeof(liquid->next_id));
    stream_flag(stream, &liquid->started);
    wafti_stream_bytes(stream, &liquid->time, sizeof(liquid->time));
    wafti_stream_bytes(stream, &liquid->sound, sizeof(liquid->sound));
    wafti_stream_bytes(stream, &liquid->viscosity, sizeof(liquid->viscosity));
    wafti_stream_bytes(stream, &liquid->greatest_push, sizeof(liquid->greatest_push));
    wafti_stream_bytes(stream, &liquid->greatest_speed, sizeof(liquid->greatest_speed));
    stream_flag(stream, &liquid->told_full);
    stream_flag(stream, &liquid->told_sound);
    wafti_stream_bytes(stream, &liquid->counts, sizeof(liquid->counts));
    wafti_stream_bytes(stream, &liquid->stats, sizeof(liquid->stats));
    if (liquid->count > liquid->def.max_particles) {
        liquid->count = 0;
        stream->failed = true;
    }
}

// ---- what a file may not hold

static bool is_finite(const double* values, size_t count) {
    return wafti_all_within(values, count, INFINITY);
}

static bool numbers_fit(const waft_liquid* liquid) {
    const double numbers[] = {liquid->time, liquid->sound, liquid->viscosity, liquid->greatest_push,
        liquid->greatest_speed, liquid->stir.vorticity};
    bool fit = true;
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); ++i) {
        fit = fit && isfinite(numbers[i]) && numbers[i] >= 0.0;
    }
    return fit;
}

// Spells are gone through hold by hold, so that a number must not be far from the time's.
static bool spells_fit(const waft_liquid* liquid) {
    const wafti_stirring* stir = &liquid->stir;
    const wafti_spells* spells = &stir->spells;
    if (!stir->on) {
        return spells->next == 0 && spells->left == 0 && spells->holds == 0 &&
               spells->turbulent == 0;
    }
    const wafti_spells_def def = wafti_liquid_spells_def(liquid);
    const uint64_t longest = def.burst > def.calm ? def.burst : def.calm;
    const double holds = liquid->time / (double)stir->def.hold;
    return spells->turbulent <= spells->holds && spells->left <= longest &&
           fabs((double)spells->holds - holds) <= 2.0;
}

static bool solids_fit(const waft_liquid* liquid) {
    bool fit = true;
    for (uint32_t i = 0; i < liquid->solid_count; ++i) {
        const wafti_liquid_solid* solid = &liquid->solids[i];
        fit = fit && is_finite(solid->position, 3) && is_finite(solid->rotation, 4) &&
              is_finite(&solid->last_angle, 1) && is_finite(solid->velocity, 3) &&
              is_finite(solid->spin, 3) && is_finite(&solid->turn[0][0], 9) &&
              is_finite(solid->impulse, 3) && is_finite(solid->twist, 3);
    }
    return fit;
}

// A patch is an index, and layers are emitted for as long as `run` is a spacing or more.
static bool sources_fit(const waft_liquid* liquid) {
    bool fit = true;
    for (uint32_t i = 0; i < liquid->emitter_count; ++i) {
        const wafti_liquid_emitter* emitter = &liquid->emitters[i];
        fit = fit && emitter->fastest >= 0.0f && emitter->fastest <= 1000.0f &&
              emitter->run >= 0.0 && emitter->run < liquid->d;
    }
    for (int i = 0; i < WAFTI_LIQUID_PATCHES; ++i) {
        fit = fit && isfinite(liquid->patches[i]) && liquid->patches[i] >= 0.0;
    }
    for (uint32_t i = 0; i < liquid->birth_count; ++i) {
        const waft_liquid_parcel* p = &liquid->births[i];
        fit = fit && p->patch < WAFTI_LIQUID_PATCHES && isfinite(p->volume) && p->volume >= 0.0f &&
              isfinite(waft_vec3_length(p->position)) && isfinite(waft_vec3_length(p->velocity));
    }
    return fit;
}

void wafti_liquid_state(waft_liquid* liquid, wafti_stream* stream) {
    stream_numbers(liquid, stream);
    wafti_liquid_live_state(liquid, stream);
    const size_t bytes = liquid->count * sizeof(float);
    // Density and its parts are not needed to go on, but are what views show.
    float* const fields[] = {liquid->now.x[0], liquid->now.x[1], liquid->now.x[2], liquid->now.u[0],
        liquid->now.u[1], liquid->now.u[2], liquid->now.k, liquid->now.kv, liquid->rh,
        liquid->fluid};
    bool fit = true;
    for (size_t field = 0; field < sizeof(fields) / sizeof(fields[0]); ++field) {
        wafti_stream_bytes(stream, fields[field], bytes);
        for (uint32_t i = 0; i < liquid->count && stream->mode == WAFTI_STREAM_LOAD; ++i) {
            fit = fit && isfinite(fields[field][i]);
        }
    }
    wafti_stream_bytes(stream, liquid->now.id, bytes);
    stream_solids(liquid, stream);
    stream_sources(liquid, stream);
    wafti_stream_bytes(stream, &liquid->stir.spells, sizeof(liquid->stir.spells));
    wafti_stream_bytes(stream, &liquid->stir.vorticity, sizeof(liquid->stir.vorticity));
    if (stream->mode == WAFTI_STREAM_LOAD) {
        memset(liquid->dead, 0, liquid->count);
        liquid->any_dead = false;
        stream->failed = stream->failed || !fit || !numbers_fit(liquid) || !spells_fit(liquid) ||
                         !solids_fit(liquid) || !sources_fit(liquid);
    }
}

uint64_t wafti_liquid_fingerprint(const waft_liquid* liquid) {
    const uint64_t hash = wafti_hash_u64(wafti_liquid_fixed_hash(liquid), liquid->stir.on);
    return liquid->stir.on
               ? wafti_hash_u64(hash, waft_bank_get_info(liquid->stir.bank.shared).digest)
               : hash;
}
