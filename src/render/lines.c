// SPDX-License-Identifier: MIT
// Lines of constant width on the screen. Points are projected and cut to the view here, once; the
// shader draws every segment as a capsule and ends it at the bisector of each joint, so that no
// pixel of a joint is covered twice and fading lines stay even.
#include "render/direction.h"
#include "render/film.h"
#include "render/pass.h"
#include "render/shader.h"

#include <string.h>

static const float largest_width = 1000.0f;
static const float least_step = 1.0f; // samples; points that come closer are left out
// Lines are drawn this many of their half widths nearer to the eye than they are: over a surface
// that they lie on the depth changes across them, and one edge would sink in.
static const float lift_factor = 2.0f;

/// One instance of lines.vert.glsl. Places in samples from the lower left.
typedef struct segment {
    float from[4];   ///< x, y, depth from -1 to 1, alpha
    float to[4];     ///< the same
    float beside[4]; ///< x, y of the points before and after; the own end where there is none
    float color[4];  ///< as stored, half the width in samples
} segment;

typedef struct lines_pass {
    GLuint programs[3]; ///< by enum variant
    GLuint points;
    wafti_stream stream;
    wafti_render_buffer segments;
    size_t counts[2]; ///< in the world, on top; in this order in the stream
} lines_pass;

enum variant { SOLID, FAINT, ON_TOP };

/// A point in clip space.
typedef struct clip_point {
    float x, y, z, w, alpha;
} clip_point;

static bool create(void* self, const wafti_frame* frame) {
    lines_pass* me = self;
    return wafti_program_need(frame, &me->programs[SOLID], "lines", "SOLID") &&
           wafti_program_need(frame, &me->programs[FAINT], "lines", "FAINT") &&
           wafti_program_need(frame, &me->programs[ON_TOP], "lines", "ON_TOP");
}

static void destroy(void* self) {
    lines_pass* me = self;
    glDeleteVertexArrays(1, &me->points);
    wafti_stream_free(&me->stream);
}

static const char* problem_of(const waft_draw_line* line) {
    if (line->points == NULL && line->point_count > 0) {
        return "its points are NULL";
    }
    if (!(line->width > 0.0f && line->width <= largest_width)) {
        return "its width must be above 0 and at most 1000 pixels";
    }
    if (!isfinite(line->color.x + line->color.y + line->color.z)) {
        return "its color must be finite";
    }
    float sum = 0.0f;
    for (size_t i = 0; i < line->point_count; ++i) {
        sum += 0.0f * (line->points[i].x + line->points[i].y + line->points[i].z);
        sum += line->alphas != NULL ? 0.0f * line->alphas[i] : 0.0f;
    }
    return isfinite(sum) ? NULL : "its points and alphas must be finite";
}

static bool count_points(const wafti_frame* frame, size_t* out_count) {
    const waft_drawing* drawing = frame->drawing;
    *out_count = 0;
    for (size_t i = 0; i < drawing->line_count; ++i) {
        const char* problem = problem_of(&drawing->lines[i]);
        if (problem != NULL) {
            return wafti_frame_fail(
                frame, WAFT_ERR_ARGUMENT, "line %zu cannot be drawn: %s", i, problem);
        }
        *out_count += drawing->lines[i].point_count;
    }
    return true;
}

static clip_point project(const wafti_frame* frame, const waft_draw_line* line, size_t i) {
    const wafti_vec4 p = wafti_mat4_apply(&frame->block.view_projection, line->points[i]);
    return (clip_point){p.x, p.y, p.z, p.w,
        line->alphas != NULL ? fminf(fmaxf(line->alphas[i], 0.0f), 1.0f) : 1.0f};
}

enum { PLANES = 5 };

// Distances inside the planes of a view widened half as much again: what is cut off there is out of
// sight whatever the width of the line.
static void measure_inside(const clip_point* p, float out_inside[PLANES]) {
    const float wide = 1.5f * p->w;
    const float inside[PLANES] = {wide + p->x, wide - p->x, wide + p->y, wide - p->y, p->z + p->w};
    memcpy(out_inside, inside, sizeof inside);
}

