/* One problem in the other forms that files have. Ours and others' programs read one or another:
 *
 *     a step of bodies  (/stickslip/rigid)        stickslip-ranks, judge-step
 *        |   ^   global_step.h: bodies from M and H, and back
 *        v   |
 *     global            (M, H, f, w, mu)          sparse however many contacts a body has
 *        |   condense.h
 *        v
 *     local             (W, q, mu)                every solver of the field; no way back
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_FILES_CONVERT_H
#define SS_PROBLEMS_FILES_CONVERT_H

#include "problems/base/error.h"

#include <stddef.h>

typedef enum ss_file_form { SS_FILE_LOCAL, SS_FILE_GLOBAL, SS_FILE_RIGID } ss_file_form;

/* What was written. */
typedef struct ss_converted {
    size_t n_contacts, n_bodies; /* n_bodies: of rigid alone; else 0 */
} ss_converted;

/* Write the problem of the file `path` in another form to the new file `out` (of rigid ones as JSON
 * where it ends with ".json"), complete or absent. The solution goes along from FCLIB's files, an
 * engine's answer does not: its law may be another. `maker` is who writes it. SS_ERROR_DATA, with
 * file and reason, where the form cannot say it: rigid of a local file, which has no bodies, or
 * global of anything but a step of bodies; the errors of ss_fclib_read and ss_fclib_write. */
bool ss_file_convert(ss_converted *done, const char *path, ss_file_form to, const char *out,
                     const char *maker, ss_error *error);

#endif
