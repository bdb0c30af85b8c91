// SPDX-License-Identifier: MIT
#include "body/winds.h"

#include <math.h>
#include <string.h>

#include "math/philox.h"
#include "mesh/vector.h"

#define TURN 6.283185307179586

// The world's own stream: no body may have it.
static const uint32_t gust_stream = 0xFFFFFFFFu;

// ---- curl noise

// Two unit vectors across `axis`, turned about it by `angle`.
static void span_across(
    const double axis[3], double angle, double out_first[3], double out_second[3]) {
    const double other[3] = {fabs(axis[0]) < 0.6 ? 1.0 : 0.0, fabs(axis[0]) < 0.6 ? 0.0 : 1.0, 0.0};
    double p[3];
    double q[3];
    wafti_vector_cross(axis, other, p);
    (void)wafti_vector_normalize(p);
    wafti_vector_cross(axis, p, q);
    for (int k = 0; k < 3; ++k) {
        out_first[k] = cos(angle) * p[k] + sin(angle) * q[k];
        out_second[k] = cos(angle) * q[k] - sin(angle) * p[k];
    }
}

// Helical waves have the same speed everywhere, so that with 16 of amplitude A the mean square is
// 16 A^2 = 3 speed^2 whatever the directions. Lengths spread over an octave round the one asked for:
// with one alone the flow would repeat itself.
static void make_modes(wafti_wind* wind) {
    const waft_wind_def* def = &wind->def;
    const double amplitude = (double)def->speed * sqrt(3.0 / WAFTI_CURL_MODES);
    for (uint32_t n = 0; n < WAFTI_CURL_MODES; ++n) {
        wafti_curl_mode* mode = &wind->modes[n];
        const wafti_random4 first = wafti_random(def->seed, gust_stream - 1, 0, 2 * (uint64_t)n);
        const wafti_random4 second =
            wafti_random(def->seed, gust_stream - 1, 0, 2 * (uint64_t)n + 1);
        const double y = 2.0 * (double)wafti_uniform(first.word[0]) - 1.0;
        const double angle = TURN * (double)wafti_uniform(first.word[1]);
        const double across = sqrt(fmax(0.0, 1.0 - y * y));
        const double direction[3] = {across * cos(angle), y, across * sin(angle)};
        const double octave = (double)wafti_uniform(first.word[2]) - 0.5;
        const double wavenumber = TURN / (double)def->length * exp2(octave);
        const double hand = (first.word[3] & 1u) != 0 ? 1.0 : -1.0;
        span_across(
            direction, TURN * (double)wafti_uniform(second.word[0]), mode->cosine, mode->sine);
        for (int k = 0; k < 3; ++k) {
            mode->wave[k] = wavenumber * direction[k];
            mode->cosine[k] *= amplitude;
            mode->sine[k] *= amplitude * hand;
        }
        mode->rate = TURN / (double)def->time * (2.0 * (double)wafti_uniform(second.word[1]) - 1.0);
        mode->start = TURN * (double)wafti_uniform(second.word[2]);
    }
}

// Sine and cosine of all phases at once, in loops that compilers turn into vectors: polynomials of
// Taylor's on a quarter turn, where the first term left out is below 1e-7, and the double of the
// quarter. Winds need no more.
static void sines_and_cosines(const double phase[WAFTI_CURL_MODES],
    double out_sine[WAFTI_CURL_MODES], double out_cosine[WAFTI_CURL_MODES]) {
    // Added and taken away again, 1.5 * 2^52 rounds to the nearest whole number.
    const double whole = 6755399441055744.0;
    for (int n = 0; n < WAFTI_CURL_MODES; ++n) {
        const double turns = phase[n] * (1.0 / TURN);
        const double x = 0.5 * TURN * (turns - ((turns + whole) - whole)); // half the angle
        const double y = x * x;
        const double s =
            x *
            (1.0 + y * (-1.0 / 6 +
                           y * (1.0 / 120 +
                                   y * (-1.0 / 5040 + y * (1.0 / 362880 - y * (1.0 / 39916800))))));
        const double c =
            1.0 + y * (-0.5 + y * (1.0 / 24 +
                                      y * (-1.0 / 720 +
                                              y * (1.0 / 40320 - y * (1.0 / 3628800 -
                                                                         y * (1.0 / 479001600))))));
        out_sine[n] = 2.0 * s * c;
        out_cosine[n] = c * c - s * s;
    }
}

