// SPDX-License-Identifier: MIT
// Rows of cameras, looks and pictures.
#ifndef WAFTI_SCENE_VIEW_PARAMS_H
#define WAFTI_SCENE_VIEW_PARAMS_H

#include "param/param.h"

extern const wafti_rows wafti_view_rows;

#endif // WAFTI_SCENE_VIEW_PARAMS_H
