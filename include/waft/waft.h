// SPDX-License-Identifier: MIT
// waft/waft.h: all of the library waft: solvers, worlds, scenes. Runs, files of other programs and plots are
// in waft/tools.h, pictures in waft/render.h; both are libraries of their own.
#ifndef WAFT_WAFT_H
#define WAFT_WAFT_H

#include <waft/base.h>
#include <waft/body.h>
#include <waft/detail.h>
#include <waft/field.h>
#include <waft/files.h>
#include <waft/hull.h>
#include <waft/liquid.h>
#include <waft/live.h>
#include <waft/math.h>
#include <waft/mesh.h>
#include <waft/param.h>
#include <waft/scene.h>
#include <waft/shape.h>
#include <waft/smoke.h>
#include <waft/solid.h>
#include <waft/surface.h>
#include <waft/turbulence.h>
#include <waft/view.h>
#include <waft/water.h>
#include <waft/world.h>

#endif // WAFT_WAFT_H
