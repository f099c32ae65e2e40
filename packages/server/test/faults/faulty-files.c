/*
 * Preloaded into the service and its workers by faulty-files.ts: while the first word of the control file is an errno, operations of
 * the kinds in its second word fail with it, on files below the root folder and on no other.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { OPENING = 1, CREATING = 2, WRITING = 4, SYNCING = 8, READING = 16 };

static volatile const int *control;
static const char *root;
static size_t rootLength;
/* The environment of a worker is empty but for what it is told; this is added. */
static char *inherited[3];

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("FAULTY_CONTROL");
  root = getenv("FAULTY_ROOT");
  if (!path || !root) return;
  rootLength = strlen(root);
  int file = open(path, O_RDONLY);
  if (file < 0) return;
  void *mapped = mmap(NULL, 8, PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (mapped == MAP_FAILED) return;
  const char *names[] = {"FAULTY_CONTROL", "FAULTY_ROOT", "LD_PRELOAD"};
  for (int i = 0; i < 3; i++)
    if (asprintf(&inherited[i], "%s=%s", names[i], getenv(names[i])) < 0) return;
  control = mapped;
}

static int isBelow(const char *path) {
  return strncmp(path, root, rootLength) == 0 && (path[rootLength] == '/' || path[rootLength] == 0);
}

static int fails(int kind) { return control && control[0] != 0 && (control[1] & kind); }

static int failsAt(int kind, const char *path) {
  if (!fails(kind) || !path || !isBelow(path)) return 0;
  errno = control[0];
  return 1;
}

static int failsOn(int kind, int file) {
  if (!fails(kind)) return 0;
  char link[40], path[4096];
  int before = errno;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  errno = before;
  if (length < 0) return 0;
  path[length] = 0;
  return failsAt(kind, path);
}

#define REAL(result, name, ...) \
  static result (*real)(__VA_ARGS__); \
  if (!real) real = (result (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

static int kindOfOpen(int flags) {
  int writes = (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC));
  return OPENING | (writes ? CREATING : 0);
}

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    va_list list; \
    va_start(list, flags); \
    mode_t mode = va_arg(list, mode_t); \
    va_end(list); \
    if (failsAt(kindOfOpen(flags), path)) return -1; \
    REAL(int, #name, const char *, int, ...); \
    return real(path, flags, mode); \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name) \
  int name(int folder, const char *path, int flags, ...) { \
    va_list list; \
    va_start(list, flags); \
    mode_t mode = va_arg(list, mode_t); \
    va_end(list); \
    if (failsAt(kindOfOpen(flags), path)) return -1; \
    REAL(int, #name, int, const char *, int, ...); \
    return real(folder, path, flags, mode); \
  }
OPENAT(openat)
OPENAT(openat64)

#define ON_FILE(kind, result, name, parameters, types, arguments) \
  result name parameters { \
    if (failsOn(kind, file)) return -1; \
    static result(*real) types; \
    if (!real) real = (result(*) types)dlsym(RTLD_NEXT, #name); \
    return real arguments; \
  }
#define BYTES(kind, name, pointer) \
  ON_FILE(kind, ssize_t, name, (int file, pointer bytes, size_t count), (int, pointer, size_t), (file, bytes, count))
#define BYTES_AT(kind, name, pointer, offset) \
  ON_FILE(kind, ssize_t, name, (int file, pointer bytes, size_t count, offset at), (int, pointer, size_t, offset), \
          (file, bytes, count, at))
#define VECTOR(kind, name) \
  ON_FILE(kind, ssize_t, name, (int file, const struct iovec *list, int count), (int, const struct iovec *, int), \
          (file, list, count))
#define VECTOR_AT(kind, name, offset) \
  ON_FILE(kind, ssize_t, name, (int file, const struct iovec *list, int count, offset at), \
          (int, const struct iovec *, int, offset), (file, list, count, at))
BYTES(WRITING, write, const void *)
BYTES_AT(WRITING, pwrite, const void *, off_t)
BYTES_AT(WRITING, pwrite64, const void *, off64_t)
VECTOR(WRITING, writev)
VECTOR_AT(WRITING, pwritev, off_t)
VECTOR_AT(WRITING, pwritev64, off64_t)
BYTES(READING, read, void *)
BYTES_AT(READING, pread, void *, off_t)
BYTES_AT(READING, pread64, void *, off64_t)
VECTOR(READING, readv)
VECTOR_AT(READING, preadv, off_t)
VECTOR_AT(READING, preadv64, off64_t)
ON_FILE(SYNCING, int, fsync, (int file), (int), (file))
ON_FILE(SYNCING, int, fdatasync, (int file), (int), (file))
ON_FILE(WRITING, int, ftruncate, (int file, off_t size), (int, off_t), (file, size))
ON_FILE(WRITING, int, ftruncate64, (int file, off64_t size), (int, off64_t), (file, size))

int mkdir(const char *path, mode_t mode) {
  if (failsAt(CREATING, path)) return -1;
  REAL(int, "mkdir", const char *, mode_t);
  return real(path, mode);
}

int link(const char *from, const char *to) {
  if (failsAt(CREATING, to)) return -1;
  REAL(int, "link", const char *, const char *);
  return real(from, to);
}

int rename(const char *from, const char *to) {
  if (failsAt(CREATING, to)) return -1;
  REAL(int, "rename", const char *, const char *);
  return real(from, to);
}

/* In the child of a fork, where nothing may be allocated. */
int execvp(const char *file, char *const arguments[]) {
  static char *all[256];
  int count = 0;
  for (char **each = environ; each && *each && count < 250; each++)
    if (strncmp(*each, "LD_PRELOAD=", 11) && strncmp(*each, "FAULTY_", 7)) all[count++] = *each;
  for (int i = 0; control && i < 3; i++) all[count++] = inherited[i];
  all[count] = NULL;
  environ = all;
  REAL(int, "execvp", const char *, char *const[]);
  return real(file, arguments);
}
