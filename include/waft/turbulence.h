// SPDX-License-Identifier: MIT
// waft/turbulence.h: random velocity fields without divergence that have the spectrum one asks for
// (Zhao, Yuan & Chen 2010, section 4), banks of them that solvers take forces from, and the spectrum
// of any velocity field.
//
// A bank is made once and never changes; any number of worlds and threads may share it.
#ifndef WAFT_TURBULENCE_H
#define WAFT_TURBULENCE_H

#include <waft/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/// How the energies of bands are found, or what is there in place of bands. Only ratios matter:
/// stored fields have unit rms.
typedef enum waft_spectrum_law {
    WAFT_SPECTRUM_GIVEN,      ///< bands with the energies they are given
    WAFT_SPECTRUM_KOLMOGOROV, ///< bands; energy mu^(-5/3)
    WAFT_SPECTRUM_EQUAL,      ///< bands; energy 1
    WAFT_SPECTRUM_POWER,      ///< k^exponent over a range
    WAFT_SPECTRUM_TABLE,      ///< straight lines in log k, log E through points
} waft_spectrum_law;

/// Its word, as scenes and the command line have it; NULL if unknown. Static storage.
WAFT_API const char* waft_spectrum_law_word(waft_spectrum_law law);

/// E(k) = energy exp(-(k - wavenumber)^2 / (2 deviation^2)); eqs. 9 and 10.
typedef struct waft_band {
    double wavenumber; ///< mu, cycles per box, up to 256; 0: from `scale`
    double scale;      ///< size of vortices in cells; mu = (N/2) sqrt(dimensions) / scale
    double deviation;  ///< sigma, 0.05 to 256
    double energy;     ///< > 0, up to 1e30; other laws than given find their own
} waft_band;

typedef struct waft_spectrum_point {
    double wavenumber; ///< cycles per box, > 0
    double energy;     ///< E, > 0
} waft_spectrum_point;

enum { WAFT_BAND_CAPACITY = 16, WAFT_SPECTRUM_POINT_CAPACITY = 64 };

typedef struct waft_spectrum_def {
    waft_spectrum_law law; ///< default given
    waft_band bands[WAFT_BAND_CAPACITY];
    size_t band_count; ///< default 1: scale 2, deviation 0.7; law given, kolmogorov, equal
    double range[2];   ///< law power: least and greatest k, default 3 and 0.3 N (0: that)
    double exponent;   ///< law power: default -5/3
    waft_spectrum_point points[WAFT_SPECTRUM_POINT_CAPACITY]; ///< law table; k rises
    size_t point_count;                                       ///< law table: >= 2
} waft_spectrum_def;

WAFT_API waft_spectrum_def waft_spectrum_def_default(void);

/// Points of law table from a CSV file with the columns wavenumber and energy; the rest of the def stays
/// as it is. Errors: WAFT_ERR_PARSE, WAFT_ERR_IO, WAFT_ERR_NO_MEMORY.
WAFT_API WAFT_CHECKED waft_result waft_spectrum_read_points(
    const char* path, waft_spectrum_def* out_def, waft_error* out_error);

/// How fields are kept.
typedef enum waft_bank_storage {
    WAFT_BANK_HALF,  ///< 16 bits a value: divergence 3e-4 of the rms
    WAFT_BANK_FLOAT, ///< 32 bits: 3e-7
    WAFT_BANK_NONE,  ///< not: each user makes the field it needs, in memory of its own
} waft_bank_storage;

WAFT_API const char* waft_bank_storage_word(waft_bank_storage storage);

typedef struct waft_bank_def {
    uint32_t struct_size; ///< set by waft_bank_def_default()
    const char* name;     ///< begins sentences, default "bank"
    int32_t size;         ///< N, cells a side: 2^a, 3 2^a or 5 2^a from 8 to 512, default 64
    int dimensions;       ///< 2 or 3, default 3
    int32_t count;        ///< of fields, 1 to 1000, default 25
    uint64_t seed;        ///< default 0
    waft_bank_storage storage;
    waft_spectrum_def spectrum;
    int threads;              ///< 1 to 256, default 1; does not change results
    waft_allocator allocator; ///< default: the C library
} waft_bank_def;

