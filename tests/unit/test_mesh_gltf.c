// SPDX-License-Identifier: MIT
#include "io/little_endian.h"
#include "mesh_text_fixture.h"
#include "scratch.h"

// Four points, then twelve indices of one, two or four bytes.
typedef struct tetra_bytes {
    unsigned char bytes[48 + 48];
    size_t size;
} tetra_bytes;

static tetra_bytes make_buffer(size_t width) {
    tetra_bytes t = {.size = 48 + 12 * width};
    for (size_t i = 0; i < 12; ++i) {
        wafti_put_float(t.bytes + 4 * i, (float)tetra_points[i]);
        t.bytes[48 + i * width] = (unsigned char)tetra_facets[i];
    }
    return t;
}

static void encode(const tetra_bytes* t, char* out) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < t->size; i += 3) {
        const uint32_t bits =
            (uint32_t)t->bytes[i] << 16 | (uint32_t)t->bytes[i + 1] << 8 | t->bytes[i + 2];
        for (int k = 3; k >= 0; --k) {
            *out++ = digits[bits >> (6 * k) & 63];
        }
    }
    *out = '\0';
}

#define VIEWS                                                                                      \
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":48},{\"buffer\":0,\"byteOffset\":48,"           \
    "\"byteLength\":%zu}],"
#define ACCESSORS                                                                                  \
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"},"      \
    "{\"bufferView\":1,\"componentType\":%d,\"count\":12,\"type\":\"SCALAR\"}],"
#define MESHES                                                                                     \
    "\"meshes\":[{\"name\":\"line\",\"primitives\":[{\"attributes\":{\"POSITION\":0},"             \
    "\"mode\":1}]},{\"name\":\"body\",\"primitives\":[{\"attributes\":{\"POSITION\":0},"           \
    "\"indices\":1}]}]"

static void make_text(char* out, size_t capacity, size_t width, const char* uri) {
    const int component = width == 1 ? 5121 : width == 2 ? 5123 : 5125;
    (void)snprintf(out, capacity,
        "{\"asset\":{\"version\":\"2.0\"}," VIEWS ACCESSORS MESHES
        ",\"buffers\":[{\"byteLength\":%zu"
        "%s%s%s}]}",
        12 * width, component, 48 + 12 * width, uri != NULL ? ",\"uri\":\"" : "",
        uri != NULL ? uri : "", uri != NULL ? "\"" : "");
}

static waft_mesh_options body_options(void) {
    waft_mesh_options options = options_for(WAFT_MESH_FORMAT_GLTF);
    options.object = "body";
    return options;
}

static void test_widths(void) {
    for (size_t width = 1; width <= 4; width *= 2) {
        const tetra_bytes t = make_buffer(width);
        char uri[256] = "data:application/octet-stream;base64,";
        char text[2048];
        encode(&t, uri + strlen(uri));
        make_text(text, sizeof(text), width, uri);
        waft_mesh_options options = body_options();
        check_tetra(parse_bytes(text, strlen(text), &options));
        options.format = WAFT_MESH_FORMAT_AUTO;
        check_tetra(parse_bytes(text, strlen(text), &options));
    }
}

// A .glb with its JSON and binary chunk; returns its size.
static size_t make_glb(unsigned char* out) {
    const tetra_bytes t = make_buffer(2);
    char text[2048];
    make_text(text, sizeof(text), 2, NULL);
    size_t length = strlen(text);
    while (length % 4 != 0) {
        text[length++] = ' ';
    }
    wafti_put_u32(out, 0x46546C67); // glTF
    wafti_put_u32(out + 4, 2);
    wafti_put_u32(out + 12, (uint32_t)length);
    wafti_put_u32(out + 16, 0x4E4F534A); // JSON
    for (size_t i = 0; i < length; ++i) {
        out[20 + i] = (unsigned char)text[i];
    }
    unsigned char* binary = out + 20 + length;
    wafti_put_u32(binary, (uint32_t)t.size);
    wafti_put_u32(binary + 4, 0x004E4942); // BIN
    memcpy(binary + 8, t.bytes, t.size);
    const size_t size = 28 + length + t.size;
    wafti_put_u32(out + 8, (uint32_t)size);
    return size;
}

static void test_glb(void) {
    unsigned char bytes[4096];
    const size_t size = make_glb(bytes);
    waft_mesh_options options = body_options();
    options.format = WAFT_MESH_FORMAT_AUTO;
    check_tetra(parse_bytes(bytes, size, &options));
    options.object = "nobody";
    refuse_bytes(bytes, size, &options, WAFT_ERR_MESH, "m: there is no mesh 'nobody'");
    options.object = NULL; // the first one, which has lines alone
    waft_mesh* mesh = NULL;
    CHECK(waft_mesh_parse(bytes, size, &options, &mesh, NULL) == WAFT_ERR_MESH);
}

// Cut anywhere, or with any byte changed, it is read or refused, and never more than that.
static void test_damage(void) {
    unsigned char bytes[4096];
    const size_t size = make_glb(bytes);
    const waft_mesh_options options = body_options();
    for (size_t i = 0; i < size; ++i) {
        waft_mesh* mesh = NULL;
        waft_error error = {.sentence = ""};
        unsigned char* cut = malloc(i + 1);
        memcpy(cut, bytes, i);
        CHECK(waft_mesh_parse(cut, i, &options, &mesh, &error) != WAFT_OK);
        CHECK(mesh == NULL && error.sentence[0] != '\0');
        free(cut);
        for (int value = 0; value < 256; value += 15) {
            const unsigned char kept = bytes[i];
            bytes[i] = (unsigned char)value;
            const waft_result result = waft_mesh_parse(bytes, size, &options, &mesh, NULL);
            CHECK((result == WAFT_OK) == (mesh != NULL));
            waft_mesh_destroy(mesh);
            bytes[i] = kept;
        }
    }
}

