/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/compare/baseline_names.h"

#include "harness/tables/home.h"
#include "problems/base/names.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char suffix[] = ".csv";

static int is_baseline(const struct dirent *entry)
{
    const size_t length = strlen(entry->d_name), end = strlen(suffix);
    return entry->d_name[0] != '.' && length > end &&
           strcmp(entry->d_name + length - end, suffix) == 0;
}

/* A folder that is not there holds no baselines. */
bool ss_compare_baseline_names_read(ss_compare_baseline_names *found, const char *folder,
                                    ss_error *error)
{
    *found = (ss_compare_baseline_names){.n = 0};
    const int n = scandir(folder, &found->entries, is_baseline, versionsort);
    if (n < 0 && errno != ENOENT)
        return ss_error_set(error, SS_ERROR_DATA,
                            "cannot read the folder of baselines '%.300s': %s", folder,
                            strerror(errno));
    found->n = n > 0 ? (size_t)n : 0;
    for (size_t k = 0; k < found->n; ++k) {
        char *const name = found->entries[k]->d_name;
        name[strlen(name) - strlen(suffix)] = '\0';
    }
    return true;
}

void ss_compare_baseline_names_free(ss_compare_baseline_names *found)
{
    for (size_t k = 0; k < found->n; ++k)
        free(found->entries[k]);
    if (found->n > 0)
        free(found->entries);
    *found = (ss_compare_baseline_names){.n = 0};
}

const char *ss_compare_baseline_at(const void *list, size_t k)
{
    const ss_compare_baseline_names *const found = list;
    return k < found->n ? found->entries[k]->d_name : NULL;
}

bool ss_compare_baseline_folder(char *path, const char *folder, ss_error *error)
{
    return folder != NULL ? ss_path_join(path, SS_PATH_SIZE, "", folder, error)
                          : ss_home_path(path, SS_PATH_SIZE, "results/reference/baselines", error);
}

bool ss_compare_baseline_path(char *path, const char *name, const char *folder, ss_error *error)
{
    char place[SS_PATH_SIZE], file[NAME_MAX + 1];
    snprintf(file, sizeof file, "%.200s%s", name, suffix);
    return ss_compare_baseline_folder(place, folder, error) &&
           ss_path_join(path, SS_PATH_SIZE, place, file, error);
}

bool ss_compare_baseline_find(char *path, const char *name, const char *folder, ss_error *error)
{
    ss_compare_baseline_names found;
    struct stat status;
    char place[SS_PATH_SIZE];
    if (!ss_compare_baseline_path(path, name, folder, error) ||
        !ss_compare_baseline_folder(place, folder, error))
        return false;
    if (strlen(name) <= 200 && stat(path, &status) == 0)
        return true;
    if (!ss_compare_baseline_names_read(&found, place, error))
        return false;
    const char *const near = ss_name_nearest(name, ss_compare_baseline_at, &found);
    ss_error_set(error, SS_ERROR_DATA, "no folder, file or baseline '%.200s'%s%.100s%s", name,
                 near != NULL ? "; did you mean the baseline '" : "", near != NULL ? near : "",
                 near != NULL ? "'?" : "; 'stickslip baseline list' lists the baselines");
    ss_compare_baseline_names_free(&found);
    return false;
}
