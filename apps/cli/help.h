// SPDX-License-Identifier: MIT
// Help texts from the table.
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "options.h"

/// `waft --help` on stdout.
void help_overview(void);
/// `waft COMMAND --help` on stdout.
void help_command(const command_row* command);

/// "SCENE [-o DIR] [--resume|--force] ...": what may follow the command's name.
void help_synopsis(const command_row* command, char* out, size_t size);

/// "-o, --output DIR": an option as lists show it.
void help_option_label(const option_row* option, char* out, size_t size);

#endif // CLI_HELP_H
