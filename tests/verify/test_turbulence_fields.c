// SPDX-License-Identifier: MIT
// Banks of random fields and the spectrum tool (docs/spec/turbulence.md#verification): divergence, shells,
// energy, isotropy, reality, ratio of bands. Files of banks are in test_turbulence_files.c.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <waft/turbulence.h>

#include "oracle/oracle.h"
#include "turbulence_oracle.h"
#include "verify.h"

static void need(bool holds) {
    if (!holds) {
        (void)fputs("a bank could not be made\n", stderr);
        exit(1);
    }
}

typedef struct sample {
    const char* name;
    waft_bank_def def;
} sample;

static waft_bank_def bands(int32_t size, int dimensions, size_t count, const double (*numbers)[2]) {
    waft_bank_def def = waft_bank_def_default();
    def.size = size;
    def.dimensions = dimensions;
    def.count = 1;
    def.seed = 20101;
    def.storage = WAFT_BANK_FLOAT;
    def.threads = 2;
    def.spectrum.band_count = count;
    for (size_t i = 0; i < count; ++i) {
        def.spectrum.bands[i] =
            (waft_band){.wavenumber = numbers[i][0], .deviation = numbers[i][1], .energy = 1.0};
    }
    return def;
}

enum { SAMPLES = 9 };

static void make_samples(sample samples[SAMPLES]) {
    samples[0] = (sample){
        "N 64 mu 20.78 sigma 0.7", bands(64, 3, 1, (const double[1][2]){{12 * sqrt(3.0), 0.7}})};
    samples[1] = (sample){
        "N 128 mu 27.71 sigma 0.5", bands(128, 3, 1, (const double[1][2]){{16 * sqrt(3.0), 0.5}})};
    samples[2] = (sample){
        "N 64 mu 2.83 sigma 0.2", bands(64, 3, 1, (const double[1][2]){{2 * sqrt(2.0), 0.2}})};
    samples[3] =
        (sample){"N 64 two bands", bands(64, 3, 2, (const double[2][2]){{8.0, 0.7}, {24.0, 0.7}})};
    samples[3].def.spectrum.law = WAFT_SPECTRUM_KOLMOGOROV;
    samples[4] = (sample){"N 64 power", bands(64, 3, 0, NULL)};
    samples[4].def.spectrum.law = WAFT_SPECTRUM_POWER;
    samples[5] = (sample){"N 48 table", bands(48, 3, 0, NULL)};
    samples[5].def.spectrum.law = WAFT_SPECTRUM_TABLE;
    samples[5].def.spectrum.point_count = 3;
    samples[5].def.spectrum.points[0] = (waft_spectrum_point){1.0, 0.2};
    samples[5].def.spectrum.points[1] = (waft_spectrum_point){6.0, 3.0};
    samples[5].def.spectrum.points[2] = (waft_spectrum_point){20.0, 0.01};
    samples[6] = (sample){
        "2-D N 64 mu 2.83 sigma 0.5", bands(64, 2, 1, (const double[1][2]){{2 * sqrt(2.0), 0.5}})};
    samples[7] = (sample){"2-D N 64 Fig. 2, kolmogorov",
        bands(64, 2, 2, (const double[2][2]){{sqrt(2.0), 0.7}, {8.0, 0.7}})};
    samples[7].def.spectrum.law = WAFT_SPECTRUM_KOLMOGOROV;
    samples[8] = (sample){
        "N 40 narrow peak off the lattice", bands(40, 3, 1, (const double[1][2]){{1.2, 0.05}})};
}

typedef struct field {
    int32_t n, depth;
    int dimensions;
    size_t count;
    float* values[3];
} field;

static field read_field(const waft_bank* bank, int32_t index) {
    const waft_bank_info info = waft_bank_get_info(bank);
    field f = {info.size, info.dimensions == 3 ? info.size : 1, info.dimensions, 0, {NULL}};
    f.count = (size_t)f.n * (size_t)f.n * (size_t)f.depth;
    for (int axis = 0; axis < f.dimensions; ++axis) {
        f.values[axis] = malloc(f.count * sizeof(float));
        need(f.values[axis] != NULL &&
             waft_bank_read_field(bank, index, axis, f.values[axis], NULL) == WAFT_OK);
    }
    return f;
}

