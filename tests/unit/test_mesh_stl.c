// SPDX-License-Identifier: MIT
#include "mesh_text_fixture.h"

#define FACET(n, a, b, c)                                                                          \
    "facet normal " n "\nouter loop\nvertex " a "\nvertex " b "\nvertex " c "\nendloop\nendfacet"  \
    "\n"
#define O     "0 0 0"
#define X     "1 0 0"
#define Y     "0 1 0"
#define Z     "0 0 1"
#define TETRA FACET("0 0 -1", O, Y, X) FACET("0 -1 0", O, X, Z) FACET("nan 1 x", X, Y, Z)

enum { BINARY_SIZE = 84 + 4 * 50 };

static void put_u32(unsigned char* to, uint32_t value) {
    for (int i = 0; i < 4; ++i) {
        to[i] = (unsigned char)(value >> (8 * i));
    }
}

static void make_binary(unsigned char* bytes, const char* header) {
    memset(bytes, 0, BINARY_SIZE);
    for (size_t i = 0; header[i] != '\0'; ++i) {
        bytes[i] = (unsigned char)header[i];
    }
    put_u32(bytes + 80, 4);
    for (size_t i = 0; i < 36; ++i) {
        const float value = (float)tetra_points[3 * (size_t)tetra_facets[i / 3] + i % 3];
        uint32_t bits = 0;
        memcpy(&bits, &value, sizeof(bits));
        put_u32(bytes + 84 + i / 9 * 50 + 12 + 4 * (i % 9), bits);
    }
}

static void text_is_read(void) {
    const waft_mesh_options options = options_for(WAFT_MESH_FORMAT_STL);
    static const char text[] = "solid a name facet\n" TETRA FACET("1 0 0", O, Z, Y) "endsolid a\n";
    check_tetra(parse_bytes(text, strlen(text), &options));
    static const char loud[] =
        "SOLID\r\n" TETRA "ENDSOLID\r\nsolid two\n" FACET("1 0 0", O, Z, Y) "endsolid";
    check_tetra(parse_bytes(loud, strlen(loud), &options));
}

static void bytes_are_read(void) {
    unsigned char bytes[BINARY_SIZE + 3] = {0};
    const waft_mesh_options options = options_for(WAFT_MESH_FORMAT_STL);
    make_binary(bytes, "made by a program");
    check_tetra(parse_bytes(bytes, BINARY_SIZE, &options));
    // Some binary files say "solid", and some have bytes to spare.
    make_binary(bytes, "solid made by a program");
    check_tetra(parse_bytes(bytes, BINARY_SIZE, &options));
    check_tetra(parse_bytes(bytes, BINARY_SIZE + 3, &options));
    memset(bytes + 5, ' ', 75);
    check_tetra(parse_bytes(bytes, BINARY_SIZE, &options));
}

static void damaged_bytes_are_refused(void) {
    unsigned char bytes[BINARY_SIZE];
    waft_mesh_options options = options_for(WAFT_MESH_FORMAT_STL);
    make_binary(bytes, "x");
    refuse_bytes(bytes, BINARY_SIZE - 1, &options, WAFT_ERR_PARSE,
        "m: not a whole STL file: 283 bytes, a binary one of so many facets has 284");
    refuse_bytes(bytes, 83, &options, WAFT_ERR_PARSE,
        "m: not a whole STL file: 83 bytes, a binary one of so many facets has 84");
    refuse_bytes("", 0, &options, WAFT_ERR_PARSE,
        "m: not a whole STL file: 0 bytes, a binary one of so many facets has 84");
    put_u32(bytes + 80, UINT32_MAX);
    refuse_bytes(bytes, BINARY_SIZE, &options, WAFT_ERR_PARSE,
        "m: not a whole STL file: 284 bytes, a binary one of so many facets has 214748364834");
    put_u32(bytes + 80, 4);
    put_u32(bytes + 84 + 12 + 4, 0x7F800001); // a signalling NaN
    refuse_bytes(bytes, BINARY_SIZE, &options, WAFT_ERR_MESH,
        "m: coordinate y of point 0, counted from 0, is not a finite number");
    options.most_facets = 3;
    refuse_bytes(bytes, BINARY_SIZE, &options, WAFT_ERR_MESH, "m: 4 facets; at most 3 are allowed");
    options.object = "x";
    refuse_bytes(bytes, BINARY_SIZE, &options, WAFT_ERR_MESH,
        "m: only OBJ and glTF files have named objects; there is no 'x'");
}

static void damaged_text_has_a_place(void) {
    static const struct {
        const char* text;
        const char* sentence;
    } files[] = {
        {"solid\nfacet\n", "m:3:1: expected normal, but the file ends"},
        {"solid\nfacet normal 0 0 1\nloop\n", "m:3:1: expected outer, not 'loop'"},
        {"solid\nfacet normal 0 0 1 outer loop vertex 1 2 x", "m:2:42: expected a number, not 'x'"},
        {"solid\nfacet normal 0 0 1 outer loop vertex 1 2 3 vertex 1 2 3 endloop",
            "m:2:57: expected vertex, not 'endloop'"},
        {"solid\nfacet normal 0 0 1 outer loop vertex 1 2 3 vertex 1 2 3 vertex 1 2 3 vertex 1 2 3",
            "m:2:70: expected endloop, not 'vertex'"},
        {"solid\n\nvertex", "m:3:1: expected facet or endsolid, not 'vertex'"},
    };
    const waft_mesh_options options = options_for(WAFT_MESH_FORMAT_STL);
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); ++i) {
        refuse_bytes(
            files[i].text, strlen(files[i].text), &options, WAFT_ERR_PARSE, files[i].sentence);
    }
    refuse_bytes("solid\nendsolid\n", 15, &options, WAFT_ERR_MESH, "m: the mesh has no facet");
}

static const test_case cases[] = {
    {"text_is_read", text_is_read},
    {"bytes_are_read", bytes_are_read},
    {"damaged_bytes_are_refused", damaged_bytes_are_refused},
    {"damaged_text_has_a_place", damaged_text_has_a_place},
};

TEST_MAIN(cases)
