// SPDX-License-Identifier: MIT
// The order of a picture: shadow map, what is opaque, water over it, smoke at one sample a pixel,
// film, text.
#include <stdio.h>
#include <string.h>

#include <waft/render.h>

#include "render/check.h"
#include "render/context.h"
#include "render/film.h"
#include "render/pass.h"
#include "render/shader.h"
#include "render/support.h"
#include "render/target.h"

enum { MOST_PASSES = 16 };

struct waft_renderer {
    wafti_render_room room;
    wafti_context context;
    wafti_frame frame;
    waft_error error; ///< of the picture that is drawn
    wafti_programs programs;
    void* passes[MOST_PASSES];
    size_t pass_count; ///< created
    GLuint resolve;    ///< program, for the samples along an axis, without or with smoke
    wafti_target shadow;
    wafti_target opaque; ///< radiance, encoded, and depth
    wafti_target scene;  ///< the same with water over it
    wafti_target smoke;
    wafti_target picture;
    GLuint block;
    GLint screen; ///< framebuffer that was bound at creation
    char name[160];
    wafti_render_buffer pixels;
};

void waft_renderer_def_fill(waft_renderer_def* out_def, size_t size) {
    const waft_renderer_def def = {.graphics = WAFT_GRAPHICS_GL};
    waft_struct_fill(out_def, size, &def, sizeof(def));
}

const char* waft_renderer_name(const waft_renderer* renderer) {
    return renderer != NULL ? renderer->name : "";
}

static bool create_passes(waft_renderer* renderer) {
    bool made = true;
    for (size_t i = 0; wafti_passes[i] != NULL && made; ++i) {
        const wafti_pass* pass = wafti_passes[i];
        void* self = wafti_render_allocate(&renderer->room.allocator, 1, pass->size);
        if (self == NULL) {
            return wafti_frame_fail(
                &renderer->frame, WAFT_ERR_NO_MEMORY, "no memory for the renderer");
        }
        renderer->passes[i] = self;
        renderer->pass_count = i + 1;
        made = pass->create == NULL || pass->create(self, &renderer->frame);
    }
    return made;
}

// The shadow map is compared, not read: the hardware filters the answers.
static bool create_shadow(waft_renderer* renderer) {
    if (!wafti_target_resize(&renderer->frame, &renderer->shadow, WAFTI_SHADOW_SIZE,
            WAFTI_SHADOW_SIZE, 0, GL_DEPTH_COMPONENT24)) {
        return false;
    }
    glBindTexture(GL_TEXTURE_2D, renderer->shadow.depth);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    return true;
}

static bool create_inside(waft_renderer* renderer) {
    const char* version = (const char*)glGetString(GL_VERSION);
    renderer->frame.embedded = version != NULL && strncmp(version, "OpenGL ES", 9) == 0;
    renderer->frame.room = &renderer->room;
    renderer->frame.error = &renderer->error;
    renderer->frame.programs = &renderer->programs;
    glGenVertexArrays(1, &renderer->frame.points);
    (void)snprintf(renderer->name, sizeof renderer->name, "%s, OpenGL %s",
        (const char*)glGetString(GL_RENDERER), version);
    glGetIntegerv(GL_FRAMEBUFFER_BINDING, &renderer->screen);
    glGenBuffers(1, &renderer->block);
    glBindBuffer(GL_UNIFORM_BUFFER, renderer->block);
    glBufferData(GL_UNIFORM_BUFFER, sizeof(wafti_frame_block), NULL, GL_DYNAMIC_DRAW);
    return create_shadow(renderer) && create_passes(renderer);
}

// The result of what was done on the context, whose error goes to the caller.
static waft_result leave(waft_renderer* renderer, bool done, waft_error* out_error) {
    wafti_context_leave(&renderer->context);
    return done ? WAFT_OK
                : wafti_render_fail(
                      out_error, renderer->error.result, "%s", renderer->error.sentence);
}