static clip_point between(const clip_point* a, const clip_point* b, float t) {
    return (clip_point){a->x + (b->x - a->x) * t, a->y + (b->y - a->y) * t,
        a->z + (b->z - a->z) * t, a->w + (b->w - a->w) * t, a->alpha + (b->alpha - a->alpha) * t};
}

/// A segment on its way to the screen.
typedef struct piece {
    clip_point a, b;
    bool cut_a, cut_b; ///< its end was out of the view
} piece;

// Liang and Barsky (1984), in homogeneous coordinates. False: nothing is left.
static bool cut_to_view(piece* p) {
    float inside[2][PLANES];
    float share[2];
    measure_inside(&p->a, inside[0]);
    measure_inside(&p->b, inside[1]);
    if (!wafti_clip_way(inside[0], inside[1], PLANES, share)) {
        return false;
    }
    const piece whole = *p;
    p->cut_a = share[0] > 0.0f;
    p->cut_b = share[1] < 1.0f;
    p->a = between(&whole.a, &whole.b, share[0]);
    p->b = between(&whole.a, &whole.b, share[1]);
    return p->a.w > 0.0f && p->b.w > 0.0f;
}

/// How a line becomes segments.
typedef struct tracer {
    segment* out;
    size_t count;       ///< of all lines so far
    bool joined;        ///< the last segment goes on in the next
    float half_size[2]; ///< of the target, in samples
    float color[4];
    float lift[2]; ///< of the depth: constant, and times 1 / w
} tracer;

static void to_screen(const tracer* t, const clip_point* p, float out[4]) {
    out[0] = (1.0f + p->x / p->w) * t->half_size[0];
    out[1] = (1.0f + p->y / p->w) * t->half_size[1];
    out[2] = fmaxf(p->z / p->w - t->lift[0] - t->lift[1] / p->w, -1.0f);
    out[3] = p->alpha;
}

static void add_piece(tracer* t, const piece* p) {
    segment* s = &t->out[t->count];
    to_screen(t, &p->a, s->from);
    to_screen(t, &p->b, s->to);
    memcpy(s->color, t->color, sizeof s->color);
    memcpy(&s->beside[0], s->from, 2 * sizeof(float));
    memcpy(&s->beside[2], s->to, 2 * sizeof(float));
    if (t->joined && !p->cut_a) {
        segment* last = s - 1;
        memcpy(&s->beside[0], last->from, 2 * sizeof(float));
        memcpy(&last->beside[2], s->to, 2 * sizeof(float));
        memcpy(s->from, last->to, sizeof s->from);
    }
    t->joined = !p->cut_b;
    ++t->count;
}

static bool is_far_enough(const tracer* t, const clip_point* a, const clip_point* b) {
    if (a->w <= 0.0f || b->w <= 0.0f) {
        return true;
    }
    const float dx = (b->x / b->w - a->x / a->w) * t->half_size[0];
    const float dy = (b->y / b->w - a->y / a->w) * t->half_size[1];
    return dx * dx + dy * dy >= least_step * least_step;
}

static void trace_line(tracer* t, const wafti_frame* frame, const waft_draw_line* line) {
    if (line->point_count == 0) {
        return;
    }
    t->joined = false;
    clip_point last = project(frame, line, 0);
    const size_t first = t->count;
    for (size_t i = 1; i < line->point_count; ++i) {
        piece p = {.a = last, .b = project(frame, line, i)};
        if (!is_far_enough(t, &p.a, &p.b)) {
            continue;
        }
        last = p.b;
        if ((p.a.alpha > 0.0f || p.b.alpha > 0.0f) && cut_to_view(&p)) {
            add_piece(t, &p);
        } else {
            t->joined = false;
        }
    }
    // A line that goes nowhere is a dot.
    piece dot = {.a = last, .b = last};
    if (t->count == first && cut_to_view(&dot)) {
        add_piece(t, &dot);
    }
}

