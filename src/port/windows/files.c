// SPDX-License-Identifier: MIT
// Descriptors of the C library over handles of the system: its own open() would keep an open file from
// being renamed and removed, and reads paths in the code page of the machine.
#include "port/port.h"
#include "port/windows/wide.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <string.h>
#include <windows.h>

bool wafti_port_widen(const char* path, wchar_t* out_path, int capacity) {
    if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, out_path, capacity) > 0) {
        return true;
    }
    errno = GetLastError() == ERROR_INSUFFICIENT_BUFFER ? ENAMETOOLONG : EILSEQ;
    return false;
}

bool wafti_port_fail_last(void) {
    static const struct {
        DWORD code;
        int number;
    } known[] = {
        {ERROR_FILE_NOT_FOUND, ENOENT},
        {ERROR_PATH_NOT_FOUND, ENOENT},
        {ERROR_INVALID_NAME, ENOENT},
        {ERROR_BAD_NETPATH, ENOENT},
        {ERROR_ACCESS_DENIED, EACCES},
        {ERROR_SHARING_VIOLATION, EACCES},
        {ERROR_LOCK_VIOLATION, EACCES},
        {ERROR_WRITE_PROTECT, EROFS},
        {ERROR_ALREADY_EXISTS, EEXIST},
        {ERROR_FILE_EXISTS, EEXIST},
        {ERROR_DIR_NOT_EMPTY, ENOTEMPTY},
        {ERROR_DIRECTORY, ENOTDIR},
        {ERROR_DISK_FULL, ENOSPC},
        {ERROR_HANDLE_DISK_FULL, ENOSPC},
        {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
        {ERROR_OUTOFMEMORY, ENOMEM},
        {ERROR_TOO_MANY_OPEN_FILES, EMFILE},
        {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
        {ERROR_BROKEN_PIPE, EPIPE},
        {ERROR_INVALID_HANDLE, EBADF},
        {ERROR_NOT_SUPPORTED, ENOSYS},
    };
    const DWORD code = GetLastError();
    errno = EIO;
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); ++i) {
        if (known[i].code == code) {
            errno = known[i].number;
        }
    }
    return false;
}

static HANDLE handle_of(int file) {
    return (HANDLE)_get_osfhandle(file);
}

// INVALID_HANDLE_VALUE with errno if there is none.
static HANDLE open_handle(const char* path, DWORD access, DWORD creation, DWORD flags) {
    wchar_t wide[WAFTI_PORT_PATH];
    if (!wafti_port_widen(path, wide, WAFTI_PORT_PATH)) {
        return INVALID_HANDLE_VALUE;
    }
    const DWORD share = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    const HANDLE handle = CreateFileW(wide, access, share, NULL, creation, flags, NULL);
    if (handle == INVALID_HANDLE_VALUE) {
        (void)wafti_port_fail_last();
    }
    return handle;
}

