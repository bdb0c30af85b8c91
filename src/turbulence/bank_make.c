// SPDX-License-Identifier: MIT
// Banks: what they are asked for, and how they are made.
#include "turbulence/bank_parts.h"

#include "base/error.h"
#include "base/hash.h"
#include "math/fft.h"
#include "turbulence/bank_params.h"
#include "turbulence/modes.h"
#include "turbulence/synthesis.h"

#include <string.h>

enum { DIGEST_VERSION = 1 };

static const char* const storage_words[] = {"half", "float", "none"};

const char* waft_bank_storage_word(waft_bank_storage storage) {
    const size_t index = (size_t)storage;
    return index < sizeof(storage_words) / sizeof(storage_words[0]) ? storage_words[index] : NULL;
}

void waft_bank_def_fill(waft_bank_def* out_def, size_t size) {
    waft_bank_def def = {.name = "bank", .dimensions = 3, .threads = 1};
    wafti_rows_fill(&wafti_bank_rows, 1, WAFTI_OWNER_BANK, &def);
    def.spectrum.bands[0] = (waft_band){.scale = 2.0, .deviation = 0.7, .energy = 1.0};
    def.spectrum.band_count = 1;
    waft_struct_fill(out_def, size, &def, sizeof(def));
}

size_t wafti_bank_number_size(waft_bank_storage storage) {
    return storage == WAFT_BANK_HALF    ? sizeof(uint16_t)
           : storage == WAFT_BANK_FLOAT ? sizeof(float)
                                        : 0;
}

waft_result wafti_bank_check(const waft_bank_def* def, char* warning, waft_error* out_error) {
    if (def->name == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "bank: the name is NULL");
    }
    waft_result result =
        wafti_rows_check_item(&wafti_bank_rows, 1, WAFTI_OWNER_BANK, def, def->name, out_error);
    if (result == WAFT_OK && !wafti_fft_length_allowed(def->size)) {
        result = wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "%s: size is %d; sizes are 2^a, 3 2^a and 5 2^a, the nearest are %d and %d", def->name,
            (int)def->size, (int)wafti_fft_length_at_most(def->size),
            (int)wafti_fft_length_at_least(def->size));
    }
    if (result == WAFT_OK && def->dimensions != 2 && def->dimensions != 3) {
        result = wafti_fail(out_error, WAFT_ERR_ARGUMENT, "%s: dimensions are %d; 2 or 3",
            def->name, def->dimensions);
    }
    if (result == WAFT_OK && (def->threads < 1 || def->threads > 256)) {
        result = wafti_fail(
            out_error, WAFT_ERR_ARGUMENT, "%s: threads are %d; 1 to 256", def->name, def->threads);
    }
    return result == WAFT_OK ? wafti_spectrum_check(&def->spectrum, def->name, def->size,
                                   def->dimensions, warning, out_error)
                             : result;
}

static uint64_t hash_def(const waft_bank_def* def, const char* spectrum) {
    uint64_t hash = wafti_hash_u64(0, DIGEST_VERSION);
    hash = wafti_hash_u64(hash, (uint64_t)def->size);
    hash = wafti_hash_u64(hash, (uint64_t)def->dimensions);
    hash = wafti_hash_u64(hash, (uint64_t)def->count);
    hash = wafti_hash_u64(hash, def->seed);
    hash = wafti_hash_u64(hash, (uint64_t)def->storage);
    hash = wafti_hash(hash, spectrum, strlen(spectrum));
    return hash != 0 ? hash : 1; // 0 says that the def is wrong
}

// Text of the resolved spectrum in the arena; NULL if memory is out.
static char* describe(const wafti_spectrum* spectrum, wafti_arena* arena) {
    wafti_text text;
    wafti_text_init(&text, &arena->allocator);
    wafti_spectrum_describe(spectrum, &text);
    char* copy = text.failed ? NULL : wafti_arena_text(arena, text.bytes, text.length);
    wafti_text_free(&text);
    return copy;
}

