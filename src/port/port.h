// SPDX-License-Identifier: MIT
// All that differs between systems, as plain functions. A folder beside this file holds a system's own;
// cmake/Port.cmake says which are taken. Paths are UTF-8 with '/'. What says false leaves errno.
#ifndef WAFTI_PORT_PORT_H
#define WAFTI_PORT_PORT_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <waft/base.h>

// ---- files

enum { WAFTI_PORT_PATH = 4096 }; ///< bytes of the longest path, with its end

typedef enum wafti_open_mode {
    WAFTI_OPEN_READ,  ///< waits for the writer of a pipe
    WAFTI_OPEN_FILE,  ///< to read; waits for nothing, so that its status can tell what it is
    WAFTI_OPEN_LOOK,  ///< the same, but fails on a symbolic link
    WAFTI_OPEN_WRITE, ///< to read and write, made if it is not there; fails on a symbolic link
} wafti_open_mode;

/// A descriptor, -1 with errno if there is none. Programs that are started later do not get it.
int wafti_port_open(const char* path, wafti_open_mode mode);

/// Closes what was written. False: some of it may not have reached the disk.
WAFT_CHECKED bool wafti_port_close(int file);
/// Closes what was only read, or what is given up: nothing can be lost, so its error says nothing.
/// errno stays what it was.
void wafti_port_leave(int file);

/// Bytes read, fewer than asked only at the end of the file; -1 with errno.
int64_t wafti_port_read(int file, void* bytes, size_t count);
int64_t wafti_port_read_at(int file, void* bytes, size_t count, uint64_t position);
/// All of them or false.
WAFT_CHECKED bool wafti_port_write(int file, const void* bytes, size_t count);
/// The place where wafti_port_write() goes on does not move.
WAFT_CHECKED bool wafti_port_write_at(int file, const void* bytes, size_t count, uint64_t position);
/// Cuts it to no bytes.
WAFT_CHECKED bool wafti_port_empty(int file);
/// Waits until what was written is on the disk.
WAFT_CHECKED bool wafti_port_sync(int file);

typedef struct wafti_port_status {
    bool is_file, is_directory;
    uint64_t size;
    uint64_t links;          ///< names it has
    uint64_t device, number; ///< the same for two names of one file
} wafti_port_status;

bool wafti_port_status_open(int file, wafti_port_status* out_status);
bool wafti_port_status_path(const char* path, wafti_port_status* out_status);
/// Of a symbolic link itself.
bool wafti_port_status_link(const char* path, wafti_port_status* out_status);
bool wafti_port_exists(const char* path);

typedef enum wafti_lock {
    WAFTI_LOCK_TAKEN,
    WAFTI_LOCK_BUSY, ///< another process has it
    WAFTI_LOCK_NONE, ///< the file system has no locks
} wafti_lock;

/// Waits for nothing. The lock goes with the descriptor, whatever happens to the process.
wafti_lock wafti_port_lock(int file, bool exclusive);

/// Replaces what is at `to`.
WAFT_CHECKED bool wafti_port_rename(const char* from, const char* to);
bool wafti_port_remove(const char* path);
/// Marks it as used now, where that is allowed.
void wafti_port_touch(const char* path);
/// Lets the system read it before it is asked for.
void wafti_port_announce(const char* path);
/// The path without links and dots.
bool wafti_port_real_path(const char* path, char out_path[WAFTI_PORT_PATH]);

// ---- directories

bool wafti_port_make_directory(const char* path);
/// Only an empty one.
bool wafti_port_remove_directory(const char* path);
/// Makes its entries durable. True where the system has nothing to wait for.
bool wafti_port_sync_directory(const char* path);
/// Calls visit for every entry but . and .. until it returns false, in no fixed order; entries may be
/// removed meanwhile. False if the directory cannot be read.
typedef bool wafti_port_visitor(void* user, const char* name);
bool wafti_port_visit(const char* path, wafti_port_visitor* visit, void* user);

// ---- processes

int64_t wafti_port_process(void);
bool wafti_port_process_lives(int64_t process);

// ---- time, for measurements and progress; never for simulation

/// Monotonic wall time in s.
double wafti_clock_wall(void);
/// CPU time of this process over all threads in s; 0 where the system has none.
double wafti_clock_cpu(void);
void wafti_clock_sleep(double seconds);

// ---- threads

/// Fills in at most `capacity` ids of the CPUs that the calling thread may run on, ascending, and
/// returns how many were filled in; 0 if the system does not say.
int wafti_cpus_allowed(int* out_ids, int capacity);
/// How many threads are worth having: CPUs this process may use, at least 1.
int wafti_cpus_count(void);
/// CPU the calling thread is on, -1 if the system does not say.
int wafti_cpus_current(void);
/// Keeps `thread` on one CPU; false if the system refuses.
bool wafti_cpus_pin(pthread_t thread, int cpu);

/// Starts a thread that gets no signals meant for the process: those are for the host's threads.
WAFT_CHECKED bool wafti_port_start_thread(pthread_t* out_thread, void* (*run)(void*), void* user);

// ---- memory

/// Bytes at a multiple of `alignment`, a power of two; `size` is a multiple of it. NULL: there are none.
void* wafti_pages_take(size_t alignment, size_t size);
void wafti_pages_free(void* memory);
/// A wish for large pages there.
void wafti_pages_wish_large(void* memory, size_t size);
/// Makes whole pages of it zero without touching them, where the system can; returns how many bytes
/// from the start on.
size_t wafti_pages_clear(void* memory, size_t size);

// ---- words and numbers, whatever the host's locale is

/// The number that `text` is, with a point; rounded as the floating-point environment says.
double wafti_port_number(const char* text);
/// What an error number means, in English.
void wafti_port_error_text(int code, char* out_text, size_t capacity);

#endif // WAFTI_PORT_PORT_H
