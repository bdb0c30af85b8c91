// SPDX-License-Identifier: MIT
// How a body falls, told from its path by docs/spec/bodies.md#regimes. The names are those of Field et
// al., Nature 388, 1997, and Zhong et al., Acta Mech. Sinica 27, 2011. What counts is the second half
// of the drop and the normal N of the body in it.
#include "body/lane.h"

enum {
    LEAST_SAMPLES = 16,
    LEAST_SWINGS = 5,
    LEAST_FLIPS = 4,
    MOST_SWAYS = 4096, // samples that the autocorrelation looks at; longer paths are thinned
};

const char* waft_regime_name(waft_regime regime) {
    static const char* const names[WAFT_REGIME_COUNT] = {
        "undecided", "steady", "zigzag", "helical", "tumbling", "chaotic", "transitional"};
    return (int)regime >= 0 && regime < WAFT_REGIME_COUNT ? names[regime] : NULL;
}

// The half that is looked at, and the horizontal axes in which N sways.
typedef struct drop {
    const waft_path* path;
    size_t first, count;
    bool face; // without one a body has no tilt: how it moves aside decides alone
    double normal[3], up[3];
    double east[3], north[3];
} drop;

static bool is_path(const waft_path* path) {
    const bool whole =
        path != NULL && path->times != NULL && path->positions != NULL && path->rotations != NULL;
    if (!whole || path->count < LEAST_SAMPLES || !wafti_all_finite(path->normal, 3) ||
        !wafti_all_finite(path->up, 3) || !(wafti_vector_length(path->up) > 0.0)) {
        return false;
    }
    for (size_t i = 0; i < path->count; ++i) {
        const double* q = &path->rotations[4 * i];
        if (!wafti_all_finite(&path->times[i], 1) ||
            !wafti_all_finite(&path->positions[3 * i], 3) || !wafti_all_finite(q, 4) ||
            !(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] > 0.0) ||
            (i > 0 && !(path->times[i] > path->times[i - 1]))) {
            return false;
        }
    }
    return true;
}

// Samples until the body comes to rest: what lies on the ground at the end does not fall. In a fall that
// goes on the last hundredth of the way takes about as much of the time.
static size_t end_of_fall(const waft_path* path, const double up[3]) {
    const double* last = &path->positions[3 * (path->count - 1)];
    double way[3];
    wafti_vector_sub(last, path->positions, way);
    const double fall = fabs(wafti_vector_dot(way, up));
    size_t end = path->count;
    while (end > LEAST_SAMPLES) {
        wafti_vector_sub(last, &path->positions[3 * (end - 1)], way);
        if (fabs(wafti_vector_dot(way, up)) >= 0.01 * fall) {
            break;
        }
        --end;
    }
    return end + path->count / 32 < path->count ? end : path->count;
}

static drop second_half(const waft_path* path) {
    drop d = {.path = path};
    memcpy(d.normal, path->normal, sizeof(d.normal));
    memcpy(d.up, path->up, sizeof(d.up));
    d.face = wafti_vector_normalize(d.normal) > 0.0;
    (void)wafti_vector_normalize(d.up);
    const size_t end = end_of_fall(path, d.up);
    d.first = end / 2;
    d.count = end - d.first;
    const double aside[3] = {0.0, 1.0, 0.0};
    const double ahead[3] = {1.0, 0.0, 0.0};
    wafti_vector_cross(fabs(d.up[0]) > 0.9 ? aside : ahead, d.up, d.north);
    (void)wafti_vector_normalize(d.north);
    wafti_vector_cross(d.up, d.north, d.east);
    return d;
}

static void rotation_at(const drop* d, size_t i, double out_q[4]) {
    memcpy(out_q, &d->path->rotations[4 * (d->first + i)], 4 * sizeof(double));
    wafti_quat_normalize(out_q);
}

static void normal_at(const drop* d, size_t i, double out_normal[3]) {
    double q[4];
    rotation_at(d, i, q);
    const wafti_turn turn = wafti_turn_of(q);
    wafti_turn_out(&turn, d->normal, out_normal);
}

static const double* position_at(const drop* d, size_t i) {
    return &d->path->positions[3 * (d->first + i)];
}

static double seconds(const drop* d, size_t from, size_t to) {
    return d->path->times[d->first + to] - d->path->times[d->first + from];
}