#define FLOATS(mode, count)                                                                        \
    "{\"bufferViews\":[{\"buffer\":0,\"byteLength\":48}],\"accessors\":[{\"bufferView\":0,"        \
    "\"componentType\":5126,\"count\":" count "}],\"meshes\":[{\"primitives\":[{\"attributes\":{"  \
    "\"POSITION\":0},\"mode\":" mode "}]}],\"buffers\":[{\"uri\":\"data:;base64,%s\"}]}"

static size_t facets_of(const char* format) {
    const tetra_bytes t = make_buffer(1);
    char base[256];
    char text[1024];
    encode(&t, base);
    (void)snprintf(text, sizeof(text), format, base); // NOLINT: the formats are above
    const waft_mesh_options options = options_for(WAFT_MESH_FORMAT_GLTF);
    waft_mesh* mesh = parse_bytes(text, strlen(text), &options);
    const size_t count = waft_mesh_get_info(mesh).facet_count;
    waft_mesh_destroy(mesh);
    return count;
}

static void test_modes(void) {
    CHECK(facets_of(FLOATS("4", "3")) == 1);
    CHECK(facets_of(FLOATS("5", "4")) == 2);
    CHECK(facets_of(FLOATS("6", "4")) == 2);
}

// A node that mirrors and stretches: the volume is larger, and still positive.
static void test_nodes(void) {
    const tetra_bytes t = make_buffer(2);
    char uri[256] = "data:application/octet-stream;base64,";
    char text[2048];
    encode(&t, uri + strlen(uri));
    make_text(text, sizeof(text), 2, uri);
    const waft_mesh_options options = body_options();
    waft_mesh* plain = parse_bytes(text, strlen(text), &options);
    static const char nodes[] = ",\"nodes\":[{\"mesh\":1,\"scale\":[-2,3,1]}]}";
    (void)snprintf(text + strlen(text) - 1, sizeof(text) - strlen(text), "%s", nodes);
    waft_mesh* stretched = parse_bytes(text, strlen(text), &options);
    const double volume = waft_mesh_get_info(plain).volume;
    CHECK(volume > 0.0);
    CHECK_NEAR(waft_mesh_get_info(stretched).volume, 6.0 * volume, 1e-12);
    waft_mesh_destroy(plain);
    waft_mesh_destroy(stretched);
}

static void test_files(void) {
    scratch s = scratch_make();
    const tetra_bytes t = make_buffer(4);
    char text[2048];
    FILE* file = fopen(scratch_file(&s, "tetra.bin"), "wb");
    CHECK(file != NULL && fwrite(t.bytes, 1, t.size, file) == t.size && fclose(file) == 0);
    make_text(text, sizeof(text), 4, "tetra.bin");
    file = fopen(scratch_file(&s, "tetra.gltf"), "wb");
    CHECK(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
    waft_mesh_options options = waft_mesh_options_default();
    options.object = "body";
    waft_mesh* mesh = NULL;
    CHECK(waft_mesh_read(s.name, &options, &mesh, NULL) == WAFT_OK);
    check_tetra(mesh);
    // Bytes alone lead to no file, and no file leads out of its folder.
    static const char sentence[] =
        "m: glTF: a buffer is in a place that is not read: it must be in "
        "the file itself or in a file beside it";
    options = body_options();
    refuse_bytes(text, strlen(text), &options, WAFT_ERR_PARSE, sentence);
    static const char* const places[] = {"../tetra.bin", "/tetra.bin", "file:tetra.bin", ""};
    for (size_t i = 0; i < 4; ++i) {
        make_text(text, sizeof(text), 4, places[i]);
        file = fopen(scratch_file(&s, "out.gltf"), "wb");
        CHECK(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
        CHECK(waft_mesh_read(s.name, &options, &mesh, NULL) == WAFT_ERR_PARSE);
    }
    scratch_remove(&s);
}

static void test_refusals(void) {
    const waft_mesh_options options = options_for(WAFT_MESH_FORMAT_GLTF);
    static const struct {
        const char* text;
        const char* why;
    } rows[] = {
        {"", "it has no mesh, or is not whole JSON"},
        {"{\"meshes\":[{}]}", "the mesh has no primitives"},
        {"{\"meshes\":[{\"primitives\":[{}]}]}", "a part of the mesh has no POSITION"},
        {"{\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":7}}]}]}",
            "there is no such accessor"},
        {"{\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"accessors\":[{}]}",
            "an accessor has no bufferView; compressed meshes are not read"},
        {"{\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"accessors\":[{"
         "\"bufferView\":0,\"count\":1,\"componentType\":5126}],\"bufferViews\":[{\"buffer\":0,"
         "\"byteLength\":12,\"byteOffset\":18446744073709551610}],\"buffers\":[{\"uri\":\"data:,"
         "AAAA\"}"
         "]}",
            "a bufferView is outside of its buffer"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
        char sentence[256];
        (void)snprintf(sentence, sizeof(sentence), "m: glTF: %s", rows[i].why);
        refuse_bytes(rows[i].text, strlen(rows[i].text), &options, WAFT_ERR_PARSE, sentence);
    }
}

static const test_case cases[] = {
    {"widths of indices", test_widths},
    {"glb", test_glb},
    {"damage", test_damage},
    {"modes", test_modes},
    {"nodes", test_nodes},
    {"files", test_files},
    {"refusals", test_refusals},
};

TEST_MAIN(cases)
