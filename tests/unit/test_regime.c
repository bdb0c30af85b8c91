// SPDX-License-Identifier: MIT
// Paths of every class, made by formula: how N moves decides.
#include <waft/body.h>

#include <stdint.h>

#include "test.h"

enum { SAMPLES = 1200 };

static const double pi = 3.14159265358979323846;

typedef struct fall {
    double times[SAMPLES];
    double positions[3 * SAMPLES];
    double rotations[4 * SAMPLES];
} fall;

// Tilt by `angle` about the horizontal axis at `heading`; the body's normal is y.
static void set_sample(fall* f, size_t i, double t, double heading, double angle) {
    f->times[i] = t;
    f->positions[3 * i] = 0.1 * sin(4.0 * t);
    f->positions[3 * i + 1] = -0.5 * t;
    f->positions[3 * i + 2] = 0.02 * t;
    double* q = &f->rotations[4 * i];
    q[0] = sin(0.5 * angle) * cos(heading);
    q[1] = 0.0;
    q[2] = sin(0.5 * angle) * sin(heading);
    q[3] = cos(0.5 * angle);
}

static waft_regime_report classify(const fall* f, size_t count) {
    waft_regime_report report = {.regime = WAFT_REGIME_COUNT};
    const waft_path path = {
        f->times, f->positions, f->rotations, count, {0.0, 1.0, 0.0}, {0.0, 1.0, 0.0}};
    CHECK(waft_regime_classify(&path, &report) == WAFT_OK);
    return report;
}

static void steady(void) {
    static fall f;
    for (size_t i = 0; i < SAMPLES; ++i) {
        const double t = 0.01 * (double)i;
        // The first half does not count, whatever happens there.
        set_sample(&f, i, t, 0.3, i < SAMPLES / 2 ? 1.0 : 0.05 * sin(6.0 * t));
        f.positions[3 * i] = 0.001 * sin(4.0 * t);
        f.positions[3 * i + 2] = 0.0;
    }
    const waft_regime_report report = classify(&f, SAMPLES);
    CHECK(report.regime == WAFT_REGIME_STEADY);
    CHECK_NEAR(report.descent, 0.5, 1e-6);
    CHECK_NEAR(report.tilt, 0.05 / sqrt(2.0), 0.002);
    CHECK(report.drift < 0.01);
    // The same with its horizontal speed doubled to a tenth of the descent is not steady.
    for (size_t i = 0; i < SAMPLES; ++i) {
        f.positions[3 * i + 2] = 0.05 * f.times[i];
    }
    CHECK(classify(&f, SAMPLES).regime != WAFT_REGIME_STEADY);
}

// A ball lies anyhow as it falls straight, and turns as it rolls.
static void round_bodies_have_no_tilt(void) {
    static fall f;
    for (size_t i = 0; i < SAMPLES; ++i) {
        const double t = 0.01 * (double)i;
        set_sample(&f, i, t, 0.3, 1.1 + 0.4 * t);
        f.positions[3 * i] = 0.0;
        f.positions[3 * i + 2] = 0.0;
    }
    CHECK(classify(&f, SAMPLES).regime != WAFT_REGIME_STEADY);
    waft_path path = {f.times, f.positions, f.rotations, SAMPLES, {0.0, 0.0, 0.0}, {0.0, 1.0, 0.0}};
    waft_regime_report report;
    CHECK(waft_regime_classify(&path, &report) == WAFT_OK);
    CHECK(report.regime == WAFT_REGIME_STEADY);
    CHECK(report.flips == 0);
    CHECK_NEAR(report.tilt, 0.0, 0.0);
    CHECK_NEAR(report.spin[0] * report.spin[0] + report.spin[2] * report.spin[2], 0.16, 1e-6);
    for (size_t i = 0; i < SAMPLES; ++i) {
        f.positions[3 * i + 2] = 0.05 * f.times[i];
    }
    CHECK(waft_regime_classify(&path, &report) == WAFT_OK);
    CHECK(report.regime == WAFT_REGIME_UNDECIDED);
}

