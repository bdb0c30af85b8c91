// SPDX-License-Identifier: MIT
// Where the bodies of a scene start: as released, and scattered by chance.
#include <math.h>

#include "math/philox.h"
#include "scene/scene.h"
#include "solid/frame.h"

// Stream of the random numbers that scatter bodies; their turbulence has streams of its own.
enum { SCATTER_STREAM = 0x5CA7 };

// Quaternions as x, y, z, w in double.
static void turn_about(const double axis[3], double angle, double out[4]) {
    const double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    const double s = length > 0.0 ? sin(0.5 * angle) / length : 0.0;
    for (int i = 0; i < 3; ++i) {
        out[i] = s * axis[i];
    }
    out[3] = length > 0.0 ? cos(0.5 * angle) : 1.0;
}

// Chance of one body: words in the order in which they are asked for.
typedef struct chance {
    uint64_t seed, body;
    uint64_t asked;
} chance;

static double chance_uniform(chance* from) {
    const wafti_random4 words = wafti_random(from->seed, SCATTER_STREAM, from->asked++, from->body);
    return (double)wafti_uniform(words.word[0]);
}

static double chance_normal(chance* from) {
    const wafti_random4 words = wafti_random(from->seed, SCATTER_STREAM, from->asked++, from->body);
    float pair[2];
    wafti_normal_pair(words.word[0], words.word[1], pair);
    return (double)pair[0];
}

// Any attitude, all alike likely (Shoemake 1992).
static void chance_attitude(chance* from, double out[4]) {
    const double u = chance_uniform(from);
    const double a = 2.0 * M_PI * chance_uniform(from);
    const double b = 2.0 * M_PI * chance_uniform(from);
    out[0] = sqrt(1.0 - u) * sin(a);
    out[1] = sqrt(1.0 - u) * cos(a);
    out[2] = sqrt(u) * sin(b);
    out[3] = sqrt(u) * cos(b);
}

static void scatter_attitude(const wafti_body_values* from, chance* luck, double rotation[4]) {
    static const double vertical[3] = {0.0, 1.0, 0.0};
    double turn[4];
    if (from->scatter.tilt[0] != 0.0 || from->scatter.tilt[1] != 0.0) {
        const double around = 2.0 * M_PI * chance_uniform(luck);
        const double axis[3] = {cos(around), 0.0, sin(around)};
        const double* range = from->scatter.tilt;
        turn_about(axis, range[0] + (range[1] - range[0]) * chance_uniform(luck), turn);
        wafti_quat_turn(rotation, turn, rotation);
    }
    if (from->scatter.heading) {
        turn_about(vertical, 2.0 * M_PI * chance_uniform(luck), turn);
        wafti_quat_turn(rotation, turn, rotation);
    }
    if (from->scatter.turned) {
        chance_attitude(luck, rotation);
    }
}

void wafti_scene_body_state(
    const waft_scene* scene, size_t index, uint64_t number, waft_body_state* out_state) {
    static const double vertical[3] = {0.0, 1.0, 0.0};
    const wafti_body_values* from = (const wafti_body_values*)scene->values.bodies.items + index;
    chance luck = {.seed = scene->values.world.seed, .body = number};
    waft_body_state state = {.rotation = {0.0, 0.0, 0.0, 1.0}};
    double turn[4];
    turn_about(from->release.axis, from->release.tilt, state.rotation);
    turn_about(vertical, from->release.heading, turn);
    wafti_quat_turn(state.rotation, turn, state.rotation);
    scatter_attitude(from, &luck, state.rotation);
    for (int i = 0; i < 3; ++i) {
        const double low = from->scatter.low[i];
        state.position[i] = from->scatter.has_box
                                ? low + (from->scatter.high[i] - low) * chance_uniform(&luck)
                                : from->body.state.position[i];
        state.velocity[i] = from->body.state.velocity[i];
        state.spin[i] = from->body.state.spin[i];
    }
    for (int i = 0; i < 3 && from->scatter.velocity > 0.0; ++i) {
        state.velocity[i] += from->scatter.velocity * chance_normal(&luck);
    }
    for (int i = 0; i < 3 && from->scatter.spin > 0.0; ++i) {
        state.spin[i] += from->scatter.spin * chance_normal(&luck);
    }
    *out_state = state;
}

// The entry that a body comes from; the scene has at least `number` bodies, else the count of entries.
static size_t entry_of(const waft_scene* scene, uint32_t number) {
    const wafti_body_values* items = scene->values.bodies.items;
    uint64_t end = 0;
    for (size_t i = 0; i < scene->values.bodies.count; ++i) {
        end += (uint64_t)items[i].count;
        if (number <= end) {
            return i;
        }
    }
    return scene->values.bodies.count;
}

waft_result waft_scene_body_start(
    const waft_scene* scene, uint32_t number, waft_body_state* out_state) {
    const size_t entry = scene != NULL && number > 0 ? entry_of(scene, number) : 0;
    if (scene == NULL || number == 0 || out_state == NULL || entry == scene->values.bodies.count) {
        return WAFT_ERR_ARGUMENT;
    }
    wafti_scene_body_state(scene, entry, number - 1, out_state);
    return WAFT_OK;
}

bool waft_scene_body_color(const waft_scene* scene, uint32_t number, waft_vec3* out_color) {
    const size_t entry = scene != NULL && number > 0 ? entry_of(scene, number) : 0;
    if (scene == NULL || number == 0 || entry == scene->values.bodies.count) {
        return false;
    }
    const wafti_body_values* values = (const wafti_body_values*)scene->values.bodies.items + entry;
    if (values->has_color) {
        *out_color =
            (waft_vec3){(float)values->color[0], (float)values->color[1], (float)values->color[2]};
    }
    return values->has_color;
}
