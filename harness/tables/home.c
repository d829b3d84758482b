/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/home.h"

#include "build_info.h"
#include "harness/tables/output.h"

#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* PREFIX/share/stickslip of the program PREFIX/bin/stickslip, if there is such a folder. */
static bool find_installed(char *home, size_t size)
{
    char program[SS_PATH_SIZE];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0)
        return false;
    program[length] = '\0';
    const int n = snprintf(home, size, "%s/share/stickslip", dirname(dirname(program)));
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
