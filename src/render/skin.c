// SPDX-License-Identifier: MIT
#include "render/skin.h"

#include "render/direction.h"
#include "render/height_grid.h"

enum { PARTS = 4 }; // numbers of a texel

int wafti_skin_step(const int32_t size[3], size_t most) {
    const int widest = 4096; // any OpenGL has as much
    int step = 1;
    while (
        (size_t)wafti_part_count(size[0], step) * (size_t)wafti_part_count(size[2], step) > most ||
        wafti_part_count(size[0], step) > widest || wafti_part_count(size[2], step) > widest) {
        ++step;
    }
    return step;
}

static int halved(int size) {
    return size > 1 ? size / 2 : 1;
}

static size_t texel_count(const int size[2]) {
    size_t count = 0;
    int wide = size[0];
    int high = size[1];
    for (int level = 0; level < WAFTI_SKIN_LEVELS; ++level) {
        count += (size_t)wide * (size_t)high;
        wide = halved(wide);
        high = halved(high);
    }
    return count;
}

// A number that is none would spoil all around it.
static float within(float value, float low) {
    return fminf(fmaxf(value, low), 1.0f);
}

static waft_vec2 normal_at(const waft_draw_water* drawn, int32_t i, int32_t k) {
    if (drawn->normal_x.data == NULL || drawn->normal_z.data == NULL) {
        return wafti_height_normal(&drawn->level, i, k);
    }
    return (waft_vec2){
        waft_field_at(&drawn->normal_x, i, 0, k), waft_field_at(&drawn->normal_z, i, 0, k)};
}

static void add_cell(const waft_draw_water* drawn, int32_t i, int32_t k, float sum[PARTS]) {
    const waft_vec2 normal = normal_at(drawn, i, k);
    const float x = within(normal.x, -1.0f);
    const float z = within(normal.y, -1.0f);
    sum[0] += x;
    sum[1] += z;
    sum[2] += drawn->foam.data != NULL ? within(waft_field_at(&drawn->foam, i, 0, k), 0.0f) : 0.0f;
    sum[3] += x * x + z * z;
}

// The mean of step x step cells, of fewer at the last edges.
static void fill_texel(
    const waft_draw_water* drawn, int column, int row, int step, float out[PARTS]) {
    const int32_t* size = drawn->level.size;
    float sum[PARTS] = {0.0f, 0.0f, 0.0f, 0.0f};
    int count = 0;
    for (int32_t k = row * step; k < (row + 1) * step && k < size[2]; ++k) {
        for (int32_t i = column * step; i < (column + 1) * step && i < size[0]; ++i) {
            add_cell(drawn, i, k, sum);
            ++count;
        }
    }
    for (int n = 0; n < PARTS; ++n) {
        out[n] = sum[n] / (float)count;
    }
}

// Each texel from two by two of the level before; of odd ones the last line is left out, as OpenGL has
// it.
static void halve(const float* from, const int size[2], float* out) {
    const int wide = halved(size[0]);
    const int high = halved(size[1]);
    const ptrdiff_t right = size[0] > 1 ? PARTS : 0;
    const ptrdiff_t up = size[1] > 1 ? (ptrdiff_t)size[0] * PARTS : 0;
    for (int k = 0; k < high; ++k) {
        const float* a = from + (ptrdiff_t)(size[1] > 1 ? 2 * k : k) * size[0] * PARTS;
        for (int i = 0; i < wide; ++i, a += 2 * right, out += PARTS) {
            for (int n = 0; n < PARTS; ++n) {
                out[n] = 0.25f * (a[n] + a[n + right] + a[n + up] + a[n + up + right]);
            }
        }
    }
}

const float* wafti_skin_make(wafti_skin* skin, wafti_render_room* room,
    const waft_draw_water* drawn, size_t most, int out_size[2]) {
    const int step = wafti_skin_step(drawn->level.size, most);
    out_size[0] = wafti_part_count(drawn->level.size[0], step);
    out_size[1] = wafti_part_count(drawn->level.size[2], step);
    float* texels =
        wafti_render_reserve(room, &skin->texels, texel_count(out_size), PARTS * sizeof(float));
    if (texels == NULL) {
        return NULL;
    }
    float* out = texels;
    for (int k = 0; k < out_size[1]; ++k) {
        for (int i = 0; i < out_size[0]; ++i, out += PARTS) {
            fill_texel(drawn, i, k, step, out);
        }
    }
    const float* from = texels;
    int size[2] = {out_size[0], out_size[1]};
    for (int level = 1; level < WAFTI_SKIN_LEVELS; ++level) {
        halve(from, size, out);
        from = out;
        size[0] = halved(size[0]);
        size[1] = halved(size[1]);
        out += (ptrdiff_t)size[0] * size[1] * PARTS;
    }
    return texels;
}

static void start_texture(wafti_skin* skin, bool embedded) {
    if (skin->texture == 0) {
        skin->texture = wafti_gl_make_texture(GL_TEXTURE_2D, GL_LINEAR);
    }
    skin->is_half = embedded; // OpenGL ES does not filter more
    glBindTexture(GL_TEXTURE_2D, skin->texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, WAFTI_SKIN_LEVELS - 1);
}

static void send_level(
    const wafti_skin* skin, int level, const int size[2], bool anew, const float* texels) {
    if (anew) {
        glTexImage2D(GL_TEXTURE_2D, level, skin->is_half ? GL_RGBA16F : GL_RGBA32F, size[0],
            size[1], 0, GL_RGBA, GL_FLOAT, texels);
    } else {
        glTexSubImage2D(GL_TEXTURE_2D, level, 0, 0, size[0], size[1], GL_RGBA, GL_FLOAT, texels);
    }
}

bool wafti_skin_upload(
    const wafti_frame* frame, wafti_skin* skin, const waft_draw_water* drawn, size_t most) {
    int size[2];
    const float* texels = wafti_skin_make(skin, frame->room, drawn, most, size);
    if (texels == NULL) {
        return wafti_frame_fail(frame, WAFT_ERR_NO_MEMORY, "no memory for a water surface");
    }
    const bool anew = skin->texture == 0 || skin->size[0] != size[0] || skin->size[1] != size[1];
    start_texture(skin, frame->embedded);
    skin->size[0] = size[0];
    skin->size[1] = size[1];
    for (int level = 0; level < WAFTI_SKIN_LEVELS; ++level) {
        send_level(skin, level, size, anew, texels);
        texels += (ptrdiff_t)size[0] * size[1] * PARTS;
        // Levels end with the first of one texel.
        if (size[0] == 1 && size[1] == 1) {
            glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, level);
            break;
        }
        size[0] = halved(size[0]);
        size[1] = halved(size[1]);
    }
    return true;
}
