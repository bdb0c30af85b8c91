// SPDX-License-Identifier: MIT
#include "export/obj.h"
#include "scratch.h"

enum { NX = 5, NZ = 3, ROW = 8 };

typedef struct slab {
    float level[NZ * ROW], shift_x[NZ * ROW], shift_z[NZ * ROW], zero[NZ * ROW], one[NZ * ROW];
} slab;

static waft_field view(const float* data, int32_t nx, int32_t nz) {
    return (waft_field){.data = data,
        .size = {nx, 1, nz},
        .stride = {1, ROW, ROW},
        .origin = {0.25f, 0.0f, 0.25f},
        .spacing = {0.5f, 1.0f, 0.5f}};
}

static wafti_surface make_surface(slab* s, int32_t nx, int32_t nz, int stride) {
    memset(s, 0, sizeof(*s));
    for (int k = 0; k < NZ; ++k) {
        for (int i = 0; i < NX; ++i) {
            s->level[k * ROW + i] = (float)(10 * k + i) / 8.0f;
            s->shift_x[k * ROW + i] = 0.0625f;
            s->shift_z[k * ROW + i] = -0.125f;
            s->one[k * ROW + i] = 1.0f;
        }
    }
    wafti_surface surface = {.level = view(s->level, nx, nz),
        .shift_x = view(s->shift_x, nx, nz),
        .shift_z = view(s->shift_z, nx, nz),
        .normal = {view(s->zero, nx, nz), view(s->one, nx, nz), view(s->zero, nx, nz)},
        .stride = stride};
    wafti_surface_measure(&surface);
    return surface;
}

typedef struct mesh {
    double points[32][3];
    int point_count, normal_count, face_count, line_count;
    int faces[32][4];
} mesh;

static mesh read_mesh(const char* path) {
    mesh m = {0};
    char* text = scratch_read(path, NULL);
    char* rest = text;
    for (char* line = strtok_r(text, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        double* p = m.points[m.point_count];
        int* f = m.faces[m.face_count];
        int n[4];
        if (sscanf(line, "v %lf %lf %lf", &p[0], &p[1], &p[2]) == 3) {
            ++m.point_count;
        } else if (strncmp(line, "vn 0 1 0", 8) == 0) {
            ++m.normal_count;
        } else if (sscanf(line, "f %d//%d %d//%d %d//%d %d//%d", &f[0], &n[0], &f[1], &n[1], &f[2],
                       &n[2], &f[3], &n[3]) == 8) {
            CHECK(memcmp(f, n, sizeof(n)) == 0);
            ++m.face_count;
        } else if (line[0] == 'l' || line[0] == 'p') {
            ++m.line_count;
        }
    }
    waft_text_free(NULL, text);
    return m;
}

// The y component of a quad's normal, by the cross product of its diagonals.
static double facing(const mesh* m, int face) {
    const double* a = m->points[m->faces[face][0] - 1];
    const double* b = m->points[m->faces[face][1] - 1];
    const double* c = m->points[m->faces[face][2] - 1];
    const double* d = m->points[m->faces[face][3] - 1];
    return (c[2] - a[2]) * (d[0] - b[0]) - (c[0] - a[0]) * (d[2] - b[2]);
}

static void quads_look_up(void) {
    scratch s = scratch_make();
    slab data;
    const wafti_surface surface = make_surface(&data, NX, NZ, 1);
    CHECK(wafti_obj_write(scratch_file(&s, "a.obj"), &surface, NULL) == WAFT_OK);
    const mesh m = read_mesh(scratch_file(&s, "a.obj"));
    CHECK(m.point_count == NX * NZ && m.normal_count == NX * NZ);
    CHECK(m.face_count == (NX - 1) * (NZ - 1));
    CHECK_NEAR(m.points[7][0], 0.25 + 2 * 0.5 + 0.0625, 1e-6);
    CHECK_NEAR(m.points[7][1], 12.0 / 8.0, 1e-6);
    CHECK_NEAR(m.points[7][2], 0.25 + 0.5 - 0.125, 1e-6);
    for (int i = 0; i < m.face_count; ++i) {
        CHECK(facing(&m, i) > 0.0);
    }
    scratch_remove(&s);
}

static void strides_and_lines(void) {
    scratch s = scratch_make();
    slab data;
    wafti_surface surface = make_surface(&data, NX, NZ, 2);
    CHECK(surface.size[0] == 3 && surface.size[1] == 2);
    CHECK(wafti_obj_write(scratch_file(&s, "a.obj"), &surface, NULL) == WAFT_OK);
    mesh m = read_mesh(scratch_file(&s, "a.obj"));
    CHECK(m.point_count == 6 && m.face_count == 2);
    CHECK_NEAR(m.points[5][1], 24.0 / 8.0, 1e-6);
    surface = make_surface(&data, NX, 1, 1);
    CHECK(wafti_obj_write(scratch_file(&s, "a.obj"), &surface, NULL) == WAFT_OK);
    m = read_mesh(scratch_file(&s, "a.obj"));
    CHECK(m.point_count == NX && m.face_count == 0 && m.line_count == 1);
    CHECK(scratch_holds(scratch_file(&s, "a.obj"), "\nl 1 2 3 4 5\n"));
    surface = make_surface(&data, NX, 1, 9);
    CHECK(wafti_obj_write(scratch_file(&s, "a.obj"), &surface, NULL) == WAFT_OK);
    CHECK(scratch_holds(scratch_file(&s, "a.obj"), "\np 1\n"));
    scratch_remove(&s);
}

static void refusals(void) {
    waft_error error;
    CHECK(waft_obj_write_water("no", NULL, 1, &error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_obj_write_water(NULL, NULL, 1, &error) == WAFT_ERR_ARGUMENT);
    CHECK(access("no", F_OK) != 0);
}

static const test_case cases[] = {
    {"quads_look_up", quads_look_up},
    {"strides_and_lines", strides_and_lines},
    {"refusals", refusals},
};

TEST_MAIN(cases)
