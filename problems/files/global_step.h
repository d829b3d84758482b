/* Rigid bodies and FCLIB's global form, each as the other: M v = H r + f, u = H^T v + w.
 *
 *     body      M: diag(m I, J)                       f = M v_free
 *     contact   H: [F; l_a x F] at a, -[F; l_b x F] at b
 *     what moves as it is told                         w
 *
 * with F = (n, t1, t2) and l the arms (problems/contact/rigid.h). From M and H the bodies follow
 * without a guess: which of two is a, whose block +F is, by the sign of a determinant; the arm from
 * the rows below. A code that counts spins in axes of the body (Siconos' NewtonEulerDS) has R^T (l
 * x F) there: R, the turn of the body, follows from its contacts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_FILES_GLOBAL_STEP_H
#define SS_PROBLEMS_FILES_GLOBAL_STEP_H

#include "problems/files/fclib_raw.h"
#include "problems/files/step_file.h"

/* The step that a global problem of rigid bodies is, with its solution's r as the answer where it
 * has one. Its bodies are those of M, six rows each, in their order; the ground, if a contact is of
 * one body alone, is a last one. SS_ERROR_DATA, with the file, the body or contact and what would
 * be right, where M and H are of something else. Free with ss_step_file_free in either case. */
bool ss_step_file_from_global(ss_step_file *step, const ss_fclib_raw *raw, const char *path,
                              ss_error *error);

/* M, H, f, w and mu of a step that was checked; without its answer, which may be of another law.
 * Bodies of given motion are in w. SS_ERROR_DATA, with the file and the body, where one cannot
 * turn, for its inertia would be without end. Free with ss_fclib_raw_free in either case. */
bool ss_global_from_step(ss_fclib_raw *raw, const ss_step_file *step, const char *path,
                         ss_error *error);

#endif
