/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/output.h"

#include "problems/base/file.h"
#include "problems/base/partial.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

bool ss_path_join(char *path, size_t size, const char *a, const char *b, ss_error *error)
{
    const char *slash = a[0] == '\0' || a[strlen(a) - 1] == '/' ? "" : "/";
    const int length = snprintf(path, size, "%s%s%s", a, slash, b);
    if (length >= 0 && (size_t)length < size)
        return true;
    if (size > 0)
        path[0] = '\0';
    return ss_error_set(error, SS_ERROR_OUTPUT, "path too long (limit %zu bytes): %s/%s", size, a,
                        b);
}

bool ss_path_has(const char *folder, const char *name)
{
    char path[SS_PATH_SIZE];
    return ss_path_join(path, sizeof path, folder, name, NULL) && access(path, F_OK) == 0;
}

static bool cannot_make(const char *path, int reason, ss_error *error)
{
    return ss_error_set(error, SS_ERROR_OUTPUT, "cannot make the output folder '%s': %s", path,
                        strerror(reason));
}

/* Make every folder above the last component of `path`, which is cut and mended on the way. */
static bool make_parents(char *path, ss_error *error)
{
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        struct stat status;
        *slash = '\0';
        const int reason = mkdir(path, 0777) == 0 ? 0 : errno;
        if (reason != 0 && (stat(path, &status) != 0 || !S_ISDIR(status.st_mode)))
            return cannot_make(path, reason == EEXIST ? ENOTDIR : reason, error);
        *slash = '/';
    }
    return true;
}

bool ss_output_make_folder(const char *path, ss_error *error)
{
    char copy[SS_PATH_SIZE];
    if (path[0] == '\0')
        return ss_error_set(error, SS_ERROR_OUTPUT, "the name of the output folder is empty");
    if (!ss_path_join(copy, sizeof copy, "", path, error))
        return false;
    for (size_t end = strlen(copy); end > 1 && copy[end - 1] == '/'; end--)
        copy[end - 1] = '\0';
    if (!make_parents(copy, error))
        return false;
    if (mkdir(copy, 0777) == 0)
        return true;
    if (errno == EEXIST)
        return ss_error_set(error, SS_ERROR_OUTPUT,
                            "'%s' exists already: choose another --out or remove it", copy);
    return cannot_make(copy, errno, error);
}

bool ss_output_need_folder(const char *folder, const char *below, ss_error *error)
{
    char path[SS_PATH_SIZE], whole[SS_PATH_SIZE]; /* with a slash behind it, all are parents */
    if (!ss_path_join(path, sizeof path, folder, below, error) ||
        !ss_path_join(whole, sizeof whole, path, "", error))
        return false;
    return whole[0] != '\0' ? make_parents(whole, error) : cannot_make("", ENOENT, error);
}

/* stdio forgets errno between the write that failed and fclose, so the first is kept here. */
static void note_failure(ss_output *output)
{
    if (output->failure == 0)
        output->failure = errno;
}

/* The stream's write function. Returns the bytes written; fewer than `size` mean a failure. */
static ssize_t write_through(void *cookie, const char *bytes, size_t size)
{
    ss_output *output = cookie;
    size_t written = 0;
    while (written < size) {
        const ssize_t n = write(output->fd, bytes + written, size - written);
        if (n >= 0)
            written += (size_t)n;
        else if (errno != EINTR) {
            note_failure(output);
            break;
        }
    }
    return (ssize_t)written;
}

/* The stream's close function. */
static int close_through(void *cookie)
{
    ss_output *output = cookie;
    /* A file system without fdatasync (EINVAL) is as good as it gets; a full one is not. */
    if (output->sync && output->failure == 0 && fdatasync(output->fd) != 0 && errno != EINVAL)
        note_failure(output);
    if (close(output->fd) != 0)
        note_failure(output);
    return 0;
}

static bool cannot_write(const ss_output *output, int reason, ss_error *error)
{
    return ss_error_set(error, SS_ERROR_IO, "cannot write '%s': %s", output->path,
                        strerror(reason));
}

bool ss_output_open(ss_output *output, const char *folder, const char *name, ss_error *error)
{
    const cookie_io_functions_t functions = {.write = write_through, .close = close_through};
    *output = (ss_output){.fd = -1};
    if (!ss_path_join(output->path, sizeof output->path, folder, name, error) ||
        !ss_partial_name(output->temp, sizeof output->temp, output->path, error))
        return false;
    output->fd = ss_partial_make(output->temp);
    if (output->fd < 0)
        return cannot_write(output, errno, error);
    output->file = fopencookie(output, "w", functions);
    if (output->file != NULL)
        return true;
    close(output->fd);
    unlink(output->temp);
    return ss_error_set(error, SS_ERROR_MEMORY, "out of memory opening '%s'", output->path);
}

