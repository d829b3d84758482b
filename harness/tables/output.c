/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/output.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
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
    return ss_error_set(error, SS_ERROR_OUTPUT, "path too long (limit %zu bytes): %.100s.../%.100s",
                        size, a, b);
}

static bool is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool cannot_make(const char *path, int reason, ss_error *error)
{
    return ss_error_set(error, SS_ERROR_OUTPUT, "cannot make the output folder '%.300s': %s", path,
                        strerror(reason));
}

/* Make every folder above the last component of `path`, which is cut and mended on the way. */
static bool make_parents(char *path, ss_error *error)
{
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(path, 0777) != 0) {
            const int reason = errno;
            if (!is_folder(path))
                return cannot_make(path, reason == EEXIST ? ENOTDIR : reason, error);
        }
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
                            "'%.300s' exists already: choose another --out or remove it", copy);
    return cannot_make(copy, errno, error);
}

/* The stream's write function: stdio forgets errno between the write that failed and fclose, so it
 * is kept here. Returns the bytes written; fewer than `size` tells stdio of the failure. */
static ssize_t write_through(void *cookie, const char *bytes, size_t size)
{
    ss_output *output = cookie;
    size_t written = 0;
    while (written < size) {
        const ssize_t n = write(output->fd, bytes + written, size - written);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            if (output->write_errno == 0)
                output->write_errno = errno;
            break;
        }
        written += (size_t)n;
    }
    return (ssize_t)written;
}

static bool cannot_write(const ss_output *output, int reason, ss_error *error)
{
    return ss_error_set(error, SS_ERROR_IO, "cannot write '%.300s': %s", output->path,
                        strerror(reason));
}

bool ss_output_open(ss_output *output, const char *folder, const char *name, ss_error *error)
{
    char hidden[SS_PATH_SIZE];
    *output = (ss_output){.fd = -1};
    const int length = snprintf(hidden, sizeof hidden, ".%s.partial-%ld", name, (long)getpid());
    if (length < 0 || (size_t)length >= sizeof hidden)
        return ss_error_set(error, SS_ERROR_OUTPUT, "file name too long: %.100s...", name);
    if (!ss_path_join(output->path, sizeof output->path, folder, name, error) ||
        !ss_path_join(output->temp, sizeof output->temp, folder, hidden, error))
        goto fail;
    output->fd = open(output->temp, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (output->fd < 0) {
        cannot_write(output, errno, error);
        goto fail;
    }
    output->file = fopencookie(output, "w", (cookie_io_functions_t){.write = write_through});
    if (output->file != NULL)
        return true;
    ss_error_set(error, SS_ERROR_MEMORY, "out of memory opening '%.300s'", output->path);
    close(output->fd);
    unlink(output->temp);
fail:
    output->temp[0] = '\0';
    return false;
}

/* Everything up to the rename. Returns 0 or the errno of the first step that failed. */
static int finish(ss_output *output, bool sync)
{
    int reason = 0;
    if (fclose(output->file) != 0)
        reason = errno;
    output->file = NULL;
    if (output->write_errno != 0) /* came first, even if the last flush went well again */
        reason = output->write_errno;
    /* A file system without fdatasync (EINVAL) is as good as it gets; a full one is not. */
    if (sync && reason == 0 && fdatasync(output->fd) != 0 && errno != EINVAL)
        reason = errno;
    if (close(output->fd) != 0 && reason == 0)
        reason = errno;
    return reason;
}

static bool put_in_place(ss_output *output, bool sync, ss_error *error)
{
    if (output->file == NULL)
        return ss_error_set(error, SS_ERROR_INTERNAL, "closing an output that is not open");
    int reason = finish(output, sync);
    if (reason == 0 && rename(output->temp, output->path) != 0)
        reason = errno;
    if (reason != 0)
        unlink(output->temp);
    output->temp[0] = '\0';
    return reason == 0 || cannot_write(output, reason, error);
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
        ss_error_set(error, SS_ERROR_IO, "cannot write '%.300s': %s", folder, strerror(errno));
    if (fd >= 0)
        close(fd);
    return synced;
}

void ss_output_discard(ss_output *output)
{
    if (output->file == NULL)
        return;
    fclose(output->file);
    close(output->fd);
    unlink(output->temp);
    output->file = NULL;
    output->temp[0] = '\0';
}

static bool copy(const char *from, const char *folder, const char *name, bool sync, ss_error *error)
{
    bool ok = false;
    char block[8192];
    size_t n = 0;
    ss_output output = {0};
    FILE *in = fopen(from, "re");
    if (in == NULL)
        return ss_error_set(error, SS_ERROR_DATA, "cannot read '%.300s': %s", from,
                            strerror(errno));
    if (!ss_output_open(&output, folder, name, error))
        goto out;
    while ((n = fread(block, 1, sizeof block, in)) > 0)
        fwrite(block, 1, n, output.file);
    if (ferror(in)) {
        ss_error_set(error, SS_ERROR_DATA, "cannot read '%.300s': %s", from, strerror(errno));
        goto out;
    }
    ok = put_in_place(&output, sync, error);
out:
    ss_output_discard(&output);
    fclose(in);
    return ok;
}

bool ss_output_copy(const char *from, const char *folder, const char *name, ss_error *error)
{
    return copy(from, folder, name, true, error);
}

bool ss_output_copy_unsynced(const char *from, const char *folder, const char *name,
                             ss_error *error)
{
    return copy(from, folder, name, false, error);
}
