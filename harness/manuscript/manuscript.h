/* A manuscript whose numbers are cells of result files: a folder of .tex files in which macros
 * stand for cells, rows, tables and figures (README.md of this room), each filled in before LaTeX
 * reads it.
 *
 * sources.csv in that folder says what the names of results are: `name`, the `folder` of its files
 * and the `command` that makes them, which every message about something missing ends with.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_MANUSCRIPT_MANUSCRIPT_H
#define SS_HARNESS_MANUSCRIPT_MANUSCRIPT_H

#include "problems/base/error.h"

#include <stddef.h>

typedef struct ss_manuscript_job {
    const char *source;        /* folder of the .tex files, sources.csv and gnuplot scripts */
    const char *folder;        /* to make and fill */
    const char *plots;         /* folder of the house's gnuplot scripts */
    const char *const *places; /* "NAME=FOLDER", in place of that of sources.csv */
    size_t n_places;
    bool frames; /* an empty frame in place of each figure: no gnuplot is needed */
} ss_manuscript_job;

/* Fill the manuscript: job->folder gets a .tex of each of the source, figures/NAME.pdf, and
 * cells.csv, a row a value with the file, line and column that it is from. `n_values` gets their
 * number.
 *
 * SS_ERROR_DATA, naming the .tex and its line, for a macro that is wrong, and for a file, column or
 * row that is not there, with the command that makes it; SS_ERROR_UNAVAILABLE if gnuplot is missing
 * or fails; SS_ERROR_OUTPUT, SS_ERROR_IO, SS_ERROR_MEMORY. After an error no .tex is left. */
bool ss_manuscript_write(const ss_manuscript_job *job, size_t *n_values, ss_error *error);

#endif
