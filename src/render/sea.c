// SPDX-License-Identifier: MIT
// A sea to the horizon, made of the wave trains themselves. Its mesh is a fan of rings round the
// place below the eye, as fine as the picture shows them.
#include "render/detail.h"
#include "render/height_grid.h"
#include "render/pass.h"
#include "render/shader.h"
#include "render/water_uniforms.h"

enum { MOST_WAVES = 64 };

typedef struct sea {
    GLuint program;
    GLuint deep; ///< before an eye under water
    GLuint detail, array;
    wafti_stream stream, index_stream;
    int columns, rows; ///< of the mesh that the index buffer holds
    GLsizei index_count;
    wafti_render_buffer vertices, indices;
    bool dived;
} sea;

static void destroy(void* self) {
    sea* me = self;
    glDeleteTextures(1, &me->detail);
    glDeleteVertexArrays(1, &me->array);
    wafti_stream_free(&me->stream);
    wafti_stream_free(&me->index_stream);
}

static const waft_draw_water* sea_of(const wafti_frame* frame) {
    const waft_draw_water* drawn = frame->drawing->water;
    return drawn != NULL && drawn->edge == WAFT_EDGE_HORIZON ? drawn : NULL;
}

static bool check(const wafti_frame* frame) {
    const waft_draw_water* drawn = frame->drawing->water;
    if (drawn->waves == NULL && drawn->wave_count > 0) {
        return wafti_frame_refuse(frame, "water.waves is NULL but its count is not 0");
    }
    for (size_t i = 0; i < drawn->wave_count && i < MOST_WAVES; ++i) {
        const waft_sea_wave* wave = &drawn->waves[i];
        if (!isfinite(wave->kx) || !isfinite(wave->kz) || !isfinite(wave->phase) ||
            !isfinite(wave->amplitude) || !isfinite(wave->reach)) {
            return wafti_frame_refuse(frame, "water.waves[%zu] must be finite", i);
        }
    }
    return wafti_water_look_check(frame);
}

static size_t wave_count(const waft_draw_water* drawn) {
    return drawn->wave_count < MOST_WAVES ? drawn->wave_count : MOST_WAVES;
}

// Programs have room for 4, 8, 16, 32 or 64 waves.
static int wave_class(size_t count) {
    int class = 0;
    while (((size_t)4 << class) < count) {
        ++class;
    }
    return class;
}

static float total_height(const waft_draw_water* drawn) {
    float sum = 0.0f;
    for (size_t i = 0; i < wave_count(drawn); ++i) {
        sum += fabsf(drawn->waves[i].amplitude);
    }
    return sum;
}

// The height of the surface over (or under) a point, without the shifts.
static float level_at(const waft_draw_water* drawn, waft_vec3 at) {
    float level = drawn->still_level;
    for (size_t i = 0; i < wave_count(drawn); ++i) {
        const waft_sea_wave* wave = &drawn->waves[i];
        level += wave->amplitude * cosf(wave->kx * at.x + wave->kz * at.z + wave->phase);
    }
    return level;
}

// A fan of rings: distances h sinh(u) from the place below the eye, so that steps grow with the
// distance from the eye itself.
typedef struct fan {
    waft_vec2 center;
    float height;         ///< h, m
    float nearest, reach; ///< m, the first ring and the last
    float middle, spread; ///< azimuth of the fan and half its angle, rad
} fan;

static fan choose_fan(const wafti_frame* frame, float swell) {
    const waft_camera* camera = &frame->drawing->camera;
    const float level = frame->drawing->water->still_level;
    const float* f = frame->block.forward;
    const float over = fabsf(camera->eye.y - level);
    fan out = {
        .center = {camera->eye.x, camera->eye.z},
        .height = fmaxf(over, 0.02f * frame->radius),
        .reach = frame->block.view[1],
        .middle = atan2f(f[0], f[2]),
        .spread = (float)M_PI,
    };
    if (camera->orthographic) {
        out.center = (waft_vec2){camera->target.x, camera->target.z};
        out.height = camera->height;
        return out;
    }
    const float aspect = (float)frame->size[0] / (float)frame->size[1];
    const float up = tanf(0.5f * camera->fov);
    const float pitch = asinf(fminf(fmaxf(fabsf(f[1]), 0.0f), 1.0f));
    const float steepest = pitch + 0.5f * camera->fov;
    if (steepest < 1.4f) {
        const float first = fmaxf(over - swell, 0.0f) / tanf(steepest);
        // The corners of the picture nearest to the pole of the view have the widest azimuths.
        const float level_part = cosf(pitch) - up * sinf(pitch);
        out.nearest = fmaxf(0.9f * first - swell, 0.0f);
        out.spread = fminf(atan2f(up * aspect, fmaxf(level_part, 1e-3f)) +
                               fminf(swell / fmaxf(out.nearest, swell), 0.6f) + 0.05f,
            (float)M_PI);
    }
    return out;
}

