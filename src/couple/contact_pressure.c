// SPDX-License-Identifier: MIT
#include "couple/contact_pressure.h"

#include <math.h>

// m: a sweep that changes no load by more is the last. At rest few are needed.
static const double close_enough = 1e-7;

// As fmax() and fmin(), of numbers that are none of them NaN, without a call.
static double larger(double a, double b) {
    return a > b ? a : b;
}

static double smaller(double a, double b) {
    return a < b ? a : b;
}

// Where a pressure of a metre more lets the hull be higher at a touch: J M^-1 J^T.
static double lift_of(const double yield[9], const double arm[2]) {
    const double j[3] = {1.0, -arm[1], arm[0]};
    double sum = 0.0;
    for (int n = 0; n < 9; ++n) {
        sum += j[n / 3] * yield[n] * j[n % 3];
    }
    return sum;
}

static void move_hull(wafti_contact_hull* hull, const double arm[2], double load) {
    const double j[3] = {1.0, -arm[1], arm[0]};
    const double* row = hull->yield;
    for (int i = 0; i < 3; ++i, row += 3) {
        hull->moved[i] += load * (row[0] * j[0] + row[1] * j[1] + row[2] * j[2]);
    }
}

// Height of the underside over the column's level. Where several hulls share a column, each stands in
// water that the others hold down; with one alone this is the gap of
// docs/spec/water.md#contact-pressure.
static double gap_of(
    const wafti_touch* touch, const wafti_contact_hull* hull, const double* totals) {
    const double total = totals[touch->column];
    double gone = 0.0;
    for (int n = 0; n < 8; ++n) {
        gone += touch->pull[n] * (total - totals[touch->beside[n]]);
    }
    const double moved =
        hull->moved[0] - touch->arm[1] * hull->moved[1] + touch->arm[0] * hull->moved[2];
    const double under = larger(touch->under + moved, touch->bed);
    return under - (touch->level - gone) - (total - touch->load) + touch->slack * touch->load;
}

static void prepare(const wafti_contact_job* job, const wafti_touch_run* run) {
    wafti_contact_hull* hull = &job->hulls[run->hull];
    hull->moved[0] = hull->moved[1] = hull->moved[2] = 0.0;
    for (size_t n = run->first; n < run->first + run->count; ++n) {
        wafti_touch* touch = &job->touches[n];
        touch->load = smaller(larger(touch->load, 0.0), touch->most);
        job->totals[touch->column] += touch->load;
        move_hull(hull, touch->arm, touch->load);
        double yield = touch->slack + lift_of(hull->yield, touch->arm);
        for (int side = 0; side < 8; ++side) {
            yield += touch->pull[side];
        }
        // Over dry ground nothing yields, and nothing presses.
        touch->gain = touch->cover > 0.0 && yield > 1e-12 ? 1.0 / yield : 0.0;
    }
}

// Returns the greatest change of a load.
static double sweep(const wafti_contact_job* job, const wafti_touch_run* run) {
    wafti_contact_hull* hull = &job->hulls[run->hull];
    double most = 0.0;
    for (size_t n = run->first; n < run->first + run->count; ++n) {
        wafti_touch* touch = &job->touches[n];
        const double wanted = touch->load - touch->gain * gap_of(touch, hull, job->totals);
        const double more = smaller(larger(wanted, 0.0), touch->most) - touch->load;
        touch->load += more;
        job->totals[touch->column] += more;
        move_hull(hull, touch->arm, more);
        most = larger(most, fabs(more));
    }
    return most;
}

static void forget(const wafti_contact_job* job, const wafti_touch_run* run) {
    for (size_t n = run->first; n < run->first + run->count; ++n) {
        job->totals[job->touches[n].column] = 0.0;
    }
}

void wafti_contact_solve(const wafti_contact_job* job) {
    for (size_t r = 0; r < job->run_count; ++r) {
        prepare(job, &job->runs[r]);
    }
    double change = HUGE_VAL;
    for (int n = 0; n < job->sweeps && change > close_enough; ++n) {
        change = 0.0;
        for (size_t r = 0; r < job->run_count; ++r) {
            change = larger(change, sweep(job, &job->runs[r]));
        }
    }
    for (size_t r = 0; r < job->run_count; ++r) {
        forget(job, &job->runs[r]);
    }
}
