// SPDX-License-Identifier: MIT
// A block of water, or a surface that just ends.
#include "render/detail.h"
#include "render/height_grid.h"
#include "render/pass.h"
#include "render/shader.h"
#include "render/skin.h"
#include "render/water_uniforms.h"

enum { UNIT_SKIN = WAFTI_UNIT_DETAIL + 1 };

typedef enum variant { ABOVE, BELOW, SIDE, DEEP, VARIANTS } variant;

typedef struct water {
    GLuint programs[VARIANTS];
    GLuint detail;
    wafti_height_grid grid;
    wafti_skin skin;
    float highest; ///< level, m
    bool dived;    ///< the eye is in the water
} water;

static void destroy(void* self) {
    water* me = self;
    glDeleteTextures(1, &me->detail);
    glDeleteTextures(1, &me->skin.texture);
    wafti_height_grid_free(&me->grid);
}

static const waft_draw_water* block_of(const wafti_frame* frame) {
    const waft_draw_water* drawn = frame->drawing->water;
    return drawn != NULL && drawn->edge != WAFT_EDGE_HORIZON ? drawn : NULL;
}

static bool check(const wafti_frame* frame) {
    const waft_draw_water* drawn = frame->drawing->water;
    const struct {
        const waft_field* field;
        const char* name;
    } fields[] = {{&drawn->shift_x, "water.shift_x"}, {&drawn->shift_z, "water.shift_z"},
        {&drawn->normal_x, "water.normal_x"}, {&drawn->normal_y, "water.normal_y"},
        {&drawn->normal_z, "water.normal_z"}, {&drawn->foam, "water.foam"},
        {&drawn->bed, "water.bed"}};
    bool sound = wafti_height_field_check(frame, &drawn->level, NULL, "water.level");
    for (size_t i = 0; i < sizeof fields / sizeof fields[0] && sound; ++i) {
        sound = wafti_height_field_check(frame, fields[i].field, &drawn->level, fields[i].name);
    }
    sound = sound && wafti_height_domain_check(frame, &drawn->domain, "water.domain");
    if (sound && drawn->edge != WAFT_EDGE_CUT && drawn->edge != WAFT_EDGE_BARE) {
        return wafti_frame_refuse(frame, "water.edge must be cut, horizon or open");
    }
    return sound && wafti_water_look_check(frame);
}

static float value(const waft_field* field, int32_t i, int32_t k, float otherwise) {
    return field->data != NULL ? waft_field_at(field, i, 0, k) : otherwise;
}

// Where a place at rest is along an axis of the skin's texture, as a vertex keeps it: -1 to 1.
static int16_t skin_place(const waft_field* level, bool along_z, float place) {
    const float start = along_z ? level->origin.z : level->origin.x;
    const float spacing = along_z ? level->spacing.z : level->spacing.x;
    const float cell = (place - start) / spacing + 0.5f;
    return wafti_height_pack(2.0f * cell / (float)level->size[along_z ? 2 : 0] - 1.0f);
}

// A block has flat walls: near them points move less and less towards or from the wall. Over twice
// the greatest shift the surface cannot fold.
static float hold(float place, float low, float high, float taper) {
    const float away = fminf(place - low, high - place);
    const float share = taper > 0.0f ? fminf(away / taper, 1.0f) : 1.0f;
    return share * (2.0f - share);
}

static float greatest(const waft_field* field) {
    float most = 0.0f;
    for (int32_t k = 0; field->data != NULL && k < field->size[2]; ++k) {
        const float* row = field->data + k * field->stride[2];
        for (int32_t i = 0; i < field->size[0]; ++i) {
            most = fmaxf(most, fabsf(row[i]));
        }
    }
    return most;
}

