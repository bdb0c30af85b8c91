// SPDX-License-Identifier: MIT
// Banks in files, little-endian: "WAFTBANK", u32 version, dimensions, N, count, storage, staggering (1:
// lower faces), bytes of the spectrum's text, u64 seed, u64 digest, f64 rms, that text, u32 CRC-32 of
// each field, u32 CRC-32 of all before; then the fields. docs/spec/turbulence.md#banks says what is kept.
#include "turbulence/bank_parts.h"

#include "base/error.h"
#include "io/deflate.h"
#include "io/file.h"
#include "io/little_endian.h"

#include <string.h>

enum { VERSION = 1, STAGGERED = 1, FIXED = 60, TEXT_MOST = 8192, PIECE = 1 << 15 };

static const char magic[8] = {'W', 'A', 'F', 'T', 'B', 'A', 'N', 'K'};

// ---- writing

// Numbers of a field as bytes of the file; returns their CRC.
static uint32_t put_field(wafti_file* file, const waft_bank* bank, int32_t field) {
    unsigned char piece[PIECE];
    const size_t number = wafti_bank_number_size(bank->info.storage);
    const size_t begin = (size_t)field * bank->field_count;
    uint32_t crc = 0;
    for (size_t done = 0; done < bank->field_count;) {
        const size_t most = PIECE / number;
        const size_t left = bank->field_count - done;
        const size_t count = left < most ? left : most;
        for (size_t i = 0; i < count; ++i) {
            if (number == sizeof(uint16_t)) {
                wafti_put_u16(piece + 2 * i, ((const uint16_t*)bank->values)[begin + done + i]);
            } else {
                wafti_put_float(piece + 4 * i, ((const float*)bank->values)[begin + done + i]);
            }
        }
        crc = wafti_block_crc32(crc, piece, count * number);
        wafti_file_put(file, piece, count * number);
        done += count;
    }
    return crc;
}

static void make_header(const waft_bank_info* info, unsigned char header[FIXED]) {
    memcpy(header, magic, sizeof(magic));
    const uint32_t words[] = {VERSION, (uint32_t)info->dimensions, (uint32_t)info->size,
        (uint32_t)info->count, (uint32_t)info->storage, STAGGERED,
        (uint32_t)strlen(info->spectrum)};
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); ++i) {
        wafti_put_u32(header + 8 + 4 * i, words[i]);
    }
    wafti_put_u64(header + 36, info->seed);
    wafti_put_u64(header + 44, info->digest);
    wafti_put_double(header + 52, info->rms);
}

waft_result waft_bank_save(const waft_bank* bank, const char* path, waft_error* out_error) {
    if (bank == NULL || path == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_bank_save: a pointer is NULL");
    }
    wafti_file file;
    wafti_file_open(&file, path, out_error);
    const waft_bank_info* info = &bank->info;
    unsigned char header[FIXED];
    unsigned char word[4] = {0};
    const size_t text = strlen(info->spectrum);
    make_header(info, header);
    wafti_file_put(&file, header, sizeof(header));
    wafti_file_put(&file, info->spectrum, text);
    const uint64_t sums = wafti_file_position(&file);
    uint32_t whole =
        wafti_block_crc32(wafti_block_crc32(0, header, sizeof(header)), info->spectrum, text);
    for (int32_t i = 0; i <= info->count; ++i) {
        wafti_file_put(&file, word, sizeof(word));
    }
    for (int32_t i = 0; i < info->count; ++i) {
        const bool kept = info->storage != WAFT_BANK_NONE;
        wafti_put_u32(word, kept ? put_field(&file, bank, i) : 0);
        whole = wafti_block_crc32(whole, word, sizeof(word));
        wafti_file_patch(&file, sums + 4 * (uint64_t)i, word, sizeof(word));
    }
    wafti_put_u32(word, whole);
    wafti_file_patch(&file, sums + 4 * (uint64_t)info->count, word, sizeof(word));
    return wafti_file_commit(&file, out_error);
}

// ---- reading

// Bytes in memory, or a file.
typedef struct source {
    const unsigned char* bytes; // NULL: a file
    int descriptor;
    uint64_t size, at;
} source;

static bool take(source* from, void* out, size_t count) {
    if (count > from->size - from->at) {
        return false;
    }
    if (from->bytes != NULL) {
        memcpy(out, from->bytes + from->at, count);
        from->at += count;
        return true;
    }
    if (wafti_port_read_at(from->descriptor, out, count, from->at) != (int64_t)count) {
        return false;
    }
    from->at += count;
    return true;
}

static waft_result refuse(waft_error* error, const char* why) {
    return wafti_fail(error, WAFT_ERR_PARSE, "not a bank: %s", why);
}

