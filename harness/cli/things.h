/* Everything that has a name in this build: solvers, problems, piles, estimators, collections. The
 * rooms keep a list of each kind; here they are looked at in one way, by `list`, `describe` and
 * completion.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CLI_THINGS_H
#define SS_HARNESS_CLI_THINGS_H

#include "problems/base/options.h"
#include "solvers/choice.h"

/* A name that stands for two things means the one whose kind comes first. */
typedef enum ss_thing_kind {
    SS_THING_NONE,
    SS_THING_LOCAL,
    SS_THING_OUTER,
    SS_THING_EXTERNAL,
    SS_THING_APART,      /* another law, another precision: "other-law", "nlgs-float" */
    SS_THING_COMMAND,    /* a process that solves: "command:WORDS" */
    SS_THING_PLUGIN,     /* shared objects: they have no list here (harness/cli/plugins.h) */
    SS_THING_COLLECTION, /* of frozen problems */
    SS_THING_FILE,       /* of one: "file:PATH" */
    SS_THING_PROCESS,    /* one that poses problems: "command:WORDS" */
    SS_THING_PILE,
    SS_THING_GROWER, /* a solver of piles */
    SS_THING_PROBLEM,
    SS_THING_ESTIMATOR,
    SS_THING_COUNT
} ss_thing_kind;

/* All is borrowed, and there for good. */
typedef struct ss_thing {
    ss_thing_kind kind;
    const char *name, *title;
    const char *reference;          /* NULL: of a collection, which has a README.md */
    const ss_option_table *options; /* its options or parameters; NULL: it has none */
    const void *itself;             /* the descriptor, whose type goes with the kind */
} ss_thing;

/* The k-th of a kind; false past the last. */
bool ss_thing_at(ss_thing *thing, ss_thing_kind kind, size_t k);

/* The thing of that name, which ends after `length` characters; false if there is none. */
bool ss_thing_find(ss_thing *thing, const char *name, size_t length);

/* The solver of a choice. */
void ss_thing_of_choice(ss_thing *thing, const ss_choice *choice);

#endif
