// SPDX-License-Identifier: MIT
// waft/base.h: results, hooks and version; what every other header stands on.
#ifndef WAFT_BASE_H
#define WAFT_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WAFT_VERSION_MAJOR 0
#define WAFT_VERSION_MINOR 1
#define WAFT_VERSION_PATCH 0

#if defined(WAFT_BUILDING_SHARED) && defined(__GNUC__)
#define WAFT_EXPORT __attribute__((visibility("default")))
#else
#define WAFT_EXPORT
#endif

/// Marks a public function.
#define WAFT_API WAFT_EXPORT

/// A public function that may still change without notice; exempt from the stability promise.
#define WAFT_EXPERIMENTAL WAFT_EXPORT

#if defined(__GNUC__)
#define WAFT_CHECKED __attribute__((warn_unused_result))
// Formats are those of C99, also where gcc takes printf for that of another C library.
#if defined(__clang__)
#define WAFT_PRINTF(format_index, first_index)                                                     \
    __attribute__((format(printf, format_index, first_index)))
#else
#define WAFT_PRINTF(format_index, first_index)                                                     \
    __attribute__((format(gnu_printf, format_index, first_index)))
#endif
#else
#define WAFT_CHECKED
#define WAFT_PRINTF(format_index, first_index)
#endif

/// Every result a call can return, with its sentence.
#define WAFT_RESULT_MAP(X)                                                                         \
    X(OK, "success")                                                                               \
    X(ERR_NO_MEMORY, "out of memory")                                                              \
    X(ERR_ARGUMENT, "an argument is invalid")                                                      \
    X(ERR_STALE_ID, "the id names nothing that is alive")                                          \
    X(ERR_FULL, "a fixed capacity is used up")                                                     \
    X(ERR_IO, "a file could not be read or written")                                               \
    X(ERR_PARSE, "the input is malformed")                                                         \
    X(ERR_MESH, "the mesh is unusable")                                                            \
    X(ERR_NOT_CONVERGED, "an iteration did not converge")                                          \
    X(ERR_DIVERGED, "the simulation diverged")                                                     \
    X(ERR_MISSING, "a program or package that is needed is not there")

typedef enum waft_result {
#define WAFT_RESULT_ENUM(name, sentence) WAFT_##name,
    WAFT_RESULT_MAP(WAFT_RESULT_ENUM)
#undef WAFT_RESULT_ENUM
} waft_result;

/// Name of a result without the WAFT_ prefix, e.g. "ERR_IO". Static storage.
WAFT_API const char* waft_result_name(waft_result result);

/// One sentence for a result. Static storage.
WAFT_API const char* waft_result_sentence(waft_result result);

/// What went wrong in a call that has no object to keep the sentence in.
/// Functions that take a `waft_error*` accept NULL, and write it only when they fail.
typedef struct waft_error {
    waft_result result;
    char sentence[508]; ///< names the place, the value and what would be right
} waft_error;

/// Structs that grow. A struct that begins with `struct_size`, and one that is read by a call with a
/// size, may get members at its end in a later version; a caller compiled with an older header then
/// gets the defaults of what it does not know. All other structs stay as they are for the life of a
/// shared library's major version: elements of arrays, structs inside others, ids, samples, views of
/// fields, events and figures among them.
///
/// These three are what the libraries of waft do it with. waft_struct_read() copies as much of `own`
/// as fits and zeroes the rest of `out`; waft_struct_fill() does so and sets `struct_size`.
/// waft_struct_take() overlays defaults in `own` with what the caller of a library gave. Error:
/// WAFT_ERR_ARGUMENT (NULL, not initialised, or larger than `own` with something in what is not
/// known); `own` is then untouched. `type` is its name, for the sentence.
WAFT_API void waft_struct_read(void* out, size_t size, const void* own, size_t own_size);
WAFT_API void waft_struct_fill(void* out, size_t size, const void* own, size_t own_size);
WAFT_API WAFT_CHECKED waft_result waft_struct_take(
    void* own, size_t own_size, const void* given, const char* type, waft_error* out_error);

/// Memory hook. `allocate` returns storage aligned to `alignment` (a power of two), or NULL.
/// `release` gets the size that was asked for. Both may be called from the thread that calls
/// into waft only. All zero means the C library.
typedef struct waft_allocator {
    void* user;
    void* (*allocate)(void* user, size_t size, size_t alignment);
    void (*release)(void* user, void* memory, size_t size, size_t alignment);
} waft_allocator;

typedef enum waft_log_level {
    WAFT_LOG_DEBUG,
    WAFT_LOG_NOTE,
    WAFT_LOG_WARNING,
} waft_log_level;

/// Log hook. `write` gets one sentence without a line end. All zero means silence.
typedef struct waft_logger {
    void* user;
    void (*write)(void* user, waft_log_level level, const char* sentence);
} waft_logger;

/// What a host's pool runs. It returns when no work is left.
typedef void waft_task_function(void* context);

/// The host's thread pool in two calls. `enqueue` starts `run(context)` on some thread and returns a
/// handle (or NULL if it ran it on the spot); `finish` waits for that handle. `concurrency` is how
/// many threads, the caller's included, may run tasks at once. All zero: waft's own pool.
typedef struct waft_tasks {
    void* user;
    void* (*enqueue)(void* user, waft_task_function* run, void* context);
    void (*finish)(void* user, void* handle);
    int concurrency;
} waft_tasks;

/// "0.1.0"; static storage.
WAFT_API const char* waft_version(void);

/// Instruction set that kernels of this process use: "avx2", "sse2", "neon" or "scalar". The
/// environment variable WAFT_ISA=scalar forces the plain path.
WAFT_API const char* waft_isa(void);

/// True if this build of the library can do what `feature` names: "yaml", "png", "zlib",
/// "waves".
WAFT_API bool waft_has(const char* feature);

/// Releases text that a waft call returned through a `char**`; the allocator is the one of that call.
WAFT_API void waft_text_free(const waft_allocator* allocator, char* text);

#ifdef __cplusplus
}
#endif

#endif // WAFT_BASE_H
