// SPDX-License-Identifier: MIT
// Triangle meshes, each drawn once an instance. Everything is uploaded anew for every picture, since
// arrays of a drawing may change behind the same pointer; instances outside the picture are left out.
#include "render/mesh.h"

#include "render/coarse.h"
#include "render/normals.h"
#include "render/pass.h"
#include "render/shader.h"

// Indices drawn in all from which coarse lists are made.
static const size_t coarse_from = 30000;

/// Where an attribute of shaders/mesh.vert.glsl is.
enum { AT_POINT, AT_NORMAL, AT_ROTATION, AT_PLACE, AT_TINT };

/// The index lists of one mesh, by level; bytes and counts.
typedef struct lists {
    size_t at[WAFTI_MESH_LEVELS], count[WAFTI_MESH_LEVELS];
} lists;

/// One mesh as it lies in the buffers; places in bytes.
typedef struct part {
    const waft_draw_mesh* mesh;
    size_t positions, normals;
    lists indices;
    float radius; ///< of the mesh around its origin
    wafti_mesh_ranges seen, casting;
} part;

typedef struct meshes {
    GLuint programs[WAFTI_MESH_KINDS]; ///< of this picture, by material
    GLuint shadow_program;
    GLuint arrays;
    wafti_stream vertices, indices, instances;
    wafti_normals_store normals;
    wafti_coarse_store cubes;
    wafti_render_buffer parts, staging, levels, coarse;
    size_t part_count;
    bool casts;
} meshes;

static void destroy(void* self) {
    meshes* me = self;
    glDeleteVertexArrays(1, &me->arrays);
    wafti_stream_free(&me->vertices);
    wafti_stream_free(&me->indices);
    wafti_stream_free(&me->instances);
}

static bool need_program(meshes* me, const wafti_frame* frame, waft_material_kind kind) {
    static const char* const kinds[WAFTI_MESH_KINDS] = {"SOLID", "THIN", "METAL"};
    return wafti_program_need(
               frame, &me->programs[kind], "mesh", "%s %s", kinds[kind], frame->shade) &&
           (!frame->drawing->look.shadows ||
               wafti_program_need(frame, &me->shadow_program, "mesh", "DEPTH_ONLY"));
}

