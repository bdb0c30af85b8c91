// SPDX-License-Identifier: MIT
// One function a command; each returns the exit code.
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "options.h"

int cmd_run(const arguments* args);
int cmd_enhance(const arguments* args);
int cmd_render(const arguments* args);
int cmd_check(const arguments* args);
int cmd_new(const arguments* args);
int cmd_params(const arguments* args);
int cmd_bake(const arguments* args);
int cmd_sweep(const arguments* args);
int cmd_info(const arguments* args);
int cmd_plot(const arguments* args);
int cmd_bench(const arguments* args);
int cmd_completion(const arguments* args);
int cmd_help(const arguments* args);
int cmd_man(const arguments* args);

/// Names of all cases that `waft bench` knows, the renderer's last; NULL past the end.
const char* bench_word(size_t index);

/// What `waft bake` can bake; NULL past the end.
const char* bake_word(size_t index);

#endif // CLI_COMMANDS_H
