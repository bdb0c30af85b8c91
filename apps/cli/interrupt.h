// SPDX-License-Identifier: MIT
// The user's wish to stop, as a flag that long work asks for between two of its steps.
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <stdbool.h>

/// From now on SIGINT, SIGTERM and SIGHUP raise the flag; a second SIGINT or SIGTERM ends at once.
void interrupt_catch(void);

/// True once one of them came.
bool interrupt_came(void);

#endif // CLI_INTERRUPT_H
