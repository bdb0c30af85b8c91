// SPDX-License-Identifier: MIT
// What the film of shaders/resolve.frag.glsl does to radiance, and the way back.
#ifndef WAFTI_RENDER_FILM_H
#define WAFTI_RENDER_FILM_H

#include <waft/math.h>
#include <waft/view.h>

/// What radiance is multiplied with before the film curve.
float wafti_film_exposure(const waft_look* look);

/// The value that a fragment shader must write (encoded as by encode() of light.glsl) for a linear
/// colour from 0 to 1 to come out of the film as it is. The brightest end is out of the film's reach
/// and comes out a little darker.
waft_vec3 wafti_film_stored(waft_vec3 color, const waft_look* look);

/// Linear colour from 0 to 1 to sRGB.
waft_vec3 wafti_film_srgb(waft_vec3 color);

#endif // WAFTI_RENDER_FILM_H
