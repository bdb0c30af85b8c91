// SPDX-License-Identifier: MIT
// Triggers and spells: trigger-formulas, trigger-units and spell-share
// (docs/spec/turbulence.md#verification).
#include "detail_fixture.h"
#include "turbulence/trigger.h"
#include "verify.h"

enum { CELLS = 16, REFINE = 2 };

// Lengths and times are `scale` times those of the plain case, so that velocities are the same.
typedef struct setting {
    double scale;
    waft_trigger trigger;
    const char* name;
} setting;

static const double rate = 3.0; // 1/s, of shear and rotation

static double shear(const double p[3], void* user) {
    return rate * p[1] / *(const double*)user;
}

static double turning_x(const double p[3], void* user) {
    const double scale = *(const double*)user;
    return -rate * (p[1] / scale - 0.5);
}

static double turning_y(const double p[3], void* user) {
    const double scale = *(const double*)user;
    return rate * (p[0] / scale - 0.5);
}

static double blob(const double p[3], void* user) {
    const double scale = *(const double*)user;
    return fmax(0.0, 1.0 - fabs(p[0] / scale - 0.5) - fabs(p[1] / scale - 0.5));
}

static float half_mask(void* user, waft_vec3 point) {
    const double scale = *(const double*)user;
    return (double)point.x < 0.5 * scale ? 0.0f : 0.25f;
}

static detail_fixture open_case(setting* s) {
    waft_smoke_def smoke = smoke_fixture_def(CELLS, CELLS, CELLS, s->scale / CELLS);
    smoke.temperature = false;
    waft_detail_def def = waft_detail_def_default();
    def.refine = REFINE;
    def.hold = 0.1 * s->scale;
    def.triggers[0] = s->trigger;
    def.trigger_count = 1;
    def.triggers[0].mask.function = half_mask;
    def.triggers[0].mask.user = &s->scale;
    detail_fixture d = {.f = smoke_fixture_open(&smoke, 0.1 * s->scale, 0.0f, 2)};
    if (s->trigger.kind == WAFT_TRIGGER_DISTANCE) {
        waft_solid_def obstacle = waft_solid_def_default();
        const float middle = (float)(0.5 * s->scale);
        obstacle.shape =
            (waft_shape){.kind = WAFT_SHAPE_SPHERE, .radius = (float)(0.15 * s->scale)};
        obstacle.pose.position = waft_vec3_make(middle, middle, middle);
        waft_solid_id id;
        smoke_fixture_need(&d.f, waft_world_add_solid(d.f.world, &obstacle, &id));
    }
    detail_fixture_join(&d, &def, detail_fixture_bank(16, 5.0, 0.5));
    if (s->trigger.kind == WAFT_TRIGGER_VORTICITY) {
        smoke_fixture_set(&d.f, WAFT_SMOKE_VELOCITY_X, 0, turning_x, &s->scale);
        smoke_fixture_set(&d.f, WAFT_SMOKE_VELOCITY_Y, 1, turning_y, &s->scale);
    } else {
        smoke_fixture_set(&d.f, WAFT_SMOKE_VELOCITY_X, 0, shear, &s->scale);
    }
    smoke_fixture_set(&d.f, WAFT_SMOKE_DENSITY, -1, blob, &s->scale);
    detail_fixture_load(&d);
    wafti_pool_begin(d.detail->context->pool);
    (void)wafti_part_reach(&d.detail->parts[0], 0.0);
    wafti_part_find_psi(&d.detail->parts[0], 0.1);
    wafti_pool_end(d.detail->context->pool);
    return d;
}

// |U| as it is: a sphere holds the faces inside it.
static double speed_at(const detail_fixture* d, const int32_t cell[3]) {
    const wafti_part* part = &d->detail->parts[0];
    const wafti_mac* grid = &part->smoke->domain.grid;
    const ptrdiff_t at = wafti_mac_index(grid, cell[0], cell[1], cell[2]);
    double sum = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        const float* mean = part->mean[axis] + at;
        const double u = 0.5 * ((double)mean[0] + (double)mean[wafti_mac_stride(grid, axis)]);
        sum += u * u;
    }
    return sqrt(sum);
}