static void free_field(field* f) {
    for (int axis = 0; axis < 3; ++axis) {
        free(f->values[axis]);
    }
}

// Of the cell with this index over the spacing, in units of the rms, which is 1.
static double divergence(const field* f, size_t at) {
    const int32_t n = f->n;
    const int32_t i = (int32_t)(at % (size_t)n);
    const int32_t j = (int32_t)(at / (size_t)n % (size_t)n);
    const int32_t k = (int32_t)(at / (size_t)n / (size_t)n);
    const int32_t next[3] = {(i + 1) % n, (j + 1) % n, (k + 1) % f->depth};
    double sum = 0.0;
    for (int axis = 0; axis < f->dimensions; ++axis) {
        const int32_t x = axis == 0 ? next[0] : i;
        const int32_t y = axis == 1 ? next[1] : j;
        const int32_t z = axis == 2 ? next[2] : k;
        const size_t other = ((size_t)z * (size_t)n + (size_t)y) * (size_t)n + (size_t)x;
        sum += (double)f->values[axis][other] - (double)f->values[axis][at];
    }
    return sum;
}

static void verify_divergence(verify_table* table, const sample* s) {
    char name[96];
    for (int half = 0; half < 2; ++half) {
        waft_bank_def def = s->def;
        def.storage = half ? WAFT_BANK_HALF : WAFT_BANK_FLOAT;
        waft_bank* bank = NULL;
        need(waft_bank_create(&def, &bank, NULL) == WAFT_OK);
        field f = read_field(bank, 0);
        double greatest = 0.0;
        double squares = 0.0;
        for (size_t i = 0; i < f.count; ++i) {
            const double d = divergence(&f, i);
            greatest = verify_worse(greatest, fabs(d));
            squares += d * d;
        }
        const double rms = sqrt(squares / (double)f.count);
        (void)snprintf(name, sizeof(name), "%s%s", s->name, half ? " half rms div" : " max div");
        (void)verify_most(table, name, half ? 4e-4 : 1e-6, half ? rms : greatest);
        free_field(&f);
        waft_bank_release(bank);
    }
}

// Energies of shells by the transform in double, and of what is in no shell.
static void measure(const field* f, double* energy, double* elsewhere) {
    const int32_t n[3] = {f->n, f->n, f->depth};
    const int32_t wide = f->n / 2 + 1;
    const size_t parts = (size_t)wide * (size_t)f->n * (size_t)f->depth;
    double* real = malloc(f->count * sizeof(double));
    double* spectrum = malloc(2 * parts * sizeof(double));
    need(real != NULL && spectrum != NULL);
    *elsewhere = 0.0;
    for (int axis = 0; axis < f->dimensions; ++axis) {
        for (size_t i = 0; i < f->count; ++i) {
            real[i] = (double)f->values[axis][i] / (double)f->count;
        }
        need(oracle_to_spectrum(n, real, spectrum, spectrum + parts));
        for (size_t i = 0; i < parts; ++i) {
            int32_t k[3] = {(int32_t)(i % (size_t)wide), (int32_t)(i / (size_t)wide % (size_t)f->n),
                (int32_t)(i / (size_t)wide / (size_t)f->n)};
            const double twins = k[0] > 0 && 2 * k[0] < f->n ? 1.0 : 0.5;
            for (int a = 1; a < 3; ++a) {
                k[a] = 2 * k[a] > n[a] ? k[a] - n[a] : k[a];
            }
            const int s = oracle_shell(k);
            const double part =
                twins * (spectrum[i] * spectrum[i] + spectrum[parts + i] * spectrum[parts + i]);
            if (s >= 1 && s < f->n / 2) {
                energy[s] += part;
            } else {
                *elsewhere += part;
            }
        }
    }
    free(real);
    free(spectrum);
}

