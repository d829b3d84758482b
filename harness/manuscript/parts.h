/* A manuscript being filled: what its parts share. fill.c opens and frees everything and walks over
 * the text; for each macro it calls one of the functions below, which prints into `out` and notes
 * what it printed. Tables stay open until the end; rows of a table are their caller's to free.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_MANUSCRIPT_PARTS_H
#define SS_HARNESS_MANUSCRIPT_PARTS_H

#include "harness/manuscript/manuscript.h"
#include "harness/tables/csv.h"
#include "harness/tables/output.h"
#include "harness/tables/rows.h"

enum { SS_MANUSCRIPT_ARGUMENTS = 4, SS_MANUSCRIPT_NAME = 256 };

/* A table that has been read, under the name that the manuscript calls it by: "rho/sweep.csv". */
typedef struct ss_manuscript_table {
    char name[SS_MANUSCRIPT_NAME];
    ss_csv csv;
} ss_manuscript_table;

typedef struct ss_manuscript {
    const ss_manuscript_job *job;
    ss_csv sources;
    ss_manuscript_table **tables; /* owned, each where it is until the end */
    size_t n_tables;
    ss_output trace;  /* cells.csv */
    size_t n_values;  /* rows of it */
    const char *file; /* the .tex that is being filled, and its line */
    size_t line;
    FILE *out;
} ss_manuscript;

/* A macro as it stands in the text. Texts are owned, with line ends as blanks. */
typedef struct ss_manuscript_call {
    const char *name;
    char *option; /* what stands in brackets; "": nothing */
    char *arguments[SS_MANUSCRIPT_ARGUMENTS];
} ss_manuscript_call;

/* ---- sources.c ---- */

/* The path of `name`, "rho/sweep.csv": its first part is a name of sources.csv. SS_ERROR_DATA. */
bool ss_manuscript_path(const ss_manuscript *m, char path[SS_PATH_SIZE], const char *name,
                        ss_error *error);

/* The command that makes it, as sources.csv has it; "" if it is none of its names. */
const char *ss_manuscript_command(const ss_manuscript *m, const char *name);

/* The table of that name, read once; NULL and SS_ERROR_DATA, with the command, if it cannot be. */
const ss_manuscript_table *ss_manuscript_table_of(ss_manuscript *m, const char *name,
                                                  ss_error *error);

void ss_manuscript_free_tables(ss_manuscript *m);

/* ---- select.c ---- */

/* Rows of a table. */
typedef struct ss_manuscript_rows {
    const ss_manuscript_table *table;
    size_t *at, n; /* owned */
} ss_manuscript_rows;

/* Is there such a column? SS_ERROR_DATA, naming the file. */
bool ss_manuscript_has_column(const ss_manuscript_table *table, const char *column,
                              ss_error *error);

/* The rows of table `name` that `which` chooses: "column=value; column=one|other; column!=value",
 * "" for all. SS_ERROR_DATA for an unknown column and where there is no such row; SS_ERROR_MEMORY.
 * Free rows->at, after an error, too. */
bool ss_manuscript_select(ss_manuscript *m, ss_manuscript_rows *rows, const char *name,
                          const char *which, ss_error *error);

/* The same of one row, rows->at[0]: SS_ERROR_DATA where there are more. */
bool ss_manuscript_select_one(ss_manuscript *m, ss_manuscript_rows *rows, const char *name,
                              const char *which, ss_error *error);

/* The same where there need be no such row. */
bool ss_manuscript_find(ss_manuscript *m, ss_manuscript_rows *rows, const char *name,
                        const char *which, ss_error *error);

/* ---- values.c ---- */

/* A row of a table that a macro prints cells of. */
typedef struct ss_manuscript_place {
    const char *macro;
    const ss_manuscript_table *table;
    size_t row;
} ss_manuscript_place;

/* Note in cells.csv what has been printed; its place in the text is filled in. */
void ss_manuscript_note(ss_manuscript *m, ss_cells_row row);

/* Print row.value as LaTeX in the form ("": three digits) and note it. SS_ERROR_DATA for a wrong
 * form, and for a text where a number is asked for. */
bool ss_manuscript_print(ss_manuscript *m, ss_cells_row row, const char *form, ss_error *error);

/* The same of a cell; SS_ERROR_DATA also where there is no such column. */
bool ss_manuscript_print_cell(ss_manuscript *m, const ss_manuscript_place *place,
                              const char *column, const char *form, ss_error *error);

/* ---- the macros (README.md of this room), in values.c, tables.c, pictures.c and text.c ---- */

/* Print what the call stands for, and note it; false after an error. */
typedef bool ss_manuscript_macro(ss_manuscript *m, const ss_manuscript_call *call, ss_error *error);

ss_manuscript_macro ss_manuscript_cell, ss_manuscript_statistic, ss_manuscript_count,
    ss_manuscript_ratio, ss_manuscript_list, ss_manuscript_pivot, ss_manuscript_paper_table,
    ss_manuscript_plotted, ss_manuscript_drawn, ss_manuscript_made, ss_manuscript_said;

#endif
