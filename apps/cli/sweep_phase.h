// SPDX-License-Identifier: MIT
// The regimes of a sweep over two numbers as a phase diagram.
#ifndef CLI_SWEEP_PHASE_H
#define CLI_SWEEP_PHASE_H

#include "sweep_plan.h"

/// Writes DIR/phase.svg if exactly two numbers vary and bodies fell: a mark a run, of the regime that most
/// of its bodies had. Returns EXIT_OK, or prints a line and returns the exit code.
int sweep_phase_write(const arguments* args, const sweep_plan* plan, const char* directory);

#endif // CLI_SWEEP_PHASE_H
