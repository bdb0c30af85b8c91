// SPDX-License-Identifier: MIT
#include "render/height_grid.h"

#include <stddef.h>

#include "render/direction.h"

enum { MOST_TRIANGLES = 400000, SIDES = 4 };

size_t wafti_height_grid_worth(const int size[2], int samples) {
    const size_t samples_each = 32;
    const size_t worth =
        (size_t)size[0] * (size_t)size[1] * (size_t)(samples * samples) / samples_each;
    return worth < 4000 ? 4000 : worth > MOST_TRIANGLES ? MOST_TRIANGLES : worth;
}

int16_t wafti_height_pack(float share) {
    const float held = fminf(fmaxf(share, -1.0f), 1.0f); // NaN becomes -1
    return (int16_t)lrintf(held * 32767.0f);
}

// Rise between the samples beside one, over the way between them.
static float slope(const waft_field* field, int32_t i, int32_t k, bool along_z) {
    const int32_t at = along_z ? k : i;
    const int32_t last = field->size[along_z ? 2 : 0] - 1;
    const int32_t before = at > 0 ? at - 1 : 0;
    const int32_t after = at < last ? at + 1 : last;
    if (after == before) {
        return 0.0f;
    }
    const float low = waft_field_at(field, along_z ? i : before, 0, along_z ? before : k);
    const float high = waft_field_at(field, along_z ? i : after, 0, along_z ? after : k);
    return (high - low) /
           ((float)(after - before) * (along_z ? field->spacing.z : field->spacing.x));
}

waft_vec2 wafti_height_normal(const waft_field* field, int32_t i, int32_t k) {
    const float along_x = slope(field, i, k, false);
    const float along_z = slope(field, i, k, true);
    const float up = 1.0f / sqrtf(1.0f + along_x * along_x + along_z * along_z);
    return (waft_vec2){-along_x * up, -along_z * up};
}

bool wafti_height_field_check(
    const wafti_frame* frame, const waft_field* field, const waft_field* like, const char* name) {
    if (field->data == NULL) {
        return like != NULL || wafti_frame_refuse(frame, "%s has no data", name);
    }
    const int32_t* size = field->size;
    if (size[0] < 1 || size[0] > 32768 || size[1] != 1 || size[2] < 1 || size[2] > 32768) {
        return wafti_frame_refuse(frame, "%s must have 1 to 32768 x 1 x 1 to 32768 samples", name);
    }
    if (like != NULL && (size[0] != like->size[0] || size[2] != like->size[2])) {
        return wafti_frame_refuse(frame, "%s has another size than water.level", name);
    }
    if (field->stride[2] < size[0] && size[2] > 1) {
        return wafti_frame_refuse(frame, "rows of %s overlap", name);
    }
    const bool finite = isfinite(field->origin.x) && isfinite(field->origin.z) &&
                        isfinite(field->spacing.x) && isfinite(field->spacing.z);
    return finite || wafti_frame_refuse(frame, "origin and spacing of %s must be finite", name);
}

bool wafti_height_domain_check(
    const wafti_frame* frame, const waft_bounds* domain, const char* name) {
    const bool good = wafti_is_finite(domain->low) && isfinite(domain->high.x) &&
                      isfinite(domain->high.z) && domain->low.x < domain->high.x &&
                      domain->low.z < domain->high.z;
    return good || wafti_frame_refuse(frame, "%s must be finite, low below high", name);
}

static int choose_step(const int32_t size[3], size_t most_triangles) {
    int step = 1;
    while (2 * (size_t)(wafti_part_count(size[0], step) + 1) *
               (size_t)(wafti_part_count(size[2], step) + 1) >
           most_triangles) {
        ++step;
    }
    return step;
}

// Every step-th sample, so that both ends miss equally little.
static void lay_axis(int32_t* source, float* place, int step, int32_t size, float origin,
    float spacing, float low, float high) {
    const int inner = wafti_part_count(size, step);
    const int32_t first = (size - 1 - (inner - 1) * step) / 2;
    for (int i = 0; i < inner; ++i) {
        source[i + 1] = first + i * step;
        place[i + 1] = fminf(fmaxf(origin + spacing * (float)source[i + 1], low), high);
    }
    source[0] = 0;
    place[0] = low;
    source[inner + 1] = size - 1;
    place[inner + 1] = high;
}

// Every cell's diagonal runs the other way than its neighbours': slopes then show no comb.
static void index_top(uint32_t* out, int columns, int rows) {
    for (int k = 0; k + 1 < rows; ++k) {
        for (int i = 0; i + 1 < columns; ++i) {
            const uint32_t a = (uint32_t)(k * columns + i);
            const uint32_t b = a + 1;
            const uint32_t c = a + (uint32_t)columns;
            const uint32_t d = c + 1;
            const bool turned = ((i + k) & 1) != 0;
            const uint32_t corners[6] = {
                a, c, turned ? d : b, turned ? a : b, turned ? d : c, turned ? b : d};
            for (int j = 0; j < 6; ++j) {
                *out++ = corners[j];
            }
        }
    }
}

// A side is a strip of posts, top and foot; posts run so that fronts face outwards.
static void index_sides(uint32_t* out, int columns, int rows) {
    uint32_t base = (uint32_t)(columns * rows);
    for (int side = 0; side < SIDES; ++side) {
        const int posts = side < 2 ? columns : rows;
        for (int i = 0; i + 1 < posts; ++i) {
            const uint32_t a = base + 2 * (uint32_t)i;
            const uint32_t corners[6] = {a, a + 1, a + 2, a + 2, a + 1, a + 3};
            for (int j = 0; j < 6; ++j) {
                *out++ = corners[j];
            }
        }
        base += 2 * (uint32_t)posts;
    }
}