waft_result waft_renderer_create(
    const waft_renderer_def* def, waft_renderer** out_renderer, waft_error* out_error) {
    if (out_renderer == NULL) {
        return wafti_render_fail(out_error, WAFT_ERR_ARGUMENT, "out_renderer is NULL");
    }
    *out_renderer = NULL;
    waft_renderer_def wide = waft_renderer_def_default();
    waft_result result = waft_struct_take(&wide, sizeof(wide), def, "waft_renderer_def", out_error);
    if (result != WAFT_OK) {
        return result;
    }
    def = &wide;
    waft_renderer* renderer = wafti_render_allocate(&def->allocator, 1, sizeof *renderer);
    if (renderer == NULL) {
        return wafti_render_fail(out_error, WAFT_ERR_NO_MEMORY, "no memory for the renderer");
    }
    renderer->room.allocator = def->allocator;
    result = wafti_context_create(def->graphics, &renderer->context, out_error);
    if (result != WAFT_OK) {
        wafti_render_release(&def->allocator, renderer, 1, sizeof *renderer);
        return result;
    }
    if (!wafti_context_enter(&renderer->context)) {
        result = wafti_render_fail(
            out_error, WAFT_ERR_MISSING, "the OpenGL context cannot be used on this thread");
    } else {
        result = leave(renderer, create_inside(renderer), out_error);
    }
    if (result != WAFT_OK) {
        waft_renderer_destroy(renderer);
        return result;
    }
    *out_renderer = renderer;
    return WAFT_OK;
}

void waft_renderer_destroy(waft_renderer* renderer) {
    if (renderer == NULL) {
        return;
    }
    if (wafti_context_enter(&renderer->context)) {
        wafti_target* targets[] = {&renderer->shadow, &renderer->opaque, &renderer->scene,
            &renderer->smoke, &renderer->picture};
        for (size_t i = 0; i < sizeof targets / sizeof targets[0]; ++i) {
            wafti_target_free(targets[i]);
        }
        for (size_t i = 0; i < renderer->pass_count; ++i) {
            if (wafti_passes[i]->destroy != NULL) {
                wafti_passes[i]->destroy(renderer->passes[i]);
            }
        }
        wafti_programs_free(&renderer->programs);
        glDeleteVertexArrays(1, &renderer->frame.points);
        glDeleteBuffers(1, &renderer->block);
        wafti_context_leave(&renderer->context);
    }
    wafti_context_destroy(&renderer->context);
    wafti_render_room_free(&renderer->room);
    const waft_allocator allocator = renderer->room.allocator;
    for (size_t i = 0; i < renderer->pass_count; ++i) {
        wafti_render_release(&allocator, renderer->passes[i], 1, wafti_passes[i]->size);
    }
    wafti_render_release(&allocator, renderer, 1, sizeof *renderer);
}

// Whether something reads what is behind it.
static bool is_clear(const waft_drawing* drawing) {
    return drawing->water != NULL || drawing->liquid != NULL;
}

static bool resize(waft_renderer* renderer) {
    const wafti_frame* frame = &renderer->frame;
    const int width = frame->size[0];
    const int height = frame->size[1];
    const int wide = width * frame->samples;
    const int high = height * frame->samples;
    return wafti_target_resize(
               frame, &renderer->opaque, wide, high, GL_RGB10_A2, GL_DEPTH_COMPONENT24) &&
           (!is_clear(frame->drawing) || wafti_target_resize(frame, &renderer->scene, wide, high,
                                             GL_RGB10_A2, GL_DEPTH_COMPONENT24)) &&
           (frame->drawing->volume == NULL ||
               wafti_target_resize(frame, &renderer->smoke, width, height, GL_RGBA8, 0)) &&
           wafti_target_resize(frame, &renderer->picture, width, height, GL_RGBA8, 0);
}

static bool prepare(waft_renderer* renderer) {
    wafti_frame* frame = &renderer->frame;
    bool ready =
        resize(renderer) && wafti_program_need(frame, &renderer->resolve, "resolve", "SAMPLES=%d%s",
                                frame->samples, frame->drawing->volume != NULL ? " VOLUME" : "");
    frame->shadows = false;
    for (size_t i = 0; i < renderer->pass_count && ready; ++i) {
        const wafti_pass* pass = wafti_passes[i];
        ready = pass->prepare(renderer->passes[i], frame);
        if (ready && frame->drawing->look.shadows && pass->casts != NULL) {
            frame->shadows |= pass->casts(renderer->passes[i], frame);
        }
    }
    return ready;
}

