// SPDX-License-Identifier: MIT
#include "scene/diagnostics.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"

enum {
    MESSAGE_SIZE = 768,
    SOURCE_LINE_SIZE = 200,
    ARENA_BLOCK = 4096,
    NOTE_CAPACITY = 1, // "more problems follow"
    REMARK_CAPACITY = 20,
};

typedef struct entry {
    waft_diagnostic shown;
    int order; // of the source
} entry;

struct waft_diagnostics {
    waft_allocator allocator;
    wafti_arena arena;
    entry entries[WAFTI_ERROR_CAPACITY + NOTE_CAPACITY];
    size_t count;
    size_t error_count;
    size_t first;         // entry of the load that is under way
    size_t errors_before; // errors when it started
    bool dropped;         // an error found no room
    bool no_memory;
};

waft_result waft_diagnostics_create(
    const waft_allocator* allocator, waft_diagnostics** out_diagnostics) {
    if (out_diagnostics == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    waft_diagnostics* diagnostics = wafti_allocate_zero(allocator, 1, sizeof(waft_diagnostics));
    *out_diagnostics = diagnostics;
    if (diagnostics == NULL) {
        return WAFT_ERR_NO_MEMORY;
    }
    if (allocator != NULL) {
        diagnostics->allocator = *allocator;
    }
    wafti_arena_init(&diagnostics->arena, allocator, ARENA_BLOCK);
    return WAFT_OK;
}

void waft_diagnostics_destroy(waft_diagnostics* diagnostics) {
    if (diagnostics != NULL) {
        const waft_allocator allocator = diagnostics->allocator;
        wafti_arena_free(&diagnostics->arena);
        wafti_release(&allocator, diagnostics, 1, sizeof(waft_diagnostics));
    }
}

size_t waft_diagnostics_count(const waft_diagnostics* diagnostics) {
    return diagnostics != NULL ? diagnostics->count : 0;
}

const waft_diagnostic* waft_diagnostics_at(const waft_diagnostics* diagnostics, size_t index) {
    return index < waft_diagnostics_count(diagnostics) ? &diagnostics->entries[index].shown : NULL;
}

size_t waft_diagnostics_error_count(const waft_diagnostics* diagnostics) {
    return diagnostics != NULL ? diagnostics->error_count : 0;
}

static int order_of(const wafti_mark* mark) {
    return mark->source != NULL ? mark->source->order : 0;
}

// Negative if the mark stands before the entry.
static int compare_place(const wafti_mark* mark, const entry* other) {
    if (order_of(mark) != other->order) {
        return order_of(mark) - other->order;
    }
    const int lines = mark->line - other->shown.line;
    return lines != 0 ? lines : mark->column - other->shown.column;
}

static bool is_full(const waft_diagnostics* diagnostics) {
    return diagnostics->error_count >= WAFTI_ERROR_CAPACITY;
}

bool wafti_diagnostics_wants(const waft_diagnostics* diagnostics, const wafti_mark* mark) {
    if (!is_full(diagnostics)) {
        return true;
    }
    return diagnostics->first < diagnostics->count &&
           compare_place(mark, &diagnostics->entries[diagnostics->count - 1]) < 0;
}

bool wafti_diagnostics_none(const waft_diagnostics* diagnostics) {
    return !diagnostics->dropped && diagnostics->error_count == diagnostics->errors_before;
}

static bool is_repeated(
    const waft_diagnostics* diagnostics, const wafti_mark* mark, const char* message) {
    for (size_t i = diagnostics->first; i < diagnostics->count; ++i) {
        const entry* other = &diagnostics->entries[i];
        if (compare_place(mark, other) == 0 && strcmp(other->shown.message, message) == 0) {
            return true;
        }
    }
    return false;
}

static const char* keep_source_line(waft_diagnostics* diagnostics, const wafti_mark* mark) {
    if (mark->source == NULL || mark->line == 0) {
        return "";
    }
    size_t size = 0;
    const char* line = wafti_source_line(mark->source, mark->line, &size);
    size_t kept = 0;
    while (kept < size) {
        const size_t next = kept + wafti_character_size(line + kept, size - kept);
        if (next > SOURCE_LINE_SIZE) {
            break;
        }
        kept = next;
    }
    return wafti_arena_text(&diagnostics->arena, line, kept);
}

static void insert(waft_diagnostics* diagnostics, const entry* added, const wafti_mark* mark) {
    size_t place = diagnostics->count;
    while (
        place > diagnostics->first && compare_place(mark, &diagnostics->entries[place - 1]) < 0) {
        diagnostics->entries[place] = diagnostics->entries[place - 1];
        --place;
    }
    diagnostics->entries[place] = *added;
    ++diagnostics->count;
}

// False if there is no memory for it.
static bool make_entry(waft_diagnostics* diagnostics, waft_severity severity,
    const wafti_mark* mark, const char* message, entry* out_entry) {
    const char* file = mark->source != NULL ? mark->source->name : "";
    *out_entry = (entry){
        .shown =
            {
                .severity = severity,
                .file = wafti_arena_text(&diagnostics->arena, file, strlen(file)),
                .line = mark->line,
                .column = mark->column,
                .length = mark->length > 0 ? mark->length : 1,
                .message = wafti_arena_text(&diagnostics->arena, message, strlen(message)),
                .source_line = keep_source_line(diagnostics, mark),
            },
        .order = order_of(mark),
    };
    const waft_diagnostic* shown = &out_entry->shown;
    const bool enough = shown->file != NULL && shown->message != NULL && shown->source_line != NULL;
    diagnostics->no_memory = diagnostics->no_memory || !enough;
    return enough;
}

static void keep(waft_diagnostics* diagnostics, const wafti_mark* mark, const char* message) {
    entry added;
    if (!make_entry(diagnostics, WAFT_SEVERITY_ERROR, mark, message, &added)) {
        return;
    }
    if (wafti_diagnostics_none(diagnostics)) {
        diagnostics->count = diagnostics->first; // remarks make way for the first error
    }
    if (is_full(diagnostics)) {
        diagnostics->dropped = true;
        --diagnostics->count;
        --diagnostics->error_count;
    }
    insert(diagnostics, &added, mark);
    ++diagnostics->error_count;
}

void wafti_report(waft_diagnostics* diagnostics, const wafti_mark* mark, const char* format, ...) {
    char message[MESSAGE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(message, sizeof(message), format, arguments);
    va_end(arguments);
    if (!wafti_diagnostics_wants(diagnostics, mark)) {
        diagnostics->dropped = true;
    } else if (!is_repeated(diagnostics, mark, message)) {
        keep(diagnostics, mark, message);
    }
}

void wafti_remark(waft_diagnostics* diagnostics, waft_severity severity, const wafti_mark* mark,
    const char* format, ...) {
    char message[MESSAGE_SIZE];
    entry added;
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(message, sizeof(message), format, arguments);
    va_end(arguments);
    const bool room = diagnostics->count < diagnostics->first + REMARK_CAPACITY &&
                      diagnostics->count < WAFTI_ERROR_CAPACITY;
    if (room && wafti_diagnostics_none(diagnostics) && !is_repeated(diagnostics, mark, message) &&
        make_entry(diagnostics, severity, mark, message, &added)) {
        insert(diagnostics, &added, mark);
    }
}

void wafti_diagnostics_begin(waft_diagnostics* diagnostics) {
    diagnostics->first = diagnostics->count;
    diagnostics->errors_before = diagnostics->error_count;
    diagnostics->dropped = false;
    diagnostics->no_memory = false;
}

waft_result wafti_diagnostics_end(waft_diagnostics* diagnostics) {
    const bool room = diagnostics->count < WAFTI_ERROR_CAPACITY + NOTE_CAPACITY;
    if (diagnostics->dropped && room) {
        const entry* last = &diagnostics->entries[diagnostics->count - 1];
        diagnostics->entries[diagnostics->count++].shown = (waft_diagnostic){
            .severity = WAFT_SEVERITY_NOTE,
            .file = last->shown.file,
            .length = 1,
            .message = "there are more problems; the first 100 are listed",
            .source_line = "",
        };
    }
    if (diagnostics->no_memory) {
        return WAFT_ERR_NO_MEMORY;
    }
    return wafti_diagnostics_none(diagnostics) ? WAFT_OK : WAFT_ERR_PARSE;
}

const char* wafti_without_name(const char* sentence, const char* path) {
    const size_t length = strlen(path);
    const bool named = strncmp(sentence, path, length) == 0 && sentence[length] == ':';
    const char* rest = named ? sentence + length + 1 : sentence;
    return rest + (*rest == ' ' ? 1 : 0);
}
