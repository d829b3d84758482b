/* The index of the FCLIB library: every problem of it by path, size and SHA-256, so that a file
 * can be said to be that problem, another one, or unknown. The files themselves are the user's.
 *
 *     problems/data/fclib-library.csv      path,bytes,sha256 of 3 223 problems (May 2024)
 *       | ss_library_read
 *     families: the folders of the library, "Local/siconos/Capsules"
 *       | ss_library_in_family             by the whole name, its end, or its beginning
 *     a file's bytes
 *       | ss_library_identify              what it is
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CATALOGUE_LIBRARY_H
#define SS_HARNESS_CATALOGUE_LIBRARY_H

#include "harness/tables/csv.h"

/* A problem of the library; texts are the index's. */
typedef struct ss_library_file {
    const char *path;   /* relative to the library */
    const char *sha256; /* 64 hexadecimal digits */
    size_t bytes;
} ss_library_file;

typedef struct ss_library {
    ss_csv table;
    ss_library_file *files; /* n, in the order of their paths; owned */
    size_t n;
} ss_library;

/* Read the index. SS_ERROR_DATA, SS_ERROR_MEMORY. Free with ss_library_free in either case. */
bool ss_library_read(ss_library *library, ss_error *error);
void ss_library_free(ss_library *library);

/* The length of the family in a file's path: its folder. */
size_t ss_library_family_length(const ss_library_file *file);

/* Is the file of the family `name`: that folder, one that ends so, or one below it? */
bool ss_library_in_family(const ss_library_file *file, const char *name);

/* What a file is, by its bytes and its path below the user's folder. */
typedef enum ss_library_standing {
    SS_LIBRARY_KNOWN,   /* the problem of that path */
    SS_LIBRARY_MOVED,   /* a problem of the library under another path */
    SS_LIBRARY_CHANGED, /* the name of one, and other bytes */
    SS_LIBRARY_UNKNOWN,
    SS_LIBRARY_STANDINGS
} ss_library_standing;

/* The SHA-256 of a file, as SS_LIBRARY_DIGITS hexadecimal digits. SS_ERROR_DATA if it cannot be
 * read. */
enum { SS_LIBRARY_DIGITS = 64 };
bool ss_library_hash(char digits[SS_LIBRARY_DIGITS + 1], const char *path, ss_error *error);

/* Identify the file at `path`, whose path below the user's folder is `below`; *which is the problem
 * of the library that it is, or whose name it has, else NULL. SS_ERROR_DATA if it cannot be read.
 */
bool ss_library_identify(const ss_library *library, const char *path, const char *below,
                         ss_library_standing *standing, const ss_library_file **which,
                         ss_error *error);

#endif
