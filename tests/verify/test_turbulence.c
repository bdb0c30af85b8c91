// SPDX-License-Identifier: MIT
// The forced flow over a smoke (docs/spec/turbulence.md#verification): following, strength, sub-steps,
// transport, the paper's form, the border of a region.
#include "detail_fixture.h"
#include "verify.h"

// ---- follow-base: followed all the way, it is the smoke's own flow

static int verify_follow(void) {
    verify_table table = verify_open("follow-base");
    waft_smoke_def smoke = smoke_fixture_def(24, 32, 24, 1.0 / 24.0);
    smoke.sides[WAFT_SIDE_TOP].kind = WAFT_SIDE_OPEN;
    smoke.pressure.tolerance = 1e-5f;
    smoke.trace = WAFT_TRACE_RK2; // as in the detail
    smoke_fixture f = smoke_fixture_open(&smoke, 0.02, -9.81f, 2);
    waft_source_def source = waft_source_def_default();
    source.shape = (waft_shape){.kind = WAFT_SHAPE_SPHERE, .radius = 0.15f};
    source.pose.position = waft_vec3_make(0.5f, 0.2f, 0.5f);
    source.temperature = 60.0f;
    waft_source_id id;
    smoke_fixture_need(&f, waft_smoke_add_source(f.smoke, &source, &id));
    waft_solid_def obstacle = waft_solid_def_default();
    obstacle.shape = (waft_shape){.kind = WAFT_SHAPE_SPHERE, .radius = 0.12f};
    obstacle.pose.position = waft_vec3_make(0.5f, 0.7f, 0.5f);
    waft_solid_id solid;
    smoke_fixture_need(&f, waft_world_add_solid(f.world, &obstacle, &solid));
    waft_detail_def def = waft_detail_def_default();
    def.follow = 1.0f;
    def.strength = 0.0f;
    def.hold = 0.02;
    detail_fixture d = {.f = f};
    detail_fixture_join(&d, &def, NULL);
    smoke_fixture_steps(&f, 40);
    double greatest = 0.0;
    double most = 0.0;
    const waft_smoke* fine = waft_detail_smoke(d.detail);
    for (int axis = 0; axis < 3; ++axis) {
        const waft_field base = waft_smoke_field(f.smoke, WAFT_SMOKE_VELOCITY_X + axis);
        const waft_field own = waft_smoke_field(fine, WAFT_SMOKE_VELOCITY_X + axis);
        for (int32_t k = 0; k < base.size[2]; ++k) {
            for (int32_t j = 0; j < base.size[1]; ++j) {
                for (int32_t i = 0; i < base.size[0]; ++i) {
                    const double u = (double)waft_field_at(&base, i, j, k);
                    most = verify_worse(most, fabs(u - (double)waft_field_at(&own, i, j, k)));
                    greatest = verify_worse(greatest, fabs(u));
                }
            }
        }
    }
    (void)verify_least(&table, "the plume moves, max |U| m/s", 0.1, greatest);
    (void)verify_most(&table, "q 1, p_c 0: max |u - U| / max |U|", 1e-4, most / greatest);
    (void)verify_most(&table, "density sum against the smoke's own", 1e-3,
        fabs(waft_smoke_get_stats(fine).density_sum / waft_smoke_get_stats(f.smoke).density_sum -
             1.0));
    smoke_fixture_close(&f);
    return verify_close(&table);
}

// ---- fluctuation-strength and hold-substeps: a uniform stream without transport

static const double speed = 2.0;

typedef struct stream_result {
    double sigma;   // rms over time of |u - U| / U
    double last;    // at the end
    double mean;    // of u over U, at the end
    double outside; // share of energy outside the prescribed shells
} stream_result;

static double energy_outside(const detail_fixture* d, double wavenumber) {
    const waft_smoke* fine = waft_detail_smoke(d->detail);
    waft_spectrum_box box = waft_spectrum_box_default();
    for (int axis = 0; axis < 3; ++axis) {
        const waft_field field = waft_smoke_field(fine, WAFT_SMOKE_VELOCITY_X + axis);
        box.component[axis] = field.data;
        box.row_stride[axis] = (size_t)field.stride[1];
        box.plane_stride[axis] = (size_t)field.stride[2];
        box.cells[axis] = waft_smoke_get_def(fine).cells[axis];
    }
    waft_spectrum* spectrum = NULL;
    smoke_fixture_need(&d->f, waft_spectrum_measure(&box, &spectrum, NULL));
    const waft_spectrum_info info = waft_spectrum_get_info(spectrum);
    double all = info.below;
    double outside = info.below;
    for (size_t n = 0; n < info.shell_count; ++n) {
        all += info.shells[n].energy;
        // A Gaussian of deviation 0.5 has less than 1e-15 beyond four shells.
        outside += fabs(info.shells[n].shell - wavenumber) > 4.5 ? info.shells[n].energy : 0.0;
    }
    waft_spectrum_destroy(spectrum);
    return outside / all;
}