static void phases_at(const wafti_wind* wind, double time, const double point[3],
    double out_sine[WAFTI_CURL_MODES], double out_cosine[WAFTI_CURL_MODES]) {
    double phase[WAFTI_CURL_MODES];
    for (int n = 0; n < WAFTI_CURL_MODES; ++n) {
        const wafti_curl_mode* mode = &wind->modes[n];
        phase[n] = wafti_vector_dot(mode->wave, point) + mode->rate * time + mode->start;
    }
    sines_and_cosines(phase, out_sine, out_cosine);
}

static void add_curl(const wafti_wind* wind, double time, const double point[3], double out[3]) {
    double sine[WAFTI_CURL_MODES];
    double cosine[WAFTI_CURL_MODES];
    phases_at(wind, time, point, sine, cosine);
    for (int n = 0; n < WAFTI_CURL_MODES; ++n) {
        wafti_vector_add_scaled(out, wind->modes[n].cosine, cosine[n]);
        wafti_vector_add_scaled(out, wind->modes[n].sine, sine[n]);
    }
}

// The curl of the same, as differences over `reach` to both sides would give it: along an axis they turn
// the wave number k into sin(k reach) / reach, which is taken up to its second term.
static void add_curl_of_curl(
    const wafti_wind* wind, double time, const double point[3], double reach, double out_curl[3]) {
    double sine[WAFTI_CURL_MODES];
    double cosine[WAFTI_CURL_MODES];
    phases_at(wind, time, point, sine, cosine);
    for (int n = 0; n < WAFTI_CURL_MODES; ++n) {
        const wafti_curl_mode* mode = &wind->modes[n];
        double wave[3];
        double rate[3]; // of the velocity with its phase
        for (int k = 0; k < 3; ++k) {
            const double across = mode->wave[k] * reach;
            wave[k] = mode->wave[k] * fmax(0.0, 1.0 - across * across / 6.0);
            rate[k] = mode->sine[k] * cosine[n] - mode->cosine[k] * sine[n];
        }
        double curl[3];
        wafti_vector_cross(wave, rate, curl);
        wafti_vector_add_scaled(out_curl, curl, 1.0);
    }
}

// ---- the others

static void add_sine(const waft_wind_def* def, double time, const double point[3], double out[3]) {
    double direction[3];
    double velocity[3];
    wafti_vector_from(def->direction, direction);
    wafti_vector_from(def->velocity, velocity);
    const double phase =
        time / (double)def->time + wafti_vector_dot(direction, point) / (double)def->length;
    wafti_vector_add_scaled(out, velocity, sin(TURN * phase));
}

// Cell and share along one axis, within the samples; false outside them by more than `margin`
// samples. An axis of one sample holds everywhere.
static bool find_cell(double x, int32_t size, double margin, int32_t* out_cell, double* out_share) {
    if (size == 1) {
        *out_cell = 0;
        *out_share = 0.0;
        return true;
    }
    const double last = (double)(size - 1);
    if (!(x >= -margin) || !(x <= last + margin)) {
        return false;
    }
    const double inside = fmin(fmax(x, 0.0), last);
    const int32_t cell = (int32_t)fmin(floor(inside), last - 1.0);
    *out_cell = cell;
    *out_share = inside - (double)cell;
    return true;
}

