// SPDX-License-Identifier: MIT
// Scenes with bodies whose hulls are quick to bake.
#ifndef WAFT_TEST_CROWD_FIXTURE_H
#define WAFT_TEST_CROWD_FIXTURE_H

#include "stage_fixture.h"

#define CROWD_HEAD "waft: 1\ntime: {duration: 1, fps: 20, step: 0.01}\nground: {height: 0.1}\n"
#define CROWD_BODIES                                                                               \
    "bodies:\n"                                                                                    \
    "  - {name: leaf, shape: {elliptic_plate: [4 cm, 2 cm, 0.2 mm]}, density: 400,\n"              \
    "     turbulence: {bake: false}, langevin: off, count: 3,\n"                                   \
    "     scatter: {low: [-0.2, 1, -0.2], high: [0.2, 1.2, 0.2], turned: true}}\n"                 \
    "  - {name: ball, shape: {sphere: 2 cm}, density: 80, turbulence: {bake: false},\n"            \
    "     langevin: off, release: {position: [0, 1.5, 0]}}\n"

#endif // WAFT_TEST_CROWD_FIXTURE_H
