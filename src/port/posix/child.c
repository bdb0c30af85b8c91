// SPDX-License-Identifier: MIT
// Its stdin is a socket, not a pipe: send() can be told not to raise SIGPIPE, write() cannot, and
// signals are the host's to handle.
#include "port/child.h"

#include "port/port.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

// Time between questions to stop() while nothing moves.
enum { PATIENCE_MS = 50, LAST_STANDARD = 2 };

static void close_descriptor(int* descriptor) {
    if (*descriptor >= 0) {
        wafti_port_leave(*descriptor);
        *descriptor = -1;
    }
}

// A host without stdin, stdout or stderr would get those numbers, and connecting one of them in the
// child would close another.
static int lift(int* descriptor) {
    if (*descriptor > LAST_STANDARD) {
        return 0;
    }
    const int lifted = fcntl(*descriptor, F_DUPFD_CLOEXEC, LAST_STANDARD + 1);
    if (lifted < 0) {
        return errno;
    }
    wafti_port_leave(*descriptor);
    *descriptor = lifted;
    return 0;
}

typedef struct wires {
    int input[2];  // ours, the child's
    int errors[2]; // ours, the child's
} wires;

static void close_wires(wires* w) {
    for (int end = 0; end < 2; ++end) {
        close_descriptor(&w->input[end]);
        close_descriptor(&w->errors[end]);
    }
}

static int open_wires(wires* w) {
    *w = (wires){{-1, -1}, {-1, -1}};
    int code = 0;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, w->input) != 0 ||
        pipe2(w->errors, O_CLOEXEC) != 0) {
        code = errno;
    }
    for (int end = 0; end < 2 && code == 0; ++end) {
        code = lift(&w->input[end]);
        code = code == 0 ? lift(&w->errors[end]) : code;
    }
    if (code == 0 && fcntl(w->errors[0], F_SETFL, O_NONBLOCK) != 0) {
        code = errno;
    }
    if (code != 0) {
        close_wires(w);
    }
    return code;
}

// A child of ours starts as one of a shell would, whatever the host blocks or ignores.
static int set_attributes(posix_spawnattr_t* attributes) {
    sigset_t none;
    sigset_t usual;
    (void)sigemptyset(&none);
    (void)sigemptyset(&usual);
    static const int signals[] = {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD};
    for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); ++i) {
        (void)sigaddset(&usual, signals[i]);
    }
    int code = posix_spawnattr_setsigmask(attributes, &none);
    code = code == 0 ? posix_spawnattr_setsigdefault(attributes, &usual) : code;
    code = code == 0 ? posix_spawnattr_setpgroup(attributes, 0) : code;
    return code == 0 ? posix_spawnattr_setflags(attributes,
                           POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP)
                     : code;
}

static int set_actions(posix_spawn_file_actions_t* actions, const wires* w) {
    int code = posix_spawn_file_actions_adddup2(actions, w->input[1], STDIN_FILENO);
    code = code == 0
               ? posix_spawn_file_actions_addopen(actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
               : code;
    return code == 0 ? posix_spawn_file_actions_adddup2(actions, w->errors[1], STDERR_FILENO)
                     : code;
}

static int spawn(int64_t* out_pid, char* const* arguments, const wires* w) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int code = posix_spawn_file_actions_init(&actions);
    if (code != 0) {
        return code;
    }
    code = posix_spawnattr_init(&attributes);
    if (code == 0) {
        code = set_actions(&actions, w);
        code = code == 0 ? set_attributes(&attributes) : code;
        pid_t pid = 0;
        code = code == 0
                   ? posix_spawnp(&pid, arguments[0], &actions, &attributes, arguments, environ)
                   : code;
        *out_pid = pid;
        (void)posix_spawnattr_destroy(&attributes);
    }
    (void)posix_spawn_file_actions_destroy(&actions);
    return code;
}

int wafti_child_start(wafti_child* child, char* const* arguments) {
    wires w;
    child->pid = 0;
    child->input = child->errors = -1;
    child->word_count = 0;
    child->words[0] = '\0';
    int code = open_wires(&w);
    if (code != 0) {
        return code;
    }
    code = spawn(&child->pid, arguments, &w);
    if (code != 0) {
        child->pid = 0;
        close_wires(&w);
        return code;
    }
    close_descriptor(&w.input[1]);
    close_descriptor(&w.errors[1]);
    child->input = w.input[0];
    child->errors = w.errors[0];
    return 0;
}