static void set_state(void) {
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    glDisable(GL_CULL_FACE);
    glDisable(GL_SCISSOR_TEST);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
}

static void upload_block(const waft_renderer* renderer) {
    glBindBuffer(GL_UNIFORM_BUFFER, renderer->block);
    glBufferSubData(GL_UNIFORM_BUFFER, 0, sizeof(wafti_frame_block), &renderer->frame.block);
    glBindBufferBase(GL_UNIFORM_BUFFER, WAFTI_FRAME_BINDING, renderer->block);
}

static void bind_texture(GLenum unit, GLuint texture) {
    wafti_gl_bind(unit, GL_TEXTURE_2D, texture);
    glActiveTexture(GL_TEXTURE0 + WAFTI_UNIT_FIRST);
}

typedef void stage_function(void* self, const wafti_frame* frame);

// Calls one stage of every pass that has it.
#define RUN_STAGE(renderer, stage)                                                                 \
    for (size_t i_ = 0; i_ < (renderer)->pass_count; ++i_) {                                       \
        stage_function* run_ = wafti_passes[i_]->stage;                                            \
        if (run_ != NULL) {                                                                        \
            run_((renderer)->passes[i_], &(renderer)->frame);                                      \
        }                                                                                          \
    }

static void draw_shadow(waft_renderer* renderer) {
    renderer->frame.shadow_map = renderer->shadow.depth;
    bind_texture(WAFTI_UNIT_SHADOW, 0);
    wafti_target_bind(&renderer->shadow);
    glClear(GL_DEPTH_BUFFER_BIT);
    if (renderer->frame.shadows) {
        RUN_STAGE(renderer, shadow)
    }
    bind_texture(WAFTI_UNIT_SHADOW, renderer->shadow.depth);
}

// Water reads what is behind it, so it is drawn into a copy.
static const wafti_target* draw_scene(waft_renderer* renderer) {
    const wafti_target* opaque = &renderer->opaque;
    bind_texture(WAFTI_UNIT_OPAQUE, 0);
    bind_texture(WAFTI_UNIT_DEPTH, 0);
    wafti_target_bind(opaque);
    glClear(GL_DEPTH_BUFFER_BIT);
    RUN_STAGE(renderer, opaque)
    const wafti_target* scene = opaque;
    if (is_clear(renderer->frame.drawing)) {
        scene = &renderer->scene;
        glBindFramebuffer(GL_READ_FRAMEBUFFER, opaque->framebuffer);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, scene->framebuffer);
        glBlitFramebuffer(0, 0, opaque->size[0], opaque->size[1], 0, 0, scene->size[0],
            scene->size[1], GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT, GL_NEAREST);
        bind_texture(WAFTI_UNIT_OPAQUE, opaque->color);
        bind_texture(WAFTI_UNIT_DEPTH, opaque->depth);
        wafti_target_bind(scene);
        RUN_STAGE(renderer, water)
    }
    RUN_STAGE(renderer, blend)
    return scene;
}

