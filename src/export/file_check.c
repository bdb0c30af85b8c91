// SPDX-License-Identifier: MIT
#include "export/file_check.h"

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/text.h"
#include "io/json_read.h"
#include "io/little_endian.h"
#include "io/mesh_words.h"
#include "io/png.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- facts

static void add(wafti_facts* facts, const char* key, const char* text, waft_fact fact) {
    if (facts != NULL && facts->count < WAFTI_MOST_FACTS) {
        (void)snprintf(facts->items[facts->count].key, WAFTI_FACT_KEY, "%s", key);
        (void)snprintf(facts->items[facts->count].text, WAFTI_FACT_TEXT, "%s", text);
        fact.unit = fact.unit != NULL ? fact.unit : "";
        facts->items[facts->count++].fact = fact;
    }
}

void wafti_fact_text(wafti_facts* facts, const char* key, const char* text) {
    add(facts, key, text, (waft_fact){.kind = WAFT_FACT_TEXT});
}

void wafti_fact_count(wafti_facts* facts, const char* key, uint64_t count) {
    add(facts, key, "", (waft_fact){.kind = WAFT_FACT_COUNT, .count = count});
}

void wafti_fact_bytes(wafti_facts* facts, size_t count) {
    add(facts, "bytes", "", (waft_fact){.kind = WAFT_FACT_BYTES, .count = count});
}

void wafti_fact_real(wafti_facts* facts, const char* key, double number, const char* unit) {
    add(facts, key, "", (waft_fact){.kind = WAFT_FACT_REAL, .number = number, .unit = unit});
}

static void tell_float(wafti_facts* facts, const char* key, float number, const char* unit) {
    add(facts, key, "",
        (waft_fact){.kind = WAFT_FACT_FLOAT, .number = (double)number, .unit = unit});
}

void wafti_fact_join(char list[WAFTI_FACT_TEXT], const char* word) {
    const size_t used = strlen(list);
    (void)snprintf(list + used, WAFTI_FACT_TEXT - used, "%s%.60s", used > 0 ? ", " : "", word);
}

// ---- formats without a file of their own

bool wafti_check_floats(const unsigned char* bytes, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        if (!isfinite(wafti_get_float(bytes + i * sizeof(float)))) {
            return false;
        }
    }
    return true;
}

const char* wafti_check_pc2(const unsigned char* bytes, size_t size, wafti_facts* facts) {
    enum { HEAD = 32, POINT = 12 };
    if (size < HEAD || wafti_get_u32(bytes + 12) != 1) {
        return "the header of the point cache is cut or wrong";
    }
    const uint64_t points = wafti_get_u32(bytes + 16);
    const uint64_t samples = wafti_get_u32(bytes + 28);
    const uint64_t room = (size - HEAD) / POINT; // a product of both could wrap
    if (points == 0 || room / points != samples || room % points != 0 ||
        (size - HEAD) % POINT != 0) {
        return "the point cache is cut or changed: its size does not fit its header";
    }
    if (!wafti_check_floats(bytes + 20, 2) || // first frame and frames a sample
        !wafti_check_floats(bytes + HEAD, (size - HEAD) / sizeof(float))) {
        return "a number of the point cache is not finite";
    }
    wafti_fact_text(facts, "kind", "points");
    wafti_fact_count(facts, "points", points);
    wafti_fact_count(facts, "samples", samples);
    tell_float(facts, "start", wafti_get_float(bytes + 20), "frames");
    tell_float(facts, "rate", wafti_get_float(bytes + 24), "frames a sample");
    wafti_fact_bytes(facts, size);
    return NULL;
}

// How many items a list of a JSON object has; 0 if there is none.
static uint64_t count_items(wafti_json_value json, const char* key) {
    wafti_json_value value;
    uint64_t count = 0;
    if (wafti_json_member(json, key, &value)) {
        wafti_json_list list = wafti_json_walk(value);
        for (wafti_json_value item; wafti_json_next(&list, &item);) {
            ++count;
        }
    }
    return count;
}