static bool is_link(HANDLE handle) {
    BY_HANDLE_FILE_INFORMATION about;
    return GetFileInformationByHandle(handle, &about) != 0 &&
           (about.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
}

int wafti_port_open(const char* path, wafti_open_mode mode) {
    const bool write = mode == WAFTI_OPEN_WRITE;
    const bool follow = mode == WAFTI_OPEN_READ || mode == WAFTI_OPEN_FILE;
    const HANDLE handle = open_handle(path, write ? GENERIC_READ | GENERIC_WRITE : GENERIC_READ,
        write ? OPEN_ALWAYS : OPEN_EXISTING,
        FILE_ATTRIBUTE_NORMAL | (follow ? 0 : FILE_FLAG_OPEN_REPARSE_POINT));
    if (handle == INVALID_HANDLE_VALUE) {
        return -1;
    }
    if (!follow && is_link(handle)) {
        (void)CloseHandle(handle);
        errno = ELOOP;
        return -1;
    }
    const int file =
        _open_osfhandle((intptr_t)handle, (write ? _O_RDWR : _O_RDONLY) | _O_BINARY | _O_NOINHERIT);
    if (file < 0) {
        (void)CloseHandle(handle);
    }
    return file;
}

bool wafti_port_close(int file) {
    return _close(file) == 0;
}

void wafti_port_leave(int file) {
    const int code = errno;
    (void)_close(file);
    errno = code;
}

enum { MOST_AT_ONCE = 1 << 30 };

static DWORD piece(size_t left) {
    return left < MOST_AT_ONCE ? (DWORD)left : MOST_AT_ONCE;
}

int64_t wafti_port_read(int file, void* bytes, size_t count) {
    size_t done = 0;
    while (done < count) {
        DWORD got = 0;
        if (ReadFile(handle_of(file), (char*)bytes + done, piece(count - done), &got, NULL) == 0) {
            if (GetLastError() == ERROR_BROKEN_PIPE) {
                break; // the writer is gone: the end
            }
            (void)wafti_port_fail_last();
            return -1;
        }
        if (got == 0) {
            break;
        }
        done += got;
    }
    return (int64_t)done;
}

bool wafti_port_write(int file, const void* bytes, size_t count) {
    size_t done = 0;
    while (done < count) {
        DWORD put = 0;
        if (WriteFile(
                handle_of(file), (const char*)bytes + done, piece(count - done), &put, NULL) == 0) {
            return wafti_port_fail_last();
        }
        done += put;
    }
    return true;
}

// Moves to a place of the file and says which one it left; -1 if it cannot.
static int64_t go_to(int file, int64_t position) {
    const LARGE_INTEGER none = {.QuadPart = 0};
    LARGE_INTEGER before;
    const LARGE_INTEGER there = {.QuadPart = position};
    if (SetFilePointerEx(handle_of(file), none, &before, FILE_CURRENT) == 0 ||
        SetFilePointerEx(handle_of(file), there, NULL, FILE_BEGIN) == 0) {
        (void)wafti_port_fail_last();
        return -1;
    }
    return before.QuadPart;
}

int64_t wafti_port_read_at(int file, void* bytes, size_t count, uint64_t position) {
    const int64_t before = go_to(file, (int64_t)position);
    const int64_t got = before >= 0 ? wafti_port_read(file, bytes, count) : -1;
    return before >= 0 && go_to(file, before) >= 0 ? got : -1;
}

bool wafti_port_write_at(int file, const void* bytes, size_t count, uint64_t position) {
    const int64_t before = go_to(file, (int64_t)position);
    const bool done = before >= 0 && wafti_port_write(file, bytes, count);
    return before >= 0 && go_to(file, before) >= 0 && done;
}

bool wafti_port_empty(int file) {
    return _chsize_s(file, 0) == 0;
}

bool wafti_port_sync(int file) {
    return FlushFileBuffers(handle_of(file)) != 0 || wafti_port_fail_last();
}

static bool describe(HANDLE handle, wafti_port_status* out_status) {
    BY_HANDLE_FILE_INFORMATION about;
    if (GetFileInformationByHandle(handle, &about) == 0) {
        *out_status = (wafti_port_status){.links = 1};
        return GetFileType(handle) == FILE_TYPE_PIPE || wafti_port_fail_last();
    }
    const DWORD kind = about.dwFileAttributes;
    const bool directory = (kind & FILE_ATTRIBUTE_DIRECTORY) != 0;
    *out_status = (wafti_port_status){
        .is_file = !directory && (kind & FILE_ATTRIBUTE_REPARSE_POINT) == 0,
        .is_directory = directory,
        .size = (uint64_t)about.nFileSizeHigh << 32 | about.nFileSizeLow,
        .links = about.nNumberOfLinks,
        .device = about.dwVolumeSerialNumber,
        .number = (uint64_t)about.nFileIndexHigh << 32 | about.nFileIndexLow,
    };
    return true;
}

bool wafti_port_status_open(int file, wafti_port_status* out_status) {
    return describe(handle_of(file), out_status);
}

static bool describe_path(const char* path, DWORD flags, wafti_port_status* out_status) {
    const HANDLE handle = open_handle(path, 0, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | flags);
    if (handle == INVALID_HANDLE_VALUE) {
        return false;
    }
    const bool told = describe(handle, out_status);
    (void)CloseHandle(handle);
    return told;
}

bool wafti_port_status_path(const char* path, wafti_port_status* out_status) {
    return describe_path(path, 0, out_status);
}

bool wafti_port_status_link(const char* path, wafti_port_status* out_status) {
    return describe_path(path, FILE_FLAG_OPEN_REPARSE_POINT, out_status);
}

bool wafti_port_exists(const char* path) {
    wafti_port_status status;
    return describe_path(path, 0, &status);
}

// One byte far behind the end: a lock there keeps nobody from reading and writing.
wafti_lock wafti_port_lock(int file, bool exclusive) {
    OVERLAPPED place = {.Offset = 0, .OffsetHigh = 0x40000000};
    const DWORD flags = LOCKFILE_FAIL_IMMEDIATELY | (exclusive ? LOCKFILE_EXCLUSIVE_LOCK : 0);
    if (LockFileEx(handle_of(file), flags, 0, 1, 0, &place) != 0) {
        return WAFTI_LOCK_TAKEN;
    }
    const DWORD code = GetLastError();
    return code == ERROR_LOCK_VIOLATION || code == ERROR_IO_PENDING ? WAFTI_LOCK_BUSY
                                                                    : WAFTI_LOCK_NONE;
}

bool wafti_port_rename(const char* from, const char* to) {
    wchar_t wide_from[WAFTI_PORT_PATH];
    wchar_t wide_to[WAFTI_PORT_PATH];
    if (!wafti_port_widen(from, wide_from, WAFTI_PORT_PATH) ||
        !wafti_port_widen(to, wide_to, WAFTI_PORT_PATH)) {
        return false;
    }
    return MoveFileExW(wide_from, wide_to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) !=
               0 ||
           wafti_port_fail_last();
}

bool wafti_port_remove(const char* path) {
    wchar_t wide[WAFTI_PORT_PATH];
    return wafti_port_widen(path, wide, WAFTI_PORT_PATH) &&
           (DeleteFileW(wide) != 0 || wafti_port_fail_last());
}

void wafti_port_touch(const char* path) {
    const HANDLE handle = open_handle(path, FILE_WRITE_ATTRIBUTES, OPEN_EXISTING, 0);
    if (handle != INVALID_HANDLE_VALUE) {
        FILETIME now;
        GetSystemTimeAsFileTime(&now);
        (void)SetFileTime(handle, NULL, &now, &now);
        (void)CloseHandle(handle);
    }
}

void wafti_port_announce(const char* path) {
    (void)path;
}

bool wafti_port_real_path(const char* path, char out_path[WAFTI_PORT_PATH]) {
    wchar_t wide[WAFTI_PORT_PATH];
    wchar_t full[WAFTI_PORT_PATH];
    if (!wafti_port_exists(path) || !wafti_port_widen(path, wide, WAFTI_PORT_PATH)) {
        return false;
    }
    const DWORD length = GetFullPathNameW(wide, WAFTI_PORT_PATH, full, NULL);
    if (length == 0 || length >= WAFTI_PORT_PATH ||
        WideCharToMultiByte(CP_UTF8, 0, full, -1, out_path, WAFTI_PORT_PATH, NULL, NULL) == 0) {
        return wafti_port_fail_last();
    }
    for (char* c = strchr(out_path, '\\'); c != NULL; c = strchr(c, '\\')) {
        *c = '/';
    }
    return true;
}