static size_t vertex_count(const wafti_height_grid* grid) {
    return (size_t)grid->columns * (size_t)grid->rows +
           4 * ((size_t)grid->columns + (size_t)grid->rows);
}

static bool lay_indices(const wafti_frame* frame, wafti_height_grid* grid) {
    const size_t top = 6 * (size_t)(grid->columns - 1) * (size_t)(grid->rows - 1);
    const size_t side = 12 * ((size_t)grid->columns + (size_t)grid->rows - 2);
    uint32_t* indices =
        wafti_frame_reserve(frame, &grid->indices, top + side, sizeof *indices, "a height field");
    if (indices == NULL) {
        grid->columns = 0;
        return false;
    }
    index_top(indices, grid->columns, grid->rows);
    index_sides(indices + top, grid->columns, grid->rows);
    wafti_gl_bind_array(&grid->array);
    wafti_stream_fill_indices(&grid->index_stream, indices, top + side);
    grid->top_count = (GLsizei)top;
    grid->side_count = (GLsizei)side;
    return true;
}

bool wafti_height_grid_lay(const wafti_frame* frame, wafti_height_grid* grid,
    const waft_field* field, const waft_bounds* domain, size_t most_triangles) {
    const int step = choose_step(field->size, most_triangles);
    const int columns = wafti_part_count(field->size[0], step) + 2;
    const int rows = wafti_part_count(field->size[2], step) + 2;
    const size_t lines = (size_t)columns + (size_t)rows;
    float* place = wafti_frame_reserve(
        frame, &grid->axes, lines, sizeof(int32_t) + sizeof(float), "a height field");
    if (place == NULL) {
        return false;
    }
    int32_t* source = (void*)(place + lines);
    lay_axis(source, place, step, field->size[0], field->origin.x, field->spacing.x, domain->low.x,
        domain->high.x);
    lay_axis(source + columns, place + columns, step, field->size[2], field->origin.z,
        field->spacing.z, domain->low.z, domain->high.z);
    grid->axis[0] = (wafti_height_axis){columns, source, place};
    grid->axis[1] = (wafti_height_axis){rows, source + columns, place + columns};
    if (grid->columns != columns || grid->rows != rows) {
        grid->columns = columns;
        grid->rows = rows;
        if (!lay_indices(frame, grid)) {
            return false;
        }
    }
    return wafti_frame_reserve(frame, &grid->vertices, vertex_count(grid),
               sizeof(wafti_height_vertex), "a height field") != NULL;
}

// Posts of one side from the top's outline, which `top` and `step` walk along.
static wafti_height_vertex* raise_side(wafti_height_vertex* out, const wafti_height_vertex* top,
    int count, ptrdiff_t step, waft_vec2 outwards, const float shift[2]) {
    for (int i = 0; i < count; ++i, top += step) {
        const float depth = fmaxf(top->depth, 0.0f);
        wafti_height_vertex post = *top;
        post.x -= outwards.x * shift[0];
        post.z -= outwards.y * shift[0];
        post.depth = 0.0f;
        post.normal_x = wafti_height_pack(outwards.x);
        post.normal_z = wafti_height_pack(outwards.y);
        *out++ = post;
        post.y -= depth > 0.0f ? depth + shift[1] : 0.0f;
        post.depth = depth;
        *out++ = post;
    }
    return out;
}

void wafti_height_grid_upload(wafti_height_grid* grid, float inset, float sink) {
    wafti_height_vertex* top = grid->vertices.memory;
    const int columns = grid->columns;
    const int rows = grid->rows;
    const ptrdiff_t last = (ptrdiff_t)columns * (rows - 1);
    const float shift[2] = {inset, sink};
    wafti_height_vertex* out = top + (size_t)columns * (size_t)rows;
    out = raise_side(out, top + columns - 1, columns, -1, (waft_vec2){0.0f, -1.0f}, shift);
    out = raise_side(out, top + last, columns, 1, (waft_vec2){0.0f, 1.0f}, shift);
    out = raise_side(out, top, rows, columns, (waft_vec2){-1.0f, 0.0f}, shift);
    (void)raise_side(out, top + last + columns - 1, rows, -columns, (waft_vec2){1.0f, 0.0f}, shift);
    glBindVertexArray(grid->array);
    wafti_stream_fill(&grid->stream, top, vertex_count(grid) * sizeof *top);
    wafti_gl_attribute(0, 4, sizeof *top, 0, 0);
    glEnableVertexAttribArray(1);
    glVertexAttribPointer(1, 4, GL_SHORT, GL_TRUE, (GLsizei)sizeof *top,
        (const void*)offsetof(wafti_height_vertex, normal_x)); // NOLINT(performance-no-int-to-ptr)
    glBindVertexArray(0);
}

void wafti_height_grid_draw_top(const wafti_height_grid* grid) {
    glBindVertexArray(grid->array);
    glDrawElements(GL_TRIANGLES, grid->top_count, GL_UNSIGNED_INT, NULL);
}

void wafti_height_grid_draw_sides(const wafti_height_grid* grid) {
    const size_t start = (size_t)grid->top_count * sizeof(uint32_t);
    glBindVertexArray(grid->array);
    glDrawElements(GL_TRIANGLES, grid->side_count, GL_UNSIGNED_INT,
        (const void*)start); // NOLINT(performance-no-int-to-ptr)
}

void wafti_height_grid_free(wafti_height_grid* grid) {
    glDeleteVertexArrays(1, &grid->array);
    wafti_stream_free(&grid->stream);
    wafti_stream_free(&grid->index_stream);
}