// Keeps the first words for a sentence; the rest is read all the same, lest the child wait for us.
static void keep_words(wafti_child* child, const char* bytes, size_t count) {
    for (size_t i = 0; i < count && child->word_count + 1 < sizeof(child->words); ++i) {
        const bool space = (unsigned char)bytes[i] < 0x20;
        const bool follows_space =
            child->word_count == 0 || child->words[child->word_count - 1] == ' ';
        if (!space || !follows_space) {
            child->words[child->word_count++] = space ? ' ' : bytes[i];
        }
    }
    child->words[child->word_count] = '\0';
}

static void read_words(wafti_child* child) {
    char bytes[4096];
    while (child->errors >= 0) {
        const ssize_t got = read(child->errors, bytes, sizeof(bytes));
        if (got > 0) {
            keep_words(child, bytes, (size_t)got);
        } else if (got == 0 || (errno != EINTR && errno != EAGAIN)) {
            close_descriptor(&child->errors);
        } else if (errno == EAGAIN) {
            return;
        }
    }
}

static bool wants_stop(const wafti_child* child) {
    return child->stop != NULL && child->stop(child->user);
}

// Waits until the child says something, takes something (where there is something to send), or
// patience ends. True if stop() wants an end.
static bool wait_a_while(wafti_child* child, bool sending, int longest_ms, bool* out_writable) {
    struct pollfd watched[] = {
        {.fd = sending ? child->input : -1, .events = POLLOUT},
        {.fd = child->errors, .events = POLLIN},
    };
    const int ready = poll(watched, 2, longest_ms);
    if (ready > 0 && watched[1].revents != 0) {
        read_words(child);
    }
    *out_writable = ready > 0 && watched[0].revents != 0;
    return wants_stop(child);
}

bool wafti_child_send(wafti_child* child, const void* bytes, size_t byte_count) {
    const char* next = bytes;
    while (byte_count > 0) {
        bool writable = false;
        if (wait_a_while(child, true, PATIENCE_MS, &writable)) {
            return false;
        }
        if (!writable) {
            continue;
        }
        const ssize_t sent = send(child->input, next, byte_count, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent >= 0) {
            next += sent;
            byte_count -= (size_t)sent;
        } else if (errno != EINTR && errno != EAGAIN) {
            return false;
        }
    }
    return true;
}

// True once it has ended. A host that ignores SIGCHLD leaves no status to read: it then ended well if
// it had nothing to complain about.
static bool has_ended(wafti_child* child, wafti_child_end* out_end) {
    int status = 0;
    const pid_t got = waitpid((pid_t)child->pid, &status, WNOHANG);
    if (got == 0 || (got < 0 && errno == EINTR)) {
        return false;
    }
    read_words(child);
    const bool well =
        got < 0 ? child->word_count == 0 : WIFEXITED(status) && WEXITSTATUS(status) == 0;
    *out_end = well ? WAFTI_CHILD_WELL : WAFTI_CHILD_BADLY;
    child->pid = 0;
    return true;
}

wafti_child_end wafti_child_finish(wafti_child* child) {
    wafti_child_end end = WAFTI_CHILD_STOPPED;
    if (wants_stop(child)) {
        wafti_child_abort(child);
        return WAFTI_CHILD_STOPPED;
    }
    close_descriptor(&child->input);
    // A grandchild may hold stderr open after the child is gone, or the child may close it early:
    // only its status says that it ended. The end of stderr wakes us at once in the usual case.
    int pause_ms = 1;
    while (!has_ended(child, &end)) {
        bool writable = false;
        if (wait_a_while(child, false, child->errors < 0 ? pause_ms : PATIENCE_MS, &writable)) {
            wafti_child_abort(child);
            return WAFTI_CHILD_STOPPED;
        }
        pause_ms = child->errors < 0 && pause_ms < PATIENCE_MS ? 2 * pause_ms : pause_ms;
    }
    close_descriptor(&child->errors);
    return end;
}

void wafti_child_abort(wafti_child* child) {
    if (child->pid > 0) {
        // With all it started, and before its input ends: that would look like success to it.
        (void)kill((pid_t)-child->pid, SIGKILL);
        while (waitpid((pid_t)child->pid, NULL, 0) < 0 && errno == EINTR) {
        }
        child->pid = 0;
    }
    close_descriptor(&child->input);
    close_descriptor(&child->errors);
}
