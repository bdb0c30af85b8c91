// SPDX-License-Identifier: MIT
// One picture with the last picture of every run of a sweep.
#ifndef CLI_CONTACT_SHEET_H
#define CLI_CONTACT_SHEET_H

#include "sweep_plan.h"

/// Draws the last frame of every run that has no picture of it yet, and joins them to
/// DIR/sheet.png; runs that differ in the last axis alone stand in one row. Returns EXIT_OK, or prints a line and returns the code.
int contact_sheet_write(
    const arguments* args, const sweep_plan* plan, const char* directory, const char* cache);

#endif // CLI_CONTACT_SHEET_H
