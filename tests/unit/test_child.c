// SPDX-License-Identifier: MIT
#include "child_fixture.h"
#include "port/child.h"

#include <signal.h>
#include <sys/time.h>
#include <time.h>

static char megabyte[1 << 20];

static wafti_child started(scratch* s, const char* commands) {
    wafti_child child = {.pid = 0};
    char path[512];
    (void)snprintf(path, sizeof(path), "%s", write_program(s, "program", commands));
    char output[512];
    (void)snprintf(output, sizeof(output), "%s", scratch_file(s, "out"));
    char* const arguments[] = {path, output, NULL};
    CHECK(wafti_child_start(&child, arguments) == 0);
    return child;
}

static void bytes_go_in(void) {
    scratch s = scratch_make();
    const size_t before = open_descriptors();
    for (size_t i = 0; i < sizeof(megabyte); ++i) {
        megabyte[i] = (char)(i / 3);
    }
    wafti_child child = started(&s, "echo to nobody; cat > \"$1\"; echo 'two' >&2; echo words >&2");
    CHECK(wafti_child_send(&child, megabyte, sizeof(megabyte)));
    CHECK(wafti_child_finish(&child) == WAFTI_CHILD_WELL);
    CHECK_TEXT(child.words, "two words ");
    wafti_child_abort(&child);
    size_t size = 0;
    char* bytes = scratch_read(scratch_file(&s, "out"), &size);
    CHECK(size == sizeof(megabyte) && memcmp(bytes, megabyte, size) == 0);
    waft_text_free(NULL, bytes);
    CHECK(no_children_left());
    CHECK(open_descriptors() == before);
    scratch_remove(&s);
}

static void a_child_that_dies(void) {
    scratch s = scratch_make();
    wafti_child child = started(&s, "echo 'I am ill' >&2; exit 3");
    bool sent = true;
    for (int i = 0; i < 100 && sent; ++i) {
        sent = wafti_child_send(&child, megabyte, sizeof(megabyte));
    }
    CHECK(!sent);
    CHECK(wafti_child_finish(&child) == WAFTI_CHILD_BADLY);
    CHECK_TEXT(child.words, "I am ill ");
    child = started(&s, "kill -9 $$");
    CHECK(wafti_child_finish(&child) == WAFTI_CHILD_BADLY);
    CHECK_TEXT(child.words, "");
    CHECK(no_children_left());
    scratch_remove(&s);
}

// Both sides write more than any buffer holds before the child reads.
static void a_child_that_talks(void) {
    scratch s = scratch_make();
    wafti_child child = started(
        &s, "i=0; while [ $i -lt 1100 ]; do printf '%1000d\\n' $i >&2; i=$((i+1)); done; cat > $1");
    CHECK(wafti_child_send(&child, megabyte, sizeof(megabyte)));
    CHECK(wafti_child_finish(&child) == WAFTI_CHILD_WELL);
    CHECK(child.word_count == WAFTI_CHILD_WORDS - 1);
    CHECK(no_children_left());
    scratch_remove(&s);
}

// It closes stderr and goes on, or leaves someone who keeps it open.
static void odd_ends(void) {
    scratch s = scratch_make();
    wafti_child child = started(&s, "exec 2>&-; cat > /dev/null; sleep 0.05; exit 0");
    CHECK(wafti_child_finish(&child) == WAFTI_CHILD_WELL);
    child = started(&s, "sleep 2 & exit 0");
    const time_t start = time(NULL);
    CHECK(wafti_child_finish(&child) == WAFTI_CHILD_WELL);
    CHECK(time(NULL) - start < 2);
    CHECK(no_children_left());
    scratch_remove(&s);
}

static int questions;

static bool at_the_fourth(void* user) {
    (void)user;
    return ++questions >= 4;
}

static void stopping(void) {
    scratch s = scratch_make();
    const size_t before = open_descriptors();
    wafti_child child = started(&s, "exec sleep 100");
    child.stop = at_the_fourth;
    questions = 0;
    bool sent = true;
    for (int i = 0; i < 100 && sent; ++i) {
        sent = wafti_child_send(&child, megabyte, sizeof(megabyte));
    }
    CHECK(!sent);
    CHECK(wafti_child_finish(&child) == WAFTI_CHILD_STOPPED);
    child = started(&s, "exec sleep 100");
    wafti_child_abort(&child);
    wafti_child_abort(&child);
    CHECK(no_children_left());
    CHECK(open_descriptors() == before);
    scratch_remove(&s);
}

