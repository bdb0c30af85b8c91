// SPDX-License-Identifier: MIT
// Ground with a shape, as a block that stands on the floor.
#include "render/detail.h"
#include "render/height_grid.h"
#include "render/pass.h"
#include "render/shader.h"

enum { UNIT_DETAIL = WAFTI_UNIT_FIRST };

typedef enum variant { TOP, TOP_UNDER_WATER, SIDE, DEPTH_ONLY, VARIANTS } variant;

static const char* const variant_words[VARIANTS] = {
    [TOP] = "SHADOWS",
    [TOP_UNDER_WATER] = "SHADOWS UNDER_WATER",
    [SIDE] = "SHADOWS SIDE",
    [DEPTH_ONLY] = "DEPTH_ONLY",
};

typedef struct terrain {
    GLuint programs[VARIANTS]; ///< those of this picture
    GLuint detail;
    wafti_height_grid grid;
} terrain;

static void destroy(void* self) {
    terrain* me = self;
    glDeleteTextures(1, &me->detail);
    wafti_height_grid_free(&me->grid);
}

static bool check(const wafti_frame* frame, const waft_draw_terrain* ground) {
    return wafti_height_field_check(frame, &ground->height, NULL, "terrain.height") &&
           (!isnan(ground->wet_level) ||
               wafti_frame_refuse(frame, "terrain.wet_level must be a number")) &&
           wafti_height_domain_check(frame, &ground->domain, "terrain.domain");
}

static variant top_of(const waft_draw_terrain* ground) {
    return isfinite(ground->wet_level) ? TOP_UNDER_WATER : TOP;
}

static void fill(wafti_height_grid* grid, const waft_draw_terrain* ground) {
    wafti_height_vertex* out = grid->vertices.memory;
    const waft_field* height = &ground->height;
    for (int r = 0; r < grid->rows; ++r) {
        const int32_t k = grid->axis[1].source[r];
        for (int c = 0; c < grid->columns; ++c) {
            const int32_t i = grid->axis[0].source[c];
            const float y = waft_field_at(height, i, 0, k);
            const waft_vec2 normal = wafti_height_normal(height, i, k);
            *out++ = (wafti_height_vertex){
                .x = grid->axis[0].place[c],
                .y = y,
                .z = grid->axis[1].place[r],
                .depth = y - ground->domain.low.y,
                .normal_x = wafti_height_pack(normal.x),
                .normal_z = wafti_height_pack(normal.y),
            };
        }
    }
}

static bool prepare(void* self, const wafti_frame* frame) {
    terrain* me = self;
    const waft_draw_terrain* ground = frame->drawing->terrain;
    if (ground == NULL) {
        return true;
    }
    bool ready = check(frame, ground);
    const variant needed[] = {top_of(ground), SIDE, DEPTH_ONLY};
    for (size_t i = 0; i < sizeof needed / sizeof needed[0] && ready; ++i) {
        const bool smoke = frame->smoke_shadow && needed[i] != DEPTH_ONLY;
        ready = wafti_program_need(frame, &me->programs[needed[i]], "terrain", "%s%s",
            variant_words[needed[i]], smoke ? " SMOKE_SHADOW" : "");
    }
    // Ground is smooth and shaded by its normals: half the triangles will do.
    ready = ready && wafti_detail_make(frame, &me->detail) &&
            wafti_height_grid_lay(frame, &me->grid, &ground->height, &ground->domain,
                wafti_height_grid_worth(frame->size, frame->samples) / 2);
    if (ready) {
        fill(&me->grid, ground);
        wafti_height_grid_upload(&me->grid, 0.0f, 0.0f);
    }
    return ready;
}

static bool casts(const void* self, const wafti_frame* frame) {
    (void)self;
    return frame->drawing->terrain != NULL;
}

static void shadow(void* self, const wafti_frame* frame) {
    const terrain* me = self;
    if (frame->drawing->terrain == NULL) {
        return;
    }
    glUseProgram(me->programs[DEPTH_ONLY]);
    wafti_height_grid_draw_top(&me->grid);
    wafti_height_grid_draw_sides(&me->grid);
}

static void set_uniforms(GLuint program, const waft_draw_terrain* ground) {
    const float across = ground->domain.high.x - ground->domain.low.x;
    const float along = ground->domain.high.z - ground->domain.low.z;
    glUseProgram(program);
    wafti_gl_set_unit(program, "detail", UNIT_DETAIL);
    wafti_gl_set_float(program, "grain", 8.0f / fmaxf(across, along));
    wafti_gl_set_float(program, "wet_level", fmaxf(ground->wet_level, -1e30f));
}

static void opaque(void* self, const wafti_frame* frame) {
    const terrain* me = self;
    const waft_draw_terrain* ground = frame->drawing->terrain;
    if (ground == NULL) {
        return;
    }
    wafti_gl_bind(UNIT_DETAIL, GL_TEXTURE_2D, me->detail);
    set_uniforms(me->programs[top_of(ground)], ground);
    wafti_height_grid_draw_top(&me->grid);
    set_uniforms(me->programs[SIDE], ground);
    wafti_height_grid_draw_sides(&me->grid);
}

const wafti_pass wafti_pass_terrain = {
    .size = sizeof(terrain),
    .destroy = destroy,
    .prepare = prepare,
    .casts = casts,
    .shadow = shadow,
    .opaque = opaque,
};