static void verify_spectra(verify_table* table, const sample* s) {
    waft_bank* bank = NULL;
    need(waft_bank_create(&s->def, &bank, NULL) == WAFT_OK);
    const waft_bank_info info = waft_bank_get_info(bank);
    const wafti_spectrum spectrum =
        wafti_spectrum_resolve(&s->def.spectrum, s->def.size, s->def.dimensions);
    field f = read_field(bank, 0);
    double* energy = calloc((size_t)f.n, sizeof(double));
    double elsewhere = 0.0;
    measure(&f, energy, &elsewhere);
    double greatest = 0.0;
    for (int i = 1; i < f.n / 2; ++i) {
        greatest = verify_worse(greatest, oracle_shell_energy(&spectrum, i));
    }
    double worst = 0.0;
    double outside = elsewhere;
    double total = elsewhere;
    double asked = 0.0;
    for (int i = 1; i < f.n / 2; ++i) {
        const double want = oracle_shell_energy(&spectrum, i);
        const double got = energy[i] * info.rms * info.rms;
        asked += want;
        total += energy[i];
        if (want > 1e-6 * greatest) {
            worst = verify_worse(worst, fabs(got / want - 1.0));
        } else {
            outside += energy[i];
        }
    }
    char name[96];
    (void)snprintf(name, sizeof(name), "%s: worst shell", s->name);
    (void)verify_near(table, name, 0.0, worst, 0.01);
    (void)snprintf(name, sizeof(name), "%s: outside", s->name);
    (void)verify_most(table, name, 1e-6, outside / total);
    double squares = 0.0;
    for (int axis = 0; axis < f.dimensions; ++axis) {
        for (size_t i = 0; i < f.count; ++i) {
            squares += (double)f.values[axis][i] * (double)f.values[axis][i];
        }
    }
    table->row = "bank-energy";
    (void)snprintf(name, sizeof(name), "%s: 1/2 <v.v> over sum E_s", s->name);
    (void)verify_near(
        table, name, 1.0, 0.5 * squares / (double)f.count * info.rms * info.rms / asked, 1e-5);
    table->row = "bank-spectrum";
    free(energy);
    free_field(&f);
    waft_bank_release(bank);
}

static void verify_isotropy(verify_table* table, int dimensions) {
    waft_bank_def def = bands(64, dimensions, 1, (const double[1][2]){{12.0, 0.7}});
    def.count = 25;
    waft_bank* bank = NULL;
    need(waft_bank_create(&def, &bank, NULL) == WAFT_OK);
    double part[3] = {0.0};
    for (int32_t index = 0; index < def.count; ++index) {
        field f = read_field(bank, index);
        for (int axis = 0; axis < dimensions; ++axis) {
            for (size_t i = 0; i < f.count; ++i) {
                part[axis] += (double)f.values[axis][i] * (double)f.values[axis][i];
            }
        }
        free_field(&f);
    }
    const double all = part[0] + part[1] + part[2];
    for (int axis = 0; axis < dimensions; ++axis) {
        char name[64];
        (void)snprintf(name, sizeof(name), "%d-D share of component %c", dimensions, "xyz"[axis]);
        (void)verify_near(
            table, name, 1.0 / dimensions, part[axis] / all, dimensions == 3 ? 0.03 : 0.05);
    }
    waft_bank_release(bank);
}

// The complex path in double is real, and the library's field is it.
static void verify_real(verify_table* table, const sample* s) {
    waft_bank* bank = NULL;
    need(waft_bank_create(&s->def, &bank, NULL) == WAFT_OK);
    const waft_bank_info info = waft_bank_get_info(bank);
    const wafti_spectrum spectrum =
        wafti_spectrum_resolve(&s->def.spectrum, s->def.size, s->def.dimensions);
    oracle_field want = oracle_field_make(&spectrum, s->def.seed, 0);
    field f = read_field(bank, 0);
    double imaginary = 0.0;
    double off = 0.0;
    for (int axis = 0; axis < f.dimensions; ++axis) {
        need(want.values[axis] != NULL);
        for (size_t i = 0; i < f.count; ++i) {
            const double complex value = want.values[axis][i] / info.rms;
            imaginary = verify_worse(imaginary, fabs(cimag(value)));
            off = verify_worse(off, fabs(creal(value) - (double)f.values[axis][i]));
        }
    }
    char name[96];
    (void)snprintf(name, sizeof(name), "%s: imaginary part", s->name);
    (void)verify_near(table, name, 0.0, imaginary, 1e-6);
    (void)snprintf(name, sizeof(name), "%s: float against double", s->name);
    (void)verify_near(table, name, 0.0, off, 5e-6);
    oracle_field_free(&want);
    free_field(&f);
    waft_bank_release(bank);
}

