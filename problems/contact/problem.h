/* The frictional contact problem FC(W, q, mu) of one time step or one file:
 *
 *     u = W r + q,   and at each contact Signorini's and Coulomb's laws between u and r
 *
 * (method 1 and 4; [D] eq. 6). Solvers know a problem only as const data. Components at a contact
 * are (n, t1, t2). r is an impulse in N s, u and q are velocities in m/s, W is in 1/kg. With
 * restitution, u stands for the mean velocity of [D] eq. 20 and W for D W.
 *
 * A problem has one of three forms, hidden behind problems/contact/operator.h. In the first two W
 * = D P* M^-1 P is never formed: r acts on the velocities of bodies, 6 numbers a body, linear (m/s)
 * then angular (rad/s), in the fixed frame.
 *
 *   balls    lever arms along n and scalar inertias: a block W_cc is diagonal
 *   rigid    any lever arms and inertias: W_cc is full, and stored but for parts over ranks
 *   blocks   W by block rows: files, and bodies that deform
 *
 * This room holds what a solver sees of mechanics and nothing else: no shapes, no scenes, no time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_CONTACT_PROBLEM_H
#define SS_PROBLEMS_CONTACT_PROBLEM_H

#include "problems/base/error.h"

#include <stddef.h>
#include <stdint.h>

typedef enum ss_form { SS_FORM_BALLS, SS_FORM_RIGID, SS_FORM_BLOCKS } ss_form;

/* The bodies of a problem. Body b can move if b < n_moving; the motion of the others (walls, driven
 * bodies, the ground) is given: no impulse changes it, and v_free, which need not be 0, is it. */
typedef struct ss_moving {
    size_t n_bodies, n_moving;
    const double *v_free;   /* 6 n_bodies: velocities without contact impulses */
    const double *inv_mass; /* n_bodies, 1/kg; 0 where the motion is given */
} ss_moving;

/* One contact between spheres i and j, not both of given motion; a body of any shape that no
 * impulse turns is a sphere of arm 0, and what its spin moves its surface by, where given, in the
 * shift. */
typedef struct ss_ball_contact {
    double n[3], t1[3], t2[3]; /* right-handed frame; n points from j to i */
    double arm_i, arm_j;       /* radii, m */
    double scale_n, scale_t;   /* D = diag(1/(1+e_n), 1/(1+e_t), 1/(1+e_t)); 1 for the law's sum */
    double shift[3]; /* D E u-, the restitution term of [D] eq. 20, and D times what the spin
                      * of a body of arm 0 adds to u, m/s */
    uint32_t i, j;   /* indices of the bodies */
} ss_ball_contact;

typedef struct ss_ball_form {
    ss_moving moving;
    const double *inv_inertia;       /* n_bodies, 1/(kg m^2); 0 where the motion is given */
    const ss_ball_contact *contacts; /* n_contacts */
    const double (*given_arm)[3]; /* n_contacts, m: the point less the centre of the body of given
                                   * motion, for who looks at its work; NULL where none turns */
} ss_ball_form;

/* One contact between bodies of any shape, not both of given motion. */
typedef struct ss_rigid_contact {
    double n[3], t1[3], t2[3]; /* right-handed frame; n points from j to i */
    double arm_i[3], arm_j[3]; /* contact point minus the centre of mass of i, of j; m */
    double scale_n, scale_t;   /* D, as above */
    double shift[3];           /* D E u-, m/s */
    uint32_t i, j;             /* indices of the bodies */
} ss_rigid_contact;

typedef struct ss_rigid_form {
    ss_moving moving;
    const double *inv_inertia; /* 6 n_bodies, 1/(kg m^2): the symmetric inverse inertia in the fixed
                                * frame, xx yy zz xy xz yz; not read where the motion is given */
    const ss_rigid_contact *contacts; /* n_contacts */
} ss_rigid_form;