// Psi by the formula at a place in units of the box.
static double formula(const setting* s, const detail_fixture* d, const int32_t cell[3]) {
    double p[3];
    for (int axis = 0; axis < 3; ++axis) {
        p[axis] = (cell[axis] + 0.5) / (CELLS * REFINE);
    }
    const double strength = 0.5;
    const double u = rate * p[1];
    const waft_trigger* t = &s->trigger;
    switch (t->kind) {
    case WAFT_TRIGGER_STRAIN: {
        // S_xy = S_yx = rate / 2; the band lies at 5 cycles in 16 cells.
        const double wave = 2.0 * 3.14159265358979 * waft_bank_get_info(d->bank).mean_wavenumber /
                            (16.0 / (CELLS * REFINE));
        return strength * rate / sqrt(2.0) / wave;
    }
    case WAFT_TRIGGER_DISTANCE: {
        const double r = sqrt((p[0] - 0.5) * (p[0] - 0.5) + (p[1] - 0.5) * (p[1] - 0.5) +
                              (p[2] - 0.5) * (p[2] - 0.5));
        const double share = fmax(r - 0.15, 0.0) * s->scale / (double)t->reach;
        const double present = speed_at(d, cell);
        return share < 1.0
                   ? strength * present * (1.0 - 3.0 * share * share + 2.0 * share * share * share)
                   : 0.0;
    }
    case WAFT_TRIGGER_VORTICITY: {
        const double speed = rate * hypot(p[0] - 0.5, p[1] - 0.5);
        const double omega = 2.0 * rate / s->scale;
        return omega > (double)t->threshold ? strength * speed * omega / (double)t->reference : 0.0;
    }
    case WAFT_TRIGGER_DENSITY: {
        const waft_smoke* fine = waft_detail_smoke(d->detail);
        const waft_field field = waft_smoke_field(fine, WAFT_SMOKE_DENSITY);
        const double m = (double)waft_field_at(&field, cell[0], cell[1], cell[2]);
        return m > (double)t->threshold ? strength * u * m / (double)t->reference : 0.0;
    }
    case WAFT_TRIGGER_MASK:
        return strength * u * (p[0] < 0.5 ? 0.0 : 0.25);
    default:
        return strength * u;
    }
}

typedef struct psi_result {
    double error; // greatest |Psi - formula| over the greatest Psi
    double leak;  // greatest |Psi| where the formula has none
    double none;  // cells where it has none
    double* values;
} psi_result;

static psi_result compare(setting* s) {
    detail_fixture d = open_case(s);
    const waft_field psi = waft_detail_psi(d.detail, 0);
    const int32_t n = CELLS * REFINE;
    psi_result result = {.values = calloc((size_t)n * (size_t)n * (size_t)n, sizeof(double))};
    smoke_fixture_need(&d.f, result.values != NULL ? WAFT_OK : WAFT_ERR_NO_MEMORY);
    double greatest = 0.0;
    // Walls hold the outermost faces, and derivatives there.
    const int32_t margin = 4;
    for (int32_t k = margin; k < n - margin; ++k) {
        for (int32_t j = margin; j < n - margin; ++j) {
            for (int32_t i = margin; i < n - margin; ++i) {
                const double want = formula(s, &d, (const int32_t[3]){i, j, k});
                const double got = (double)waft_field_at(&psi, i, j, k);
                result.values[i + n * (j + n * k)] = got;
                result.error = verify_worse(result.error, fabs(got - want));
                result.leak = want == 0.0 ? verify_worse(result.leak, fabs(got)) : result.leak;
                result.none += want == 0.0 ? 1.0 : 0.0;
                greatest = verify_worse(greatest, want);
            }
        }
    }
    result.error /= greatest > 0.0 ? greatest : 1.0;
    detail_fixture_close(&d);
    return result;
}

enum { KINDS = 7 };

static void make_settings(double scale, setting out[KINDS]) {
    static const char* const names[KINDS] = {
        "speed", "strain", "distance", "vorticity", "calm vorticity", "density", "mask"};
    static const waft_trigger_kind kinds[KINDS] = {WAFT_TRIGGER_SPEED, WAFT_TRIGGER_STRAIN,
        WAFT_TRIGGER_DISTANCE, WAFT_TRIGGER_VORTICITY, WAFT_TRIGGER_VORTICITY, WAFT_TRIGGER_DENSITY,
        WAFT_TRIGGER_MASK};
    for (int n = 0; n < KINDS; ++n) {
        out[n] = (setting){scale, waft_trigger_default(kinds[n]), names[n]};
        out[n].trigger.reach = (float)(0.2 * scale);
        out[n].trigger.reference = 1.0f;
    }
    out[3].trigger.threshold = (float)(5.0 / scale);
    out[3].trigger.reference = (float)(10.0 / scale);
    out[4].trigger.threshold = (float)(6.5 / scale);
    out[4].trigger.reference = (float)(10.0 / scale);
    out[5].trigger.threshold = 0.6f;
}

