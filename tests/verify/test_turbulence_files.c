// SPDX-License-Identifier: MIT
// Files of banks (docs/spec/turbulence.md#banks): banks that are used again, and files that are not what
// they were.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <waft/turbulence.h>

#include "scratch.h"
#include "verify.h"

static void need(bool holds) {
    if (!holds) {
        (void)fputs("a bank could not be made or read\n", stderr);
        exit(1);
    }
}

static waft_bank_def small_def(waft_bank_storage storage) {
    waft_bank_def def = waft_bank_def_default();
    def.size = 32;
    def.count = 3;
    def.seed = 5;
    def.storage = storage;
    def.spectrum.bands[0] = (waft_band){.wavenumber = 9.0, .deviation = 0.7, .energy = 1.0};
    return def;
}

// Numbers of two banks that are not the same bits.
static double differing(const waft_bank* a, const waft_bank* b) {
    static float values[2][32 * 32 * 32];
    double count = 0.0;
    for (int32_t field = 0; field < 3; ++field) {
        for (int axis = 0; axis < 3; ++axis) {
            need(waft_bank_read_field(a, field, axis, values[0], NULL) == WAFT_OK &&
                 waft_bank_read_field(b, field, axis, values[1], NULL) == WAFT_OK);
            for (size_t i = 0; i < sizeof(values[0]) / sizeof(float); ++i) {
                // The very bits: NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
                count += memcmp(&values[0][i], &values[1][i], sizeof(float)) != 0 ? 1.0 : 0.0;
            }
        }
    }
    return count;
}

// The only file in a folder.
static void only_file(const char* folder, char* out, size_t size) {
    struct dirent** entries = NULL;
    const int count = scandir(folder, &entries, NULL, alphasort);
    need(count == 3);
    (void)snprintf(out, size, "%s/%s", folder, entries[2]->d_name);
    for (int i = 0; i < count; ++i) {
        free(entries[i]);
    }
    free(entries);
}

static long size_of(const char* path) {
    struct stat status;
    return stat(path, &status) == 0 ? (long)status.st_size : -1;
}

static void flip_byte(const char* path, long at) {
    FILE* file = fopen(path, "r+b");
    need(file != NULL && fseek(file, at, SEEK_SET) == 0);
    const int byte = fgetc(file);
    need(byte >= 0 && fseek(file, at, SEEK_SET) == 0 && fputc(byte ^ 16, file) >= 0);
    need(fclose(file) == 0);
}

// Uses a file that was spoilt: refused if it is loaded, made again if it is a cache.
static void verify_spoilt(verify_table* table, const char* what, const waft_bank_def* def,
    const char* folder, const char* path, const waft_bank* right) {
    char name[96];
    waft_bank* bank = NULL;
    waft_error error = {.sentence = ""};
    (void)snprintf(name, sizeof(name), "%s: loading fails with", what);
    (void)verify_near(table, name, WAFT_ERR_PARSE, waft_bank_load(path, NULL, &bank, &error), 0.0);
    need(bank == NULL);
    waft_bank_cache cache;
    need(waft_bank_create_cached(def, folder, &bank, &cache, NULL) == WAFT_OK);
    (void)snprintf(name, sizeof(name), "%s: taken from there", what);
    (void)verify_near(table, name, 0.0, cache.hit, 0.0);
    (void)snprintf(name, sizeof(name), "%s: letters of the reason", what);
    (void)verify_least(table, name, 20.0, (double)strlen(cache.reason));
    (void)snprintf(name, sizeof(name), "%s: made again, numbers that differ", what);
    (void)verify_near(table, name, 0.0, differing(bank, right), 0.0);
    waft_bank_release(bank);
    need(waft_bank_create_cached(def, folder, &bank, &cache, NULL) == WAFT_OK);
    (void)snprintf(name, sizeof(name), "%s: taken from there the next time", what);
    (void)verify_near(table, name, 1.0, cache.hit, 0.0);
    waft_bank_release(bank);
}

static void verify_storage(verify_table* table, waft_bank_storage storage) {
    scratch folder = scratch_make();
    waft_bank_def def = small_def(storage);
    waft_bank* first = NULL;
    waft_bank* second = NULL;
    waft_bank_cache cache;
    need(waft_bank_create_cached(&def, folder.path, &first, &cache, NULL) == WAFT_OK);
    (void)verify_near(table, "first use: taken from the folder", 0.0, cache.hit, 0.0);
    def.threads = 2;
    need(waft_bank_create_cached(&def, folder.path, &second, &cache, NULL) == WAFT_OK);
    (void)verify_near(table, "second use: taken from the folder", 1.0, cache.hit, 0.0);
    (void)verify_near(table, "second use: same digest", 1.0,
        waft_bank_get_info(first).digest == waft_bank_get_info(second).digest, 0.0);
    (void)verify_near(table, "second use: numbers that differ", 0.0, differing(first, second), 0.0);
    waft_bank_release(second);
    char path[512];
    only_file(folder.path, path, sizeof(path));
    const long size = size_of(path);
    flip_byte(path, size / 2);
    verify_spoilt(table, "byte of a field flipped", &def, folder.path, path, first);
    flip_byte(path, 40);
    verify_spoilt(table, "byte of the header flipped", &def, folder.path, path, first);
    need(truncate(path, size - 100) == 0);
    verify_spoilt(table, "cut by 100 bytes", &def, folder.path, path, first);
    need(truncate(path, 30) == 0);
    verify_spoilt(table, "cut to 30 bytes", &def, folder.path, path, first);
    waft_bank_release(first);
    scratch_remove(&folder);
}

static int verify_files(void) {
    verify_table table = verify_open("bank-files");
    verify_storage(&table, WAFT_BANK_HALF);
    verify_storage(&table, WAFT_BANK_FLOAT);
    // Storage none and a float bank are the same numbers.
    waft_bank_def def = small_def(WAFT_BANK_NONE);
    waft_bank* none = NULL;
    waft_bank* kept = NULL;
    need(waft_bank_create(&def, &none, NULL) == WAFT_OK);
    def.storage = WAFT_BANK_FLOAT;
    need(waft_bank_create(&def, &kept, NULL) == WAFT_OK);
    (void)verify_near(
        &table, "storage none against float: differing", 0.0, differing(none, kept), 0.0);
    waft_bank_release(none);
    waft_bank_release(kept);
    return verify_close(&table);
}

int main(void) {
    const int failures = verify_files();
    (void)printf("%d lines failed\n", failures);
    return failures == 0 ? 0 : 1;
}