// What the header says; the sums of fields follow it in the file.
typedef struct opening {
    waft_bank_def def;
    uint64_t digest;
    uint32_t crc; // of the bytes so far
    char text[TEXT_MOST + 1];
} opening;

static waft_result read_header(source* from, opening* o, waft_error* error) {
    unsigned char header[FIXED];
    if (!take(from, header, sizeof(header)) || memcmp(header, magic, sizeof(magic)) != 0) {
        return refuse(error, "it does not begin with WAFTBANK");
    }
    uint32_t words[7];
    for (size_t i = 0; i < 7; ++i) {
        words[i] = wafti_get_u32(header + 8 + 4 * i);
    }
    if (words[0] != VERSION || words[5] != STAGGERED) {
        return refuse(error, "it is of another version; bake it again");
    }
    if (words[1] > 3 || words[2] > 512 || words[3] > 1000 || words[4] > WAFT_BANK_NONE ||
        words[6] > TEXT_MOST || !take(from, o->text, words[6])) {
        return refuse(error, "a number of its header is wrong");
    }
    o->text[words[6]] = '\0';
    o->def.dimensions = (int)words[1];
    o->def.size = (int32_t)words[2];
    o->def.count = (int32_t)words[3];
    o->def.storage = (waft_bank_storage)words[4];
    o->def.seed = wafti_get_u64(header + 36);
    o->digest = wafti_get_u64(header + 44);
    o->crc = wafti_block_crc32(wafti_block_crc32(0, header, sizeof(header)), o->text, words[6]);
    return WAFT_OK;
}

// Bytes of the fields that a header promises.
static uint64_t promised(const waft_bank_def* def) {
    uint64_t bytes =
        (uint64_t)def->count * (uint64_t)def->dimensions * wafti_bank_number_size(def->storage);
    for (int axis = 0; axis < def->dimensions; ++axis) {
        bytes *= (uint64_t)def->size;
    }
    return bytes;
}

// The sums, whose last is that of all before, and whether the rest of the file is what they are of.
static waft_result read_sums(source* from, opening* o, uint32_t* sums, waft_error* error) {
    unsigned char word[4];
    for (int32_t i = 0; i <= o->def.count; ++i) {
        if (!take(from, word, sizeof(word))) {
            return refuse(error, "it is cut");
        }
        sums[i] = wafti_get_u32(word);
        o->crc = i < o->def.count ? wafti_block_crc32(o->crc, word, sizeof(word)) : o->crc;
    }
    if (sums[o->def.count] != o->crc) {
        return refuse(error, "the checksum of its header is wrong");
    }
    if (from->size - from->at != promised(&o->def)) {
        return refuse(error, "it is cut or has more than it should");
    }
    return WAFT_OK;
}

// From bytes of the file to numbers where they are; false if one is not finite.
static bool settle(void* values, size_t count, size_t number) {
    bool finite = true;
    for (size_t i = 0; i < count; ++i) {
        const unsigned char* bytes = (const unsigned char*)values + number * i;
        if (number == sizeof(uint16_t)) {
            const uint16_t half = wafti_get_u16(bytes);
            finite = finite && (half & 0x7C00u) != 0x7C00u;
            ((uint16_t*)values)[i] = half;
        } else {
            const uint32_t bits = wafti_get_u32(bytes);
            finite = finite && (bits & 0x7F800000u) != 0x7F800000u;
            memcpy((unsigned char*)values + number * i, &bits, sizeof(bits));
        }
    }
    return finite;
}

static waft_result read_fields(
    source* from, waft_bank* bank, const uint32_t* sums, waft_error* error) {
    const size_t number = wafti_bank_number_size(bank->info.storage);
    const size_t size = bank->field_count * number;
    for (int32_t i = 0; number > 0 && i < bank->info.count; ++i) {
        unsigned char* values = (unsigned char*)bank->values + (size_t)i * size;
        if (!take(from, values, size)) {
            return refuse(error, "it is cut");
        }
        if (wafti_block_crc32(0, values, size) != sums[i]) {
            return wafti_fail(
                error, WAFT_ERR_PARSE, "not a bank: the checksum of field %d is wrong", (int)i);
        }
        if (!settle(values, bank->field_count, number)) {
            return refuse(error, "a value is not finite");
        }
    }
    return WAFT_OK;
}

