/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/new_folder.h"

#include "problems/base/partial.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool ss_new_folder_begin(ss_new_folder *f, const char *path, ss_error *error)
{
    char hidden[SS_PATH_SIZE];
    struct stat there;
    *f = (ss_new_folder){.held = -1};
    if (!ss_path_join(f->path, sizeof f->path, "", path, error))
        return false;
    for (size_t end = strlen(f->path); end > 1 && f->path[end - 1] == '/'; --end)
        f->path[end - 1] = '\0';
    if (f->path[0] != '\0' && lstat(f->path, &there) == 0)
        return ss_error_set(error, SS_ERROR_OUTPUT,
                            "'%s' exists already: choose another --out or remove it", f->path);
    ss_partial_sweep_of(f->path);
    if (!ss_partial_name(hidden, sizeof hidden, f->path, error))
        return false;
    if (f->path[0] == '\0' || !ss_output_make_folder(hidden, error))
        return ss_error_set(error, SS_ERROR_OUTPUT, "the name of the output folder is empty");
    f->held = ss_partial_hold(hidden);
    memcpy(f->hidden, hidden, sizeof hidden);
    return true;
}

bool ss_new_folder_finish(ss_new_folder *f, ss_error *error)
{
    if (!ss_output_sync(f->hidden, error))
        return false;
    if (rename(f->hidden, f->path) != 0)
        return ss_error_set(error,
                            errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR
                                ? SS_ERROR_OUTPUT
                                : SS_ERROR_IO,
                            "cannot write '%s': %s", f->path, strerror(errno));
    f->hidden[0] = '\0';
    return true;
}

void ss_new_folder_discard(ss_new_folder *f)
{
    if (f->hidden[0] != '\0')
        ss_partial_remove(f->hidden);
    f->hidden[0] = '\0';
    if (f->held >= 0)
        close(f->held);
    f->held = -1;
}