static stream_result run_still(double q, int parts, int holds) {
    const int32_t n = 32;
    const waft_smoke_def smoke = detail_fixture_box(n, 1.0 / n);
    waft_detail_def def = waft_detail_def_default();
    def.follow = (float)q;
    def.hold = 0.1;
    detail_fixture d =
        detail_fixture_open(&smoke, 0.1, &def, detail_fixture_bank(n, n / 3.0, 0.5), 2);
    detail_fixture_stream(&d, speed);
    detail_fixture_load(&d);
    const int skipped = (int)(3.0 / q);
    stream_result result = {0};
    double squares = 0.0;
    for (int hold = 0; hold < holds; ++hold) {
        for (int part = 0; part < parts; ++part) {
            const double dt = def.hold / parts;
            detail_fixture_push(&d, hold * def.hold + part * dt, dt);
        }
        result.last = detail_fixture_sigma(&d, &result.mean) / speed;
        squares += hold >= skipped ? result.last * result.last : 0.0;
    }
    result.sigma = sqrt(squares / (holds - skipped));
    result.mean /= speed;
    result.outside = energy_outside(&d, n / 3.0);
    detail_fixture_close(&d);
    return result;
}

static int verify_strength(void) {
    verify_table table = verify_open("fluctuation-strength");
    static const double q[3] = {0.8, 0.2, 0.1};
    static const double want[3] = {0.510, 0.833, 1.147};
    for (int n = 0; n < 3; ++n) {
        const stream_result got = run_still(q[n], 1, 200);
        char name[64];
        (void)snprintf(name, sizeof(name), "p_c 0.5, q %.1f: sigma/U", q[n]);
        (void)verify_near(&table, name, want[n], got.sigma, 0.03 * want[n]);
        (void)snprintf(name, sizeof(name), "p_c 0.5, q %.1f: energy outside the band", q[n]);
        (void)verify_most(&table, name, 1e-5, got.outside);
    }
    return verify_close(&table);
}

static int verify_substeps(void) {
    verify_table table = verify_open("hold-substeps");
    for (int n = 0; n < 2; ++n) {
        const double q = n == 0 ? 0.8 : 0.2;
        const stream_result whole = run_still(q, 1, 20);
        for (int parts = 2; parts <= 5; parts += 3) {
            const stream_result cut = run_still(q, parts, 20);
            char name[64];
            (void)snprintf(
                name, sizeof(name), "q %.1f: sigma of %d sub-steps a hold over 1", q, parts);
            (void)verify_near(&table, name, 1.0, cut.last / whole.last, 1e-3);
        }
    }
    return verify_close(&table);
}

// ---- stream-transport and literal-brake: the same with transport

typedef struct flow_case {
    double q;
    bool literal;
    int holds;
    double wavenumber;
} flow_case;

static stream_result run_flow(const flow_case* c) {
    const int32_t n = 32;
    const waft_smoke_def smoke = detail_fixture_box(n, 1.0 / n);
    const double dt = 1.0 / n / speed; // CFL 1
    waft_detail_def def = waft_detail_def_default();
    def.follow = (float)c->q;
    def.hold = dt;
    if (c->literal) {
        def.clock = WAFT_CLOCK_STEP;
        def.direction = WAFT_DIRECTION_OPPOSE;
        def.magnitude = WAFT_MAGNITUDE_LOCAL;
        def.order = WAFT_ORDER_PAPER;
    }
    detail_fixture d =
        detail_fixture_open(&smoke, dt, &def, detail_fixture_bank(n, c->wavenumber, 0.5), 2);
    detail_fixture_stream(&d, speed);
    stream_result result = {.mean = 1.0};
    double squares = 0.0;
    double means = 0.0;
    const int skipped = c->holds / 2;
    for (int hold = 0; hold < c->holds; ++hold) {
        smoke_fixture_steps(&d.f, 1);
        double mean = 0.0;
        result.last = detail_fixture_sigma(&d, &mean) / speed;
        result.mean = c->literal ? fmin(result.mean, mean / speed) : mean / speed;
        squares += hold >= skipped ? result.last * result.last : 0.0;
        means += hold >= skipped ? mean / speed : 0.0;
    }
    result.sigma = sqrt(squares / (c->holds - skipped));
    result.mean = c->literal ? result.mean : means / (c->holds - skipped);
    detail_fixture_close(&d);
    return result;
}