static void zigzag(void) {
    static fall f;
    for (size_t i = 0; i < SAMPLES; ++i) {
        const double t = 0.01 * (double)i;
        set_sample(&f, i, t, 0.7, 1.0 * sin(6.0 * t));
    }
    waft_regime_report report = classify(&f, SAMPLES);
    CHECK(report.regime == WAFT_REGIME_ZIGZAG);
    CHECK(report.flips == 0);
    CHECK(report.roundness < 0.01 && report.repeats > 0.95);
    CHECK_NEAR(report.tilt, 1.0 / sqrt(2.0), 0.03);
    CHECK_NEAR(report.drift, atan2(0.02, 0.5), 0.05);
    // Spin of a swing about (cos 0.7, 0, sin 0.7): 6 cos, shared out to the axes.
    CHECK_NEAR(report.spin[0], 6.0 / sqrt(2.0) * cos(0.7), 0.05);
    CHECK_NEAR(report.spin[1], 0.0, 1e-6);
    CHECK_NEAR(report.spin[2], 6.0 / sqrt(2.0) * sin(0.7), 0.05);
    // Swings past the horizontal and back are flips that do not go on.
    for (size_t i = 0; i < SAMPLES; ++i) {
        const double t = 0.01 * (double)i;
        set_sample(&f, i, t, 0.7, 1.9 * sin(6.0 * t));
    }
    report = classify(&f, SAMPLES);
    CHECK(report.regime == WAFT_REGIME_ZIGZAG);
    // Of the two crossings of a side the second turns back; the next, of the other side, goes on.
    CHECK(report.flips > 20);
    CHECK_NEAR(report.same_way, 0.5, 0.03);
}

static void helical(void) {
    static fall f;
    for (size_t i = 0; i < SAMPLES; ++i) {
        const double t = 0.01 * (double)i;
        set_sample(&f, i, t, 7.0 * t, 0.6);
    }
    const waft_regime_report report = classify(&f, SAMPLES);
    CHECK(report.regime == WAFT_REGIME_HELICAL);
    CHECK(report.roundness > 0.95 && report.repeats > 0.95);
    CHECK_NEAR(report.tilt, 0.6, 1e-6);
}

static void tumbling(void) {
    static fall f;
    for (size_t i = 0; i < SAMPLES; ++i) {
        const double t = 0.01 * (double)i;
        set_sample(&f, i, t, 0.2, 9.0 * t + 0.5 * sin(18.0 * t));
    }
    const waft_regime_report report = classify(&f, SAMPLES);
    CHECK(report.regime == WAFT_REGIME_TUMBLING);
    CHECK(report.flips == 17 || report.flips == 18); // 6 s of 9 rad/s
    CHECK_NEAR(report.same_way, 1.0, 1e-12);
}

static double next_random(uint64_t* state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / 9007199254740992.0;
}

// Turns on or back, as a coin says, each time it has made half a turn.
static void chaotic(void) {
    static fall f;
    uint64_t state = 7;
    double angle = 0.0;
    double way = 1.0;
    for (size_t i = 0; i < SAMPLES; ++i) {
        if (i % 29 == 0) {
            way = next_random(&state) < 0.5 ? -1.0 : 1.0;
        }
        angle += way * 0.11;
        set_sample(&f, i, 0.01 * (double)i, 0.2 + 0.5 * sin(0.9 * (double)i), angle);
    }
    const waft_regime_report report = classify(&f, SAMPLES);
    CHECK(report.regime == WAFT_REGIME_CHAOTIC);
    CHECK(report.flips >= 4 || report.repeats < 0.6);
    // Without flips as well: tilts that never come back.
    double heading = 0.0;
    double aim = 0.0;
    double tilt = 0.0;
    for (size_t i = 0; i < SAMPLES; ++i) {
        if (i % 23 == 0) {
            heading = 2.0 * pi * next_random(&state);
            aim = 0.2 + 0.9 * next_random(&state);
        }
        tilt += 0.1 * (aim - tilt);
        set_sample(&f, i, 0.01 * (double)i, heading, tilt);
    }
    const waft_regime_report other = classify(&f, SAMPLES);
    CHECK(other.flips == 0 && other.repeats < 0.6);
    CHECK(other.regime == WAFT_REGIME_CHAOTIC);
}

// An oval between a line and a circle.
static void transitional(void) {
    static fall f;
    for (size_t i = 0; i < SAMPLES; ++i) {
        const double t = 0.01 * (double)i;
        const double x = 0.5 * cos(6.0 * t);
        const double z = 0.35 * sin(6.0 * t);
        set_sample(&f, i, t, atan2(z, x), asin(hypot(x, z)));
    }
    const waft_regime_report report = classify(&f, SAMPLES);
    CHECK(report.regime == WAFT_REGIME_TRANSITIONAL);
    CHECK_NEAR(report.roundness, 0.49, 0.03);
}

