// SPDX-License-Identifier: MIT
// Starter scenes of `waft new`. cmake/Tools.cmake makes an array of each file of scenes/.
#include <waft/starter.h>

#include "export/starter_texts.h"

static const waft_starter starters[] = {
    {"ocean", "open sea: a sum of trains with Gerstner orbits", starter_ocean},
    {"pond", "rain and a hand on a pond: ripples that live", starter_pond},
    {"shore", "a wave maker, breakers and their run-up on a beach", starter_shore},
    {"surf", "swell that shoals and breaks on a beach, with foam and spray", starter_surf},
    {"swell", "one Airy train with gauges and tracers, to measure", starter_swell},
    {"smoke", "a warm source, an obstacle, and OpenVDB files for Blender", starter_smoke},
    {"leaf", "leaves that flutter down in a light wind and come to rest", starter_leaf},
    {"paper", "a sheet of paper and a card, dropped side by side", starter_paper},
    {"dam", "a liquid of particles: a dam breaks over an obstacle", starter_dam},
};

size_t waft_starter_count(void) {
    return sizeof(starters) / sizeof(starters[0]);
}

const waft_starter* waft_starter_at(size_t index) {
    return index < waft_starter_count() ? &starters[index] : NULL;
}