// Counts flips and how many of them turn on as the one before. Returns the share of those that do among
// every second pair, the lesser of both: a body that swings past the horizontal on both sides turns on
// through its middle (every second pair) but always back beyond the horizontal, and does not tumble.
static double count_flips(const drop* d, waft_regime_report* report) {
    double normal[3];
    double before_axis[3] = {0.0, 0.0, 0.0};
    int same[2] = {0, 0};
    normal_at(d, 0, normal);
    double before = wafti_vector_dot(normal, d->up);
    for (size_t i = 1; i < d->count; ++i) {
        normal_at(d, i, normal);
        const double now = wafti_vector_dot(normal, d->up);
        if ((before < 0.0) != (now < 0.0)) {
            double last[3];
            double axis[3]; // N x dN/dt: what it turns about
            normal_at(d, i - 1, last);
            wafti_vector_cross(last, normal, axis);
            same[report->flips % 2] +=
                report->flips > 0 && wafti_vector_dot(axis, before_axis) > 0.0;
            ++report->flips;
            memcpy(before_axis, axis, sizeof(axis));
        }
        before = now;
    }
    // Pairs end with flip 1, 2, 3 ...: the odd ones are as many or one more.
    const int pairs = report->flips > 1 ? report->flips - 1 : 0;
    const int odd = (pairs + 1) / 2;
    const int even = pairs / 2;
    report->same_way = pairs > 0 ? (double)(same[0] + same[1]) / pairs : 0.0;
    return even > 0 ? fmin((double)same[1] / odd, (double)same[0] / even) : 0.0;
}

// Mean descent, drift from the vertical, rms of tilt; returns the rms of the horizontal speed.
static double measure_fall(const drop* d, waft_regime_report* report) {
    double way[3];
    wafti_vector_sub(position_at(d, d->count - 1), position_at(d, 0), way);
    const double fallen = -wafti_vector_dot(way, d->up);
    const double aside = hypot(wafti_vector_dot(way, d->east), wafti_vector_dot(way, d->north));
    report->descent = fallen / seconds(d, 0, d->count - 1);
    report->drift = aside > 0.0 || fallen != 0.0 ? atan2(aside, fabs(fallen)) : 0.0;
    double tilts = 0.0;
    double speeds = 0.0;
    for (size_t i = 0; i < d->count; ++i) {
        double normal[3];
        normal_at(d, i, normal);
        // A plate upside down is as level as one that is not.
        const double tilt = acos(fmin(fabs(wafti_vector_dot(normal, d->up)), 1.0));
        tilts += tilt * tilt;
        if (i + 1 < d->count) {
            wafti_vector_sub(position_at(d, i + 1), position_at(d, i), way);
            const double speed =
                hypot(wafti_vector_dot(way, d->east), wafti_vector_dot(way, d->north)) /
                seconds(d, i, i + 1);
            speeds += speed * speed;
        }
    }
    report->tilt = d->face ? sqrt(tilts / (double)d->count) : 0.0;
    return sqrt(speeds / (double)(d->count - 1));
}

// The turn from one sample to the next, in body axes, over the time between them.
static void measure_spin(const drop* d, waft_regime_report* report) {
    double sums[3] = {0.0, 0.0, 0.0};
    for (size_t i = 0; i + 1 < d->count; ++i) {
        double a[4];
        double b[4];
        rotation_at(d, i, a);
        rotation_at(d, i + 1, b);
        const double w = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
        double v[3];
        wafti_vector_cross(b, a, v);
        wafti_vector_add_scaled(v, b, a[3]);
        wafti_vector_add_scaled(v, a, -b[3]);
        const double length = wafti_vector_length(v);
        const double angle = 2.0 * atan2(length, fabs(w));
        const double rate = length > 0.0 ? angle / length / seconds(d, i, i + 1) : 0.0;
        for (int k = 0; k < 3; ++k) {
            sums[k] += rate * v[k] * rate * v[k];
        }
    }
    for (int k = 0; k < 3; ++k) {
        report->spin[k] = sqrt(sums[k] / (double)(d->count - 1));
    }
}

// The horizontal part of N about its mean.
typedef struct sway {
    double along[MOST_SWAYS][2];
    size_t count;
} sway;

static void read_sway(const drop* d, sway* s) {
    const size_t stride = (d->count + MOST_SWAYS - 1) / MOST_SWAYS;
    double mean[2] = {0.0, 0.0};
    s->count = 0;
    for (size_t i = 0; i < d->count; i += stride) {
        double normal[3];
        normal_at(d, i, normal);
        double* at = s->along[s->count++];
        at[0] = wafti_vector_dot(normal, d->east);
        at[1] = wafti_vector_dot(normal, d->north);
        mean[0] += at[0];
        mean[1] += at[1];
    }
    for (size_t i = 0; i < s->count; ++i) {
        s->along[i][0] -= mean[0] / (double)s->count;
        s->along[i][1] -= mean[1] / (double)s->count;
    }
}