// Level over the cells that a vertex stands for, `reach` to each side: one cell alone would turn crests
// into teeth. At a shore it is that of the cell, which meets the ground there.
static float mean_level(const waft_draw_water* drawn, int32_t i, int32_t k, int32_t reach) {
    const waft_field* level = &drawn->level;
    const int32_t high[2] = {i + reach < level->size[0] ? i + reach : level->size[0] - 1,
        k + reach < level->size[2] ? k + reach : level->size[2] - 1};
    float sum = 0.0f;
    int count = 0;
    for (int32_t b = k > reach ? k - reach : 0; b <= high[1]; ++b) {
        for (int32_t a = i > reach ? i - reach : 0; a <= high[0]; ++a, ++count) {
            const float y = waft_field_at(level, a, 0, b);
            if (!(y > value(&drawn->bed, a, b, drawn->domain.low.y))) {
                return waft_field_at(level, i, 0, k);
            }
            sum += y;
        }
    }
    return sum / (float)count;
}

static void fill(water* me, const waft_draw_water* drawn) {
    wafti_height_grid* grid = &me->grid;
    wafti_height_vertex* out = grid->vertices.memory;
    const waft_bounds* box = &drawn->domain;
    const bool cut = drawn->edge == WAFT_EDGE_CUT;
    const float taper_x = cut ? 2.5f * greatest(&drawn->shift_x) : 0.0f;
    const float taper_z = cut ? 2.5f * greatest(&drawn->shift_z) : 0.0f;
    // The first and the last line stand at the edge, those between are as far apart as any two.
    const int32_t* lines = grid->axis[0].source;
    const int32_t reach = grid->columns > 3 ? (lines[2] - lines[1]) / 2 : 0;
    me->highest = drawn->still_level;
    for (int r = 0; r < grid->rows; ++r) {
        const int32_t k = grid->axis[1].source[r];
        const float z = grid->axis[1].place[r];
        const float free_z = hold(z, box->low.z, box->high.z, taper_z);
        const int16_t skin_z = skin_place(&drawn->level, true, z);
        for (int c = 0; c < grid->columns; ++c) {
            const int32_t i = grid->axis[0].source[c];
            const float x = grid->axis[0].place[c];
            const float free_x = hold(x, box->low.x, box->high.x, taper_x);
            const float y = mean_level(drawn, i, k, reach);
            me->highest = fmaxf(me->highest, y);
            *out++ = (wafti_height_vertex){
                .x = x + free_x * value(&drawn->shift_x, i, k, 0.0f),
                .y = y,
                .z = z + free_z * value(&drawn->shift_z, i, k, 0.0f),
                .depth = y - value(&drawn->bed, i, k, box->low.y),
                .normal_x = skin_place(&drawn->level, false, x),
                .normal_z = skin_z,
            };
        }
    }
}

// Is the eye inside the block and below the surface over it?
static bool is_dived(const wafti_frame* frame, const waft_draw_water* drawn) {
    const waft_vec3 eye = frame->drawing->camera.eye;
    const waft_bounds* box = &drawn->domain;
    if (frame->drawing->camera.orthographic || eye.x <= box->low.x || eye.x >= box->high.x ||
        eye.z <= box->low.z || eye.z >= box->high.z || eye.y < box->low.y) {
        return false;
    }
    const waft_field* level = &drawn->level;
    const float i = (eye.x - level->origin.x) / level->spacing.x;
    const float k = (eye.z - level->origin.z) / level->spacing.z;
    const int32_t column = (int32_t)fminf(fmaxf(i + 0.5f, 0.0f), (float)(level->size[0] - 1));
    const int32_t row = (int32_t)fminf(fmaxf(k + 0.5f, 0.0f), (float)(level->size[2] - 1));
    return eye.y < waft_field_at(level, column, 0, row);
}