static double sample_field(const waft_field* field, const double point[3], double margin) {
    double origin[3];
    double spacing[3];
    wafti_vector_from(field->origin, origin);
    wafti_vector_from(field->spacing, spacing);
    int32_t cell[3];
    double share[3];
    for (int axis = 0; axis < 3; ++axis) {
        const double x = field->size[axis] > 1 ? (point[axis] - origin[axis]) / spacing[axis] : 0.0;
        if (!find_cell(x, field->size[axis], margin, &cell[axis], &share[axis])) {
            return 0.0;
        }
    }
    const ptrdiff_t next[3] = {field->size[0] > 1 ? 1 : 0,
        field->size[1] > 1 ? field->stride[1] : 0, field->size[2] > 1 ? field->stride[2] : 0};
    const float* corner =
        field->data + cell[0] + cell[1] * field->stride[1] + cell[2] * field->stride[2];
    double sum = 0.0;
    for (int k = 0; k < 2; ++k) {
        for (int j = 0; j < 2; ++j) {
            const float* row = corner + k * next[2] + j * next[1];
            const double along =
                (double)row[0] + share[0] * ((double)row[next[0]] - (double)row[0]);
            sum +=
                (k != 0 ? share[2] : 1.0 - share[2]) * (j != 0 ? share[1] : 1.0 - share[1]) * along;
        }
    }
    return sum;
}

static void add_grid(
    const waft_field field[3], const double point[3], double margin, double out[3]) {
    for (int axis = 0; axis < 3; ++axis) {
        if (field[axis].data != NULL) {
            out[axis] += sample_field(&field[axis], point, margin);
        }
    }
}

void wafti_wind_set(wafti_wind* wind, const waft_wind_def* def) {
    wind->def = *def;
    if (def->kind == WAFT_WIND_CURL) {
        make_modes(wind);
    }
}

static void advance_gust(wafti_wind* wind, uint32_t index, const wafti_step* step, uint64_t seed) {
    const double kept = exp(-step->dt / (double)wind->def.time);
    const double fresh = (double)wind->def.speed * sqrt(fmax(0.0, 1.0 - kept * kept));
    const uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    const uint32_t counter[4] = {
        (uint32_t)step->index, (uint32_t)(step->index >> 32), gust_stream, index};
    const wafti_random4 random = wafti_philox(counter, key);
    float normal[4];
    wafti_normal_pair(random.word[0], random.word[1], normal);
    wafti_normal_pair(random.word[2], random.word[3], normal + 2);
    for (int k = 0; k < 3; ++k) {
        wind->gust[k] = kept * wind->gust[k] + fresh * (double)normal[k];
    }
}

void wafti_air_advance(wafti_air* air, const wafti_step* step, uint64_t seed) {
    for (size_t n = 0; n < air->wind_count; ++n) {
        if (air->winds[n].def.kind == WAFT_WIND_GUST) {
            advance_gust(&air->winds[n], (uint32_t)n, step, seed);
        }
    }
    air->world = step->wind;
    air->time = step->time;
    wafti_air_prepare(air);
}

void wafti_air_prepare(wafti_air* air) {
    memset(air->everywhere, 0, sizeof(air->everywhere));
    air->bumpy = air->box.velocity[0].data != NULL;
    air->even = !air->bumpy;
    for (size_t n = 0; n < air->wind_count; ++n) {
        const wafti_wind* wind = &air->winds[n];
        const bool gusty = wind->def.kind == WAFT_WIND_GUST;
        if (!gusty && wind->def.kind != WAFT_WIND_UNIFORM) {
            air->even = false;
            air->bumpy = air->bumpy || wind->def.kind != WAFT_WIND_CURL;
            continue;
        }
        air->everywhere[0] += (double)wind->def.velocity.x + (gusty ? wind->gust[0] : 0.0);
        air->everywhere[1] += (double)wind->def.velocity.y + (gusty ? wind->gust[1] : 0.0);
        air->everywhere[2] += (double)wind->def.velocity.z + (gusty ? wind->gust[2] : 0.0);
    }
}