static double nyquist_energy(const field* f) {
    double sum = 0.0;
    for (int axis = 0; axis < f->dimensions; ++axis) {
        // The sum with alternating signs along x is the part at kx = N/2 summed over y and z phases.
        for (size_t row = 0; row < f->count / (size_t)f->n; ++row) {
            double part = 0.0;
            for (int32_t i = 0; i < f->n; ++i) {
                part += (i % 2 == 0 ? 1.0 : -1.0) *
                        (double)f->values[axis][row * (size_t)f->n + (size_t)i];
            }
            sum = verify_worse(sum, fabs(part) / f->n);
        }
    }
    return sum;
}

static void verify_band_ratio(verify_table* table, waft_spectrum_law law, double want) {
    waft_bank_def def = bands(64, 3, 2, (const double[2][2]){{8.0, 0.7}, {24.0, 0.7}});
    def.spectrum.law = law;
    waft_bank* bank = NULL;
    need(waft_bank_create(&def, &bank, NULL) == WAFT_OK);
    field f = read_field(bank, 0);
    double* energy = calloc((size_t)f.n, sizeof(double));
    double elsewhere = 0.0;
    measure(&f, energy, &elsewhere);
    double low = 0.0;
    double high = 0.0;
    for (int s = 1; s < f.n / 2; ++s) {
        *(s < 16 ? &low : &high) += energy[s];
    }
    char name[64];
    (void)snprintf(name, sizeof(name), "bands 24 over 8, %s", waft_spectrum_law_word(law));
    (void)verify_near(table, name, want, high / low, 0.01 * want);
    free(energy);
    free_field(&f);
    waft_bank_release(bank);
}

// ---- the tool

static waft_spectrum_box noise_box(const int32_t cells[3], float* values) {
    waft_spectrum_box box = waft_spectrum_box_default();
    const size_t count = (size_t)cells[0] * (size_t)cells[1] * (size_t)cells[2];
    for (int axis = 0; axis < 3; ++axis) {
        box.cells[axis] = cells[axis];
        box.component[axis] = values + (size_t)axis * count;
        box.row_stride[axis] = (size_t)cells[0];
        box.plane_stride[axis] = (size_t)cells[0] * (size_t)cells[1];
    }
    for (size_t i = 0; i < 3 * count; ++i) {
        float pair[2];
        const wafti_random4 random = wafti_random(7, 0, 0, i);
        wafti_normal_pair(random.word[0], random.word[1], pair);
        values[i] = pair[0] + 3.0f;
    }
    box.threads = 2;
    return box;
}

static void verify_parseval(verify_table* table) {
    const int32_t cells[3] = {48, 64, 40};
    float* values = malloc((size_t)3 * 48 * 64 * 40 * sizeof(float));
    need(values != NULL);
    waft_spectrum_box box = noise_box(cells, values);
    for (int window = 0; window < 2; ++window) {
        for (int axis = 0; axis < 3; ++axis) {
            box.periodic[axis] = window == 0;
        }
        waft_spectrum* spectrum = NULL;
        need(waft_spectrum_measure(&box, &spectrum, NULL) == WAFT_OK);
        const waft_spectrum_info info = waft_spectrum_get_info(spectrum);
        double sum = info.below;
        for (size_t i = 0; i < info.shell_count; ++i) {
            sum += info.shells[i].energy;
        }
        (void)verify_near(table,
            window ? "48x64x40 with window: modes over space" : "48x64x40: modes over space", 1.0,
            sum / info.in_space, 1e-5);
        (void)verify_near(table,
            window ? "48x64x40 with window: over all energy" : "48x64x40: over all energy", 1.0,
            sum / info.energy, window ? 0.05 : 1e-5);
        waft_spectrum_destroy(spectrum);
    }
    free(values);
}

