/* Words that verbs share: groups of options, each a struct with its rows, and what such a struct
 * says when it is understood. A verb puts the struct into its own and the rows into its table
 * (SS_GROUP); command.h reads them. What needs more than one word, such as the parameters of a
 * problem, is understood here, so that all verbs say the same of the same mistake.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CLI_WORDS_H
#define SS_HARNESS_CLI_WORDS_H

#include "harness/campaign/campaign.h"
#include "harness/cli/command.h"
#include "harness/run/choice.h"
#include "problems/base/child.h"

/* A problem with its parameters. */
typedef struct ss_problem_words {
    const char *problem, *instance;
    ss_word_list sets; /* "KEY=VALUE" of --set; "VALUE" with the key of an option of its own */
} ss_problem_words;

extern const ss_word_row ss_problem_table[3];

/* Parameters that have words of their own; they go to `sets`. */
extern const ss_word_row ss_settings_table[3];

/* The problem that they say; "1" is the default instance. Free it with ss_problem_choice_free,
 * whether this succeeds or not. SS_ERROR_USAGE, also where two sets disagree. */
bool ss_problem_words_choose(ss_problem_choice *problem, const ss_problem_words *words,
                             ss_error *error);

/* The same for a problem that is chosen already: only the instance and the sets. */
bool ss_problem_words_set(ss_problem_choice *problem, const ss_problem_words *words,
                          ss_error *error);

/* Set the options of a table that `sets` say, KEY=VALUE or by an option's name; `owner` begins the
 * message of an error. SS_ERROR_USAGE, also where two of them disagree. */
bool ss_word_sets_apply(const ss_word_list *sets, const ss_option_table *table, void *values,
                        const char *owner, ss_error *error);

/* Solvers, and what local ones are put into. */
typedef struct ss_solver_words {
    const char *solver, *outer;
} ss_solver_words;

extern const ss_word_row ss_solver_table[2];

/* The beginning and the end of a step. */
typedef struct ss_conduct_words {
    const char *stop, *start, *follow;
    bool warm_start; /* the older word for start=warm */
} ss_conduct_words;

extern const ss_word_row ss_conduct_table[4];

/* Set the run's estimator that stops, the user's or the problem's, the start of its steps and whom
 * it follows, on a problem that is chosen. `leader` is owned by the caller, and outlives the run.
 * SS_ERROR_USAGE for what is none, or several. */
bool ss_conduct_words_set(ss_run *run, ss_choice *leader, const ss_conduct_words *words,
                          ss_error *error);

/* The layout of figures; ss_figure_layout_read understands it. */
typedef struct ss_layout_words {
    const char *format, *width;
    bool no_title;
} ss_layout_words;

extern const ss_word_row ss_layout_table[3];

/* CPU time and memory of a child process, into an ss_run_limits that begins with the verb's own
 * defaults. */
extern const ss_word_row ss_limit_table[2];

/* Memory of a run where no word says another: 2048 MiB. */
#define SS_WORD_MEMORY_DEFAULT ((size_t)2048 << 20)

/* They as limits of a check; timeout_s 0, not given: SS_CHECK_CPU_S of CPU time and 60 s in all. */
void ss_limit_words_check(ss_child_limits *limits, const ss_run_limits *words);

/* A campaign: its store and how it is run, into an ss_campaign (harness/campaign/campaign.h), which
 * ss_campaign_resolve completes. */
extern const ss_word_row ss_campaign_table[9];

/* The place of its runs, into the same ss_campaign. */
extern const ss_word_row ss_cluster_table[8];

/* Give a campaign the command line for its manifest, and the words for sbatch behind its --. */
void ss_campaign_words_take(ss_campaign *campaign, const ss_call *call);

/* Numbers with commas between them: how many, 0 when the text is anything else or holds more than
 * `most`. */
size_t ss_parse_numbers(const char *text, double *numbers, size_t most);

#endif