/* Block form: W by block rows; the blocks of row c are row_start[c] .. row_start[c+1]-1. */
typedef struct ss_block_form {
    const size_t *row_start; /* n_contacts + 1 */
    const size_t *column;    /* n_blocks: contact index, ascending within a row */
    const double *blocks;    /* 9 n_blocks, row-major, 1/kg */
} ss_block_form;

typedef struct ss_problem {
    size_t n_contacts;
    int dim;               /* 3; or 2: all happens across t2, to which nothing couples. For writers
                            * only: solvers need not know */
    const double *q;       /* 3 n_contacts: u_free, m/s; NULL for a part of a rigid problem over
                            * ranks, which makes it of the bodies where it is asked for */
    const double *mu;      /* n_contacts: friction coefficients */
    const double *rho_bar; /* n_contacts: reduced masses m_i m_j/(m_i + m_j), kg */
    const double (*point)[3]; /* n_contacts: contact points, m; NULL where unknown */
    const double *gap;        /* n_contacts, m, where the problem was posed; NULL where unknown */
    const double *W_cc;       /* 9 n_contacts: diagonal blocks, row-major, 1/kg, not symmetric when
                               * D is not a number; NULL for balls, and for parts over ranks: see
                               * ss_operator_block */
    ss_form form;
    union {
        const ss_ball_form *balls;
        const ss_rigid_form *rigid;
        const ss_block_form *blocks;
    };
} ss_problem;

/* The diagonal block W_cc = D P_c* M^-1 P_c (row-major, 1/kg) of a problem in rigid form, for who
 * fills ss_problem.W_cc ([M] section 7; method 2 with lever vectors). */
void ss_rigid_block(double W[9], const ss_rigid_form *form, size_t c);

/* A problem in block form that owns its arrays. */
typedef struct ss_block_problem ss_block_problem;

/* The arrays of a block problem while it is being made, owned by it. The numbers start as zeros.
 * Shapes and units are those of ss_problem and ss_block_form. rho_bar 0 asks for 1/W_nn, where
 * masses are not known. */
typedef struct ss_block_arrays {
    double *q, *mu, *rho_bar, *blocks;
    size_t *row_start, *column;
    int *dim; /* one, 3 until the caller says 2 */
} ss_block_arrays;

/* Start a problem of given sizes: the caller fills `arrays`, then calls ss_block_problem_finish.
 * NULL and SS_ERROR_MEMORY when memory runs out. Free with ss_block_problem_free. */
ss_block_problem *ss_block_problem_create(size_t n_contacts, size_t n_blocks,
                                          ss_block_arrays *arrays, ss_error *error);

/* Check what was filled in and extract the diagonal blocks. SS_ERROR_DATA, naming the contact
 * (counted from 0), if an index is out of range or a row does not ascend, a number is not finite,
 * mu < 0, rho_bar < 0, or the diagonal block is missing or has W_nn or a trace that is not positive
 * (mechanics makes W positive semidefinite only, so W_tt may be 0 or slightly below, but a contact
 * that no impulse can open poses no problem). */
bool ss_block_problem_finish(ss_block_problem *blocks, ss_error *error);

/* A problem of bodies, balls or rigid, in block form: W assembled from the bodies that contacts
 * share; its diagonal blocks are those of ss_operator_block to the bit. NULL and an error when
 * memory runs out. Free with ss_block_problem_free. */
ss_block_problem *ss_block_problem_from_body(const ss_problem *problem, ss_error *error);
void ss_block_problem_free(ss_block_problem *blocks);

/* `posed` (any form) in block form, on the sum u+ + e o u- that [M] (6.1) and section 7 iterate on
 * instead of the weighted mean D (u+ + e o u-): its rows without D, so that W is symmetric but for
 * rounding. Every r that solves the one solves the other. `bodies` are the contacts of `posed` in a
 * form with bodies, which know D (ss_step_contacts). NULL and an error as above. */
ss_block_problem *ss_block_problem_sum(const ss_problem *posed, const ss_problem *bodies,
                                       ss_error *error);

/* The problem that solvers see, once it is finished; valid until the owner is freed. */
const ss_problem *ss_block_problem_view(const ss_block_problem *blocks);

#endif