// The tool against the transform in double, and a slope that is known.
static void verify_tool(verify_table* table) {
    waft_bank_def def = bands(64, 3, 0, NULL);
    def.spectrum.law = WAFT_SPECTRUM_POWER;
    waft_bank* bank = NULL;
    need(waft_bank_create(&def, &bank, NULL) == WAFT_OK);
    field f = read_field(bank, 0);
    double* energy = calloc((size_t)f.n, sizeof(double));
    double elsewhere = 0.0;
    measure(&f, energy, &elsewhere);
    waft_spectrum_box box = waft_spectrum_box_default();
    box.cell_size = 0.25;
    for (int axis = 0; axis < 3; ++axis) {
        box.cells[axis] = f.n;
        box.component[axis] = f.values[axis];
        box.row_stride[axis] = (size_t)f.n;
        box.plane_stride[axis] = (size_t)f.n * (size_t)f.n;
    }
    waft_spectrum* spectrum = NULL;
    need(waft_spectrum_measure(&box, &spectrum, NULL) == WAFT_OK);
    const waft_spectrum_info info = waft_spectrum_get_info(spectrum);
    double worst = 0.0;
    for (int s = 3; s <= 19; ++s) {
        worst = verify_worse(worst, fabs(info.shells[s - 1].energy / energy[s] - 1.0));
    }
    (void)verify_near(table, "tool against double: worst shell", 0.0, worst, 1e-5);
    (void)verify_near(table, "rad/m of shell 5, N 64, cells of 0.25 m", 5 * 2 * M_PI / 16.0,
        info.shells[4].wavenumber, 1e-12);
    waft_slope slope;
    need(waft_spectrum_fit(spectrum, info.shells[3].wavenumber - 0.01,
             info.shells[17].wavenumber + 0.01, &slope, NULL) == WAFT_OK);
    (void)verify_near(table, "slope of a -5/3 bank over 4..18", -5.0 / 3.0, slope.exponent, 0.01);
    waft_spectrum_destroy(spectrum);
    free(energy);
    free_field(&f);
    waft_bank_release(bank);
}

static int verify_fields(void) {
    sample samples[SAMPLES];
    make_samples(samples);
    verify_table table = verify_open("bank-divergence");
    for (int i = 0; i < SAMPLES; ++i) {
        verify_divergence(&table, &samples[i]);
    }
    table.row = "bank-spectrum";
    for (int i = 0; i < SAMPLES; ++i) {
        verify_spectra(&table, &samples[i]);
    }
    table.row = "bank-isotropy";
    verify_isotropy(&table, 3);
    verify_isotropy(&table, 2);
    table.row = "bank-real";
    for (int i = 0; i < SAMPLES; ++i) {
        if (samples[i].def.size <= 64) {
            verify_real(&table, &samples[i]);
        }
    }
    waft_bank* bank = NULL;
    need(waft_bank_create(&samples[0].def, &bank, NULL) == WAFT_OK);
    field f = read_field(bank, 0);
    (void)verify_near(&table, "part at kx = N/2", 0.0, nyquist_energy(&f), 1e-6);
    free_field(&f);
    waft_bank_release(bank);
    table.row = "band-ratio";
    verify_band_ratio(&table, WAFT_SPECTRUM_KOLMOGOROV, pow(3.0, -5.0 / 3.0));
    verify_band_ratio(&table, WAFT_SPECTRUM_EQUAL, 1.0);
    table.row = "spectrum-tool";
    verify_parseval(&table);
    verify_tool(&table);
    return verify_close(&table);
}

int main(void) {
    const int failures = verify_fields();
    (void)printf("%d lines failed\n", failures);
    return failures == 0 ? 0 : 1;
}
