/* The part of a huge problem that one rank has: a problem like any other, in the rigid form, of the
 * bodies and contacts of its domains.
 *
 *     step file (/stickslip/rigid, problems/files/step_file.h)
 *      | natural rows of each rank, read by hyperslabs           ss_part_read
 *      v
 *     domains: solvers/parts/domains.h, of the whole file's numbers; rank k owns whole domains
 *      | each contact to the owners of both its bodies
 *      v
 *     part: own bodies, with all of their contacts; ghosts, the other ends; given bodies
 *
 * A contact between two ranks stands on both, and both do its visits with the same numbers: so
 * impulses are never sent, velocities of ghosts alone, 48 bytes each. Bodies and contacts keep the
 * order of the file, so that each sum over the contacts of a body has its order on any number of
 * ranks.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_RANKS_PART_H
#define SS_SOLVERS_RANKS_PART_H

#include "problems/files/step_file.h"
#include "solvers/parts/share.h"
#include "solvers/ranks/team_file.h"

typedef struct ss_part {
    ss_team team;
    int64_t n_bodies, n_contacts; /* of the whole problem */
    size_t n_domains;
    ss_posed_step posed; /* owned; posed.problem is what solvers see */
    int64_t *number;     /* owned; a contact: its number in the file, ascending */
    uint32_t *domain;    /* owned; a moving body, ghosts too */
    unsigned char *mine; /* owned; a contact: 1 where sums count it, on one rank each */
    size_t n_mine, n_ghosts;
    uint32_t *ghosts;   /* owned; of the part's bodies */
    PetscSFNode *homes; /* owned, by PETSc; a ghost: its rank, and its place there */
    PetscSF halo;       /* all ghosts */
    double *r;          /* owned, 3 a contact, N s: the start, zeros without one; then sweeps' */
    double h;           /* s; 0: the file does not say */
} ss_part;

/* How a part is read. */
typedef struct ss_part_plan {
    size_t n_domains;
    const char *start; /* a file with contacts/impulse to begin with; NULL: zeros */
    bool resumes;      /* it is a checkpoint (checkpoint.h), whose r is taken to the bit */
    bool equal_bodies; /* domains are equal in bodies that move, not in contacts */
    bool lean;         /* without q and W_cc: 96 bytes a contact less, and blocks made at visits */
} ss_part_plan;

/* Read the part of this rank. Errors, the same on all ranks: SS_ERROR_USAGE with fewer domains than
 * ranks, SS_ERROR_DATA of the files, SS_ERROR_MEMORY. Free it in either case. Collective. */
bool ss_part_read(ss_part *part, const ss_team *team, const char *path, const ss_part_plan *plan,
                  ss_error *error);
void ss_part_free(ss_part *part);

/* Part of it, once the part is posed: its ghosts, their homes and the halo, of its n bodies by
 * their numbers in the file, ascending, and domains, negative where the motion is given. */
bool ss_part_find_homes(ss_part *part, const int64_t *bodies, const int *domain, size_t n,
                        ss_error *error);

/* Its halo alone: home[k] is the place of ghost k at its owner. Collective. */
void ss_part_tie(ss_part *part, const int *home);

/* The rank that owns a domain. */
static inline int ss_part_owner(const ss_team *team, size_t n_domains, int64_t domain)
{
    return (int)(domain * team->size / (int64_t)n_domains);
}

/* Velocities of all ghosts, from their owners into v (6 a body). Collective. */
void ss_part_fetch(const ss_part *part, double *v);

/* The part as solvers' parts see it. It borrows the part; its functions are collective. */
void ss_part_share(ss_share *share, const ss_part *part);

/* The impulse in the fixed frame that is written of r, and r of it; made of each other they differ
 * by rounding. Contact c of the part. */
void ss_part_impulse(double p[3], const ss_part *part, size_t c, const double r[3]);
void ss_part_components(double r[3], const ss_part *part, size_t c, const double p[3]);

/* Write contacts/impulse of r as a new step file, which is an answer to that read (`judge-step
 * --answer`): whole or not at all. The errors of ss_new_file_write, on all ranks. Collective. */
bool ss_part_write(const ss_part *part, const char *path, const double *r, ss_error *error);

/* The same into a file that is open, and an array of what each contact has (3 numbers): r as it
 * stands, or by the name of contacts/impulse as that. SS_ERROR_MEMORY, with which the file has
 * failed. Collective. */
void ss_part_put(const ss_part *part, ss_team_file *file, const double *r, ss_error *error);
void ss_part_put_contacts(const ss_part *part, ss_team_file *file, const char *name,
                          const double *r, ss_error *error);

#endif
