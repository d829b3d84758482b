/* Reading the tables of command.h: one parser (argp) for all verbs, and the groups of options that
 * they share. Words are kept as they are, and understood later, so that every mistake is an
 * ss_error.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CLI_WORDS_H
#define SS_HARNESS_CLI_WORDS_H

#include "harness/campaign/campaign.h"
#include "harness/cli/command.h"
#include "harness/run/choice.h"
#include "problems/base/child.h"

void ss_word_list_free(ss_word_list *list);

/* Read argv. Ends the program after SS_ASK_MANUAL, SS_ASK_COMPLETION and --help (exit code 0), for
 * words that the tables do not hold or that are missing (that of SS_ERROR_USAGE), and without
 * memory (that of SS_ERROR_MEMORY). */
void ss_command_read(const ss_command *command, int argc, char **argv);

/* ---- groups that verbs share ---- */

/* A problem with its parameters. */
typedef struct ss_problem_words {
    const char *problem, *instance;
    ss_word_list sets;
} ss_problem_words;

extern const ss_word_row ss_problem_table[3];

/* Parameters that have words of their own; they go to `sets`. */
extern const ss_word_row ss_settings_table[3];

/* The problem that they say; "1" is the default instance. Free the sets with ss_word_list_free. */
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

/* The names of all solvers of the kinds (SS_CHOICE_LOCAL, ...) that this build has, with commas. */
void ss_solver_words_all(char *text, size_t size, unsigned kinds);

/* The beginning and the end of a step. */
typedef struct ss_conduct_words {
    const char *stop;
    bool warm_start;
} ss_conduct_words;

extern const ss_word_row ss_conduct_table[2];

/* The estimator that stops: the user's, or the problem's. SS_ERROR_USAGE for an unknown one. */
bool ss_conduct_words_stop(const ss_estimator **stop, const ss_conduct_words *words,
                           const ss_problem_choice *problem, ss_error *error);

/* The layout of figures; ss_figure_layout_read understands it. */
typedef struct ss_layout_words {
    const char *format, *width;
} ss_layout_words;

extern const ss_word_row ss_layout_table[2];

/* Limits of a child process. */
typedef struct ss_limit_words {
    const char *timeout, *memory;
} ss_limit_words;

extern const ss_word_row ss_limit_table[2];

/* A campaign: its store and how it is run; the struct is of harness/campaign/campaign.h. */
extern const ss_word_row ss_campaign_table[9];

/* Time in s and bytes of memory; defaults 60 s and 2048 MiB. */
bool ss_limit_words_read(double *timeout_s, size_t *memory_bytes, const ss_limit_words *words,
                         ss_error *error);

/* The same as limits of a check: without --timeout SS_CHECK_CPU_S of CPU time and 60 s in all. */
bool ss_limit_words_check(ss_child_limits *limits, const ss_limit_words *words, ss_error *error);

/* Numbers with commas between them: how many, 0 when the text is anything else or holds more than
 * `most`. */
size_t ss_parse_numbers(const char *text, double *numbers, size_t most);

#endif
