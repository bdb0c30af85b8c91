// SPDX-License-Identifier: MIT
#include "render/target.h"

static GLuint make_texture(GLenum format, int width, int height, GLint filter) {
    const GLuint texture = wafti_gl_make_texture(GL_TEXTURE_2D, filter);
    const bool depth = format == GL_DEPTH_COMPONENT24;
    const GLenum layout = depth ? GL_DEPTH_COMPONENT : GL_RGBA;
    GLenum type = depth ? GL_UNSIGNED_INT : GL_UNSIGNED_BYTE;
    if (format == GL_RGB10_A2) {
        type = GL_UNSIGNED_INT_2_10_10_10_REV;
    }
    glTexImage2D(GL_TEXTURE_2D, 0, (GLint)format, width, height, 0, layout, type, NULL);
    return texture;
}

static void attach(GLenum point, GLuint texture) {
    glFramebufferTexture2D(GL_FRAMEBUFFER, point, GL_TEXTURE_2D, texture, 0);
}

bool wafti_target_resize(const wafti_frame* frame, wafti_target* target, int width, int height,
    GLenum color_format, GLenum depth_format) {
    if (target->framebuffer != 0 && target->size[0] == width && target->size[1] == height) {
        return true;
    }
    wafti_target_free(target);
    glGenFramebuffers(1, &target->framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    if (color_format != 0) {
        target->color = make_texture(color_format, width, height, GL_LINEAR);
        attach(GL_COLOR_ATTACHMENT0, target->color);
    } else {
        const GLenum none = GL_NONE;
        glDrawBuffers(1, &none);
        glReadBuffer(GL_NONE);
    }
    if (depth_format != 0) {
        target->depth = make_texture(depth_format, width, height, GL_NEAREST);
        attach(GL_DEPTH_ATTACHMENT, target->depth);
    }
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
        wafti_target_free(target);
        return wafti_frame_fail(frame, WAFT_ERR_NO_MEMORY,
            "this OpenGL gives no framebuffer of %d x %d samples", width, height);
    }
    target->size[0] = width;
    target->size[1] = height;
    return true;
}

void wafti_target_free(wafti_target* target) {
    glDeleteFramebuffers(1, &target->framebuffer);
    glDeleteTextures(1, &target->color);
    glDeleteTextures(1, &target->depth);
    *target = (wafti_target){0};
}

void wafti_target_bind(const wafti_target* target) {
    glBindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    glViewport(0, 0, target->size[0], target->size[1]);
}
