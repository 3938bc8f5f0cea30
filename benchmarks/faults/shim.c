/* Faults of the file system, by number. Loaded before the C library (LD_PRELOAD).

   Every write, sync, truncate, rename, link and unlink of a file below one folder is an operation, and
   so is a sync of the folder itself, and an open that truncates.
   Operations are counted over all processes that share the board, a file that CONQUEST_FAULTS names
   and board.py lays out. The one whose number is asked for fails; so each failure can be repeated. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { OFF, EIO_ONCE, NO_SPACE, TORN };
enum { LOGGED = 4096 };

struct operation {
    char name[16];
    char file[96];
    uint64_t bytes;
    int64_t place; /* -1: none is given */
    uint64_t process;
};

struct board {
    uint64_t armed; /* operations are counted only then */
    uint64_t fault;
    uint64_t target; /* the number of the operation that fails, from 1; 0: none */
    uint64_t count;
    char folder[PATH_MAX];
    struct operation log[LOGGED];
};

static struct board *board;

__attribute__((constructor)) static void look_at_board(void) {
    const char *path = getenv("CONQUEST_FAULTS");
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0)
        return;
    void *memory = mmap(NULL, sizeof *board, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    board = memory == MAP_FAILED ? NULL : memory;
}

/* Whether an operation on this file is to be made; counts it. TORN is for the caller to carry out. */
static int fault_of(const char *name, const char *path, uint64_t bytes, int64_t place) {
    size_t length = strlen(board->folder);
    if (strncmp(path, board->folder, length) != 0 || (path[length] && path[length] != '/'))
        return OFF;
    uint64_t number = __atomic_add_fetch(&board->count, 1, __ATOMIC_SEQ_CST);
    if (number <= LOGGED) {
        struct operation *own = &board->log[number - 1];
        snprintf(own->name, sizeof own->name, "%s", name);
        snprintf(own->file, sizeof own->file, "%s", path[length] ? path + length + 1 : ".");
        own->bytes = bytes;
        own->place = place;
        own->process = (uint64_t)getpid();
    }
    if (!board->target || number < board->target)
        return OFF;
    return board->fault == NO_SPACE || number == board->target ? (int)board->fault : OFF;
}

static int fault_of_file(const char *name, int file, uint64_t bytes, int64_t place) {
    char link[64], path[PATH_MAX];
    if (!board || !board->armed)
        return OFF;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0)
        return OFF;
    path[length] = 0;
    return fault_of(name, path, bytes, place);
}

static int fault_of_path(const char *name, int folder, const char *given) {
    char whole[PATH_MAX], link[64];
    if (!board || !board->armed || !given)
        return OFF;
    if (*given != '/') {
        ssize_t length;
        if (folder == AT_FDCWD)
            snprintf(link, sizeof link, "/proc/self/cwd");
        else
            snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
        length = readlink(link, whole, sizeof whole - 1);
        if (length < 0)
            return OFF;
        snprintf(whole + length, sizeof whole - length, "/%s", given);
        given = whole;
    }
    return fault_of(name, given, 0, -1);
}

static void die(void) {
    kill(getpid(), SIGKILL);
    for (;;)
        pause();
}

/* What an operation without data does: fail, or be the last that the process never makes. A full
   disk still takes unlinks and files that become shorter. */
static int refused(int fault, int needs_space) {
    if (fault == TORN)
        die();
    if (fault == OFF || (fault == NO_SPACE && !needs_space))
        return 0;
    errno = fault == NO_SPACE ? ENOSPC : EIO;
    return 1;
}

#define REAL(name) \
    static __typeof__(&name) real; \
    if (!real) \
        real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

