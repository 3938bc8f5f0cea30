/* Faults of the file system, by number. Loaded before the C library (LD_PRELOAD).

   Every write, sync, truncate, rename, link and unlink of a file below one folder is an operation.
   Operations are counted over all processes that share the board, a file that CONQUEST_FAULTS names
   and board.py lays out. The one whose number is asked for fails; so each failure can be repeated. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
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
    if (strncmp(path, board->folder, length) != 0 || path[length] != '/')
        return OFF;
    uint64_t number = __atomic_add_fetch(&board->count, 1, __ATOMIC_SEQ_CST);
    if (number <= LOGGED) {
        struct operation *own = &board->log[number - 1];
        snprintf(own->name, sizeof own->name, "%s", name);
        snprintf(own->file, sizeof own->file, "%s", path + length + 1);
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

WRITES(write, (int file, const void *data, size_t bytes), file, bytes, -1,
       real(file, data, bytes), real(file, data, bytes / 2))
WRITES(pwrite, (int file, const void *data, size_t bytes, off_t place), file, bytes, place,
       real(file, data, bytes, place), real(file, data, bytes / 2, place))
WRITES(pwrite64, (int file, const void *data, size_t bytes, off64_t place), file, bytes, place,
       real(file, data, bytes, place), real(file, data, bytes / 2, place))
WRITES(writev, (int file, const struct iovec *parts, int count), file, total(parts, count), -1,
       real(file, parts, count), real(file, parts, count / 2))
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
ASKS(unlinkat, (int folder, const char *path, int flags), fault_of_path("unlink", folder, path), 0,
     real(folder, path, flags))
