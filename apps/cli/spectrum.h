// SPDX-License-Identifier: MIT
// Spectra of velocity fields as tables and plots, and planes of them as pictures.
#ifndef CLI_SPECTRUM_H
#define CLI_SPECTRUM_H

#include "options.h"

/// waft info --spectrum.
int info_spectrum(const arguments* args, const char* path);

/// waft plot --spectrum and --slice.
int plot_spectrum(const arguments* args, const char* path);
int plot_slice(const arguments* args, const char* path);

/// waft info of a bank.
int info_bank(const arguments* args, const char* path);

#endif // CLI_SPECTRUM_H
