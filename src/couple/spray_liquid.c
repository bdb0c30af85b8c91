// SPDX-License-Identifier: MIT
#include "couple/spray_liquid.h"

#include <math.h>

#include "base/error.h"

enum {
    MOST_DROPS = 4096,   // given in a step; the others wait in the air
    MOST_PARCELS = 4096, // taken in a step; the others wait under water
    PATCHES_ALONG = 32,  // of the liquid's domain along x and z, whose volume is added up
};

struct wafti_exchange {
    const wafti_context* context;
    waft_water* water;
    waft_liquid* liquid;
    waft_vec3 low, high; // m, of the liquid's domain
    float drops[MOST_DROPS][6];
    waft_liquid_parcel parcels[MOST_PARCELS];
};

uint64_t wafti_exchange_estimate_memory(void) {
    return sizeof(wafti_exchange);
}

size_t wafti_exchange_memory(const wafti_exchange* exchange) {
    return exchange != NULL ? sizeof(*exchange) : 0;
}

void wafti_exchange_destroy(wafti_exchange* exchange) {
    if (exchange != NULL) {
        const waft_allocator allocator = exchange->context->allocator;
        wafti_release(&allocator, exchange, 1, sizeof(*exchange));
    }
}

static waft_result check(const wafti_context* context, const waft_water* water,
    const waft_liquid_def* def, double particle) {
    const double drop = wafti_water_drop_volume(water);
    if (!(drop > 0.0)) {
        return wafti_fail(context->error, WAFT_ERR_ARGUMENT,
            "liquid.spray needs a water of columns or swe with a water.spray.capacity");
    }
    if (def->dimension != 3) {
        return wafti_fail(
            context->error, WAFT_ERR_ARGUMENT, "liquid.spray needs a liquid of three dimensions");
    }
    // A parcel brings forth one particle at most.
    if (drop > particle) {
        return wafti_fail(context->error, WAFT_ERR_ARGUMENT,
            "liquid.spray: a drop of %g m3 is more than a particle of %g m3; make "
            "water.spray.radius smaller or liquid.spacing larger",
            drop, particle);
    }
    return WAFT_OK;
}

waft_result wafti_exchange_create(const wafti_context* context, waft_water* water,
    waft_liquid* liquid, wafti_exchange** out_exchange) {
    *out_exchange = NULL;
    const waft_liquid_def def = waft_liquid_get_def(liquid);
    const waft_result result =
        check(context, water, &def, (double)waft_liquid_get_view(liquid).volume);
    if (result != WAFT_OK) {
        return result;
    }
    wafti_exchange* exchange = wafti_allocate_zero(&context->allocator, 1, sizeof(*exchange));
    if (exchange == NULL) {
        return wafti_fail_memory(context->error, sizeof(*exchange), "spray that is liquid");
    }
    exchange->context = context;
    exchange->water = water;
    exchange->liquid = liquid;
    exchange->low = def.low;
    exchange->high = def.high;
    *out_exchange = exchange;
    return WAFT_OK;
}

static bool is_inside(const void* user, const float position[3]) {
    const wafti_exchange* exchange = user;
    return position[0] > exchange->low.x && position[0] < exchange->high.x &&
           position[1] > exchange->low.y && position[1] < exchange->high.y &&
           position[2] > exchange->low.z && position[2] < exchange->high.z;
}

static uint32_t patch_along(float place, float low, float high) {
    const float at = (float)PATCHES_ALONG * (place - low) / (high - low);
    return (uint32_t)fminf(fmaxf(at, 0.0f), (float)PATCHES_ALONG - 1.0f);
}

waft_result wafti_exchange_give(wafti_exchange* exchange) {
    const size_t count =
        wafti_water_lend_drops(exchange->water, is_inside, exchange, exchange->drops, MOST_DROPS);
    const float volume = (float)wafti_water_drop_volume(exchange->water);
    for (size_t i = 0; i < count; ++i) {
        const float* drop = exchange->drops[i];
        exchange->parcels[i] = (waft_liquid_parcel){.position = {drop[0], drop[1], drop[2]},
            .velocity = {drop[3], drop[4], drop[5]},
            .volume = volume,
            .patch = patch_along(drop[0], exchange->low.x, exchange->high.x) +
                     PATCHES_ALONG * patch_along(drop[2], exchange->low.z, exchange->high.z)};
    }
    return waft_liquid_inject(exchange->liquid, exchange->parcels, count);
}

// m, over any surface: there the water's velocity is that of the surface.
static const double overhead = 1e6;

// Outside of the water nothing is under its surface.
static void surface_at(void* user, float x, float z, float* out_height, float* out_speed) {
    const waft_water* water = user;
    const waft_water_sample sample = wafti_water_sample(water, (double)x, overhead, (double)z);
    const bool inside = sample.status != WAFT_SAMPLE_OUTSIDE;
    *out_height = inside ? sample.level : -INFINITY;
    *out_speed = inside ? sample.velocity.y : 0.0f;
}

waft_result wafti_exchange_take(wafti_exchange* exchange) {
    size_t count = 0;
    wafti_water_expect_samples(exchange->water, waft_liquid_get_view(exchange->liquid).count);
    const waft_result result = waft_liquid_absorb(
        exchange->liquid, surface_at, exchange->water, exchange->parcels, MOST_PARCELS, &count);
    for (size_t i = 0; i < count && result == WAFT_OK; ++i) {
        const waft_liquid_parcel* p = &exchange->parcels[i];
        const double position[3] = {
            (double)p->position.x, (double)p->position.y, (double)p->position.z};
        const double velocity[3] = {
            (double)p->velocity.x, (double)p->velocity.y, (double)p->velocity.z};
        wafti_water_return_drop(exchange->water, position, velocity, (double)p->volume);
    }
    return result;
}
