/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/base/child.h"
#include "problems/files/fclib_raw.h"

#include <signal.h>
#include <sys/stat.h>

/* The child's report. */
typedef struct report {
    bool made; /* it came to its end, well or with the error */
    ss_error error;
} report;

static int read_and_report(void *shared, void *path)
{
    report *const out = shared;
    ss_fclib_raw raw;
    ss_fclib_raw_read(&raw, path, &out->error);
    ss_fclib_raw_free(&raw);
    out->made = true;
    return 0;
}

/* A loop must end: seconds enough for a slow disk. */
static unsigned patience(const char *path)
{
    struct stat status;
    return 2 + (stat(path, &status) == 0 ? (unsigned)(status.st_size / 20000000) : 0);
}

bool ss_fclib_raw_rehearse(const char *path, ss_error *error)
{
    const ss_child_limits limits = {.cpu_s = patience(path)};
    ss_child_ending ending;
    report *const told = ss_child_share(sizeof *told, error);
    bool good =
        told != NULL && ss_child_run(&limits, read_and_report, told, (void *)path, &ending, error);
    if (good && !told->made)
        good = ss_error_set(
            error, SS_ERROR_DATA, "'%.300s' is an HDF5 file, but so corrupt that HDF5 %s on it",
            path, ending.how == SS_CHILD_SIGNALLED && ending.code == SIGXCPU ? "hangs" : "crashes");
    else if (good && told->error.code != SS_ERROR_NONE)
        good = ss_error_set(error, told->error.code, "%s", told->error.text);
    ss_child_unshare(told, sizeof *told);
    return good;
}
