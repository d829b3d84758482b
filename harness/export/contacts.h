/* The contacts of a frame as polygonal data: points with forces, and the lines that carry them.
 * Inside export/ only.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_EXPORT_CONTACTS_H
#define SS_HARNESS_EXPORT_CONTACTS_H

#include "harness/export/bodies.h"

/* Start from zeros and the first two. */
typedef struct ss_export_contacts {
    const ss_export_bodies *bodies; /* of the frame */
    double h;                       /* time step, s: an impulse over it is a force */
    ss_vtp points;                  /* of contact */
    ss_vtp chains; /* a line a contact: centre, contact, centre; of a wall there is no centre */
} ss_export_contacts;

/* Begin the next frame. */
void ss_export_contacts_frame(ss_export_contacts *contacts);

/* Add a contact of the frame. SS_ERROR_DATA, naming `path` and `line`, for an unknown status or
 * what is not finite. */
bool ss_export_contacts_add(ss_export_contacts *contacts, const ss_forces_row *row,
                            const char *path, size_t line, ss_error *error);

void ss_export_contacts_free(ss_export_contacts *contacts);

#endif
