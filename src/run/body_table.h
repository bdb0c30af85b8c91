// SPDX-License-Identifier: MIT
// bodies.csv: where every body is, a row each.
#ifndef WAFTI_RUN_BODY_TABLE_H
#define WAFTI_RUN_BODY_TABLE_H

#include "base/text.h"

#include <waft/scene.h>
#include <waft/world.h>

/// Writes the first line. Loads add fx,fy,fz,tx,ty,tz and noise upx,upy,upz.
void wafti_body_table_start(wafti_text* text, waft_body_table columns);
/// Adds a row for each body, in creation order. Rotations have the sign that the solver gives them: it
/// changes them continuously and a checkpoint keeps it, so that rows after it do not depend on whether
/// the run was interrupted.
void wafti_body_table_add(wafti_text* text, waft_body_table columns, const waft_world* world);

#endif // WAFTI_RUN_BODY_TABLE_H