// By how much the depth from -1 to 1 changes if a line `half` samples to each side comes nearer. With
// perspective the depth is constant + projection[14] / w.
static void set_lift(tracer* t, const wafti_frame* frame, float half) {
    const float* m = frame->projection.m;
    const float sample = lift_factor * half / (t->half_size[1] * m[5]); // in m, at unit distance
    const bool parallel = frame->drawing->camera.orthographic;
    t->lift[0] = parallel ? -m[10] * sample : 0.0f;
    t->lift[1] = parallel ? 0.0f : -m[14] * sample;
}

static void trace_lines(lines_pass* me, const wafti_frame* frame, bool on_top) {
    const waft_drawing* drawing = frame->drawing;
    const int samples = on_top ? 1 : frame->samples;
    tracer t = {
        .out = me->segments.memory,
        .count = on_top ? me->counts[0] : 0,
        .half_size = {0.5f * (float)(frame->size[0] * samples),
            0.5f * (float)(frame->size[1] * samples)},
    };
    const size_t first = t.count;
    for (size_t i = 0; i < drawing->line_count; ++i) {
        const waft_draw_line* line = &drawing->lines[i];
        if (line->on_top != on_top) {
            continue;
        }
        const waft_vec3 color =
            on_top ? wafti_film_srgb(line->color) : wafti_film_stored(line->color, &drawing->look);
        const float half = 0.5f * line->width * (float)samples;
        memcpy(t.color, (const float[4]){color.x, color.y, color.z, half}, sizeof t.color);
        set_lift(&t, frame, half);
        trace_line(&t, frame, line);
    }
    me->counts[on_top ? 1 : 0] = t.count - first;
}

static bool prepare(void* self, const wafti_frame* frame) {
    lines_pass* me = self;
    me->counts[0] = me->counts[1] = 0;
    size_t most = 0;
    const bool sound = count_points(frame, &most);
    if (!sound || most == 0) {
        return sound;
    }
    if (wafti_frame_reserve(
            frame, &me->segments, most, sizeof(segment), "lines of %zu points", most) == NULL) {
        return false;
    }
    trace_lines(me, frame, false);
    trace_lines(me, frame, true);
    wafti_gl_bind_array(&me->points);
    wafti_stream_fill(
        &me->stream, me->segments.memory, (me->counts[0] + me->counts[1]) * sizeof(segment));
    return true;
}

static void bind_segments(const lines_pass* me, size_t first) {
    glBindVertexArray(me->points);
    glBindBuffer(GL_ARRAY_BUFFER, me->stream.buffer);
    for (GLuint i = 0; i < 4; ++i) {
        const size_t offset = first * sizeof(segment) + (size_t)i * 4 * sizeof(float);
        wafti_gl_attribute(i, 4, sizeof(segment), offset, 1);
    }
}

static void draw(const lines_pass* me, enum variant variant, size_t count) {
    glUseProgram(me->programs[variant]);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, (GLsizei)count);
}

// What is more than half covered hides what is behind it; the rest, fringes and faded ends, leaves
// no trace in the depth, by which water would take it for something solid.
static void opaque(void* self, const wafti_frame* frame) {
    (void)frame;
    const lines_pass* me = self;
    if (me->counts[0] == 0) {
        return;
    }
    bind_segments(me, 0);
    wafti_gl_blend(true);
    draw(me, SOLID, me->counts[0]);
    glDepthMask(GL_FALSE);
    draw(me, FAINT, me->counts[0]);
    glDepthMask(GL_TRUE);
    wafti_gl_blend(false);
}

static void overlay(void* self, const wafti_frame* frame) {
    const lines_pass* me = self;
    if (me->counts[1] == 0) {
        return;
    }
    bind_segments(me, me->counts[0]);
    wafti_frame_use_overlay(frame, me->programs[ON_TOP]);
    wafti_gl_blend(true);
    draw(me, ON_TOP, me->counts[1]);
    wafti_gl_blend(false);
}

const wafti_pass wafti_pass_lines = {
    .size = sizeof(lines_pass),
    .create = create,
    .destroy = destroy,
    .prepare = prepare,
    .opaque = opaque,
    .overlay = overlay,
};