typedef struct sea_vertex {
    float x, z;
    float spacing; ///< m to its neighbours
} sea_vertex;

static void fill_fan(const fan* shape, int columns, int rows, sea_vertex* out) {
    const float first = asinhf(shape->nearest / shape->height);
    const float last = asinhf(shape->reach / shape->height);
    float before = shape->nearest;
    for (int r = 0; r < rows; ++r) {
        // Finer steps in front: far waves are smaller than a sample anyway.
        const float t = (float)r / (float)(rows - 1);
        const float u = first + (last - first) * t * (0.45f + 0.55f * t * t);
        const float ring = shape->height * sinhf(u);
        const float wide = 2.0f * ring * shape->spread / (float)(columns - 1);
        const float spacing = fmaxf(wide, ring - before);
        before = ring;
        for (int c = 0; c < columns; ++c) {
            const float angle =
                shape->middle + shape->spread * (2.0f * (float)c / (float)(columns - 1) - 1.0f);
            *out++ = (sea_vertex){shape->center.x + ring * sinf(angle),
                shape->center.y + ring * cosf(angle), spacing};
        }
    }
}

static bool lay_indices(sea* me, const wafti_frame* frame, int columns, int rows) {
    const size_t count = 6 * (size_t)(columns - 1) * (size_t)(rows - 1);
    uint32_t* out = wafti_frame_reserve(frame, &me->indices, count, sizeof *out, "a sea");
    if (out == NULL) {
        return false;
    }
    for (int r = 0; r + 1 < rows; ++r) {
        for (int c = 0; c + 1 < columns; ++c) {
            const uint32_t a = (uint32_t)(r * columns + c);
            const uint32_t d = a + (uint32_t)columns;
            const uint32_t corners[6] = {a, a + 1, d, d, a + 1, d + 1};
            for (int i = 0; i < 6; ++i) {
                *out++ = corners[i];
            }
        }
    }
    wafti_stream_fill_indices(&me->index_stream, me->indices.memory, count);
    if (glGetError() != GL_NO_ERROR) {
        me->columns = 0; // laid anew by the next picture
        return wafti_frame_fail(frame, WAFT_ERR_NO_MEMORY, "no memory for a sea");
    }
    me->columns = columns;
    me->rows = rows;
    me->index_count = (GLsizei)count;
    return true;
}

static bool lay_fan(sea* me, const wafti_frame* frame) {
    const fan shape = choose_fan(frame, total_height(frame->drawing->water));
    const float cells = 0.5f * (float)wafti_height_grid_worth(frame->size, frame->samples);
    const int columns = (int)(0.85f * sqrtf(cells));
    const int rows = (int)(cells / (float)columns);
    const size_t count = (size_t)columns * (size_t)rows;
    sea_vertex* vertices =
        wafti_frame_reserve(frame, &me->vertices, count, sizeof *vertices, "a sea");
    if (vertices == NULL) {
        return false;
    }
    fill_fan(&shape, columns, rows, vertices);
    wafti_gl_bind_array(&me->array);
    const bool laid =
        (me->columns == columns && me->rows == rows) || lay_indices(me, frame, columns, rows);
    wafti_stream_fill(&me->stream, vertices, count * sizeof *vertices);
    wafti_gl_attribute(0, 3, sizeof *vertices, 0, 0);
    glBindVertexArray(0);
    return laid;
}

// Is there something that may be seen through the surface? Lists of nothing do not count, nor lines
// that are drawn over all.
static bool has_things(const waft_drawing* drawing) {
    bool found = drawing->terrain != NULL;
    for (size_t i = 0; i < drawing->mesh_count && !found; ++i) {
        found = drawing->meshes[i].instance_count > 0 && drawing->meshes[i].index_count > 0;
    }
    for (size_t i = 0; i < drawing->particles_count && !found; ++i) {
        found = drawing->particles[i].count > 0;
    }
    for (size_t i = 0; i < drawing->line_count && !found; ++i) {
        found = drawing->lines[i].point_count > 0 && !drawing->lines[i].on_top;
    }
    return found;
}

static bool compile(sea* me, const wafti_frame* frame) {
    const char* words = has_things(frame->drawing) ? "SEE_THROUGH SHADOWS" : "";
    const int waves = 4 << wave_class(wave_count(frame->drawing->water));
    return wafti_program_need(frame, &me->program, "sea", "%s%s WAVES=%d",
               me->dived ? "BELOW" : words,
               frame->smoke_shadow && !me->dived ? " SMOKE_SHADOW" : "", waves) &&
           (!me->dived || wafti_program_need(frame, &me->deep, "water", "%s", WAFTI_WATER_DEEP)) &&
           wafti_detail_make(frame, &me->detail);
}