static void programs_that_are_not_there(void) {
    scratch s = scratch_make();
    const size_t before = open_descriptors();
    wafti_child child = {.pid = 0};
    char nothing[] = "waft-no-such-program";
    char* const arguments[] = {nothing, NULL};
    CHECK(wafti_child_start(&child, arguments) == ENOENT);
    char* const folder[] = {s.path, NULL};
    CHECK(wafti_child_start(&child, folder) != 0);
    CHECK(child.pid == 0);
    wafti_child_abort(&child);
    CHECK(open_descriptors() == before);
    CHECK(no_children_left());
    scratch_remove(&s);
}

static void on_alarm(int number) {
    (void)number;
}

// Every wait is broken off again and again; the child still starts with nothing blocked or ignored.
static void interrupted_calls(void) {
    scratch s = scratch_make();
    sigset_t blocked;
    sigset_t before;
    (void)sigemptyset(&blocked);
    (void)sigaddset(&blocked, SIGTERM);
    (void)sigaddset(&blocked, SIGUSR1);
    CHECK(sigprocmask(SIG_BLOCK, &blocked, &before) == 0);
    const struct sigaction action = {.sa_handler = on_alarm};
    const struct sigaction ignored = {.sa_handler = SIG_IGN};
    const struct sigaction usual = {.sa_handler = SIG_DFL};
    CHECK(sigaction(SIGALRM, &action, NULL) == 0);
    CHECK(sigaction(SIGPIPE, &ignored, NULL) == 0);
    const struct itimerval often = {{0, 1000}, {0, 1000}};
    CHECK(setitimer(ITIMER_REAL, &often, NULL) == 0);
    wafti_child child =
        started(&s, "grep Sig /proc/self/status >&2; sleep 0.05; cat > \"$1\"; sleep 0.05");
    CHECK(wafti_child_send(&child, megabyte, sizeof(megabyte)));
    CHECK(wafti_child_finish(&child) == WAFTI_CHILD_WELL);
    const struct itimerval never = {{0, 0}, {0, 0}};
    CHECK(setitimer(ITIMER_REAL, &never, NULL) == 0);
    CHECK(sigprocmask(SIG_SETMASK, &before, NULL) == 0);
    CHECK(sigaction(SIGPIPE, &usual, NULL) == 0);
    if (!CHECK(strstr(child.words, "SigBlk: 0000000000000000") != NULL)) {
        (void)fprintf(stderr, "  %s\n", child.words);
    }
    const char* ignores = strstr(child.words, "SigIgn: ");
    const unsigned long long mask = ignores != NULL ? strtoull(ignores + 8, NULL, 16) : ~0ull;
    CHECK((mask >> (SIGPIPE - 1) & 1u) == 0);
    size_t size = 0;
    waft_text_free(NULL, scratch_read(scratch_file(&s, "out"), &size));
    CHECK(size == sizeof(megabyte));
    CHECK(no_children_left());
    scratch_remove(&s);
}

static void a_host_without_standard_streams(void) {
    scratch s = scratch_make();
    const pid_t pid = fork();
    if (pid == 0) {
        for (int i = 0; i < 3; ++i) {
            (void)close(i);
        }
        wafti_child child = started(&s, "cat > \"$1\"; echo done >&2");
        const bool sent = wafti_child_send(&child, megabyte, sizeof(megabyte));
        const bool well = wafti_child_finish(&child) == WAFTI_CHILD_WELL;
        _exit(sent && well && strcmp(child.words, "done ") == 0 ? 0 : 1);
    }
    int status = -1;
    CHECK(waitpid(pid, &status, 0) == pid);
    CHECK(status == 0);
    scratch_remove(&s);
}

// The kernel then waits in our place, and no status is left to ask for.
static void a_host_that_ignores_its_children(void) {
    scratch s = scratch_make();
    const struct sigaction ignored = {.sa_handler = SIG_IGN};
    const struct sigaction usual = {.sa_handler = SIG_DFL};
    CHECK(sigaction(SIGCHLD, &ignored, NULL) == 0);
    wafti_child child = started(&s, "cat > /dev/null; exit 0");
    CHECK(wafti_child_finish(&child) == WAFTI_CHILD_WELL);
    child = started(&s, "echo no >&2; exit 1");
    CHECK(wafti_child_finish(&child) == WAFTI_CHILD_BADLY);
    CHECK(sigaction(SIGCHLD, &usual, NULL) == 0);
    scratch_remove(&s);
}

static const test_case cases[] = {
    {"bytes_go_in", bytes_go_in},
    {"a_child_that_dies", a_child_that_dies},
    {"a_child_that_talks", a_child_that_talks},
    {"odd_ends", odd_ends},
    {"stopping", stopping},
    {"programs_that_are_not_there", programs_that_are_not_there},
    {"interrupted_calls", interrupted_calls},
    {"a_host_without_standard_streams", a_host_without_standard_streams},
    {"a_host_that_ignores_its_children", a_host_that_ignores_its_children},
};

TEST_MAIN(cases)