const char* wafti_check_glb(const unsigned char* bytes, size_t size, wafti_facts* facts) {
    enum { HEAD = 12, CHUNK = 8 };
    static const char wrong[] = "the binary glTF is cut, or its sizes are wrong";
    if (size < HEAD + CHUNK || wafti_get_u32(bytes + 4) != 2 || wafti_get_u32(bytes + 8) != size) {
        return wrong;
    }
    const wafti_json_value json = {(const char*)bytes + HEAD + CHUNK, wafti_get_u32(bytes + HEAD)};
    if (memcmp(bytes + HEAD + 4, "JSON", 4) != 0 || json.length > size - HEAD - CHUNK ||
        !wafti_json_is_object(json)) {
        return "the JSON of the binary glTF is cut or changed";
    }
    for (size_t at = HEAD; at < size;) {
        const size_t length = size - at >= CHUNK ? wafti_get_u32(bytes + at) : SIZE_MAX;
        if (size - at < CHUNK || length > size - at - CHUNK) {
            return wrong;
        }
        at += CHUNK + length;
    }
    wafti_fact_text(facts, "kind", "glb");
    wafti_fact_count(facts, "version", wafti_get_u32(bytes + 4));
    add(facts, "size", "", (waft_fact){.kind = WAFT_FACT_BYTES, .count = size});
    wafti_fact_count(facts, "nodes", count_items(json, "nodes"));
    wafti_fact_count(facts, "meshes", count_items(json, "meshes"));
    wafti_fact_count(facts, "animations", count_items(json, "animations"));
    return NULL;
}

const char* wafti_check_png(const unsigned char* bytes, size_t size, wafti_facts* facts) {
    enum { SIGNATURE = 8, AROUND = 12 }; // length, name and sum of a chunk
    bool ended = false;
    if (size < SIGNATURE || memcmp(bytes, "\x89PNG\r\n\x1a\n", SIGNATURE) != 0) {
        return "the PNG is cut or changed";
    }
    for (size_t at = SIGNATURE; at < size;) {
        const size_t length = size - at >= AROUND ? wafti_get_big_u32(bytes + at) : SIZE_MAX;
        if (ended || size - at < AROUND || length > size - at - AROUND) {
            return "the PNG is cut or changed";
        }
        const unsigned char* name = bytes + at + 4;
        if (wafti_crc32(0, name, 4 + length) != wafti_get_big_u32(name + 4 + length)) {
            return "the PNG was changed: the checksum of a chunk does not fit";
        }
        ended = memcmp(name, "IEND", 4) == 0;
        at += AROUND + length;
    }
    enum { COLOUR_TYPE = 25, COLOUR_RGB = 2 }; // in the first chunk
    uint32_t sides[2];
    if (ended && wafti_png_sides(bytes, size, sides) && bytes[COLOUR_TYPE] == COLOUR_RGB) {
        wafti_fact_text(facts, "kind", "picture");
        wafti_fact_count(facts, "width", sides[0]);
        wafti_fact_count(facts, "height", sides[1]);
        wafti_fact_bytes(facts, size);
    }
    return ended ? NULL : "the PNG is cut";
}

// ---- OBJ

typedef struct obj_counts {
    size_t positions, faces;
} obj_counts;

static bool read_numbers(wafti_words* words, int least) {
    int count = 0;
    for (wafti_word word = wafti_words_in_line(words); word.length > 0; ++count) {
        double number = 0.0;
        if (!wafti_parse_double(word.text, word.length, &number)) {
            return false;
        }
        word = wafti_words_in_line(words);
    }
    return count >= least;
}

// "1", "1//2", "1/2/3": indices from 1 on, or from the end if below 0.
static bool read_corners(wafti_words* words, const obj_counts* counts) {
    int corners = 0;
    for (wafti_word word = wafti_words_in_line(words); word.length > 0; ++corners) {
        const char* slash = memchr(word.text, '/', word.length);
        const size_t length = slash != NULL ? (size_t)(slash - word.text) : word.length;
        int64_t index = 0;
        if (!wafti_parse_int(word.text, length, &index) || index == 0 ||
            llabs(index) > (long long)counts->positions ||
            strspn(word.text, "+-/0123456789") < word.length) {
            return false;
        }
        word = wafti_words_in_line(words);
    }
    return corners >= 3;
}

static bool check_obj_line(wafti_words* words, obj_counts* counts) {
    static const char* const known[] = {"vp", "l", "p", "usemtl", "mtllib", "usemap", "mg"};
    const wafti_word word = wafti_words_in_line(words);
    if (word.length == 0 || *word.text == '#') {
        return true;
    }
    if (wafti_word_is(word, "v")) {
        ++counts->positions;
        return read_numbers(words, 3);
    }
    if (wafti_word_is(word, "vn") || wafti_word_is(word, "vt")) {
        return read_numbers(words, word.text[1] == 'n' ? 3 : 1);
    }
    if (wafti_word_is(word, "f")) {
        ++counts->faces;
        return read_corners(words, counts);
    }
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); ++i) {
        if (wafti_word_is(word, known[i])) {
            return true;
        }
    }
    return *word.text == 'o' || *word.text == 'g' ||
           *word.text == 's'; // objects, groups, smoothing
}