static bool prepare(void* self, const wafti_frame* frame) {
    sea* me = self;
    const waft_draw_water* drawn = sea_of(frame);
    const waft_camera* camera = &frame->drawing->camera;
    if (drawn == NULL || !check(frame)) {
        return drawn == NULL;
    }
    me->dived = !camera->orthographic && camera->eye.y < level_at(drawn, camera->eye);
    return compile(me, frame) && lay_fan(me, frame);
}

// Waves as the shaders want them; those there are not have no height.
static void set_waves(GLuint program, const waft_draw_water* drawn) {
    float rows[2 * MOST_WAVES][4] = {0};
    const size_t count = wave_count(drawn);
    const float turn = 6.2831853f;
    for (size_t i = 0; i < count; ++i) {
        const waft_sea_wave* wave = &drawn->waves[i];
        const float k = hypotf(wave->kx, wave->kz);
        const float one = k > 0.0f ? 1.0f / k : 0.0f;
        const float first[4] = {
            wave->kx / turn, wave->kz / turn, fmodf(wave->phase, turn) / turn, wave->amplitude};
        const float second[4] = {wave->kx * one, wave->kz * one, wave->reach, k};
        for (int j = 0; j < 4; ++j) {
            rows[2 * i][j] = first[j];
            rows[2 * i + 1][j] = second[j];
        }
    }
    glUniform4fv(glGetUniformLocation(program, "waves"), 2 * (4 << wave_class(count)), &rows[0][0]);
}

// Ripples go on where the shortest wave ends, and run with the waves.
static wafti_water_uniforms make_uniforms(const wafti_frame* frame) {
    const waft_draw_water* drawn = frame->drawing->water;
    const float endless = 1e6f;
    waft_bounds box = {{-endless, -endless, -endless}, {endless, endless, endless}};
    box.high.y = drawn->still_level + total_height(drawn);
    float shortest = 0.2f * frame->radius;
    waft_vec2 wind = {0.0f, 0.0f};
    for (size_t i = 0; i < wave_count(drawn); ++i) {
        const waft_sea_wave* wave = &drawn->waves[i];
        const float k = hypotf(wave->kx, wave->kz);
        if (k > 0.0f && wave->amplitude != 0.0f) {
            shortest = fminf(shortest, 6.2831853f / k);
            wind.x += wave->kx * wave->amplitude;
            wind.y += wave->kz * wave->amplitude;
        }
    }
    const float length = hypotf(wind.x, wind.y);
    wind = length > 0.0f ? (waft_vec2){wind.x / length, wind.y / length} : (waft_vec2){1.0f, 0.0f};
    // With two layers of a quarter of the range, a strength of 0.3 gives an rms slope of 0.1, as a
    // light breeze does (Cox and Munk 1954).
    const wafti_ripples ripples = {3.4f * shortest, 0.95f, wind};
    return wafti_water_uniforms_make(frame, box, &ripples);
}

static float sample_extent(const wafti_frame* frame) {
    const waft_camera* camera = &frame->drawing->camera;
    const float whole = camera->orthographic ? camera->height : 2.0f * tanf(0.5f * camera->fov);
    return whole / (float)(frame->size[1] * frame->samples);
}

static void draw(void* self, const wafti_frame* frame) {
    const sea* me = self;
    const waft_draw_water* drawn = sea_of(frame);
    if (drawn == NULL) {
        return;
    }
    const GLuint program = me->program;
    const wafti_water_uniforms common = make_uniforms(frame);
    wafti_gl_bind(WAFTI_UNIT_DETAIL, GL_TEXTURE_2D, me->detail);
    if (me->dived) {
        wafti_water_uniforms_set(me->deep, frame, &common);
        wafti_gl_cover(frame->points);
    }
    wafti_water_uniforms_set(program, frame, &common);
    wafti_gl_set_float(program, "sea_level", drawn->still_level);
    wafti_gl_set_float(program, "height", fmaxf(total_height(drawn), 1e-4f));
    wafti_gl_set_float(program, "sample_extent", sample_extent(frame));
    set_waves(program, drawn);
    glBindVertexArray(me->array);
    glDrawElements(GL_TRIANGLES, me->index_count, GL_UNSIGNED_INT, NULL);
}

const wafti_pass wafti_pass_sea = {
    .size = sizeof(sea),
    .destroy = destroy,
    .prepare = prepare,
    .water = draw,
};
