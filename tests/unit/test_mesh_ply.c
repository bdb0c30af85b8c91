// SPDX-License-Identifier: MIT
#include "mesh_text_fixture.h"

#define HEAD(vertices, faces)                                                                      \
    "element vertex " vertices "\nproperty float x\nproperty float y\nproperty float z\n"          \
    "element face " faces "\nproperty list uchar int vertex_indices\nend_header\n"
#define ASCII  "ply\nformat ascii 1.0\n"
#define POINTS "0 0 0\n1 0 0\n0 1 0\n0 0 1\n"

static waft_mesh_options ply(void) {
    return options_for(WAFT_MESH_FORMAT_PLY);
}

static void text_is_read(void) {
    const waft_mesh_options options = ply();
    static const char text[] = ASCII "comment by hand \\\nobj_info x\n" HEAD("4", "4") POINTS
        "3 0 2 1\n3 0 1 3\n3 1 2 3\n3 0 3 2\n";
    check_tetra(parse_bytes(text, strlen(text), &options));
    static const char fan[] = ASCII HEAD("4", "1") POINTS "4 0 1 2 3\n";
    waft_mesh* mesh = parse_bytes(fan, strlen(fan), &options);
    static const uint32_t want[] = {0, 1, 2, 0, 2, 3};
    CHECK(waft_mesh_get_info(mesh).facet_count == 2);
    CHECK(memcmp(waft_mesh_get_view(mesh).indices, want, sizeof(want)) == 0);
    waft_mesh_destroy(mesh);
}

// Faces before points, other elements and properties, every type.
static void any_order_is_read(void) {
    const waft_mesh_options options = ply();
    static const char text[] =
        ASCII "element camera 1\nproperty list int float view\nproperty char c\n"
              "element face 4\nproperty uchar red\nproperty list uint8 uint16 vertex_index\n"
              "property list ushort double texcoord\nelement nothing 4000000000\n"
              "element vertex 4\nproperty float64 z\nproperty float nx\nproperty double x\n"
              "property short quality\nproperty int8 y\nproperty list uchar uchar extra\n"
              "end_header\n"
              "2 7.5 nan -1\n"
              "255 3 0 2 1 0\n0 3 0 1 3 2 0.5 0.5\n0 3 1 2 3 0\n0 3 0 3 2 0\n"
              "0 nan 0 1 0 0\n0 0 1 1 0 2 9 9\n0 0 0 1 1 0\n1 0 0 1 0 0\n";
    check_tetra(parse_bytes(text, strlen(text), &options));
}

typedef struct bytes {
    unsigned char data[1024];
    size_t size;
    bool big_endian;
} bytes;

static void put(bytes* b, const void* value, size_t size) {
    const uint16_t one = 1;
    unsigned char low_first = 0;
    memcpy(&low_first, &one, 1);
    for (size_t i = 0; i < size; ++i) {
        const bool keep = (low_first == 1) != b->big_endian;
        b->data[b->size++] = ((const unsigned char*)value)[keep ? i : size - 1 - i];
    }
}

static void put_text(bytes* b, const char* text) {
    memcpy(b->data + b->size, text, strlen(text));
    b->size += strlen(text);
}

static bytes make_binary(bool big_endian) {
    bytes b = {.big_endian = big_endian};
    put_text(&b, "ply\r\nformat binary_");
    put_text(&b, big_endian ? "big" : "little");
    put_text(&b,
        "_endian 1.0\r\nelement vertex 4\r\nproperty float y\r\nproperty uchar red\r\n"
        "property double x\r\nproperty int z\r\nelement face 4\r\n"
        "property list ushort uint vertex_indices\r\nproperty float area\r\nend_header\r\n");
    for (size_t i = 0; i < 4; ++i) {
        const float y = (float)tetra_points[3 * i + 1];
        const uint8_t red = 200;
        const int32_t z = (int32_t)tetra_points[3 * i + 2];
        put(&b, &y, sizeof(y));
        put(&b, &red, sizeof(red));
        put(&b, &tetra_points[3 * i], sizeof(double));
        put(&b, &z, sizeof(z));
    }
    for (size_t i = 0; i < 4; ++i) {
        const uint16_t count = 3;
        const float area = (float)NAN;
        put(&b, &count, sizeof(count));
        for (size_t k = 0; k < 3; ++k) {
            put(&b, &tetra_facets[3 * i + k], sizeof(uint32_t));
        }
        put(&b, &area, sizeof(area));
    }
    return b;
}

static void bytes_of_either_order_are_read(void) {
    const waft_mesh_options options = ply();
    for (int big = 0; big < 2; ++big) {
        const bytes b = make_binary(big == 1);
        check_tetra(parse_bytes(b.data, b.size, &options));
    }
}

static void damaged_bytes_are_refused(void) {
    const waft_mesh_options options = ply();
    bytes b = make_binary(false);
    const size_t face_size = 18;
    const size_t faces = b.size - 4 * face_size;
    char sentence[96];
    (void)snprintf(sentence, sizeof(sentence), "m: byte %zu: the file ends too early", b.size - 4);
    refuse_bytes(b.data, b.size - 1, &options, WAFT_ERR_PARSE, sentence);
    b.data[faces] = 2;
    (void)snprintf(
        sentence, sizeof(sentence), "m: byte %zu: a face has fewer than three corners", faces);
    refuse_bytes(b.data, b.size, &options, WAFT_ERR_PARSE, sentence);
    b.data[faces] = 3;
    b.data[faces + 2] = 9;
    refuse_bytes(b.data, b.size, &options, WAFT_ERR_MESH,
        "m: facet 0 has point 9, but there are 4 points; counted from 0");
}