static int verify_transport(void) {
    verify_table table = verify_open("stream-transport");
    static const double q[3] = {0.8, 0.2, 0.1};
    stream_result got[3];
    for (int n = 0; n < 3; ++n) {
        got[n] = run_flow(&(flow_case){.q = q[n], .holds = 60, .wavenumber = 10.4});
        char name[64];
        (void)snprintf(name, sizeof(name), "q %.1f: mean u / U", q[n]);
        (void)verify_near(&table, name, 1.0, got[n].mean, 0.08);
    }
    (void)verify_near(&table, "q 0.8: sigma/U", 0.51, got[0].sigma, 0.02);
    (void)verify_least(&table, "sigma/U rises from q 0.8 to 0.2", got[0].sigma, got[1].sigma);
    (void)verify_least(&table, "sigma/U rises from q 0.2 to 0.1", got[1].sigma, got[2].sigma);
    return verify_close(&table);
}

static int verify_literal(void) {
    verify_table table = verify_open("literal-brake");
    const flow_case literal = {.q = 0.2, .literal = true, .holds = 40, .wavenumber = 32.0 / 3.0};
    const flow_case rate = {.q = 0.2, .holds = 40, .wavenumber = 32.0 / 3.0};
    (void)verify_most(
        &table, "literal: least mean u / U in 40 steps", 0.3, run_flow(&literal).mean);
    (void)verify_near(&table, "free: mean u / U", 1.0, run_flow(&rate).mean, 0.08);
    return verify_close(&table);
}

// ---- region-border: the border of a region

// rms of the tangential fluctuation in a layer of cells at the low x border.
static double layer_rms(const wafti_part* part, int32_t layer) {
    const wafti_mac* grid = &part->smoke->domain.grid;
    double sum = 0.0;
    double count = 0.0;
    for (int axis = 1; axis < 3; ++axis) {
        for (int32_t k = 8; k < grid->n[2] - 8; ++k) {
            for (int32_t j = 8; j < grid->n[1] - 8; ++j) {
                const ptrdiff_t at = wafti_mac_index(grid, layer, j, k);
                const double more =
                    (double)part->smoke->velocity[axis][at] - (double)part->mean[axis][at];
                sum += more * more;
                count += 0.5;
            }
        }
    }
    return sqrt(sum / count);
}

static double border_error(const wafti_part* part) {
    const wafti_mac* grid = &part->smoke->domain.grid;
    double most = 0.0;
    for (int side = 0; side < 6; ++side) {
        const int axis = side / 2;
        for (int32_t b = 0; b < 64; ++b) {
            for (int32_t a = 0; a < 64; ++a) {
                int32_t cell[3];
                cell[axis] = side % 2 == 0 ? 0 : grid->n[axis];
                cell[(axis + 1) % 3] = a;
                cell[(axis + 2) % 3] = b;
                const ptrdiff_t at = wafti_mac_index(grid, cell[0], cell[1], cell[2]);
                most = verify_worse(most,
                    fabs((double)part->smoke->velocity[axis][at] - (double)part->mean[axis][at]));
            }
        }
    }
    return most;
}

static int verify_border(void) {
    verify_table table = verify_open("region-border");
    const waft_smoke_def smoke = detail_fixture_box(20, 0.05);
    waft_detail_def def = waft_detail_def_default();
    def.refine = 4;
    def.hold = 0.1;
    def.region_count = 1;
    def.regions[0] = (waft_region){{0.1f, 0.1f, 0.1f}, {0.9f, 0.9f, 0.9f}};
    detail_fixture d =
        detail_fixture_open(&smoke, 0.1, &def, detail_fixture_bank(64, 16.0, 0.7), 2);
    detail_fixture_stream(&d, speed);
    detail_fixture_load(&d);
    detail_fixture_push(&d, 0.0, 0.1);
    const wafti_part* part = &d.detail->parts[0];
    const wafti_mac* grid = &part->smoke->domain.grid;
    (void)verify_near(&table, "cells of the region along x", 64.0, grid->n[0], 0.0);
    (void)verify_near(&table, "border faces: max |u - U|", 0.0, border_error(part), 0.0);
    const double inner = layer_rms(part, 32);
    static const int32_t layers[4] = {0, 2, 4, 8};
    double before = 0.0;
    for (int n = 0; n < 4; ++n) {
        const double rms = layer_rms(part, layers[n]) / inner;
        char name[64];
        (void)snprintf(name, sizeof(name), "tangential rms in layer %d over inside", layers[n]);
        if (n == 0) {
            (void)verify_most(&table, name, 0.15, rms);
        } else {
            (void)verify_least(&table, name, before, rms);
        }
        before = rms;
    }
    detail_fixture_close(&d);
    return verify_close(&table);
}

int main(void) {
    const int failures = verify_follow() + verify_strength() + verify_substeps() +
                         verify_transport() + verify_literal() + verify_border();
    (void)printf("%d lines failed\n", failures);
    return failures == 0 ? 0 : 1;
}
