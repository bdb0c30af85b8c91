// SPDX-License-Identifier: MIT
// Directories: making, syncing, looking through, and clearing what dead writers left.
#ifndef WAFTI_IO_DIRECTORY_H
#define WAFTI_IO_DIRECTORY_H

#include <waft/base.h>

/// Makes a directory and those above it; one that exists is fine.
waft_result wafti_directory_make(const char* path, waft_error* out_error);

bool wafti_directory_exists(const char* path);

/// Makes the entry of `path` in its directory durable.
waft_result wafti_directory_sync_parent(const char* path, waft_error* out_error);

/// Calls visit for every entry but . and .. until it returns an error, in no fixed order; entries
/// may be removed meanwhile. A directory that does not exist has no entries.
typedef waft_result wafti_directory_visitor(
    void* user, const char* directory, const char* name, waft_error* out_error);
waft_result wafti_directory_visit(
    const char* path, wafti_directory_visitor* visit, void* user, waft_error* out_error);

/// Removes temporaries of wafti_file that nobody is writing any more.
waft_result wafti_directory_sweep(const char* path, waft_error* out_error);

/// Removes a file; one that does not exist is fine.
waft_result wafti_directory_remove_file(
    const char* directory, const char* name, waft_error* out_error);

#endif // WAFTI_IO_DIRECTORY_H
