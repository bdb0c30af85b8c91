// SPDX-License-Identifier: MIT
#include "render/film.h"

static const float base_exposure = 0.78f;  // white paper in the sun is then near white
static const float radiance_range = 8.0f;  // RADIANCE_RANGE of light.glsl
static const float brightest_film = 0.99f; // the curve ends at 0.965 * 2.51 / 2.43

float wafti_film_exposure(const waft_look* look) {
    return base_exposure * exp2f(look->exposure);
}

// The curve is c = 0.965 x (2.51 x + 0.03) / (x (2.43 x + 0.59) + 0.14): quadratic in x.
static float unexposed(float c) {
    const float a = 0.965f * 2.51f - 2.43f * c;
    const float b = 0.965f * 0.03f - 0.59f * c;
    return (-b + sqrtf(b * b + 4.0f * a * 0.14f * c)) / (2.0f * a);
}

static float stored(float c, float exposure) {
    const float radiance = unexposed(fminf(fmaxf(c, 0.0f), brightest_film)) / exposure;
    return sqrtf(fminf(radiance / radiance_range, 1.0f));
}

waft_vec3 wafti_film_stored(waft_vec3 color, const waft_look* look) {
    const float exposure = wafti_film_exposure(look);
    return (waft_vec3){
        stored(color.x, exposure), stored(color.y, exposure), stored(color.z, exposure)};
}

static float srgb(float c) {
    const float x = fminf(fmaxf(c, 0.0f), 1.0f);
    return x < 0.0031308f ? 12.92f * x : 1.055f * powf(x, 1.0f / 2.4f) - 0.055f;
}

waft_vec3 wafti_film_srgb(waft_vec3 color) {
    return (waft_vec3){srgb(color.x), srgb(color.y), srgb(color.z)};
}