// Negative and broken numbers of points.
static void lists_hold_whole_numbers(void) {
    const waft_mesh_options options = ply();
    static const char negative[] = ASCII HEAD("4", "1") POINTS "3 0 2 -1\n";
    refuse_bytes(negative, strlen(negative), &options, WAFT_ERR_PARSE,
        "m:14:7: the number of a point must be whole and not negative");
    static const char broken[] = ASCII HEAD("4", "1") POINTS "3 0 2 1.5\n";
    refuse_bytes(broken, strlen(broken), &options, WAFT_ERR_PARSE,
        "m:14:7: the number of a point must be whole and not negative");
    static const char length[] = ASCII HEAD("4", "1") POINTS "-3 0 2 1\n";
    refuse_bytes(length, strlen(length), &options, WAFT_ERR_PARSE,
        "m:14:1: the length of a list must be whole and not negative");
    static const char few[] = ASCII HEAD("4", "1") POINTS "2 0 2\n";
    refuse_bytes(
        few, strlen(few), &options, WAFT_ERR_PARSE, "m:14:1: a face has fewer than three corners");
    static const char word[] = ASCII HEAD("4", "1") POINTS "3 0 x 1\n";
    refuse_bytes(
        word, strlen(word), &options, WAFT_ERR_PARSE, "m:14:5: expected a number, not 'x'");
    static const char end[] = ASCII HEAD("4", "1") POINTS "3 0 1\n";
    refuse_bytes(
        end, strlen(end), &options, WAFT_ERR_PARSE, "m:15:1: expected a number, but the file ends");
    static const char coordinate[] = ASCII HEAD("4", "1") "0 0 nan\n1 0 0\n0 1 0\n0 0 1\n3 0 1 2\n";
    refuse_bytes(coordinate, strlen(coordinate), &options, WAFT_ERR_PARSE,
        "m:10:5: expected a number, not 'nan'");
}

static void damaged_headers_have_a_place(void) {
    static const struct {
        const char* text;
        const char* sentence;
    } files[] = {
        {"plx\n", "m:1:1: expected ply, not 'plx'"},
        {"", "m:1:1: expected ply, but the file ends"},
        {"ply\n", "m:2:1: expected end_header, but the file ends"},
        {"ply\nformat text 1.0\n",
            "m:2:8: expected ascii, binary_little_endian or binary_big_endian, not 'text'"},
        {"ply\nformat ascii 2.0\n", "m:2:14: expected version 1.0, not '2.0'"},
        {"ply\nhello\n", "m:2:1: expected a line of a PLY header, not 'hello'"},
        {"ply\nelement\n", "m:2:8: expected the name of an element, but the line ends"},
        {"ply\nelement face -1\n", "m:2:14: expected a count below 2^32, not '-1'"},
        {"ply\nelement face 4294967296\n", "m:2:14: expected a count below 2^32, not '4294967296'"},
        {"ply\nproperty float x\n", "m:2:10: a property before any element"},
        {"ply\nelement face 1\nproperty real x\n",
            "m:3:10: expected a type such as float or uchar, not 'real'"},
        {"ply\nelement face 1\nproperty list float int vertex_indices\n",
            "m:3:21: the length of a list must have a type of whole numbers"},
        {"ply\nend_header\n", "m:2:11: the header has no format"},
        {ASCII "element vertex 1\nproperty float x\nproperty float y\nend_header\n",
            "m:6:11: the header needs one element vertex with one property z"},
        {ASCII
            "element vertex 1\nproperty float x\nproperty float y\nproperty float z\nend_header\n",
            "m:7:11: the header needs one element face with one property list vertex_indices"},
        {ASCII HEAD("1000", "1") POINTS,
            "m: the header tells of 1000 elements, but only 24 bytes follow"},
        {ASCII HEAD("4", "4294967295") POINTS "3 0 1 2",
            "m: the header tells of 4294967295 elements, but only 8 bytes follow"},
    };
    const waft_mesh_options options = ply();
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); ++i) {
        refuse_bytes(
            files[i].text, strlen(files[i].text), &options, WAFT_ERR_PARSE, files[i].sentence);
    }
}

static void too_much_is_refused(void) {
    static char text[4096];
    const waft_mesh_options options = ply();
    (void)snprintf(text, sizeof(text), ASCII);
    for (int i = 0; i < 17; ++i) {
        (void)strncat(text, "element e 1\n", sizeof(text) - strlen(text) - 1);
    }
    refuse_bytes(text, strlen(text), &options, WAFT_ERR_PARSE, "m:19:9: more than 16 elements");
    (void)snprintf(text, sizeof(text), ASCII "element e 1\n");
    for (int i = 0; i < 65; ++i) {
        (void)strncat(text, "property int p\n", sizeof(text) - strlen(text) - 1);
    }
    refuse_bytes(text, strlen(text), &options, WAFT_ERR_PARSE, "m:68:10: more than 64 properties");
    waft_mesh_options few = options;
    few.most_facets = 1;
    static const char fan[] = ASCII HEAD("4", "1") POINTS "4 0 1 2 3\n";
    refuse_bytes(fan, strlen(fan), &few, WAFT_ERR_MESH, "m: 2 facets; at most 1 are allowed");
}

static const test_case cases[] = {
    {"text_is_read", text_is_read},
    {"any_order_is_read", any_order_is_read},
    {"bytes_of_either_order_are_read", bytes_of_either_order_are_read},
    {"damaged_bytes_are_refused", damaged_bytes_are_refused},
    {"lists_hold_whole_numbers", lists_hold_whole_numbers},
    {"damaged_headers_have_a_place", damaged_headers_have_a_place},
    {"too_much_is_refused", too_much_is_refused},
};

TEST_MAIN(cases)