uint64_t waft_bank_digest(const waft_bank_def* def) {
    char warning[160] = "";
    waft_bank_def wide = waft_bank_def_default();
    if (waft_struct_take(&wide, sizeof(wide), def, "waft_bank_def", NULL) != WAFT_OK ||
        wafti_bank_check(&wide, warning, NULL) != WAFT_OK) {
        return 0;
    }
    def = &wide;
    wafti_arena arena;
    wafti_arena_init(&arena, &def->allocator, 4096);
    const wafti_spectrum spectrum =
        wafti_spectrum_resolve(&def->spectrum, def->size, def->dimensions);
    const char* text = describe(&spectrum, &arena);
    const uint64_t digest = text != NULL ? hash_def(def, text) : 0;
    wafti_arena_free(&arena);
    return digest;
}

static void set_info(waft_bank* bank, const waft_bank_def* def, const char* text) {
    const wafti_spectrum_loss loss = wafti_spectrum_find_loss(&bank->spectrum);
    bank->info = (waft_bank_info){
        .size = def->size,
        .count = def->count,
        .dimensions = def->dimensions,
        .storage = def->storage,
        .seed = def->seed,
        .rms = bank->shells.rms,
        .mean_wavenumber = bank->shells.mean_wavenumber,
        .lost_below = loss.below,
        .lost_above = loss.above,
        .digest = hash_def(def, text),
        .spectrum = text,
        .shells = bank->shells.shells,
        .shell_count = (size_t)(def->size / 2 - 1),
    };
}

// Room for the values and what a def says; those of fields are not set.
static waft_result fill_frame(waft_bank* bank, const waft_bank_def* def, waft_error* error) {
    bank->spectrum = wafti_spectrum_resolve(&def->spectrum, def->size, def->dimensions);
    const waft_result result =
        wafti_shells_make(&bank->spectrum, &bank->arena, &bank->shells, error);
    if (result != WAFT_OK) {
        return result;
    }
    const char* text = describe(&bank->spectrum, &bank->arena);
    if (text == NULL) {
        return wafti_fail_memory(error, 1024, def->name);
    }
    if (!(bank->shells.rms > 0.0)) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "%s: the spectrum has no energy in any shell of N %d", def->name, (int)def->size);
    }
    set_info(bank, def, text);
    size_t count = (size_t)def->dimensions;
    for (int axis = 0; axis < def->dimensions; ++axis) {
        count *= (size_t)def->size;
    }
    bank->field_count = count;
    const size_t number = wafti_bank_number_size(def->storage);
    const size_t total = wafti_size_mul(count, (size_t)def->count);
    if (number > 0) {
        bank->values = wafti_allocate(&bank->allocator, total, number);
        if (bank->values == NULL) {
            return wafti_fail_memory(error, wafti_size_mul(total, number), def->name);
        }
    }
    bank->info.byte_count = sizeof(*bank) + bank->arena.total + total * number;
    return WAFT_OK;
}

waft_result wafti_bank_frame(
    const waft_bank_def* def, waft_bank** out_bank, waft_error* out_error) {
    *out_bank = NULL;
    waft_bank* bank = wafti_allocate_zero(&def->allocator, 1, sizeof(*bank));
    if (bank == NULL) {
        return wafti_fail_memory(out_error, sizeof(*bank), def->name);
    }
    bank->allocator = def->allocator;
    wafti_arena_init(&bank->arena, &bank->allocator, 16384);
    atomic_init(&bank->references, 1);
    const waft_result result = fill_frame(bank, def, out_error);
    if (result != WAFT_OK) {
        waft_bank_release(bank);
        return result;
    }
    *out_bank = bank;
    return WAFT_OK;
}

// ---- values

typedef struct packing {
    const wafti_bank_kernels* kernels;
    const float* from;
    uint16_t* to;
    size_t count;
} packing;

enum { PACK_BLOCK = 1 << 15 };

static void pack_block(void* context, int32_t block) {
    const packing* p = context;
    const size_t begin = (size_t)block * PACK_BLOCK;
    const size_t left = p->count - begin;
    p->kernels->to_half(p->from + begin, left < PACK_BLOCK ? left : PACK_BLOCK, p->to + begin);
}

static void make_field(
    waft_bank* bank, wafti_synthesis* maker, int32_t field, wafti_pool* pool, float* scratch) {
    const size_t cells = bank->field_count / (size_t)bank->info.dimensions;
    const size_t begin = (size_t)field * bank->field_count;
    if (bank->info.storage == WAFT_BANK_FLOAT) {
        wafti_synthesis_run(maker, field, pool, (float*)bank->values + begin);
        return;
    }
    wafti_synthesis_fill(maker, field, pool);
    for (int axis = 0; axis < bank->info.dimensions; ++axis) {
        wafti_synthesis_transform(maker, axis, pool, scratch);
        packing p = {wafti_bank_kernels_choose(wafti_isa_choose()), scratch,
            (uint16_t*)bank->values + begin + (size_t)axis * cells, cells};
        wafti_pool_run(pool, (int32_t)((cells + PACK_BLOCK - 1) / PACK_BLOCK), 5e-4 * (double)cells,
            pack_block, &p);
    }
}

