/* The choice of a solver, as the user names it: NAME[KEY=VALUE,...], where NAME is a local solver,
 * an outer solver or an external solver. An outer solver holds other choices in its brackets:
 * `local=`, the local solver that visits the contacts, and `of=`, the outer solver that it wraps.
 *
 *     sbp[alpha=0.5]
 *     nlgs-parallel[domains=4,local=ebp]
 *
 * The tree of nlgs-anderson[of=nlgs-parallel[local=ebp],m=5], in which one local solver serves all:
 *
 *     nlgs-anderson   options m=5, ...      label "nlgs-anderson[of=nlgs-parallel,m=5]"
 *       |-- local     ebp                   taken from the depth where it was given
 *       `-- of        nlgs-parallel         options domains=4, ...
 *
 * NAME is also a shared object: "./mine.so", a path, or the name of one in the user's folders
 * (solvers/plugin/load.h).
 *
 * Invariant after a parse: just one descriptor is not NULL, `options` is a full struct of
 * it, `label` and `values` are texts; `local` stands at the root alone, `of` where the solver wraps
 * one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_CHOICE_H
#define SS_SOLVERS_CHOICE_H

#include "problems/base/words.h"
#include "solvers/base/local_solver.h"
#include "solvers/base/outer_solver.h"
#include "solvers/external/external_solver.h"

/* Kinds of solvers; their sum names several. */
enum { SS_CHOICE_LOCAL = 1, SS_CHOICE_OUTER = 2, SS_CHOICE_EXTERNAL = 4, SS_CHOICE_ANY = 7 };

/* A tree of choices. Just one of the three descriptors is not NULL. */
typedef struct ss_choice {
    const ss_local_solver *solver;
    const ss_outer_solver *outer;
    const ss_external_solver *external;
    void *options;           /* owned; the struct that the descriptor's option table describes */
    char *values;            /* owned; all options as text, with what is inside */
    char *label;             /* owned; the user's own text without `local=`, e.g. "ebp[alpha=2]" */
    char *file;              /* owned; the shared object that the descriptor is of; NULL: none */
    struct ss_choice *local; /* owned; an outer solver's local solver; NULL: none (not yet) */
    struct ss_choice *of;    /* owned; the outer solver inside an outer one; NULL: none */
} ss_choice;

/* Parse one choice of the given kinds, with its children. The local solver may be given at any
 * depth, once; it goes to the root. SS_ERROR_USAGE for unknown names (with the nearest) and keys,
 * values out of range, a kind that does not belong there, and what this machine lacks;
 * SS_ERROR_UNAVAILABLE for another code that is not installed, naming its package. Release with
 * ss_choice_free, which accepts a zeroed choice; after an error nothing is held. */
bool ss_choice_parse(ss_choice *choice, const char *text, unsigned kinds, ss_error *error);
void ss_choice_free(ss_choice *choice);

#define SS_CHOICE_COMMAND SS_WORDS_COMMAND

/* The same of "command:WORDS", a process of the user's (solvers/command): an outer solver without
 * options, labelled as it was typed. After an error ss_choice_free is still to be called. */
bool ss_choice_parse_command(ss_choice *choice, const char *text, unsigned kinds, ss_error *error);

/* The outer solver of those who name none. */
#define SS_CHOICE_OUTER_DEFAULT "nlgs"

/* Set options of a choice as "KEY=VALUE" says, of which its label shall not speak: what a problem
 * sets where the user does not. Errors as for ss_choice_parse. */
bool ss_choice_set_quietly(ss_choice *choice, const char *assignment, ss_error *error);

/* The k-th name of the kinds: local, then outer, then external solvers; NULL past the last. */
const char *ss_choice_name_at(size_t k, unsigned kinds);

/* Has each solver a name of its own? SS_ERROR_INTERNAL names two that share one: the later could
 * never be chosen. */
bool ss_choice_check_names(ss_error *error);

/* Parse a local solver, or an outer solver with all that it needs, in which a local solver that is
 * needed and not named is `local`. Errors as for ss_choice_parse. */
bool ss_choice_parse_with(ss_choice *choice, const char *text, const char *local, ss_error *error);

/* Parse what can run by itself: an external solver, or an outer solver with all that it
 * needs. A local solver in `text` is put into the outer solver `outer` ("sal" and "nlgs" mean
 * "nlgs[local=sal]"). Errors also when the local solver is missing or given twice. */
bool ss_choice_parse_whole(ss_choice *choice, const char *text, const char *outer, ss_error *error);

/* Names of a choice in tables. The solver: the local solver's label; an outer solver's own where it
 * needs no local one; another code's. */
const char *ss_choice_solver_label(const ss_choice *choice);

/* The outer solver's label, "" where the column `solver` names it or another code. */
const char *ss_choice_outer_label(const ss_choice *choice);

/* All option values, "key=value,key=value", of the one that each of these labels names; "" for
 * none. */
const char *ss_choice_solver_values(const ss_choice *choice);
const char *ss_choice_outer_values(const ss_choice *choice);

/* An outer solver with all of its options, what was set quietly too, as ss_choice_parse reads it:
 * "nlgs-ranks[local=exact[...],domains=64,look=1]". To be freed; NULL: SS_ERROR_MEMORY. */
char *ss_choice_spell(const ss_choice *choice, ss_error *error);

/* Is a descriptor in the tree of a shared object? */
bool ss_choice_is_shared(const ss_choice *choice);

/* The local solver of the choice, or NULL. */
const ss_choice *ss_choice_local(const ss_choice *choice);

/* A list of choices, "NAME[...],NAME,...". */
typedef struct ss_choice_list {
    ss_choice *at; /* owned */
    size_t n;
} ss_choice_list;

/* Add what ss_choice_parse_whole makes of `text` and `outer`; after an error the list is as it was.
 */
bool ss_choice_list_add(ss_choice_list *list, const char *text, const char *outer, ss_error *error);

/* Parse a list, each as by ss_choice_parse_whole; with outer NULL local solvers only, which stay
 * alone. Naming one twice, the same solver in the same outer solver, is an error. */
bool ss_choice_list_parse(ss_choice_list *list, const char *text, const char *outer,
                          ss_error *error);
void ss_choice_list_free(ss_choice_list *list);

#endif