static bool compile(water* me, const wafti_frame* frame) {
    static const char* const words[VARIANTS] = {
        "SEE_THROUGH ", "BELOW", "SEE_THROUGH SIDE", WAFTI_WATER_DEEP};
    const bool cut = frame->drawing->water->edge == WAFT_EDGE_CUT;
    const bool needed[VARIANTS] = {true, me->dived || !cut, cut, me->dived};
    bool made = true;
    for (int i = 0; i < VARIANTS && made; ++i) {
        made = !needed[i] || wafti_program_need(frame, &me->programs[i], "water", "%s%s", words[i],
                                 i == ABOVE ? frame->shade : "");
    }
    return made && wafti_detail_make(frame, &me->detail);
}

static bool prepare(void* self, const wafti_frame* frame) {
    water* me = self;
    const waft_draw_water* drawn = block_of(frame);
    if (drawn == NULL || !check(frame)) {
        return drawn == NULL;
    }
    // Texels smaller than samples of the picture would not be seen.
    const size_t most = 2 * (size_t)frame->size[0] * (size_t)frame->size[1] *
                        (size_t)frame->samples * (size_t)frame->samples;
    me->dived = drawn->edge == WAFT_EDGE_CUT && is_dived(frame, drawn);
    glActiveTexture(GL_TEXTURE0 + UNIT_SKIN);
    const bool ready = compile(me, frame) &&
                       wafti_height_grid_lay(frame, &me->grid, &drawn->level, &drawn->domain,
                           wafti_height_grid_worth(frame->size, frame->samples)) &&
                       wafti_skin_upload(frame, &me->skin, drawn, most);
    if (ready) {
        fill(me, drawn);
        // Sides stand a hair inside those of the ground and reach below the bed, so that the ground
        // hides their lower edge wherever the two meshes differ.
        wafti_height_grid_upload(&me->grid, 5e-4f * frame->radius, 2e-3f * frame->radius);
    }
    return ready;
}

static void use(const water* me, const wafti_frame* frame, variant which) {
    const waft_draw_water* drawn = frame->drawing->water;
    const GLuint program = me->programs[which];
    waft_bounds box = drawn->domain;
    box.high.y = me->highest;
    const float cell = fmaxf(fabsf(drawn->level.spacing.x), fabsf(drawn->level.spacing.z));
    // The waves that the grid holds come first: ripples only roughen them.
    const wafti_ripples ripples = {32.0f * cell, 0.4f, {0.86f, 0.51f}};
    const wafti_water_uniforms uniforms = wafti_water_uniforms_make(frame, box, &ripples);
    wafti_water_uniforms_set(program, frame, &uniforms);
    wafti_gl_set_unit(program, "surface", UNIT_SKIN);
    wafti_gl_set_float(program, "shore", 2e-3f * frame->radius);
}

static void draw(void* self, const wafti_frame* frame) {
    const water* me = self;
    const waft_draw_water* drawn = block_of(frame);
    if (drawn == NULL) {
        return;
    }
    const bool cut = drawn->edge == WAFT_EDGE_CUT;
    wafti_gl_bind(WAFTI_UNIT_DETAIL, GL_TEXTURE_2D, me->detail);
    wafti_gl_bind(UNIT_SKIN, GL_TEXTURE_2D, me->skin.texture);
    glEnable(GL_CULL_FACE);
    if (me->dived) {
        use(me, frame, DEEP);
        wafti_gl_cover(frame->points);
    }
    if (me->dived || !cut) {
        glCullFace(GL_FRONT);
        use(me, frame, BELOW);
        wafti_height_grid_draw_top(&me->grid);
        glCullFace(GL_BACK);
    }
    if (!me->dived) {
        if (cut) {
            use(me, frame, SIDE);
            wafti_height_grid_draw_sides(&me->grid);
        }
        use(me, frame, ABOVE);
        wafti_height_grid_draw_top(&me->grid);
    }
    glDisable(GL_CULL_FACE);
}

const wafti_pass wafti_pass_water = {
    .size = sizeof(water),
    .destroy = destroy,
    .prepare = prepare,
    .water = draw,
};