#define WRITES(name, parameters, file, bytes, place, whole, half) \
    ssize_t name parameters { \
        REAL(name); \
        int fault = fault_of_file(#name, file, bytes, place); \
        if (fault == TORN) { \
            if ((bytes) / 2 && half < 0) \
                perror(#name); \
            die(); \
        } \
        return refused(fault, 1) ? -1 : whole; \
    }

#define ASKS(name, parameters, fault, needs_space, call) \
    int name parameters { \
        REAL(name); \
        return refused(fault, needs_space) ? -1 : call; \
    }

static size_t total(const struct iovec *parts, int count) {
    size_t bytes = 0;
    for (int i = 0; i < count; i++)
        bytes += parts[i].iov_len;
    return bytes;
}

/* Write the first half of the bytes. */
static ssize_t half(int file, const struct iovec *parts, int count, off64_t place) {
    size_t left = total(parts, count) / 2;
    for (int i = 0; i < count && left; i++) {
        size_t bytes = parts[i].iov_len < left ? parts[i].iov_len : left;
        long written = place < 0 ? syscall(SYS_write, file, parts[i].iov_base, bytes)
                                 : syscall(SYS_pwrite64, file, parts[i].iov_base, bytes, place);
        if (written < 0)
            return -1;
        left -= bytes;
        place = place < 0 ? place : place + (off64_t)bytes;
    }
    return 0;
}

WRITES(write, (int file, const void *data, size_t bytes), file, bytes, -1,
       real(file, data, bytes), real(file, data, bytes / 2))
WRITES(pwrite, (int file, const void *data, size_t bytes, off_t place), file, bytes, place,
       real(file, data, bytes, place), real(file, data, bytes / 2, place))
WRITES(pwrite64, (int file, const void *data, size_t bytes, off64_t place), file, bytes, place,
       real(file, data, bytes, place), real(file, data, bytes / 2, place))
WRITES(writev, (int file, const struct iovec *parts, int count), file, total(parts, count), -1,
       real(file, parts, count), half(file, parts, count, -1))
WRITES(pwritev, (int file, const struct iovec *parts, int count, off_t place), file,
       total(parts, count), place, real(file, parts, count, place), half(file, parts, count, place))
WRITES(pwritev64, (int file, const struct iovec *parts, int count, off64_t place), file,
       total(parts, count), place, real(file, parts, count, place), half(file, parts, count, place))
WRITES(pwritev2, (int file, const struct iovec *parts, int count, off_t place, int flags), file,
       total(parts, count), place, real(file, parts, count, place, flags),
       half(file, parts, count, place))
WRITES(sendfile, (int file, int from, off_t *place, size_t bytes), file, bytes, -1,
       real(file, from, place, bytes), real(file, from, place, bytes / 2))
WRITES(sendfile64, (int file, int from, off64_t *place, size_t bytes), file, bytes, -1,
       real(file, from, place, bytes), real(file, from, place, bytes / 2))
WRITES(copy_file_range,
       (int from, off64_t *start, int file, off64_t *place, size_t bytes, unsigned flags), file,
       bytes, -1, real(from, start, file, place, bytes, flags),
       real(from, start, file, place, bytes / 2, flags))

ASKS(fsync, (int file), fault_of_file("fsync", file, 0, -1), 1, real(file))
ASKS(fdatasync, (int file), fault_of_file("fdatasync", file, 0, -1), 1, real(file))
ASKS(ftruncate, (int file, off_t length), fault_of_file("ftruncate", file, 0, length), 0,
     real(file, length))
ASKS(ftruncate64, (int file, off64_t length), fault_of_file("ftruncate", file, 0, length), 0,
     real(file, length))
ASKS(truncate, (const char *path, off_t length), fault_of_path("truncate", AT_FDCWD, path), 0,
     real(path, length))
ASKS(fallocate, (int file, int mode, off_t place, off_t length),
     fault_of_file("fallocate", file, length, place), 1, real(file, mode, place, length))
ASKS(fallocate64, (int file, int mode, off64_t place, off64_t length),
     fault_of_file("fallocate", file, length, place), 1, real(file, mode, place, length))
ASKS(rename, (const char *from, const char *to), fault_of_path("rename", AT_FDCWD, to), 1,
     real(from, to))
ASKS(renameat, (int folder, const char *from, int other, const char *to),
     fault_of_path("rename", other, to), 1, real(folder, from, other, to))
ASKS(renameat2, (int folder, const char *from, int other, const char *to, unsigned flags),
     fault_of_path("rename", other, to), 1, real(folder, from, other, to, flags))
ASKS(link, (const char *from, const char *to), fault_of_path("link", AT_FDCWD, to), 1,
     real(from, to))
ASKS(linkat, (int folder, const char *from, int other, const char *to, int flags),
     fault_of_path("link", other, to), 1, real(folder, from, other, to, flags))
ASKS(unlink, (const char *path), fault_of_path("unlink", AT_FDCWD, path), 0, real(path))
ASKS(remove, (const char *path), fault_of_path("unlink", AT_FDCWD, path), 0, real(path))
ASKS(unlinkat, (int folder, const char *path, int flags), fault_of_path("unlink", folder, path), 0,
     real(folder, path, flags))

/* posix_fallocate returns its error. */
int posix_fallocate(int file, off_t place, off_t length) {
    REAL(posix_fallocate);
    return refused(fault_of_file("fallocate", file, length, place), 1) ? errno
                                                                        : real(file, place, length);
}

#define OPENS(name, parameters, folder, call) \
    int name parameters { \
        REAL(name); \
        mode_t mode = 0; \
        if (flags & (O_CREAT | __O_TMPFILE)) { \
            va_list more; \
            va_start(more, flags); \
            mode = va_arg(more, mode_t); \
            va_end(more); \
        } \
        int fault = flags & O_TRUNC ? fault_of_path("truncate", folder, path) : OFF; \
        return refused(fault, 1) ? -1 : call; \
    }

OPENS(open, (const char *path, int flags, ...), AT_FDCWD, real(path, flags, mode))
OPENS(open64, (const char *path, int flags, ...), AT_FDCWD, real(path, flags, mode))
OPENS(openat, (int folder, const char *path, int flags, ...), folder,
      real(folder, path, flags, mode))
OPENS(openat64, (int folder, const char *path, int flags, ...), folder,
      real(folder, path, flags, mode))
