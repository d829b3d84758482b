/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/files.h"

#include "harness/catalogue/library.h"
#include "problems/files/frozen.h"
#include "solvers/command/command.h"

#include <errno.h>
#include <fnmatch.h>
#include <fts.h>
#include <glob.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

bool ss_campaign_files_in(ss_campaign_texts *problems, const char *folder, ss_error *error)
{
    char *const roots[] = {(char *)folder, NULL}; /* it is not written to */
    FTS *const tree = fts_open(roots, FTS_LOGICAL | FTS_NOCHDIR, by_name);
    FTSENT *entry = NULL;
    bool valid = tree != NULL;
    while (valid && (errno = 0, entry = fts_read(tree)) != NULL) {
        const bool is_root = entry->fts_level == FTS_ROOTLEVEL;
        if (!is_root && entry->fts_name[0] == '.')
            fts_set(tree, entry, FTS_SKIP);
        else if (!is_root && entry->fts_info == FTS_F)
            valid = fnmatch("*.hdf5", entry->fts_name, 0) != 0 ||
                    ss_campaign_texts_add(problems, error, "file:%s", entry->fts_path);
        else if (entry->fts_info == FTS_DNR || entry->fts_info == FTS_ERR)
            valid = false;
        else if (is_root)
            valid = entry->fts_info == FTS_D || entry->fts_info == FTS_DP;
    }
    valid = valid && errno == 0;
    if (tree != NULL)
        fts_close(tree);
    return valid || ss_error_set(error, SS_ERROR_DATA, "cannot read the folder %s", folder);
}

/* Add a folder's files, or a file. */
static bool add_path(ss_campaign_texts *problems, const char *path, ss_error *error)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode)
               ? ss_campaign_files_in(problems, path, error)
               : ss_campaign_texts_add(problems, error, "file:%s", path);
}

/* The files of a family of the FCLIB library, in the folder that the user has it in; `name` may end
 * with ",partial". */
static bool add_family(ss_campaign_texts *problems, const char *name, ss_error *error)
{
    static const char partial[] = ",partial";
    const char *const folder = getenv("STICKSLIP_FCLIB"), *missing = NULL;
    const size_t length = strlen(name), tail = sizeof partial - 1;
    const bool some = length > tail && strcmp(name + length - tail, partial) == 0;
    char *const family = strndup(name, some ? length - tail : length);
    size_t n = 0, n_there = 0;
    ss_library library = {.n = 0};
    bool ok = family != NULL || ss_error_memory(error, "family:%s", name);
    if (ok && (folder == NULL || folder[0] == '\0'))
        ok =
            ss_error_set(error, SS_ERROR_USAGE,
                         "family:%s: set STICKSLIP_FCLIB to the folder of the FCLIB library", name);
    ok = ok && ss_library_read(&library, error);
    for (size_t k = 0; ok && k < library.n; ++k) {
        char path[PATH_MAX];
        if (!ss_library_in_family(&library.files[k], family))
            continue;
        ++n;
        snprintf(path, sizeof path, "%s/%s", folder, library.files[k].path);
        if (access(path, F_OK) == 0) {
            ++n_there;
            ok = ss_campaign_texts_add(problems, error, "file:%s", path);
        } else if (missing == NULL)
            missing = library.files[k].path;
    }
    if (ok && n == 0)
        ok = ss_error_set(error, SS_ERROR_USAGE,
                          "no family '%s' in the FCLIB library; 'stickslip catalogue' lists them",
                          family);
    if (ok && (n_there == 0 || (n_there < n && !some)))
        ok =
            ss_error_set(error, SS_ERROR_DATA, "family:%s: %zu of %zu files are in %s, %s is not%s",
                         family, n_there, n, folder, missing,
                         n_there > 0 ? "; add ,partial to take those that are" : "");
    ss_library_free(&library);
    free(family);
    return ok;
}

bool ss_campaign_files_expand(ss_campaign_texts *problems, const char *name, ss_error *error)
{
    const char *const path = ss_frozen_path(name);
    const size_t n_before = problems->n;
    glob_t found = {.gl_pathc = 0};
    bool ok = true;
    if (strncmp(name, "family:", 7) == 0)
        return add_family(problems, name + 7, error);
    if (path == NULL)
        return ss_campaign_texts_add(problems, error, "%s", name);
    if (access(path, F_OK) == 0 || strpbrk(path, "*?[") == NULL) /* whatever marks its name has */
        ok = add_path(problems, path, error);
    else if (glob(path, 0, NULL, &found) == GLOB_NOSPACE)
        ok = ss_error_memory(error, "the files of %s", name);
    for (size_t k = 0; ok && k < found.gl_pathc; ++k)
        ok = add_path(problems, found.gl_pathv[k], error);
    globfree(&found);
    return ok &&
           (problems->n > n_before ||
            ss_error_set(error, SS_ERROR_DATA,
                         "%s stands for no file: no *.hdf5 is there, or nothing matches", name));
}

/* ---- contents ---- */

/* Put a file's content into a hash of all. SS_ERROR_DATA: it cannot be read. */
static bool add_content(char all[SS_HASH_SIZE], const char *path, ss_error *error)
{
    char both[SS_HASH_SIZE * 2];
    snprintf(both, sizeof both, "%s", all);
    if (!ss_hash_file(both + strlen(all), path, error))
        return false;
    ss_hash_text(all, both, strlen(both));
    return true;
}

void ss_campaign_files_hash_words(char hash[SS_HASH_SIZE], const ss_words *words)
{
    for (char *const *word = words->argv; *word != NULL; ++word)
        if (access(*word, R_OK) == 0)
            add_content(hash, *word, NULL);
}

bool ss_campaign_files_hash(char hash[SS_HASH_SIZE], const ss_choice *solver, ss_error *error)
{
    if (solver == NULL)
        return true;
    if (solver->file != NULL && !add_content(hash, solver->file, error))
        return false;
    if (solver->outer == &ss_outer_command)
        ss_campaign_files_hash_words(hash, solver->options);
    return ss_campaign_files_hash(hash, solver->of, error) &&
           ss_campaign_files_hash(hash, solver->local, error);
}