static waft_result read_bank(
    source* from, const waft_allocator* allocator, waft_bank** out_bank, waft_error* error) {
    opening o = {.def = waft_bank_def_default()};
    uint32_t sums[1001] = {0};
    char warning[160] = "";
    if (allocator != NULL) {
        o.def.allocator = *allocator;
    }
    waft_result result = read_header(from, &o, error);
    result = result == WAFT_OK ? read_sums(from, &o, sums, error) : result;
    if (result != WAFT_OK) {
        return result;
    }
    if (!wafti_spectrum_parse(o.text, &o.def.spectrum) ||
        wafti_bank_check(&o.def, warning, NULL) != WAFT_OK) {
        return refuse(error, "its spectrum is wrong");
    }
    waft_bank* bank = NULL;
    result = wafti_bank_frame(&o.def, &bank, error);
    if (bank != NULL && bank->info.digest != o.digest) {
        result = refuse(error, "its digest is wrong");
    }
    if (bank != NULL && warning[0] != '\0') {
        memcpy(bank->warnings[bank->warning_count++], warning, sizeof(warning));
    }
    result = result == WAFT_OK && bank != NULL ? read_fields(from, bank, sums, error) : result;
    if (result != WAFT_OK) {
        waft_bank_release(bank);
        return result;
    }
    *out_bank = bank;
    return WAFT_OK;
}

waft_result waft_bank_read(const void* bytes, size_t byte_count, const waft_allocator* allocator,
    waft_bank** out_bank, waft_error* out_error) {
    if (out_bank != NULL) {
        *out_bank = NULL;
    }
    if (bytes == NULL || out_bank == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_bank_read: a pointer is NULL");
    }
    source from = {.bytes = bytes, .size = byte_count};
    return read_bank(&from, allocator, out_bank, out_error);
}

waft_result waft_bank_load(const char* path, const waft_allocator* allocator, waft_bank** out_bank,
    waft_error* out_error) {
    if (out_bank != NULL) {
        *out_bank = NULL;
    }
    if (path == NULL || out_bank == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_bank_load: a pointer is NULL");
    }
    const int descriptor = wafti_port_open(path, WAFTI_OPEN_FILE);
    if (descriptor < 0) {
        return wafti_fail_errno(out_error, "open", path);
    }
    wafti_port_status status;
    waft_error reason = {.sentence = ""};
    waft_result result = WAFT_ERR_IO;
    if (!wafti_port_status_open(descriptor, &status) || !status.is_file) {
        result = wafti_fail(out_error, WAFT_ERR_IO, "%s: is not a file", path);
    } else {
        source from = {.descriptor = descriptor, .size = status.size};
        result = read_bank(&from, allocator, out_bank, &reason);
        if (result != WAFT_OK) {
            result = wafti_fail(out_error, result, "%s: %.400s", path, reason.sentence);
        }
    }
    wafti_port_leave(descriptor);
    return result;
}

// ---- a folder of them

// True if the file has the bank that is wanted; else the reason if there is a file.
static bool find(const char* path, const waft_bank_def* def, uint64_t digest, waft_bank** out_bank,
    char reason[256]) {
    waft_error error = {.sentence = ""};
    if (!wafti_port_exists(path)) {
        return false;
    }
    if (waft_bank_load(path, &def->allocator, out_bank, &error) != WAFT_OK) {
        memcpy(reason, error.sentence, 255);
        reason[255] = '\0';
        return false;
    }
    if (*out_bank == NULL || (*out_bank)->info.digest != digest) {
        waft_bank_release(*out_bank);
        *out_bank = NULL;
        memcpy(reason, "the file has another bank", sizeof("the file has another bank"));
        return false;
    }
    // Whoever tidies the folder removes what was used longest ago; one that cannot be changed is as
    // good.
    wafti_port_touch(path);
    return true;
}

waft_result waft_bank_create_cached(const waft_bank_def* def, const char* directory,
    waft_bank** out_bank, waft_bank_cache* out_cache, waft_error* out_error) {
    waft_bank_cache own = {.hit = false};
    waft_bank_cache* cache = out_cache != NULL ? out_cache : &own;
    *cache = (waft_bank_cache){.hit = false};
    waft_bank_def wide = waft_bank_def_default();
    waft_result result = waft_struct_take(&wide, sizeof(wide), def, "waft_bank_def", out_error);
    if (result != WAFT_OK) {
        return result;
    }
    def = &wide;
    const uint64_t digest = directory != NULL && out_bank != NULL ? waft_bank_digest(def) : 0;
    wafti_path path;
    if (digest == 0 || def->storage == WAFT_BANK_NONE ||
        !wafti_path_baked(&path, directory, digest, "wbank")) {
        return waft_bank_create(def, out_bank, out_error);
    }
    *out_bank = NULL;
    if (find(path.text, def, digest, out_bank, cache->reason)) {
        cache->hit = true;
        return WAFT_OK;
    }
    result = waft_bank_create(def, out_bank, out_error);
    if (result == WAFT_OK && waft_bank_save(*out_bank, path.text, NULL) != WAFT_OK) {
        return WAFT_OK; // a cache that cannot be written costs time, not the bank
    }
    return result;
}
