/* Contact detection between bodies of any shape, linear in their number for any mixture of sizes in
 * an unbounded domain. Candidates are pairs within a skin of the margin; their list is kept until
 * some body has moved by half of the skin, or anything else has changed, and found anew: bodies
 * with a bound by balls around them, in a grid of cells (grid.c), or in a hierarchical hash
 * (hash.c) where radii differ much or the bodies are strewn far; those without, walls, by looking
 * at all the others. Of balls and planes the list has the gaps, too: whose gap cannot have passed
 * the margin since is not looked at. The list changes no result: the geometry (touch.h) is that of
 * the present positions at every call.
 *
 * Who is near whom changes slowly, so there are two questions, and the first is asked seldom:
 *
 *       a                     b       gap <= reach = margin + skin: the pair is in the list
 *     (   )<--margin-->|skin|(   )    gap <= margin, now:           its contacts have names
 *
 *     positions --> does the list serve? -- no --> grid or hash, and walls; pairs sorted by (a, b);
 *                            | yes                 where the bodies are is remembered
 *                            v                                    |
 *                   pairs of the list, at the present positions <--
 *                            |
 *                   names of those within the margin, without bodies that are parked
 *
 * A step calls it once, and who asks for overlaps. Bodies and margin are the caller's; the list,
 * the names and all scratch are the detector's, and freed with it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_DETECT_DETECT_H
#define SS_PROBLEMS_DETECT_DETECT_H

#include "problems/detect/touch.h"

typedef struct ss_detector ss_detector;

/* Create for n bodies; keeps its buffers from call to call. NULL and an error without memory. */
ss_detector *ss_detector_create(size_t n, ss_error *error);
void ss_detector_free(ss_detector *detector);

/* Find all contacts with gap <= margin (m). *names stays owned by the detector and valid until the
 * next call. Their order is that of (a, b, feature), whatever the positions: deterministic.
 * SS_ERROR_USAGE when two bodies come near whose shapes are no pair of pairs.def. */
bool ss_detect(ss_detector *detector, const ss_bodies *bodies, double margin,
               const ss_contact_name **names, size_t *n_names, ss_error *error);

/* Work of a detector since its creation. */
typedef struct ss_detector_work {
    size_t lists;     /* lists made */
    size_t distances; /* pairs of bodies whose distance was looked at */
    size_t met;       /* bodies met in the chains of the hash */
} ss_detector_work;

ss_detector_work ss_detector_work_of(const ss_detector *detector);

#endif
