/* A series of files in time (.pvd), as ParaView opens it: the moments of one solver.
 *
 *     ss_export_collection_begin      its name, and the folder of its files
 *       ss_export_collection_add      a moment: an element, borrowed until the next is added
 *       ss_export_part_write          a file of a moment
 *     ss_export_collection_write      NAME.pvd, when all files are there
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_EXPORT_COLLECTION_H
#define SS_HARNESS_EXPORT_COLLECTION_H

#include "harness/export/vtp.h"
#include "harness/tables/label.h"
#include "harness/tables/output.h"
#include "harness/tables/record.h"

/* The parts of a moment; a file each, PART-STEP.vtp. */
#define SS_EXPORT_PART_LIST(X) X(balls) X(solids) X(walls) X(contacts) X(chains) X(surface)

typedef enum ss_export_part {
#define X(id) SS_EXPORT_##id,
    SS_EXPORT_PART_LIST(X)
#undef X
        SS_EXPORT_PARTS
} ss_export_part;

/* A moment: of each part that it has the step whose file shows it, which is an older one where
 * nothing has moved. */
typedef struct ss_export_moment {
    size_t step;
    double time_s;
    bool has[SS_EXPORT_PARTS];
    size_t file_step[SS_EXPORT_PARTS];
    size_t first_wall, n_walls; /* of a run: its own of the walls of all moments */
} ss_export_moment;

/* Start from zeros; free `moments`. */
typedef struct ss_export_collection {
    char name[SS_LABEL_FILE];  /* of letters, digits and hyphens */
    const char *out;           /* the folder of NAME.pvd, borrowed */
    char folder[SS_PATH_SIZE]; /* OUT/NAME: that of the files of parts */
    ss_export_moment *moments; /* owned */
    size_t n, room;
} ss_export_collection;

/* Begin that of a solver, named by it and, of a store, by the run; make its folder if it is
 * `wanted`. SS_ERROR_IO. */
bool ss_export_collection_begin(ss_export_collection *collection, const char *solver,
                                const ss_summary_row *run, bool wanted, ss_error *error);

/* The next moment, with nothing in it; NULL: SS_ERROR_MEMORY, or SS_ERROR_INTERRUPTED. */
ss_export_moment *ss_export_collection_add(ss_export_collection *collection, size_t step,
                                           double time_s, ss_error *error);

/* Write a part of a moment. Errors of ss_vtp_write. */
bool ss_export_part_write(const ss_export_collection *collection, ss_export_moment *moment,
                          ss_export_part part, const ss_vtp *vtp, ss_error *error);

/* Write NAME.pvd with all parts and NAME-PART.pvd with one. SS_ERROR_IO. */
bool ss_export_collection_write(const ss_export_collection *collection, ss_error *error);

#endif
