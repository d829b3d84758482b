/* Packed contacts (solvers/sphere/packed.h) from a problem and back.
 *
 * What is made from what, and when:
 *
 *     problem                                         packed
 *     bodies that move     --- bodies, velocities --> bodies [0, n_moving), by rank or by number
 *     given bodies         --- copies, a domain ----> bodies from n_moving on, n_copies a domain
 *     contacts             --- group, a problem ----> contact: groups of 8, and those alone
 *                          --- fill, a solve -------> ids; fields: n, p, state, what is its own
 *     r                    --- impulses ------------> p     (a wrapper has changed r)
 *     r, u                 <-- export --------------- p, held velocity, in the contacts' frames
 *
 * Ownership: a room is memory of an outer solver's workspace, which frees it; records of
 * ss_pack_group_tightly are a block of their own. Sweeps ask the packed form alone; the problem is
 * asked again for its frames, by export and impulses, and for masses, by velocities.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_SPHERE_PACK_H
#define SS_SOLVERS_SPHERE_PACK_H

#include "solvers/base/local_solver.h"
#include "solvers/sphere/grouping.h"

/* Copies of the bodies of given motion, at least as many in all, that take turns: nothing changes
 * them, but a sweep writes them as any other body, and with one copy of a wall every visit would
 * wait for the one before. */
enum { SS_N_COPIES = 4 * SS_LANES };

/* Memory for packing, cut from one block. */
typedef struct ss_pack_room {
    char *next;  /* 64-byte aligned */
    size_t used; /* bytes asked for so far; without a block (next NULL) only this is counted */
} ss_pack_room;

/* The room of a workspace, whose first 64 bytes may be lost to alignment. */
ss_pack_room ss_pack_open(void *workspace);

/* `n` times `size` bytes of the room, on a cache line of their own; NULL when only counting. */
void *ss_pack_take(ss_pack_room *room, size_t n, size_t size);

/* The batched form serves this solver and problem: there is a kernel for its options, and the
 * problem is one of balls with at most 2^32 - 2 contacts. */
bool ss_pack_serves(const ss_sweep *sweep, const ss_local_solver *local);

/* The bodies that follow the moving ones in ss_packed.bodies, for each domain: copies of those of
 * given motion, one after the other; of a body at rest when there are none, for lanes without a
 * contact must belong to some body. */
size_t ss_pack_n_copies(const ss_moving *moving);

/* The radius of every body (m), -1 for one without contacts. False if a body has not one radius at
 * all its contacts: then it cannot be packed. */
bool ss_pack_arms(double *arm, const ss_problem *problem);

/* Fill in the bodies of `packed` (n_moving and the copies of n_domains), whose arms are known:
 * velocities of the start value sweep->r and masses. */
void ss_pack_bodies(ss_packed *packed, const ss_sweep *sweep, const double *arm, size_t n_domains);

/* Set the velocities of the bodies from sweep->operator_state, which may have their memory, with
 * the arms that ss_pack_arms found. */
void ss_pack_velocities(ss_packed *packed, const ss_sweep *sweep, const double *arm,
                        size_t n_domains);

/* The velocity of moving body b (m/s, rad/s). */
void ss_pack_velocity(const ss_packed *packed, const double *arm, double v[6], size_t b);

/* True when mu and the scales are the same at all contacts and no shift is there; if so, set them.
 * Set packed->frictionless, too. */
void ss_pack_uniform(ss_packed *packed, const ss_problem *problem);

/* Take the arrays of `packed` for n contacts, grouped in any way, from the room. packed->uniform
 * must be known, here and below. */
void ss_pack_lay(ss_packed *packed, const ss_lane_kernel *lanes, size_t n, ss_pack_room *room);

/* The number of fields of a contact, alone. */
void ss_pack_set_fields(ss_packed *packed, const ss_lane_kernel *lanes);

/* Group the contacts `list` (NULL: all n) into packed->contact, which has room for 2 n; marks and
 * epoch are those of ss_group_contacts. */
void ss_pack_group(ss_packed *packed, const ss_problem *problem, const uint32_t *list, size_t n,
                   ss_group_mark *marks, uint32_t epoch);

/* Memory of the records of one pack or of groups in contact order, kept from problem to problem;
 * zeros at first. */
typedef struct ss_pack_records {
    void *block; /* owned */
    size_t room; /* bytes */
} ss_pack_records;

/* Make room for so many bytes; what was there is lost. False without memory: then there is none. */
bool ss_pack_reserve(ss_pack_records *records, size_t bytes);

/* The same of all contacts of a problem (in the order of `list`, NULL: theirs), with no more room
 * than it takes: fields, ids and contact of `packed`, whose number of fields is known, are laid
 * into `records`. False without memory. */
bool ss_pack_group_tightly(ss_packed *packed, const ss_problem *problem, const uint32_t *list,
                           ss_group_mark *marks, ss_pack_records *records);
void ss_pack_release(ss_pack_records *records);

/* Fill in records and places of contacts in groups (packed->place must be there; several packs of
 * one problem share it). `given` is the index of the first copy of the domain. */
void ss_pack_fill(ss_packed *packed, const ss_sweep *sweep, const ss_lane_kernel *lanes,
                  size_t given);

/* Both. */
void ss_pack_contacts(ss_packed *packed, const ss_sweep *sweep, const ss_lane_kernel *lanes,
                      const uint32_t *list, size_t n, size_t given, ss_group_mark *marks,
                      uint32_t epoch);

/* Add the work of a whole sweep over the n packed contacts to *total. */
void ss_pack_count(const ss_packed *packed, size_t n, const ss_lane_kernel *lanes, ss_work *total);

/* The impulses of the packed contacts, into sweep->r in the frames of the problem, and the
 * velocities that their solver holds, if it holds any, into sweep->u. */
void ss_pack_export(const ss_packed *packed, const ss_sweep *sweep);

/* These velocities alone. */
void ss_pack_export_held(const ss_packed *packed, const ss_sweep *sweep);

/* The impulse of contact c alone, which is packed. */
void ss_pack_export_one(const ss_packed *packed, const ss_problem *problem, double *r, size_t c);

/* True if no impulse of the packed contacts is beyond `bound` in a component, or NaN; it may be
 * false from half of the bound on. By packed->largest, which a sweep keeps. */
bool ss_pack_within(const ss_packed *packed, double bound);

/* The way back: the impulses of the packed contacts from sweep->r. */
void ss_pack_impulses(ss_packed *packed, const ss_sweep *sweep);

#endif
