/* Output that is complete or absent. A file is written beside its place under a hidden name,
 * flushed to the disk, and renamed only when every byte has arrived: whoever opens NAME sees the
 * whole file or none, also after a full disk, a crash or Ctrl-C.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_TABLES_OUTPUT_H
#define SS_HARNESS_TABLES_OUTPUT_H

#include "problems/base/error.h"

#include <stddef.h>
#include <stdio.h>

/* Bytes of a buffer that holds any path we accept, the final NUL included. */
enum { SS_PATH_SIZE = 4096 };

/* Write "a/b" (or "b" if `a` is empty) into the caller's buffer of `size` bytes. A path that does
 * not fit is SS_ERROR_OUTPUT; `path` is then the empty string. */
bool ss_path_join(char *path, size_t size, const char *a, const char *b, ss_error *error);

/* Is there a file or folder `name` in `folder`? */
bool ss_path_has(const char *folder, const char *name);

/* Make the folder `path` and its missing parents. SS_ERROR_OUTPUT if something of that name exists
 * already (results are never mixed or written over) or if it cannot be made; parents that were made
 * on the way stay. */
bool ss_output_make_folder(const char *path, ss_error *error);

/* The same for `below` (may be empty) in `folder`, where others may have made it or be making it
 * now (the cache, a store): it is there afterwards, or SS_ERROR_OUTPUT. Looking first and then
 * making it would fail the second of two programs that start together. */
bool ss_output_need_folder(const char *folder, const char *below, ss_error *error);

/* A file being written. Start from a zeroed struct (`ss_output o = {0}`) and do not move or copy it
 * while it is open: the stream points at it. */
typedef struct ss_output {
    FILE *file;              /* print here; NULL unless open */
    int fd;                  /* of the hidden file; valid while `file` is */
    bool sync;               /* closing it waits for the disk */
    int failure;             /* errno of the first step that failed, 0 if none has */
    size_t n_fields;         /* of the table in it; 0 until ss_output_check_rows has looked */
    char path[SS_PATH_SIZE]; /* the final name */
    char temp[SS_PATH_SIZE]; /* the hidden name, see partial.h */
} ss_output;

/* Open `name` in the existing `folder`. Callers need not check single prints: the first failure is
 * kept and reported by ss_output_close. SS_ERROR_IO if the hidden file cannot be made. After a
 * success call ss_output_close or ss_output_discard, in the same process. */
bool ss_output_open(ss_output *output, const char *folder, const char *name, ss_error *error);

/* Bring everything to the disk and rename the file into place, replacing an older one. On failure
 * (SS_ERROR_IO: which file and why) the hidden file is removed and an older file is untouched. The
 * output is closed in either case. SS_ERROR_INTERNAL if it was not open. */
bool ss_output_close(ss_output *output, ss_error *error);

/* The same without waiting for the disk: for many small files that one ss_output_sync makes durable
 * together. Until then a power cut, but no crash or kill, may leave an empty file of that name. */
bool ss_output_publish(ss_output *output, ss_error *error);

/* Bring everything that was published in `folder` to the disk. SS_ERROR_IO. */
bool ss_output_sync(const char *folder, ss_error *error);

/* In a child process that has no descriptors of its parent: write on into the same hidden file. The
 * parent may publish it afterwards. SS_ERROR_IO. */
bool ss_output_reopen(ss_output *output, ss_error *error);

/* Is what was written behind byte `from` (0, or the size of the file when it was checked last) rows
 * of a table: lines of as many fields as the file's first has? If not, all of it is cut off; of a
 * torn last line only the line. Call it after fflush. */
bool ss_output_check_rows(ss_output *output, long from);

/* Bytes that have arrived in the file. */
long ss_output_size(const ss_output *output);

/* Is this errno of a write the fault of the disk, or of a limit on this process, rather than of
 * whoever held the file? */
bool ss_output_is_disk_fault(int reason);

/* Throw away what was written. Harmless after ss_output_close and on a zeroed struct. */
void ss_output_discard(ss_output *output);

/* Copy the file `from` to `name` in `folder`, whole or not at all; as durable as by
 * ss_output_close (`sync`) or ss_output_publish. SS_ERROR_DATA if `from` cannot be read,
 * SS_ERROR_IO if the copy cannot be written. */
bool ss_output_copy(const char *from, const char *folder, const char *name, bool sync,
                    ss_error *error);

#endif
