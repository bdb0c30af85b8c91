// SPDX-License-Identifier: MIT
// Spectra of velocity fields as tables and plots, and planes of them as pictures.
#ifndef CLI_SPECTRUM_H
#define CLI_SPECTRUM_H

#include "options.h"

/// Room for a path, with its end.
enum { PLOT_PATH = 4096 };

/// waft info --spectrum.
int info_spectrum(const arguments* args, const char* path);

/// Where a plot of an operand goes: -o, else the operand's name with another end. Returns EXIT_OK or the exit code.
int plot_path(
    const arguments* args, const char* operand, const char* end, char out_path[PLOT_PATH]);

/// waft plot --spectrum and --slice.
int plot_spectrum(const arguments* args, const char* path);
int plot_slice(const arguments* args, const char* path);

/// waft info of a bank.
int info_bank(const arguments* args, const char* path);

#endif // CLI_SPECTRUM_H