static waft_result make_fields(waft_bank* bank, const waft_bank_def* def, waft_error* error) {
    const wafti_pool_def pool_def = {.threads = def->threads, .allocator = &def->allocator};
    const wafti_synthesis_def maker_def = {.size = def->size,
        .dimensions = def->dimensions,
        .seed = def->seed,
        .shells = &bank->shells,
        .isa = wafti_isa_choose(),
        .allocator = &def->allocator};
    const size_t cells = bank->field_count / (size_t)def->dimensions;
    wafti_pool* pool = NULL;
    wafti_synthesis* maker = NULL;
    float* scratch = NULL;
    waft_result result = wafti_pool_create(&pool_def, &pool, error);
    result = result == WAFT_OK ? wafti_synthesis_create(&maker_def, &maker, error) : result;
    if (result == WAFT_OK) {
        scratch = wafti_allocate(&def->allocator, cells, sizeof(float));
        result = scratch != NULL ? WAFT_OK : wafti_fail_memory(error, 4 * cells, def->name);
    }
    if (result == WAFT_OK) {
        wafti_pool_begin(pool);
        for (int32_t field = 0; field < def->count; ++field) {
            make_field(bank, maker, field, pool, scratch);
        }
        wafti_pool_end(pool);
    }
    wafti_release(&def->allocator, scratch, cells, sizeof(float));
    wafti_synthesis_destroy(maker);
    wafti_pool_destroy(pool);
    return result;
}

waft_result waft_bank_create(
    const waft_bank_def* def, waft_bank** out_bank, waft_error* out_error) {
    if (out_bank == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_bank_create: a pointer is NULL");
    }
    *out_bank = NULL;
    waft_bank_def wide = waft_bank_def_default();
    waft_result result = waft_struct_take(&wide, sizeof(wide), def, "waft_bank_def", out_error);
    if (result != WAFT_OK) {
        return result;
    }
    char warning[160] = "";
    result = wafti_bank_check(&wide, warning, out_error);
    waft_bank* bank = NULL;
    result = result == WAFT_OK ? wafti_bank_frame(&wide, &bank, out_error) : result;
    if (bank != NULL && warning[0] != '\0') {
        memcpy(bank->warnings[bank->warning_count++], warning, sizeof(warning));
    }
    if (bank != NULL && wide.storage != WAFT_BANK_NONE) {
        result = make_fields(bank, &wide, out_error);
    }
    if (result != WAFT_OK) {
        waft_bank_release(bank);
        return result;
    }
    *out_bank = bank;
    return WAFT_OK;
}

waft_bank* waft_bank_retain(waft_bank* bank) {
    if (bank != NULL) {
        (void)atomic_fetch_add_explicit(&bank->references, 1, memory_order_relaxed);
    }
    return bank;
}

void waft_bank_release(waft_bank* bank) {
    if (bank == NULL || atomic_fetch_sub_explicit(&bank->references, 1, memory_order_acq_rel) > 1) {
        return;
    }
    const waft_allocator allocator = bank->allocator;
    const size_t total = bank->field_count * (size_t)bank->info.count;
    wafti_release(&allocator, bank->values, total, wafti_bank_number_size(bank->info.storage));
    wafti_arena_free(&bank->arena);
    wafti_release(&allocator, bank, 1, sizeof(*bank));
}

void waft_bank_read_info(const waft_bank* bank, waft_bank_info* out_info, size_t size) {
    const waft_bank_info info = bank != NULL ? bank->info : (waft_bank_info){0};
    waft_struct_read(out_info, size, &info, sizeof(info));
}

size_t waft_bank_warning_count(const waft_bank* bank) {
    return bank != NULL ? bank->warning_count : 0;
}

const char* waft_bank_warning(const waft_bank* bank, size_t index) {
    return index < waft_bank_warning_count(bank) ? bank->warnings[index] : NULL;
}