static void draw_smoke(waft_renderer* renderer, const wafti_target* scene) {
    renderer->frame.depth = scene->depth;
    bind_texture(WAFTI_UNIT_OPAQUE, scene->color);
    bind_texture(WAFTI_UNIT_DEPTH, scene->depth);
    wafti_target_bind(&renderer->smoke);
    glClearColor(0.0f, 0.0f, 0.0f, 0.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    glDisable(GL_DEPTH_TEST);
    RUN_STAGE(renderer, volume)
    glEnable(GL_DEPTH_TEST);
}

// The last step: from samples of radiance, and smoke over them, to pixels of the bound framebuffer.
static void draw_picture(const waft_renderer* renderer, GLuint samples) {
    enum { UNIT_SAMPLES = WAFTI_UNIT_FIRST, UNIT_SMOKE };
    const wafti_frame* frame = &renderer->frame;
    const GLuint program = renderer->resolve;
    wafti_gl_bind(UNIT_SAMPLES, GL_TEXTURE_2D, samples);
    wafti_gl_bind(
        UNIT_SMOKE, GL_TEXTURE_2D, frame->drawing->volume != NULL ? renderer->smoke.color : 0);
    glUseProgram(program);
    wafti_gl_set_unit(program, "samples", UNIT_SAMPLES);
    wafti_gl_set_unit(program, "smoke", UNIT_SMOKE);
    wafti_gl_set_float(program, "flip", frame->flip ? -1.0f : 1.0f);
    wafti_gl_set_float(program, "exposure", wafti_film_exposure(&frame->drawing->look));
    wafti_gl_cover(frame->points);
}

// Buffers and textures that OpenGL could not have are known by its error alone.
static bool check_memory(const wafti_frame* frame) {
    bool full = false;
    for (GLenum error = glGetError(); error != GL_NO_ERROR; error = glGetError()) {
        full |= error == GL_OUT_OF_MEMORY;
    }
    return !full || wafti_frame_fail(
                        frame, WAFT_ERR_NO_MEMORY, "OpenGL has no memory left for what is drawn");
}

static bool draw_inside(waft_renderer* renderer, const waft_drawing* drawing, bool to_screen) {
    (void)check_memory(&renderer->frame); // of whoever used the context before
    wafti_frame_setup(&renderer->frame, drawing);
    set_state();
    if (!prepare(renderer) || !check_memory(&renderer->frame)) {
        return false;
    }
    upload_block(renderer);
    draw_shadow(renderer);
    RUN_STAGE(renderer, light)
    const wafti_target* scene = draw_scene(renderer);
    if (drawing->volume != NULL) {
        draw_smoke(renderer, scene);
    }
    if (to_screen) {
        glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)renderer->screen);
        glViewport(0, 0, drawing->look.size[0], drawing->look.size[1]);
    } else {
        wafti_target_bind(&renderer->picture);
    }
    renderer->frame.flip = !to_screen;
    draw_picture(renderer, scene->color);
    glDisable(GL_DEPTH_TEST);
    RUN_STAGE(renderer, overlay)
    glEnable(GL_DEPTH_TEST);
    return true;
}

static waft_result enter(
    waft_renderer* renderer, const waft_drawing* drawing, waft_error* out_error) {
    const waft_result result = wafti_drawing_check(drawing, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    if (renderer == NULL) {
        return wafti_render_fail(out_error, WAFT_ERR_ARGUMENT, "renderer is NULL");
    }
    if (!wafti_context_enter(&renderer->context)) {
        return wafti_render_fail(out_error, WAFT_ERR_ARGUMENT,
            "the renderer belongs to another thread, which is drawing with it");
    }
    return WAFT_OK;
}

waft_result waft_renderer_draw(waft_renderer* renderer, const waft_drawing* drawing,
    waft_picture* out_picture, waft_error* out_error) {
    if (out_picture == NULL) {
        return wafti_render_fail(out_error, WAFT_ERR_ARGUMENT, "out_picture is NULL");
    }
    const waft_result result = enter(renderer, drawing, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    const int32_t* size = drawing->look.size;
    uint8_t* pixels =
        wafti_frame_reserve(&renderer->frame, &renderer->pixels, (size_t)size[0] * (size_t)size[1],
            4, "a picture of %d x %d pixels", (int)size[0], (int)size[1]);
    bool drawn = pixels != NULL && draw_inside(renderer, drawing, false);
    if (drawn) {
        glPixelStorei(GL_PACK_ALIGNMENT, 4);
        glReadPixels(0, 0, size[0], size[1], GL_RGBA, GL_UNSIGNED_BYTE, pixels);
        drawn = check_memory(&renderer->frame);
    }
    if (drawn) {
        *out_picture = (waft_picture){
            .pixels = pixels, .size = {size[0], size[1]}, .row_size = (size_t)size[0] * 4};
    }
    return leave(renderer, drawn, out_error);
}

waft_result waft_renderer_present(
    waft_renderer* renderer, const waft_drawing* drawing, waft_error* out_error) {
    const waft_result result = enter(renderer, drawing, out_error);
    if (result == WAFT_OK && renderer->context.handle != NULL) {
        wafti_context_leave(&renderer->context);
        return wafti_render_fail(out_error, WAFT_ERR_ARGUMENT,
            "a renderer with a context of its own has no framebuffer to present on; create it with "
            "WAFT_GRAPHICS_CURRENT");
    }
    return result == WAFT_OK ? leave(renderer, draw_inside(renderer, drawing, true), out_error)
                             : result;
}
