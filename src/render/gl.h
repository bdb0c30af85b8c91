// SPDX-License-Identifier: MIT
// The common subset of OpenGL 3.3 and WebGL2: no geometry shaders, polygon mode, 1D textures, buffer
// mapping, float render targets or linear filtering of R32F.
#ifndef WAFTI_RENDER_GL_H
#define WAFTI_RENDER_GL_H

#ifdef WAFTI_RENDER_ES
#include <GLES3/gl3.h>
#else
#include <epoxy/gl.h>
#endif

#endif // WAFTI_RENDER_GL_H