const char* wafti_check_obj(const unsigned char* bytes, size_t size, wafti_facts* facts) {
    wafti_words words = wafti_words_start("", (const char*)bytes, size, NULL);
    words.exact = true;
    obj_counts counts = {0, 0};
    if (memchr(bytes, '\0', size) != NULL) {
        return "is no OBJ mesh: it holds zero bytes";
    }
    while (words.next < words.end) {
        if (memchr(words.next, '\n', (size_t)(words.end - words.next)) == NULL) {
            return "the OBJ mesh is cut: its last line has no end";
        }
        if (!check_obj_line(&words, &counts)) {
            return "the OBJ mesh is changed: a line of it is not understood";
        }
        (void)wafti_words_next_line(&words);
    }
    if (counts.positions == 0) {
        return "is no OBJ mesh: it has no vertices";
    }
    wafti_fact_text(facts, "kind", "mesh");
    wafti_fact_count(facts, "vertices", counts.positions);
    wafti_fact_count(facts, "faces", counts.faces);
    return NULL;
}

// ---- any file

typedef const char* file_check(const unsigned char* bytes, size_t size, wafti_facts* facts);

static bool ends_with(const char* path, const char* end) {
    const size_t length = strlen(path);
    return length > strlen(end) && strcmp(path + length - strlen(end), end) == 0;
}

// By the first bytes; text, which any bytes may be, by its name.
static file_check* find_check(const char* path, const unsigned char* bytes, size_t size) {
    static const struct {
        const char* magic;
        size_t length;
        file_check* check;
    } known[] = {{"POINTCACHE2", 12, wafti_check_pc2}, {"ply\n", 4, wafti_check_ply},
        {"ply\r", 4, wafti_check_ply}, {" BDV", 4, wafti_check_vdb}, {"glTF", 4, wafti_check_glb},
        {"\x89PNG", 4, wafti_check_png}};
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); ++i) {
        if (size >= known[i].length && memcmp(bytes, known[i].magic, known[i].length) == 0) {
            return known[i].check;
        }
    }
    if (ends_with(path, ".vti") || ends_with(path, ".vtp")) {
        return wafti_check_vtk;
    }
    if (ends_with(path, ".pvd")) {
        return wafti_check_pvd;
    }
    return ends_with(path, ".obj") ? wafti_check_obj : NULL;
}

// Sums of every field are compared as it is read.
static waft_result check_cache(const char* path, waft_error* out_error) {
    waft_grid_cache* cache = NULL;
    waft_result result = waft_grid_cache_open(path, NULL, &cache, out_error);
    const size_t count = result == WAFT_OK ? waft_grid_cache_header(cache)->field_count : 0;
    for (size_t i = 0; i < count && result == WAFT_OK; ++i) {
        waft_field field;
        result = waft_grid_cache_load(cache, (int)i, &field, out_error);
    }
    waft_grid_cache_close(cache);
    return result;
}

waft_result waft_file_inspect(const char* path, void (*tell)(void* user, const waft_fact* fact),
    void* user, waft_error* out_error) {
    char* bytes = NULL;
    size_t size = 0;
    if (path == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_file_inspect: path is NULL");
    }
    waft_result result = waft_file_read(path, SIZE_MAX >> 1, NULL, &bytes, &size, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    wafti_facts* facts = tell != NULL ? wafti_allocate_zero(NULL, 1, sizeof(*facts)) : NULL;
    if (tell != NULL && facts == NULL) {
        result = wafti_fail_memory(out_error, sizeof(*facts), path);
    } else {
        const bool cache = size >= 8 && memcmp(bytes, "WAFTGRID", 8) == 0;
        file_check* check = find_check(path, (const unsigned char*)bytes, size);
        const char* problem =
            check != NULL ? check((const unsigned char*)bytes, size, facts) : NULL;
        if (problem != NULL) {
            result = wafti_fail(out_error, WAFT_ERR_PARSE, "%s: %s", path, problem);
        } else if (cache) {
            result = check_cache(path, out_error);
        }
    }
    waft_text_free(NULL, bytes);
    for (size_t i = 0; facts != NULL && i < facts->count && result == WAFT_OK; ++i) {
        waft_fact fact = facts->items[i].fact;
        fact.key = facts->items[i].key;
        fact.text = facts->items[i].text;
        tell(user, &fact);
    }
    wafti_release(NULL, facts, 1, sizeof(*facts));
    return result;
}