WAFT_API void waft_bank_def_fill(waft_bank_def* out_def, size_t size);
static inline waft_bank_def waft_bank_def_default(void) {
    waft_bank_def def;
    waft_bank_def_fill(&def, sizeof(def));
    return def;
}

typedef struct waft_bank waft_bank;

/// Makes a bank with one reference. Errors: WAFT_ERR_ARGUMENT (the sentence names the band and the
/// least N that would do), WAFT_ERR_NO_MEMORY; *out_bank is then NULL.
WAFT_API WAFT_CHECKED waft_result waft_bank_create(
    const waft_bank_def* def, waft_bank** out_bank, waft_error* out_error);

/// One more reference, from any thread; returns `bank`. NULL is allowed.
WAFT_API waft_bank* waft_bank_retain(waft_bank* bank);
/// One less; the last one frees it. NULL is allowed. The allocator's rule holds for that call.
WAFT_API void waft_bank_release(waft_bank* bank);

/// A shell of wave numbers s - 1/2 <= |k| < s + 1/2 as the bank was asked for it.
typedef struct waft_bank_shell {
    int32_t shell;
    int64_t modes;
    double energy; ///< E_s over the sum of all
} waft_bank_shell;

typedef struct waft_bank_info {
    int32_t size, count;
    int dimensions;
    waft_bank_storage storage;
    uint64_t seed;
    double rms;             ///< of the fields before they were scaled to 1, sqrt(2 sum E_s)
    double mean_wavenumber; ///< mu_1, cycles per box, weighted with energy
    double lost_below;    ///< share of the integral of E below k = 1/2, which would be a mean flow
    double lost_above;    ///< share above N/2 - 1/2
    uint64_t digest;      ///< of everything that decides the fields and how they are kept
    size_t byte_count;    ///< memory it holds
    const char* spectrum; ///< as text, one line; valid while the bank lives
    const waft_bank_shell* shells; ///< s = 1 .. N/2 - 1; valid while the bank lives
    size_t shell_count;
} waft_bank_info;

WAFT_API void waft_bank_read_info(const waft_bank* bank, waft_bank_info* out_info, size_t size);
static inline waft_bank_info waft_bank_get_info(const waft_bank* bank) {
    waft_bank_info info;
    waft_bank_read_info(bank, &info, sizeof(info));
    return info;
}

/// What is odd but allowed, one sentence each.
WAFT_API size_t waft_bank_warning_count(const waft_bank* bank);
WAFT_API const char* waft_bank_warning(const waft_bank* bank, size_t index); ///< NULL past the end

/// Digest that a def would give: the same defs, the same digest. 0 if the def is wrong.
WAFT_API uint64_t waft_bank_digest(const waft_bank_def* def);

/// One component of a field: N x N x N (or N x N) values on faces, x fastest, face i being the lower
/// one of cell i; unit rms of the vector. Errors: WAFT_ERR_ARGUMENT, WAFT_ERR_NO_MEMORY (storage
/// none makes the field first).
WAFT_API WAFT_CHECKED waft_result waft_bank_read_field(
    const waft_bank* bank, int32_t field, int axis, float* out_values, waft_error* out_error);

/// A bank as a .wbank file (docs/formats.md), written whole or not at all. A bank of storage none
/// has no values in it. Errors: WAFT_ERR_IO, WAFT_ERR_NO_MEMORY; loading besides WAFT_ERR_PARSE
/// (cut, changed, another version).
WAFT_API WAFT_CHECKED waft_result waft_bank_save(
    const waft_bank* bank, const char* path, waft_error* out_error);
WAFT_API WAFT_CHECKED waft_result waft_bank_load(
    const char* path, const waft_allocator* allocator, waft_bank** out_bank, waft_error* out_error);
/// The same from memory.
WAFT_API WAFT_CHECKED waft_result waft_bank_read(const void* bytes, size_t byte_count,
    const waft_allocator* allocator, waft_bank** out_bank, waft_error* out_error);

/// What became of the file that would have had the bank.
typedef struct waft_bank_cache {
    bool hit;         ///< it was taken from there
    char reason[256]; ///< why a file that was there was not taken; "" if none was there
} waft_bank_cache;

