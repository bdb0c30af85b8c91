// SPDX-License-Identifier: MIT
#include "io/gltf_place.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "math/rotation.h"

enum { DEEPEST = 64 }; // nodes above one another

static const wafti_gltf_place nowhere = {.turn = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

// As many numbers as are wanted; false unless the list has just these, all finite.
static bool read_numbers(
    const wafti_json_value* node, const char* key, size_t count, double* out_numbers) {
    wafti_json_value list;
    wafti_json_value item;
    if (!wafti_json_member(*node, key, &list)) {
        return false;
    }
    wafti_json_list walk = wafti_json_walk(list);
    size_t found = 0;
    while (wafti_json_next(&walk, &item)) {
        double number = 0.0;
        if (found == count || !wafti_parse_double(item.text, item.length, &number) ||
            !isfinite(number)) {
            return false;
        }
        out_numbers[found++] = number;
    }
    return found == count;
}

static bool has(const wafti_json_value* node, const char* key) {
    wafti_json_value value;
    return wafti_json_member(*node, key, &value);
}

static bool is_unit(const double q[4]) {
    return fabs(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1.0) < 0.01;
}

// A node's own place: a matrix by columns, or translation, rotation (x, y, z, w) and scale.
static bool read_place(const wafti_json_value* node, wafti_gltf_place* out_place) {
    double matrix[16];
    double shift[3] = {0.0, 0.0, 0.0};
    double rotation[4] = {0.0, 0.0, 0.0, 1.0};
    double scale[3] = {1.0, 1.0, 1.0};
    if (has(node, "matrix")) {
        if (!read_numbers(node, "matrix", 16, matrix)) {
            return false;
        }
        for (int row = 0; row < 3; ++row) {
            for (int column = 0; column < 3; ++column) {
                out_place->turn[row][column] = matrix[4 * column + row];
            }
            out_place->shift[row] = matrix[12 + row];
        }
        return true;
    }
    if ((has(node, "translation") && !read_numbers(node, "translation", 3, shift)) ||
        (has(node, "rotation") && !read_numbers(node, "rotation", 4, rotation)) ||
        (has(node, "scale") && !read_numbers(node, "scale", 3, scale)) || !is_unit(rotation)) {
        return false;
    }
    wafti_rotation_matrix(rotation, out_place->turn);
    for (int k = 0; k < 9; ++k) {
        out_place->turn[k / 3][k % 3] *= scale[k % 3];
    }
    memcpy(out_place->shift, shift, sizeof(shift));
    return true;
}

// What `outer` makes of `inner`.
static wafti_gltf_place join(const wafti_gltf_place* outer, const wafti_gltf_place* inner) {
    wafti_gltf_place joined;
    memcpy(joined.shift, inner->shift, sizeof(joined.shift));
    wafti_gltf_move(outer, joined.shift);
    for (int k = 0; k < 9; ++k) {
        double sum = 0.0;
        for (int n = 0; n < 3; ++n) {
            sum += outer->turn[k / 3][n] * inner->turn[n][k % 3];
        }
        joined.turn[k / 3][k % 3] = sum;
    }
    return joined;
}

static bool holds_child(const wafti_json_value* node, uint64_t child) {
    wafti_json_value list;
    wafti_json_value item;
    if (!wafti_json_member(*node, "children", &list)) {
        return false;
    }
    wafti_json_list walk = wafti_json_walk(list);
    while (wafti_json_next(&walk, &item)) {
        uint64_t number = 0;
        if (wafti_parse_uint(item.text, item.length, &number) && number == child) {
            return true;
        }
    }
    return false;
}

static bool holds_mesh(const wafti_json_value* node, uint64_t mesh) {
    uint64_t number = 0;
    return wafti_json_uint(*node, "mesh", &number) && number == mesh;
}

// The first node that holds something; false if none does.
static bool find_node(const wafti_json_value* nodes,
    bool (*holds)(const wafti_json_value* node, uint64_t what), uint64_t what,
    wafti_json_value* out_node, uint64_t* out_index) {
    wafti_json_list walk = wafti_json_walk(*nodes);
    for (uint64_t index = 0; wafti_json_next(&walk, out_node); ++index) {
        if (holds(out_node, what)) {
            *out_index = index;
            return true;
        }
    }
    return false;
}

bool wafti_gltf_find_place(
    const wafti_json_value* root, uint64_t mesh, wafti_gltf_place* out_place) {
    *out_place = nowhere;
    wafti_json_value nodes;
    wafti_json_value node;
    uint64_t index = 0;
    if (!wafti_json_member(*root, "nodes", &nodes) ||
        !find_node(&nodes, holds_mesh, mesh, &node, &index)) {
        return true;
    }
    for (int depth = 0; depth < DEEPEST; ++depth) {
        wafti_gltf_place own;
        if (!read_place(&node, &own)) {
            return false;
        }
        *out_place = join(&own, out_place);
        if (!find_node(&nodes, holds_child, index, &node, &index)) {
            return true;
        }
    }
    return false;
}

bool wafti_gltf_mirrors(const wafti_gltf_place* place) {
    const double(*t)[3] = place->turn;
    return t[0][0] * (t[1][1] * t[2][2] - t[1][2] * t[2][1]) -
               t[0][1] * (t[1][0] * t[2][2] - t[1][2] * t[2][0]) +
               t[0][2] * (t[1][0] * t[2][1] - t[1][1] * t[2][0]) <
           0.0;
}