// Half swings: how often the sway passes its middle along the axis in which it is widest. Passing means
// to come out on the other side by a fifth of the deviation, so that jitter does not count.
static int count_swings(const sway* s, double angle, double deviation) {
    const double axis[2] = {cos(angle), sin(angle)};
    int side = 0;
    int swings = 0;
    for (size_t i = 0; i < s->count; ++i) {
        const double along = s->along[i][0] * axis[0] + s->along[i][1] * axis[1];
        const int now = along > 0.2 * deviation ? 1 : (along < -0.2 * deviation ? -1 : side);
        swings += side != 0 && now != side;
        side = now;
    }
    return swings;
}

// Covariance of the sway: the ratio of its eigenvalues, and the swings along its longer axis.
static int measure_sway(const sway* s, waft_regime_report* report) {
    double xx = 0.0;
    double yy = 0.0;
    double xy = 0.0;
    for (size_t i = 0; i < s->count; ++i) {
        const double* at = s->along[i];
        xx += at[0] * at[0] / (double)s->count;
        yy += at[1] * at[1] / (double)s->count;
        xy += at[0] * at[1] / (double)s->count;
    }
    const double middle = 0.5 * (xx + yy);
    const double apart = hypot(0.5 * (xx - yy), xy);
    const double greatest = middle + apart;
    // A body that sways by less than a thousandth lies still.
    if (!(greatest > 1e-6)) {
        return 0;
    }
    report->roundness = fmax(middle - apart, 0.0) / greatest;
    return count_swings(s, 0.5 * atan2(2.0 * xy, xx - yy), sqrt(greatest));
}

// How alike the sway is to itself `lag` samples later, -1 to 1.
static double correlate(const sway* s, size_t lag) {
    double both = 0.0;
    double early = 0.0;
    double late = 0.0;
    for (size_t i = 0; i + lag < s->count; ++i) {
        const double* a = s->along[i];
        const double* b = s->along[i + lag];
        both += a[0] * b[0] + a[1] * b[1];
        early += a[0] * a[0] + a[1] * a[1];
        late += b[0] * b[0] + b[1] * b[1];
    }
    return early > 0.0 && late > 0.0 ? both / sqrt(early * late) : 0.0;
}

// The highest peak within half of the time, once the correlation has been below zero.
static double find_repeats(const sway* s) {
    double highest = 0.0;
    double before = 1.0;
    double now = correlate(s, 1);
    bool turned = now < 0.0;
    for (size_t lag = 2; lag <= s->count / 2; ++lag) {
        const double next = correlate(s, lag);
        if (turned && now >= before && now >= next) {
            highest = fmax(highest, now);
        }
        turned = turned || next < 0.0;
        before = now;
        now = next;
    }
    return highest;
}

static waft_regime decide(
    const waft_regime_report* r, double speed, int swings, double turned_over) {
    if (r->tilt < 5.0 * M_PI / 180.0 && speed < 0.05 * fabs(r->descent)) {
        return WAFT_REGIME_STEADY;
    }
    if (swings < LEAST_SWINGS) {
        return WAFT_REGIME_UNDECIDED;
    }
    if (r->flips >= LEAST_FLIPS && r->same_way > 0.9) {
        return WAFT_REGIME_TUMBLING;
    }
    if ((r->flips >= LEAST_FLIPS && turned_over >= 0.2) || r->repeats < 0.6) {
        return WAFT_REGIME_CHAOTIC;
    }
    if (r->roundness < 0.3) {
        return WAFT_REGIME_ZIGZAG;
    }
    return r->roundness > 0.7 ? WAFT_REGIME_HELICAL : WAFT_REGIME_TRANSITIONAL;
}

waft_result waft_regime_classify(const waft_path* path, waft_regime_report* out_report) {
    if (out_report == NULL || !is_path(path)) {
        return WAFT_ERR_ARGUMENT;
    }
    const drop d = second_half(path);
    waft_regime_report report = {.regime = WAFT_REGIME_UNDECIDED};
    sway s;
    const double turned_over = count_flips(&d, &report);
    const double speed = measure_fall(&d, &report);
    measure_spin(&d, &report);
    read_sway(&d, &s);
    const int swings = measure_sway(&s, &report);
    report.repeats = find_repeats(&s);
    report.regime = decide(&report, speed, swings, turned_over);
    *out_report = report;
    return WAFT_OK;
}