static int verify_triggers(void) {
    verify_table table = verify_open("trigger-formulas");
    setting settings[KINDS];
    make_settings(1.0, settings);
    for (int n = 0; n < KINDS; ++n) {
        const psi_result got = compare(&settings[n]);
        char name[64];
        (void)snprintf(name, sizeof(name), "%s: Psi against the formula", settings[n].name);
        (void)verify_most(&table, name, 1e-5, got.error);
        if (got.none > 0.0) {
            (void)snprintf(name, sizeof(name), "%s: Psi where there is none", settings[n].name);
            (void)verify_near(&table, name, 0.0, got.leak, 0.0);
        }
        free(got.values);
    }
    (void)verify_near(
        &table, "soft step halfway", 0.5, (double)wafti_trigger_step(1.5f, 1.0f, 1.0f), 1e-6);
    (void)verify_near(&table, "soft step at the threshold", 0.0,
        (double)wafti_trigger_step(1.0f, 1.0f, 1.0f), 0.0);
    (void)verify_near(&table, "greatest value fades over 0.5 s", exp(-1.0),
        wafti_trigger_greatest(1.0, 0.2, 0.5), 1e-12);
    return verify_close(&table);
}

static int verify_units(void) {
    verify_table table = verify_open("trigger-units");
    setting plain[KINDS];
    setting large[KINDS];
    make_settings(1.0, plain);
    make_settings(10.0, large);
    const int32_t n = CELLS * REFINE;
    for (int kind = 0; kind < KINDS; ++kind) {
        const psi_result a = compare(&plain[kind]);
        const psi_result b = compare(&large[kind]);
        double greatest = 0.0;
        double most = 0.0;
        for (int32_t i = 0; i < n * n * n; ++i) {
            greatest = verify_worse(greatest, fabs(a.values[i]));
            most = verify_worse(most, fabs(a.values[i] - b.values[i]));
        }
        char name[64];
        (void)snprintf(name, sizeof(name), "%s: ten times as large and slow", plain[kind].name);
        (void)verify_most(&table, name, 1e-5, greatest > 0.0 ? most / greatest : most);
        free(a.values);
        free(b.values);
    }
    return verify_close(&table);
}

static int verify_spells(void) {
    verify_table table = verify_open("spell-share");
    const wafti_spells_def def = {.burst = 20, .calm = 40, .seed = 11};
    wafti_spells spells = {0};
    (void)wafti_spells_reach(&def, &spells, 1000000 - 1);
    (void)verify_near(
        &table, "gamma of 20/40 after 1e6 holds", 1.0 / 3.0, wafti_spells_gamma(&spells), 0.004);
    const wafti_spells_def always = {.burst = 20, .seed = 11};
    const wafti_spells_def never = {.calm = 20, .seed = 11};
    wafti_spells a = {0};
    wafti_spells b = {0};
    (void)wafti_spells_reach(&always, &a, 99);
    (void)wafti_spells_reach(&never, &b, 99);
    (void)verify_near(&table, "no calm: gamma", 1.0, wafti_spells_gamma(&a), 0.0);
    (void)verify_near(&table, "no burst: gamma", 0.0, wafti_spells_gamma(&b), 0.0);
    // One hold after the other, or all at once.
    wafti_spells c = {0};
    for (uint64_t hold = 0; hold < 1000; ++hold) {
        (void)wafti_spells_reach(&def, &c, hold);
    }
    wafti_spells e = {0};
    (void)wafti_spells_reach(&def, &e, 999);
    (void)verify_near(
        &table, "hold by hold: turbulent ones", (double)e.turbulent, (double)c.turbulent, 0.0);
    return verify_close(&table);
}

int main(void) {
    const int failures = verify_triggers() + verify_units() + verify_spells();
    (void)printf("%d lines failed\n", failures);
    return failures == 0 ? 0 : 1;
}