/// Takes the bank from the file in `directory` that its digest, the version and the instruction set
/// name, or makes it and leaves it there; a file that is taken has the present as its time of change.
/// A file that is cut, changed or of another version is made again, with the reason in `out_cache`
/// (NULL: not wanted). A folder that cannot be written costs time, not the bank. Storage none is
/// made, never kept. Errors: those of waft_bank_create().
WAFT_API WAFT_CHECKED waft_result waft_bank_create_cached(const waft_bank_def* def,
    const char* directory, waft_bank** out_bank, waft_bank_cache* out_cache, waft_error* out_error);

// ---- spectra of fields

/// Velocities of which a spectrum is taken. Components may lie on faces or centres: that turns phases
/// and leaves energies. Value (i, j, k) of component a is at
/// component[a][i + j * row_stride[a] + k * plane_stride[a]].
typedef struct waft_spectrum_box {
    uint32_t struct_size;      ///< set by waft_spectrum_box_default()
    int32_t cells[3];          ///< cells[2] = 1: two dimensions
    double cell_size;          ///< m, default 1
    const float* component[3]; ///< m/s; [2] may be NULL in two dimensions
    size_t row_stride[3], plane_stride[3];
    bool periodic[3];         ///< axes that join up; others get a Hann window, default true
    bool window;              ///< default true; false: no window anywhere
    int threads;              ///< 1 to 256, default 1; does not change results
    waft_allocator allocator; ///< default: the C library
} waft_spectrum_box;

WAFT_API void waft_spectrum_box_fill(waft_spectrum_box* out_box, size_t size);
static inline waft_spectrum_box waft_spectrum_box_default(void) {
    waft_spectrum_box box;
    waft_spectrum_box_fill(&box, sizeof(box));
    return box;
}

typedef struct waft_spectrum_shell {
    int32_t shell;     ///< s: (s - 1/2) w <= |kappa| < (s + 1/2) w, w = 2 pi / L_max
    double wavenumber; ///< kappa = s w, rad/m
    double energy;     ///< E_s = 1/2 sum |V|^2 over its modes, m2/s2
    int64_t modes;
} waft_spectrum_shell;

typedef struct waft_spectrum waft_spectrum;

typedef struct waft_spectrum_info {
    const waft_spectrum_shell* shells; ///< from s = 1; valid while the spectrum lives
    size_t shell_count;
    int32_t cells[3]; ///< that were used: the middle of the box, allowed lengths of transforms
    bool cropped;     ///< fewer than the box has
    bool windowed[3]; ///< axes that got a window
    double mean[3];   ///< m/s, taken off first
    double energy;    ///< 1/2 <v.v> about the mean, no window
    double in_space;  ///< 1/2 <v.v> of what was transformed, window and its factor included
    double in_modes;  ///< the same as a sum over all modes; Parseval: equal
    double below;     ///< energy in modes below the first shell
} waft_spectrum_info;

/// Errors: WAFT_ERR_ARGUMENT, WAFT_ERR_DIVERGED (a value is not finite), WAFT_ERR_NO_MEMORY;
/// *out_spectrum is then NULL.
WAFT_API WAFT_CHECKED waft_result waft_spectrum_measure(
    const waft_spectrum_box* box, waft_spectrum** out_spectrum, waft_error* out_error);
WAFT_API void waft_spectrum_read_info(
    const waft_spectrum* spectrum, waft_spectrum_info* out_info, size_t size);
static inline waft_spectrum_info waft_spectrum_get_info(const waft_spectrum* spectrum) {
    waft_spectrum_info info;
    waft_spectrum_read_info(spectrum, &info, sizeof(info));
    return info;
}
/// NULL is allowed.
WAFT_API void waft_spectrum_destroy(waft_spectrum* spectrum);

/// Least squares of log E on log kappa.
typedef struct waft_slope {
    double exponent;
    double standard_error;
    double factor; ///< E = factor kappa^exponent
    size_t shell_count;
} waft_slope;

/// Over shells with low <= kappa <= high (rad/m) and E > 0. Error: WAFT_ERR_ARGUMENT (fewer than
/// three of them).
WAFT_API WAFT_CHECKED waft_result waft_spectrum_fit(const waft_spectrum* spectrum, double low,
    double high, waft_slope* out_slope, waft_error* out_error);

#ifdef __cplusplus
}
#endif

#endif // WAFT_TURBULENCE_H
