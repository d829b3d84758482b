/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/home.h"

#include "build_info.h"
#include "harness/tables/output.h"

#include <errno.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *ss_home_program(ss_error *error)
{
    char *const path = realpath("/proc/self/exe", NULL);
    if (path == NULL)
        ss_error_set(error, SS_ERROR_DATA, "cannot find this program: %s", strerror(errno));
    return path;
}

/* PREFIX/share/stickslip of the program PREFIX/bin/stickslip, if there is such a folder. */
static bool find_installed(char *home, size_t size)
{
    char *const program = ss_home_program(NULL);
    if (program == NULL)
        return false;
    const int n = snprintf(home, size, "%s/share/stickslip", dirname(dirname(program)));
    free(program);
    return n > 0 && (size_t)n < size && access(home, R_OK | X_OK) == 0;
}

bool ss_home_path(char *path, size_t size, const char *below, ss_error *error)
{
    char installed[SS_PATH_SIZE];
    const char *const told = getenv("STICKSLIP_HOME");
    if (told != NULL && told[0] != '\0')
        return ss_path_join(path, size, told, below, error);
    const bool found = find_installed(installed, sizeof installed);
    return ss_path_join(path, size, found ? installed : SS_SOURCE_FOLDER, below, error);
}

bool ss_home_own_path(char *path, size_t size, const char *below, ss_error *error)
{
    char folder[SS_PATH_SIZE];
    const char *const told = getenv("STICKSLIP_HOME");
    const char *const xdg = getenv("XDG_DATA_HOME"), *const home = getenv("HOME");
    if ((told != NULL && told[0] != '\0') || !find_installed(folder, sizeof folder))
        return ss_home_path(path, size, below, error);
    if (xdg != NULL && xdg[0] == '/') /* a relative one is to be ignored: XDG's specification */
        return ss_path_join(folder, sizeof folder, xdg, "stickslip", error) &&
               ss_path_join(path, size, folder, below, error);
    if (home == NULL || home[0] == '\0')
        return ss_error_set(error, SS_ERROR_USAGE,
                            "no folder of one's own: neither XDG_DATA_HOME nor HOME is set");
    return ss_path_join(folder, sizeof folder, home, ".local/share/stickslip", error) &&
           ss_path_join(path, size, folder, below, error);
}