bool ss_output_reopen(ss_output *output, ss_error *error)
{
    output->fd = open(output->temp, O_RDWR | O_APPEND | O_CLOEXEC);
    return output->fd >= 0 || cannot_write(output, errno, error);
}

/* A reader of lines and their fields. */
typedef struct scanner {
    size_t n_fields; /* of every line; 0: not known yet */
    size_t field;    /* number of the field under way */
    bool quoted, even;
    long read, whole; /* bytes so far, and up to the end of the last line */
} scanner;

static void scan(scanner *s, const char *bytes, size_t n)
{
    for (size_t k = 0; k < n; ++k) {
        s->quoted ^= bytes[k] == '"';
        s->field += !s->quoted && bytes[k] == ',';
        if (s->quoted || bytes[k] != '\n')
            continue;
        if (s->n_fields == 0)
            s->n_fields = s->field + 1;
        s->even = s->even && s->field + 1 == s->n_fields;
        s->whole = s->read + (long)k + 1;
        s->field = 0;
    }
    s->read += (long)n;
}

bool ss_output_check_rows(ss_output *output, long from)
{
    char block[65536];
    ssize_t n = 0;
    scanner s = {.n_fields = output->n_fields, .even = true, .read = from, .whole = from};
    while (s.even && (n = pread(output->fd, block, sizeof block, s.read)) > 0)
        scan(&s, block, (size_t)n);
    output->n_fields = s.n_fields;
    const bool good = s.even && n == 0;
    const long end = good ? s.whole : from;
    if (ss_output_size(output) != end && ftruncate(output->fd, end) != 0)
        note_failure(output);
    return good;
}

long ss_output_size(const ss_output *output)
{
    struct stat status;
    return fstat(output->fd, &status) == 0 ? (long)status.st_size : 0;
}

bool ss_output_is_disk_fault(int reason)
{
    struct rlimit size;
    return reason == ENOSPC || reason == EDQUOT || reason == EIO || reason == EROFS ||
           (reason == EFBIG && getrlimit(RLIMIT_FSIZE, &size) == 0 &&
            size.rlim_cur != RLIM_INFINITY);
}

static bool put_in_place(ss_output *output, bool sync, ss_error *error)
{
    if (output->file == NULL)
        return ss_error_set(error, SS_ERROR_INTERNAL, "closing an output that is not open");
    output->sync = sync;
    const int held = fcntl(output->fd, F_DUPFD_CLOEXEC, 0); /* until it has its name */
    if (fclose(output->file) != 0)
        note_failure(output);
    output->file = NULL;
    if (output->failure == 0 && rename(output->temp, output->path) != 0)
        note_failure(output);
    if (output->failure != 0)
        unlink(output->temp);
    if (held >= 0)
        close(held);
    return output->failure == 0 || cannot_write(output, output->failure, error);
}

bool ss_output_close(ss_output *output, ss_error *error)
{
    return put_in_place(output, true, error);
}

bool ss_output_publish(ss_output *output, ss_error *error)
{
    return put_in_place(output, false, error);
}

bool ss_output_sync(const char *folder, ss_error *error)
{
    const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool synced = fd >= 0 && syncfs(fd) == 0;
    if (!synced)
        ss_error_set(error, SS_ERROR_IO, "cannot write '%s': %s", folder, strerror(errno));
    if (fd >= 0)
        close(fd);
    return synced;
}

void ss_output_discard(ss_output *output)
{
    if (output->file == NULL)
        return;
    fclose(output->file);
    unlink(output->temp);
    output->file = NULL;
}

bool ss_output_copy(const char *from, const char *folder, const char *name, bool sync,
                    ss_error *error)
{
    char block[8192];
    size_t n = 0;
    ss_output output = {0};
    FILE *const in = ss_file_open(from, error);
    if (in == NULL)
        return false;
    bool ok = ss_output_open(&output, folder, name, error);
    while (ok && (n = fread(block, 1, sizeof block, in)) > 0)
        fwrite(block, 1, n, output.file);
    if (ok && ferror(in))
        ok = ss_error_set(error, SS_ERROR_DATA, "cannot read '%s': %s", from, strerror(errno));
    ok = ok && put_in_place(&output, sync, error);
    ss_output_discard(&output);
    fclose(in);
    return ok;
}
