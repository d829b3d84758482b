/* A folder of output that is complete or absent: it is filled under a hidden name beside its place
 * and renamed when all of it has arrived.
 *
 *     ss_new_folder folder;
 *     bool ok = ss_new_folder_begin(&folder, path, error) && fill(folder.hidden, error) &&
 *               ss_new_folder_finish(&folder, error);
 *     ss_new_folder_discard(&folder);
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_TABLES_NEW_FOLDER_H
#define SS_HARNESS_TABLES_NEW_FOLDER_H

#include "harness/tables/output.h"

typedef struct ss_new_folder {
    char hidden[SS_PATH_SIZE]; /* write into this one (see partial.h); "": there is none */
    char path[SS_PATH_SIZE];
    int held; /* the lock on it */
} ss_new_folder;

/* Make the hidden folder, and the missing parents of `path`; sweep up the dead writers' ones.
 * SS_ERROR_OUTPUT if something of that name exists already, or it cannot be made. Call
 * ss_new_folder_discard, whatever happens. */
bool ss_new_folder_begin(ss_new_folder *folder, const char *path, ss_error *error);

/* Bring it to the disk and to its place. SS_ERROR_IO; SS_ERROR_OUTPUT if something of that name has
 * appeared meanwhile. */
bool ss_new_folder_finish(ss_new_folder *folder, ss_error *error);

/* Remove what was not finished. */
void ss_new_folder_discard(ss_new_folder *folder);

#endif
