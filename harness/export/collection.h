/* A series of files in time (.pvd), as ParaView opens it. Inside export/ only.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_EXPORT_COLLECTION_H
#define SS_HARNESS_EXPORT_COLLECTION_H

#include "harness/tables/label.h"
#include "harness/tables/record.h"
#include "problems/base/error.h"

#include <stddef.h>

/* The parts of a moment; a file each, PART-STEP.vtp. */
#define SS_EXPORT_PART_LIST(X) X(balls) X(solids) X(walls) X(contacts) X(chains) X(surface)

typedef enum ss_export_part {
#define X(id) SS_EXPORT_##id,
    SS_EXPORT_PART_LIST(X)
#undef X
        SS_EXPORT_PARTS
} ss_export_part;

extern const char *const ss_export_part_names[SS_EXPORT_PARTS];

/* A moment: of each part that it has the step whose file shows it, which is an older one where
 * nothing has moved. */
typedef struct ss_export_moment {
    size_t step;
    double time_s;
    bool has[SS_EXPORT_PARTS];
    size_t file_step[SS_EXPORT_PARTS];
} ss_export_moment;

/* "PART-00000100.vtp". */
void ss_export_part_file(char *text, size_t size, ss_export_part part, size_t step);

/* The moments of a run, and where its files are. */
typedef struct ss_export_collection {
    const char *folder, *name; /* the files of parts are in FOLDER/NAME */
    const ss_export_moment *moments;
    size_t n;
} ss_export_collection;

/* A name for files, of letters, digits and hyphens, from the texts and the numbers between them. */
void ss_export_name(char name[SS_LABEL_FILE], const char *solver, const ss_summary_row *run);

/* Write NAME.pvd with all parts and NAME-PART.pvd with one, into the folder. SS_ERROR_IO. */
bool ss_export_collection_write(const ss_export_collection *collection, ss_error *error);

#endif
