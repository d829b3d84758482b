/* Frozen problems: files in FCLIB's format (HDF5), read and written with HDF5 itself.
 *
 * Local files hold W, q and mu; global ones M, H, f, w and mu, and are condensed on reading
 * (problems/sparse/condense.h). Components at a contact are (n, t1, t2), u = W r + q, one mu a
 * contact. Beside FCLIB's groups our own files have /stickslip/rho_bar (float64, kg, one a contact)
 * and the texts /stickslip/provenance and, of a moment of a run, /stickslip/state, which other
 * programs do not see.
 *
 * How a file becomes a problem, and who keeps what:
 *
 *     file                        nobody vouches for it; first read in a child (fclib_raw.h)
 *      | hdf5_file, hdf5_values   datasets whose size and storage have been checked
 *      v
 *     ss_fclib_raw                triplets and vectors as they stand, checked
 *      | condense, if it is global                W = H^T M^-1 H,  q = w + H^T M^-1 f
 *      v
 *     triplets of W, q, mu, rho_bar
 *      | triplets.h, ss_block_problem_finish      blocks of 3x3, a third component if plane
 *      v
 *     ss_fclib_problem            owned by ss_frozen, which gives it a reduced mass
 *
 * Writing goes the other way, through memory: the file is made by HDF5 there, and its bytes reach
 * the disk whole or not at all (base/new_file.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_FILES_FCLIB_H
#define SS_PROBLEMS_FILES_FCLIB_H

#include "problems/contact/problem.h"

/* The rest of a file, beside the problem and its solution; NULL is "", or no guess. */
typedef struct ss_fclib_text {
    const char *title, *description, *math_info;
    const char *provenance; /* ours: who made the file, from what */
    const char *state;      /* ours: the moment of a run, "scene=S,step=N,..."; NULL: none */
    const double *guess;    /* 3 n_contacts, N s: an impulse to start from */
} ss_fclib_text;

/* A problem read from a file. Everything is owned by it. */
typedef struct ss_fclib_problem {
    ss_block_problem *blocks; /* always in three dimensions */
    int spacedim;             /* of the file: 2 or 3. In 2D the third component is decoupled */
    bool global;              /* the file was global, W and q are condensed */
    bool step;     /* the file was a step of an engine (step_file.h), W and q are of its bodies */
    bool answered; /* the step has the engine's answer, by whatever law: no solution, no r or u */
    bool own_rho_bar; /* rho_bar is from the file, not 1/W_nn */
    double *r, *u;    /* the file's solution, 3 n_contacts, N s and m/s; each NULL if absent */
    double *guess;    /* r of the first of /guesses, 3 n_contacts, N s; NULL if absent */
    char *title, *description, *math_info, *provenance, *state; /* "" where the file has none */
    size_t n_guesses; /* that the file says it has; the first is read */
} ss_fclib_problem;

/* HDF5 (problems/files/hdf5_module.h), loaded unless it is: where a problem is chosen, or before a
 * long work whose end is to be written, so that a lack is told at once and children have it for
 * nothing. Reading and writing do it, too. NULL and SS_ERROR_UNAVAILABLE. */
const struct ss_hdf5 *ss_hdf5_load(ss_error *error);

/* Read the local or global problem in the file `path` (a local one is preferred). Nothing in the
 * file is believed: see problems/files/hdf5_file.h. SS_ERROR_DATA, one line with the file, the
 * dataset and the reason, if it is not a problem of frictional contact alone, whole and finite;
 * files with bilateral parts (V and R, or G) are refused by that name. SS_ERROR_MEMORY. Every file
 * is read twice, first in a child process, because HDF5 crashes on some; SS_ERROR_UNAVAILABLE as
 * of ss_hdf5_load. After a success call ss_fclib_free; after a failure `out` is empty. */
bool ss_fclib_read(ss_fclib_problem *out, const char *path, ss_error *error);
void ss_fclib_free(ss_fclib_problem *problem);

/* Write `problem` (any form) as a local problem, the solution r, u (3 n_contacts each) unless
 * both are NULL, and the guess as the first of FCLIB's own group of them, with its u = W r + q: of
 * two dimensions if it was read as one, else of three, for reading gives back every bit (a scene in
 * a plane has a W_t2t2 of its own, which two dimensions would lose). The same arguments give the
 * same bytes. The file is complete or absent. SS_ERROR_OUTPUT if `path` exists already (it is left
 * alone) or cannot be made, SS_ERROR_IO if it cannot be written whole, SS_ERROR_DATA if there is no
 * contact or more than FCLIB's 32-bit indices can count, SS_ERROR_MEMORY, SS_ERROR_UNAVAILABLE. */
bool ss_fclib_write(const char *path, const ss_problem *problem, const ss_fclib_text *text,
                    const double *r, const double *u, ss_error *error);

#endif
