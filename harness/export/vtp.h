/* A VTK XML file of polygonal data (.vtp), as VTK and ParaView read it: its numbers appended raw,
 * reals of 64 bits as the tables have them, counts of 32.
 *
 *     ss_vtp vtp = {.fields = fields, .n_fields = 2, .cells = SS_VTP_VERTS, .at_points = true};
 *     ss_vtp_corner(&vtp, ss_vtp_point(&vtp, x));
 *     ss_vtp_end_cell(&vtp);
 *     ss_vtp_real(&vtp, 0, &radius);
 *     ss_vtp_count(&vtp, 1, body);
 *     ss_vtp_write(&vtp, folder, "balls.vtp", time_s, error);
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_EXPORT_VTP_H
#define SS_HARNESS_EXPORT_VTP_H

#include "problems/base/error.h"

#include <stddef.h>

enum { SS_VTP_FIELDS = 12 };

/* All cells of a file are of one kind. */
typedef enum ss_vtp_cells { SS_VTP_VERTS, SS_VTP_LINES, SS_VTP_POLYS } ss_vtp_cells;

/* A named quantity. */
typedef struct ss_vtp_field {
    const char *name;   /* with its unit: "velocity (m/s)" */
    size_t width;       /* numbers in a tuple, 1 to 4 */
    bool whole;         /* counts; else reals */
    const char *labels; /* of its numbers, with blanks between them: "w x y z"; NULL: VTK's own */
} ss_vtp_field;

/* Bytes that grow. */
typedef struct ss_vtp_array {
    char *bytes;
    size_t size, room;
} ss_vtp_array;

/* Begin with the first four members and zeros; leave the rest to the functions. */
typedef struct ss_vtp {
    const ss_vtp_field *fields; /* borrowed */
    size_t n_fields;
    ss_vtp_cells cells;
    bool at_points; /* a tuple of each field belongs to a point; else to a cell */
    size_t n_points, n_cells;
    ss_vtp_array points, connectivity, offsets, values[SS_VTP_FIELDS];
    bool failed; /* memory ran out: ss_vtp_write says so */
} ss_vtp;

/* Add a point, m; its number, from 0. */
size_t ss_vtp_point(ss_vtp *vtp, const double x[3]);

/* Add a corner to the cell that is being made, and end the cell. */
void ss_vtp_corner(ss_vtp *vtp, size_t point);
void ss_vtp_end_cell(ss_vtp *vtp);

/* Add a tuple of a field: `width` reals, or one count. */
void ss_vtp_real(ss_vtp *vtp, size_t field, const double *values);
void ss_vtp_count(ss_vtp *vtp, size_t field, size_t value);

/* Write the file into the existing `folder`, with its time. SS_ERROR_MEMORY if memory has run out
 * before, SS_ERROR_INTERNAL where a field has not a tuple for each point or cell, SS_ERROR_IO. */
bool ss_vtp_write(const ss_vtp *vtp, const char *folder, const char *name, double time_s,
                  ss_error *error);

/* Empty it, fields and kinds apart; its memory stays for the next file. */
void ss_vtp_clear(ss_vtp *vtp);
void ss_vtp_free(ss_vtp *vtp);

#endif
