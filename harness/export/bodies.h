/* The bodies and contacts of a run's frames as polygonal data: balls as points, discs and polygons
 * as they are, solids by their faces; walls are kept until it is known how far the bodies go. Inside
 * export/ only.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_EXPORT_BODIES_H
#define SS_HARNESS_EXPORT_BODIES_H

#include "harness/export/vtp.h"
#include "harness/tables/outlines.h"
#include "harness/tables/rows.h"
#include "problems/bodies/shape.h"

enum { SS_EXPORT_DISC_CORNERS = 24 };

/* A wall at a frame. */
typedef struct ss_export_wall {
    ss_bodies_row row; /* without its texts */
    const ss_outline *outline;
    const ss_shape_kind *kind;
} ss_export_wall;

/* The place of a body. */
typedef struct ss_export_place {
    double x[3];  /* m */
    size_t frame; /* from 1; of an older one it is not there */
    bool is_wall;
} ss_export_place;

/* Start from zeros, with the outlines; read what follows them. */
typedef struct ss_export_bodies {
    const ss_outlines *outlines;
    ss_vtp balls, solids;     /* of the frame at hand */
    ss_export_wall *walls;    /* of all frames */
    size_t n_walls, n_hidden; /* walls, and planes without an outline, which cannot be shown */
    size_t n_bodies;          /* of the frame at hand, walls are none */
    double low[3], high[3];   /* of all bodies but walls at all frames, m */
    ss_export_place *places;  /* by number */
    size_t n_places, frame, walls_room;
} ss_export_bodies;

/* Begin the next frame. */
void ss_export_bodies_frame(ss_export_bodies *bodies);

/* Add a body to it. SS_ERROR_DATA, naming `path` and `line`, where it is at no finite place or its
 * outline is missing; SS_ERROR_MEMORY. */
bool ss_export_bodies_add(ss_export_bodies *bodies, const ss_bodies_row *row, const char *path,
                          size_t line, ss_error *error);

/* The place of a body of the frame; NULL: it has no row. */
const ss_export_place *ss_export_bodies_find(const ss_export_bodies *bodies, size_t body);

void ss_export_bodies_free(ss_export_bodies *bodies);

/* ---- its contacts: points with forces, and the lines that carry them ---- */

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

/* ---- walls ---- */

/* The quantities of bodies: of walls and solids at cells, all of them; of balls at points, without
 * the last, which is the point. */
enum { SS_EXPORT_BODY_FIELDS = 7 };
extern const ss_vtp_field ss_export_body_fields[SS_EXPORT_BODY_FIELDS];

/* Add the tuple of a body: the first `n` fields. */
void ss_export_body_values(ss_vtp *vtp, const ss_bodies_row *row, size_t n);

/* Widen the box from `low` to `high` by all that vessels have within a few of its diagonals: what
 * is farther is cut. */
void ss_export_walls_widen(const ss_export_wall *walls, size_t n, double low[3], double high[3]);

/* Add `n` walls as surfaces that reach a little beyond the box from `low` to `high`: planes as
 * rectangles, the others as facets around their axis. */
void ss_export_walls_add(ss_vtp *vtp, const ss_export_wall *walls, size_t n, const double low[3],
                         const double high[3]);

#endif
