// SPDX-License-Identifier: MIT
// Particles as lit spheres: points where they are small, quads where they are large.
#include "render/particles.h"

#include "render/pass.h"
#include "render/shader.h"

/// A program is one of these flags and a shape.
enum {
    VARIANT_BLENDED = 4,
    VARIANT_SHADOWS = 8,
    VARIANT_CASTS = 16,
    VARIANT_SMOKE = 32,
    VARIANT_COUNT = 64,
};

typedef struct particles_pass {
    GLuint programs[VARIANT_COUNT]; ///< those of this picture
    GLuint points;
    wafti_stream stream;
    wafti_particle_sort sort;
    bool takes_shadows, takes_smoke; ///< shadows of things, of smoke
} particles_pass;

static void destroy(void* self) {
    particles_pass* me = self;
    glDeleteVertexArrays(1, &me->points);
    wafti_stream_free(&me->stream);
}

static size_t list_size(const particles_pass* me, int layer, int shape) {
    const int list = layer * WAFTI_PARTICLE_SHAPES + shape;
    return me->sort.first[list + 1] - me->sort.first[list];
}

static int variant_of(const particles_pass* me, int layer, int shape) {
    if (layer == WAFTI_PARTICLE_CASTS) {
        return shape | VARIANT_CASTS;
    }
    const bool shaded = me->takes_shadows && shape != WAFTI_PARTICLE_DOT;
    return shape | (layer != WAFTI_PARTICLE_SOLID ? VARIANT_BLENDED : 0) |
           (shaded ? VARIANT_SHADOWS : 0) | (me->takes_smoke ? VARIANT_SMOKE : 0);
}

static bool compile(particles_pass* me, int variant, const wafti_frame* frame) {
    static const char* const shapes[WAFTI_PARTICLE_SHAPES] = {"DOT", "SMALL", ""};
    return wafti_program_need(frame, &me->programs[variant], "particles", "%s%s%s%s%s",
        shapes[variant & 3], (variant & VARIANT_BLENDED) != 0 ? " BLENDED" : "",
        (variant & VARIANT_SHADOWS) != 0 ? " SHADOWS" : "",
        (variant & VARIANT_SMOKE) != 0 ? " SMOKE_SHADOW" : "",
        (variant & VARIANT_CASTS) != 0 ? " CASTS" : "");
}

static bool prepare(void* self, const wafti_frame* frame) {
    particles_pass* me = self;
    bool ready = wafti_particles_sort(frame, &me->sort);
    const size_t count = me->sort.first[WAFTI_PARTICLE_LISTS];
    if (!ready || count == 0) {
        return ready;
    }
    // Water throws no shadow; what else there is may.
    const waft_drawing* drawing = frame->drawing;
    const size_t casters =
        count - me->sort.first[(size_t)WAFTI_PARTICLE_CASTS * WAFTI_PARTICLE_SHAPES];
    me->takes_shadows = drawing->look.shadows &&
                        (casters > 0 || drawing->mesh_count > 0 || drawing->terrain != NULL);
    me->takes_smoke = frame->smoke_shadow;
    for (int layer = 0; layer < WAFTI_PARTICLE_LAYERS; ++layer) {
        for (int shape = 0; shape < WAFTI_PARTICLE_SHAPES && ready; ++shape) {
            ready = list_size(me, layer, shape) == 0 ||
                    compile(me, variant_of(me, layer, shape), frame);
        }
    }
    wafti_gl_bind_array(&me->points);
    wafti_stream_fill(&me->stream, me->sort.particles.memory, count * sizeof(wafti_particle));
    return ready;
}

static bool casts(const void* self, const wafti_frame* frame) {
    (void)frame;
    const particles_pass* me = self;
    return list_size(me, WAFTI_PARTICLE_CASTS, WAFTI_PARTICLE_SMALL) +
               list_size(me, WAFTI_PARTICLE_CASTS, WAFTI_PARTICLE_LARGE) >
           0;
}

static void bind_list(const particles_pass* me, size_t first, GLuint divisor) {
    const size_t start = first * sizeof(wafti_particle);
    const size_t color = start + offsetof(wafti_particle, color);
    glBindVertexArray(me->points);
    glBindBuffer(GL_ARRAY_BUFFER, me->stream.buffer);
    wafti_gl_attribute(0, 4, sizeof(wafti_particle), start, divisor);
    glEnableVertexAttribArray(1);
    glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, (GLsizei)sizeof(wafti_particle),
        (const void*)color); // NOLINT(performance-no-int-to-ptr)
    glVertexAttribDivisor(1, divisor);
}

static void use_program(GLuint program, const wafti_frame* frame) {
    const float* v = frame->view.m;
    const float zoom = frame->projection.m[5] * 0.5f * frame->block.viewport[1];
    glUseProgram(program);
    wafti_gl_set_vec3(program, "right", (waft_vec3){v[0], v[4], v[8]});
    wafti_gl_set_vec3(program, "above", (waft_vec3){v[1], v[5], v[9]});
    wafti_gl_set_float(program, "zoom", zoom);
    wafti_gl_set_float(program, "dot_size", (float)frame->samples);
}

// Points are told how large they are by the shader: always so in OpenGL ES, on demand elsewhere.
static void size_points(const wafti_frame* frame, bool on) {
#ifdef GL_PROGRAM_POINT_SIZE
    if (!frame->embedded) {
        (on ? glEnable : glDisable)(GL_PROGRAM_POINT_SIZE);
    }
#else
    (void)frame;
    (void)on;
#endif
}

static void draw_layer(const particles_pass* me, const wafti_frame* frame, int layer) {
    for (int shape = 0; shape < WAFTI_PARTICLE_SHAPES; ++shape) {
        const size_t count = list_size(me, layer, shape);
        if (count == 0) {
            continue;
        }
        const bool quads = shape == WAFTI_PARTICLE_LARGE;
        use_program(me->programs[variant_of(me, layer, shape)], frame);
        bind_list(me, me->sort.first[layer * WAFTI_PARTICLE_SHAPES + shape], quads ? 1 : 0);
        if (quads) {
            glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, (GLsizei)count);
        } else {
            size_points(frame, true);
            glDrawArrays(GL_POINTS, 0, (GLsizei)count);
            size_points(frame, false);
        }
    }
}

static void draw_blended(const particles_pass* me, const wafti_frame* frame, int layer) {
    wafti_gl_blend(true);
    glDepthMask(GL_FALSE);
    draw_layer(me, frame, layer);
    glDepthMask(GL_TRUE);
    wafti_gl_blend(false);
}

static void shadow(void* self, const wafti_frame* frame) {
    draw_layer(self, frame, WAFTI_PARTICLE_CASTS);
}

static void opaque(void* self, const wafti_frame* frame) {
    draw_layer(self, frame, WAFTI_PARTICLE_SOLID);
    draw_blended(self, frame, WAFTI_PARTICLE_UNDER);
}

static void blend(void* self, const wafti_frame* frame) {
    draw_blended(self, frame, WAFTI_PARTICLE_OVER);
}

const wafti_pass wafti_pass_particles = {
    .size = sizeof(particles_pass),
    .destroy = destroy,
    .prepare = prepare,
    .casts = casts,
    .shadow = shadow,
    .opaque = opaque,
    .blend = blend,
};