// Winds that differ from place to place, curls left out.
static void add_uneven(const wafti_air* air, const double point[3], double out[3]) {
    const wafti_moving_air* box = &air->box;
    bool inside = box->velocity[0].data != NULL;
    for (int axis = 0; axis < 3 && inside; ++axis) {
        inside = point[axis] >= box->low[axis] && point[axis] <= box->high[axis];
    }
    if (inside) {
        // Faces of cells end half a cell inside the box along the other axes.
        add_grid(box->velocity, point, 1.0, out);
    } else {
        out[0] += (double)air->world.x;
        out[1] += (double)air->world.y;
        out[2] += (double)air->world.z;
    }
    for (size_t n = 0; n < air->wind_count && !air->even; ++n) {
        const wafti_wind* wind = &air->winds[n];
        if (wind->def.kind == WAFT_WIND_SINE) {
            add_sine(&wind->def, air->time, point, out);
        } else if (wind->def.kind == WAFT_WIND_GRID) {
            add_grid(wind->def.grid, point, 0.0, out);
        }
    }
}

void wafti_air_at(const wafti_air* air, const double point[3], double out_velocity[3]) {
    memcpy(out_velocity, air->everywhere, sizeof(air->everywhere));
    add_uneven(air, point, out_velocity);
    for (size_t n = 0; n < air->wind_count && !air->even; ++n) {
        if (air->winds[n].def.kind == WAFT_WIND_CURL) {
            add_curl(&air->winds[n], air->time, point, out_velocity);
        }
    }
}

// Of three fields.
static double widest_of(const waft_field* field, double widest) {
    for (int n = 0; n < 3 && field[n].data != NULL; ++n) {
        const float spacing[3] = {field[n].spacing.x, field[n].spacing.y, field[n].spacing.z};
        for (int axis = 0; axis < 3; ++axis) {
            // Along an axis of one sample the spacing says nothing.
            widest = field[n].size[axis] > 1 ? fmax(widest, (double)spacing[axis]) : widest;
        }
    }
    return widest;
}

static void add_curl_of_others(
    const wafti_air* air, const double point[3], double reach, double out_curl[3]) {
    // Differences closer than the samples would see the kinks between them.
    double h = widest_of(air->box.velocity, reach);
    for (size_t n = 0; n < air->wind_count; ++n) {
        h = air->winds[n].def.kind == WAFT_WIND_GRID ? widest_of(air->winds[n].def.grid, h) : h;
    }
    double slope[3][3]; // slope[a][b]: change of component b along axis a, times 2 h
    for (int axis = 0; axis < 3; ++axis) {
        double at[3] = {point[0], point[1], point[2]};
        double high[3] = {0.0, 0.0, 0.0};
        double low[3] = {0.0, 0.0, 0.0};
        at[axis] = point[axis] + h;
        add_uneven(air, at, high);
        at[axis] = point[axis] - h;
        add_uneven(air, at, low);
        wafti_vector_sub(high, low, slope[axis]);
    }
    const double scale = 0.5 / h;
    out_curl[0] += scale * (slope[1][2] - slope[2][1]);
    out_curl[1] += scale * (slope[2][0] - slope[0][2]);
    out_curl[2] += scale * (slope[0][1] - slope[1][0]);
}

void wafti_air_turning(
    const wafti_air* air, const double point[3], double reach, double out_turning[3]) {
    memset(out_turning, 0, 3 * sizeof(double));
    if (air->bumpy) {
        add_curl_of_others(air, point, reach, out_turning);
    }
    for (size_t n = 0; n < air->wind_count; ++n) {
        if (air->winds[n].def.kind == WAFT_WIND_CURL) {
            add_curl_of_curl(&air->winds[n], air->time, point, reach, out_turning);
        }
    }
    wafti_vector_scale(out_turning, 0.5);
}