static void undecided(void) {
    static fall f;
    for (size_t i = 0; i < SAMPLES; ++i) {
        const double t = 0.01 * (double)i;
        set_sample(&f, i, t, 0.7, 1.0 * sin(1.2 * t)); // 2.3 swings in 6 s
    }
    CHECK(classify(&f, SAMPLES).regime == WAFT_REGIME_UNDECIDED);
    // A body that lies still is none that falls.
    for (size_t i = 0; i < SAMPLES; ++i) {
        set_sample(&f, i, 0.01 * (double)i, 0.0, 0.0);
        f.positions[3 * i] = f.positions[3 * i + 1] = f.positions[3 * i + 2] = 0.0;
    }
    CHECK(classify(&f, SAMPLES).regime == WAFT_REGIME_UNDECIDED);
}

// What happens after the landing does not count.
static void rest_on_the_ground_is_no_fall(void) {
    static fall f;
    for (size_t i = 0; i < SAMPLES; ++i) {
        const double t = 0.01 * (double)(i < 700 ? i : 700);
        set_sample(&f, i, 0.01 * (double)i, 0.2, i < 700 ? 9.0 * t : 1e-4 * (double)(i % 7));
        f.positions[3 * i + 1] = -0.5 * t;
    }
    const waft_regime_report report = classify(&f, SAMPLES);
    CHECK(report.regime == WAFT_REGIME_TUMBLING);
    CHECK_NEAR(report.descent, 0.5, 1e-3);
}

// Another up, another normal and rotations of other lengths and signs: the same.
static void frames_do_not_matter(void) {
    static fall f;
    for (size_t i = 0; i < SAMPLES; ++i) {
        const double t = 0.01 * (double)i;
        const double angle = 9.0 * t;
        f.times[i] = t;
        f.positions[3 * i] = -0.5 * t; // up is x
        f.positions[3 * i + 1] = f.positions[3 * i + 2] = 0.0;
        const double sign = i % 2 == 0 ? 2.0 : -2.0;
        double* q = &f.rotations[4 * i];
        q[0] = q[1] = 0.0;
        q[2] = sign * sin(0.5 * angle);
        q[3] = sign * cos(0.5 * angle);
    }
    const waft_path path = {
        f.times, f.positions, f.rotations, SAMPLES, {3.0, 0.0, 0.0}, {1.0, 0.0, 0.0}};
    waft_regime_report report;
    CHECK(waft_regime_classify(&path, &report) == WAFT_OK);
    CHECK(report.regime == WAFT_REGIME_TUMBLING);
    CHECK_NEAR(report.descent, 0.5, 1e-9);
    CHECK_NEAR(report.spin[2], 9.0, 1e-6);
}

static void refusals_and_names(void) {
    static fall f;
    for (size_t i = 0; i < SAMPLES; ++i) {
        set_sample(&f, i, 0.01 * (double)i, 0.0, 0.1);
    }
    waft_path path = {f.times, f.positions, f.rotations, 15, {0.0, 1.0, 0.0}, {0.0, 1.0, 0.0}};
    waft_regime_report report;
    CHECK(waft_regime_classify(&path, &report) == WAFT_ERR_ARGUMENT);
    path.count = 16;
    CHECK(waft_regime_classify(&path, &report) == WAFT_OK);
    CHECK(waft_regime_classify(&path, NULL) == WAFT_ERR_ARGUMENT);
    CHECK(waft_regime_classify(NULL, &report) == WAFT_ERR_ARGUMENT);
    f.times[5] = f.times[4];
    CHECK(waft_regime_classify(&path, &report) == WAFT_ERR_ARGUMENT);
    f.times[5] = 0.05;
    f.positions[7] = (double)NAN;
    CHECK(waft_regime_classify(&path, &report) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(waft_regime_name(WAFT_REGIME_UNDECIDED), "undecided");
    CHECK_TEXT(waft_regime_name(WAFT_REGIME_TRANSITIONAL), "transitional");
    CHECK(waft_regime_name(WAFT_REGIME_COUNT) == NULL);
}

static const test_case cases[] = {
    {"steady", steady},
    {"round_bodies_have_no_tilt", round_bodies_have_no_tilt},
    {"zigzag", zigzag},
    {"helical", helical},
    {"tumbling", tumbling},
    {"chaotic", chaotic},
    {"transitional", transitional},
    {"undecided", undecided},
    {"rest_on_the_ground_is_no_fall", rest_on_the_ground_is_no_fall},
    {"frames_do_not_matter", frames_do_not_matter},
    {"refusals_and_names", refusals_and_names},
};

TEST_MAIN(cases)
