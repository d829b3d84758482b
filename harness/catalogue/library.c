/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/catalogue/library.h"

#include "harness/tables/home.h"
#include "problems/base/file.h"

#include <limits.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(SS_LIBRARY_DIGITS == 2 * SHA256_DIGEST_SIZE, "hexadecimal digits");

static int by_path(const void *a, const void *b)
{
    return strcmp(((const ss_library_file *)a)->path, ((const ss_library_file *)b)->path);
}

bool ss_library_read(ss_library *library, ss_error *error)
{
    char path[PATH_MAX];
    *library = (ss_library){.n = 0};
    if (!ss_home_path(path, sizeof path, "problems/data/fclib-library.csv", error) ||
        !ss_csv_read(&library->table, path, error))
        return false;
    const ss_csv *const table = &library->table;
    const size_t name = ss_csv_column(table, "path", 0), size = ss_csv_column(table, "bytes", 1),
                 sum = ss_csv_column(table, "sha256", 2);
    library->files = calloc(table->n_rows + 1, sizeof *library->files);
    if (library->files == NULL)
        return ss_error_memory(error, "%s", path);
    for (size_t k = 0; k < table->n_rows; ++k) {
        ss_library_file *const file = &library->files[library->n++];
        file->path = ss_csv_cell(table, k, name);
        file->sha256 = ss_csv_cell(table, k, sum);
        if (file->path == NULL || file->sha256 == NULL ||
            strlen(file->sha256) != SS_LIBRARY_DIGITS ||
            !ss_csv_cell_count(table, k, size, &file->bytes, error))
            return ss_error_set(error, SS_ERROR_DATA, "%s, line %zu: no problem of the library",
                                path, ss_csv_line(table, k));
    }
    qsort(library->files, library->n, sizeof *library->files, by_path);
    return true;
}

void ss_library_free(ss_library *library)
{
    free(library->files);
    ss_csv_free(&library->table);
    *library = (ss_library){.n = 0};
}

size_t ss_library_family_length(const ss_library_file *file)
{
    const char *const end = strrchr(file->path, '/');
    return end != NULL ? (size_t)(end - file->path) : 0;
}

bool ss_library_in_family(const ss_library_file *file, const char *name)
{
    const size_t length = strlen(name), folder = ss_library_family_length(file);
    if (length == 0 || length > folder)
        return false;
    const bool begins = strncmp(file->path, name, length) == 0 && file->path[length] == '/';
    const bool ends = strncmp(file->path + folder - length, name, length) == 0 &&
                      (folder == length || file->path[folder - length - 1] == '/');
    return begins || ends;
}

bool ss_library_hash(char digits[SS_LIBRARY_DIGITS + 1], const char *path, ss_error *error)
{
    struct sha256_ctx context;
    unsigned char digest[SHA256_DIGEST_SIZE], part[1 << 16];
    FILE *const in = ss_file_open(path, error);
    if (in == NULL)
        return false;
    sha256_init(&context);
    for (size_t n; (n = fread(part, 1, sizeof part, in)) > 0;)
        sha256_update(&context, n, part);
    const bool read = !ferror(in);
    fclose(in);
    sha256_digest(&context, sizeof digest, digest);
    for (size_t k = 0; k < sizeof digest; ++k)
        snprintf(digits + 2 * k, 3, "%02x", digest[k]);
    return read || ss_error_set(error, SS_ERROR_DATA, "cannot read %s", path);
}

static const char *base_of(const char *path)
{
    const char *const end = strrchr(path, '/');
    return end != NULL ? end + 1 : path;
}

bool ss_library_identify(const ss_library *library, const char *path, const char *below,
                         ss_library_standing *standing, const ss_library_file **which,
                         ss_error *error)
{
    char digits[SS_LIBRARY_DIGITS + 1];
    const ss_library_file *same = NULL, *named = NULL;
    if (!ss_library_hash(digits, path, error))
        return false;
    for (size_t k = 0; k < library->n; ++k) {
        const ss_library_file *const file = &library->files[k];
        const bool here = strcmp(file->path, below) == 0;
        if (strcmp(file->sha256, digits) == 0 && (same == NULL || here))
            same = file; /* some problems stand there twice */
        if (here || (named == NULL && strcmp(base_of(file->path), base_of(below)) == 0))
            named = file;
    }
    *which = same != NULL ? same : named;
    *standing = same != NULL && strcmp(same->path, below) == 0 ? SS_LIBRARY_KNOWN
                : same != NULL                                 ? SS_LIBRARY_MOVED
                : named != NULL                                ? SS_LIBRARY_CHANGED
                                                               : SS_LIBRARY_UNKNOWN;
    return true;
}
