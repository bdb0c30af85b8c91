// SPDX-License-Identifier: MIT
// Problems of a scene, kept in file order.
#ifndef WAFTI_SCENE_DIAGNOSTICS_H
#define WAFTI_SCENE_DIAGNOSTICS_H

#include <waft/scene.h>

#include "scene/phrase.h"
#include "scene/source.h"

enum { WAFTI_ERROR_CAPACITY = 100 };

/// Starts a load: problems reported from now on are ordered among themselves.
void wafti_diagnostics_begin(waft_diagnostics* diagnostics);

/// Ends it. Error: WAFT_ERR_NO_MEMORY if a problem could not be kept, WAFT_ERR_PARSE if there was an
/// error.
waft_result wafti_diagnostics_end(waft_diagnostics* diagnostics);

/// Adds an error. The same sentence at the same place is kept once; beyond the capacity only what
/// stands earliest is kept. Use no %f or %g.
void wafti_report(waft_diagnostics* diagnostics, const wafti_mark* mark, const char* format, ...)
    WAFT_PRINTF(3, 4);

/// Adds what is odd but allowed. It is kept only while the load has no error, which would come first.
void wafti_remark(waft_diagnostics* diagnostics, waft_severity severity, const wafti_mark* mark,
    const char* format, ...) WAFT_PRINTF(4, 5);

/// True if no error was reported since the load began.
bool wafti_diagnostics_none(const waft_diagnostics* diagnostics);

/// False if a problem at `mark` would be dropped for lack of room; saves the work of wording it.
bool wafti_diagnostics_wants(const waft_diagnostics* diagnostics, const wafti_mark* mark);

/// An I/O sentence without the "path: " or "path:" before a line that it starts with, for a message that
/// names the file itself.
const char* wafti_without_name(const char* sentence, const char* path);

#endif // WAFTI_SCENE_DIAGNOSTICS_H