static float mesh_radius(const waft_draw_mesh* mesh) {
    float square = 0.0f;
    for (size_t i = 0; i < mesh->point_count; ++i) {
        const float* p = &mesh->positions[3 * i];
        square = fmaxf(square, p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
    }
    return sqrtf(square);
}

static bool upload_instances(meshes* me, const wafti_frame* frame) {
    part* parts = me->parts.memory;
    size_t most = 0;
    for (size_t i = 0; i < me->part_count; ++i) {
        most += parts[i].mesh->instance_count;
    }
    static const char what[] = "%zu instances of meshes";
    wafti_mesh_instance* staging =
        wafti_frame_reserve(frame, &me->staging, most, 2 * sizeof *staging, what, most);
    uint8_t* levels = wafti_frame_reserve(frame, &me->levels, most, 1, what, most);
    if (staging == NULL || levels == NULL) {
        return false;
    }
    const wafti_mesh_view camera = wafti_mesh_camera_view(frame);
    const wafti_mesh_view light = wafti_mesh_light_view(frame);
    size_t count = 0;
    for (size_t i = 0; i < me->part_count; ++i) {
        const waft_draw_mesh* mesh = parts[i].mesh;
        count += wafti_mesh_gather(
            mesh, parts[i].radius, &camera, levels, count, &staging[count], &parts[i].seen);
        if (frame->drawing->look.shadows) {
            const size_t casting = wafti_mesh_gather(
                mesh, parts[i].radius, &light, levels, count, &staging[count], &parts[i].casting);
            count += casting;
            me->casts |= casting > 0;
        }
    }
    wafti_stream_fill(&me->instances, staging, count * sizeof *staging);
    return true;
}

// Room for the points of a mesh; without normals every corner may need one of its own.
static size_t most_points(const waft_draw_mesh* mesh) {
    return mesh->normals != NULL ? mesh->point_count : mesh->index_count;
}

// Coarse lists pay where many triangles are drawn; elsewhere all levels are the mesh itself.
static int level_count(const waft_draw_mesh* mesh) {
    return mesh->index_count * mesh->instance_count < coarse_from ? 1 : WAFTI_MESH_LEVELS;
}

static void lay_out(meshes* me) {
    part* parts = me->parts.memory;
    size_t vertices = 0;
    size_t indices = 0;
    for (size_t i = 0; i < me->part_count; ++i) {
        const waft_draw_mesh* mesh = parts[i].mesh;
        const size_t bytes = most_points(mesh) * 3 * sizeof(float);
        parts[i].positions = vertices;
        parts[i].normals = vertices + bytes;
        vertices += 2 * bytes;
        const size_t list = mesh->index_count * sizeof(uint32_t);
        const int levels = level_count(mesh);
        for (int level = 0; level < WAFTI_MESH_LEVELS; ++level) {
            parts[i].indices.at[level] = indices + (level < levels ? (size_t)level * list : 0);
            parts[i].indices.count[level] = mesh->index_count;
        }
        indices += (size_t)levels * list;
    }
    wafti_stream_reserve(&me->vertices, GL_ARRAY_BUFFER, vertices);
    wafti_stream_reserve(&me->indices, GL_ELEMENT_ARRAY_BUFFER, indices);
}

static void upload_indices(const lists* indices, int level, const uint32_t* values) {
    glBufferSubData(GL_ELEMENT_ARRAY_BUFFER, (GLintptr)indices->at[level],
        (GLsizeiptr)(indices->count[level] * sizeof(uint32_t)), values);
}

static bool upload_levels(
    meshes* me, part* of, const wafti_surface* surface, wafti_render_room* room) {
    upload_indices(&of->indices, 0, surface->indices);
    uint32_t* coarse =
        wafti_render_reserve(room, &me->coarse, surface->index_count, sizeof(uint32_t));
    for (int level = 1; level < level_count(of->mesh) && coarse != NULL; ++level) {
        const float cell = fmaxf(2.0f * of->radius, 1e-30f) / wafti_mesh_cubes(level);
        const long count = wafti_coarse_indices(&me->cubes, surface, cell, room, coarse);
        if (count < 0) {
            return false;
        }
        of->indices.count[level] = (size_t)count;
        upload_indices(&of->indices, level, coarse);
    }
    return coarse != NULL;
}

static bool upload_surfaces(meshes* me, const wafti_frame* frame) {
    part* parts = me->parts.memory;
    lay_out(me);
    for (size_t i = 0; i < me->part_count; ++i) {
        wafti_surface surface;
        if (!wafti_normals_complete(frame, &me->normals, parts[i].mesh, &surface)) {
            return false;
        }
        const GLsizeiptr bytes = (GLsizeiptr)(surface.point_count * 3 * sizeof(float));
        glBufferSubData(GL_ARRAY_BUFFER, (GLintptr)parts[i].positions, bytes, surface.positions);
        glBufferSubData(GL_ARRAY_BUFFER, (GLintptr)parts[i].normals, bytes, surface.normals);
        parts[i].radius = mesh_radius(parts[i].mesh);
        if (!upload_levels(me, &parts[i], &surface, frame->room)) {
            return wafti_frame_fail(frame, WAFT_ERR_NO_MEMORY,
                "no memory for a mesh of %zu triangles", surface.index_count / 3);
        }
    }
    return true;
}

static bool list_parts(meshes* me, const wafti_frame* frame) {
    const waft_drawing* drawing = frame->drawing;
    part* parts = wafti_frame_reserve(
        frame, &me->parts, drawing->mesh_count, sizeof(part), "%zu meshes", drawing->mesh_count);
    bool ready = parts != NULL;
    me->part_count = 0;
    me->casts = false;
    for (size_t i = 0; i < drawing->mesh_count && ready; ++i) {
        const waft_draw_mesh* mesh = &drawing->meshes[i];
        if (mesh->point_count > 0 && mesh->index_count > 0 && mesh->instance_count > 0) {
            parts[me->part_count++] = (part){.mesh = mesh};
            ready = need_program(me, frame, mesh->material.kind);
        }
    }
    return ready;
}

static bool prepare(void* self, const wafti_frame* frame) {
    meshes* me = self;
    const bool listed = wafti_mesh_check(frame) && list_parts(me, frame);
    if (!listed || me->part_count == 0) {
        return listed;
    }
    wafti_gl_bind_array(&me->arrays);
    return upload_surfaces(me, frame) && upload_instances(me, frame);
}

static bool casts(const void* self, const wafti_frame* frame) {
    (void)frame;
    return ((const meshes*)self)->casts;
}

static void draw_ranges(const meshes* me, const part* of, const wafti_mesh_ranges* ranges) {
    const size_t stride = sizeof(wafti_mesh_instance);
    glBindBuffer(GL_ARRAY_BUFFER, me->vertices.buffer);
    wafti_gl_attribute(AT_POINT, 3, 0, of->positions, 0);
    wafti_gl_attribute(AT_NORMAL, 3, 0, of->normals, 0);
    glBindBuffer(GL_ARRAY_BUFFER, me->instances.buffer);
    for (int level = 0; level < WAFTI_MESH_LEVELS; ++level) {
        const size_t first = ranges->first[level] * stride;
        if (ranges->count[level] == 0 || of->indices.count[level] == 0) {
            continue;
        }
        wafti_gl_attribute(
            AT_ROTATION, 4, stride, first + offsetof(wafti_mesh_instance, rotation), 1);
        wafti_gl_attribute(AT_PLACE, 4, stride, first + offsetof(wafti_mesh_instance, place), 1);
        wafti_gl_attribute(AT_TINT, 3, stride, first + offsetof(wafti_mesh_instance, tint), 1);
        glDrawElementsInstanced(GL_TRIANGLES, (GLsizei)of->indices.count[level], GL_UNSIGNED_INT,
            (const void*)of->indices.at[level], // NOLINT(performance-no-int-to-ptr)
            (GLsizei)ranges->count[level]);
    }
}

// What is closed hides its own far side.
static void set_culling(waft_material_kind kind) {
    if (kind == WAFT_MATERIAL_THIN) {
        glDisable(GL_CULL_FACE);
    } else {
        glEnable(GL_CULL_FACE);
    }
}

static void shadow(void* self, const wafti_frame* frame) {
    (void)frame;
    const meshes* me = self;
    const part* parts = me->parts.memory;
    if (!me->casts) {
        return;
    }
    glUseProgram(me->shadow_program);
    glBindVertexArray(me->arrays);
    for (size_t i = 0; i < me->part_count; ++i) {
        set_culling(parts[i].mesh->material.kind);
        draw_ranges(me, &parts[i], &parts[i].casting);
    }
    glDisable(GL_CULL_FACE);
}

static void opaque(void* self, const wafti_frame* frame) {
    (void)frame;
    const meshes* me = self;
    const part* parts = me->parts.memory;
    glBindVertexArray(me->arrays);
    for (size_t i = 0; i < me->part_count; ++i) {
        const waft_material* material = &parts[i].mesh->material;
        const GLuint program = me->programs[material->kind];
        glUseProgram(program);
        wafti_gl_set_vec3(program, "albedo", material->color);
        glUniform2f(glGetUniformLocation(program, "surface"),
            fminf(fmaxf(material->roughness, 0.05f), 1.0f),
            fminf(fmaxf(material->transmission, 0.0f), 1.0f));
        set_culling(material->kind);
        draw_ranges(me, &parts[i], &parts[i].seen);
    }
    glDisable(GL_CULL_FACE);
}

const wafti_pass wafti_pass_mesh = {
    .size = sizeof(meshes),
    .destroy = destroy,
    .prepare = prepare,
    .casts = casts,
    .shadow = shadow,
    .opaque = opaque,
};
