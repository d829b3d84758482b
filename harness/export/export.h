/* Results as files for ParaView and whoever reads VTK's formats: the bodies and contacts of runs at
 * their frames, and growing surfaces.
 *
 *     cli/export        ss_export_order: from where, into which folder, which runs
 *       |
 *     export.c          a new folder, hidden until it is complete; which kind of tables there are
 *       | ss_export_task, for one set of tables; a run of a store, or all solvers of a folder
 *     run.c             bodies.csv and forces.csv side by side, a moment at a time (bodies.c,
 *       |               contacts.c); walls at the end, when it is known how far bodies go (walls.c)
 *       |               or piles/vtk.c, the nodes of surfaces
 *     collection.c      which file shows which part when; vtp.c, one file
 *
 * Only the moment at hand and the walls of all moments are in memory; run.c owns them, and frees
 * them solver by solver.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_EXPORT_EXPORT_H
#define SS_HARNESS_EXPORT_EXPORT_H

#include "harness/export/collection.h"

/* The files written of a run; borrowed for the call. */
typedef struct ss_export_series {
    const char *name; /* of its .pvd and of its folder */
    size_t n_moments;
    size_t n_bodies;     /* of the last moment: balls, discs and polygons */
    size_t n_walls;      /* likewise */
    size_t n_contacts;   /* with an impulse, of the last moment */
    bool lacks_contacts; /* there is no table of them */
    size_t n_nodes;      /* of a surface; else 0 */
} ss_export_series;

typedef struct ss_export_order {
    const char *folder;           /* a result of `run`, a campaign's store or one of `grow` */
    const char *out;              /* the folder to make */
    const char *problem, *solver; /* only runs of these; NULL: all */
    size_t instance;              /* likewise; 0: all */
    void (*print)(const ss_export_series *series); /* called after each run; NULL: nothing */
} ss_export_order;

/* Write OUT/NAME.pvd, with times in s, for each solver of a run, each run of a store (named by
 * problem, instance, solver and the first digits of its column `run`) or each solver of a surface:
 * the .vtp files of its moments are in OUT/NAME. Tables are read row by row: only a frame is in
 * memory. OUT is complete or absent. SS_ERROR_OUTPUT if it exists; SS_ERROR_DATA, naming file, line
 * and value, for tables that are missing or do not say what they should, or where no run is left;
 * SS_ERROR_IO, SS_ERROR_MEMORY, SS_ERROR_INTERRUPTED. */
bool ss_export_vtk(const ss_export_order *order, ss_error *error);

/* ---- for those that write a kind of tables: runs (run.c), and what other rooms have ---- */

/* The tables of a run, and the place of their export. */
typedef struct ss_export_task {
    const ss_export_order *order;
    const char *folder;        /* to write into; it exists */
    const ss_summary *summary; /* of the runs */
    const ss_summary_row *run; /* whose tables they are; NULL: of each solver its own */
    char bodies_csv[SS_PATH_SIZE], shapes_csv[SS_PATH_SIZE], forces_csv[SS_PATH_SIZE];
    size_t n_written; /* series, so far */
} ss_export_task;

/* Is it one of the order's runs? */
bool ss_export_is_wanted(const ss_export_order *order, const ss_summary_row *run);

/* Export the wanted solvers of the tables. */
bool ss_export_run(ss_export_task *task, ss_error *error);

/* A series is complete: write its .pvd, count it and tell of it. SS_ERROR_IO. */
bool ss_export_series_end(ss_export_task *task, const ss_export_collection *files,
                          const ss_export_series *series, ss_error *error);

/* A folder that has the table is of that kind; all else are runs. */
typedef struct ss_export_kind {
    const char *table;
    bool (*write)(ss_export_task *task, ss_error *error);
} ss_export_kind;

extern const ss_export_kind ss_export_surfaces; /* harness/piles/vtk.c */

#endif
