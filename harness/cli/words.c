/* The groups of options that several verbs share, with their rows, and how each group is
 * understood.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/words.h"

#include "harness/campaign/files.h"
#include "harness/check/check.h"
#include "harness/run/ending.h"
#include "harness/run/leader.h"
#include "harness/tables/pairs.h"
#include "problems/base/names.h"
#include "problems/files/frozen.h"

#include <stdlib.h>
#include <string.h>

const ss_word_row ss_problem_table[3] = {
    SS_TEXT(ss_problem_words, problem, "problem", 'p', "P",
            "Name of the problem, file:PATH or 'command:WORDS'; see 'stickslip list problems'"),
    SS_TEXT(ss_problem_words, instance, "instance", 'i', "K",
            "Instance: the seed of the start, from 1 (default 1)"),
    SS_LIST(ss_problem_words, sets, "set", 'S', "KEY=VALUE",
            "Set a parameter of the problem; see 'stickslip describe P'"),
};

const ss_word_row ss_settings_table[3] = {
    SS_SET(ss_problem_words, sets, "steps", "N", "Time steps (default: the problem's)"),
    SS_SET(ss_problem_words, sets, "tol", "E",
           "A step is solved when the estimator chosen by --stop is <= E (default: the problem's)"),
    SS_SET(ss_problem_words, sets, "max-sweeps", "N",
           "Cap of sweeps per step (default: the problem's)"),
};

bool ss_problem_words_choose(ss_problem_choice *problem, const ss_problem_words *words,
                             ss_error *error)
{
    if (strchr(words->problem, ',') != NULL && ss_frozen_path(words->problem) == NULL &&
        ss_process_words(words->problem) == NULL)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "--problem=%s: one problem here; `sweep` and `campaign` take several",
                            words->problem);
    ss_campaign_texts files = {.n = 0};
    bool ok = ss_campaign_files_expand(&files, words->problem, error);
    if (ok && strcmp(files.at[0], words->problem) != 0)
        ok = ss_error_set(error, SS_ERROR_USAGE,
                          "--problem=%s: one problem here, e.g. the first of %zu, %s; `sweep` and "
                          "`campaign` take all",
                          words->problem, files.n, files.at[0]);
    ss_campaign_texts_free(&files);
    return ok && ss_problem_choice_parse(problem, words->problem, error) &&
           ss_problem_words_set(problem, words, error);
}

/* The k-th parameter that is set, and its value; "--tol 1" and "--set tol=1" are the same. */
static ss_key_value set_at(const ss_word_list *sets, size_t k)
{
    const char *const value = sets->values[k], *const key = sets->keys[k];
    const size_t length = strcspn(value, "=");
    if (key != NULL)
        return (ss_key_value){key, value, strlen(key), strlen(value), 0};
    return (ss_key_value){value, value + length + (value[length] != '\0'), length,
                          strlen(value + length), 0};
}

/* Is a parameter set before to something else? */
static bool check_sets(const ss_word_list *sets, size_t n, ss_error *error)
{
    const ss_key_value now = set_at(sets, n);
    for (size_t k = 0; k < n; ++k) {
        const ss_key_value before = set_at(sets, k);
        if (before.key_length == now.key_length &&
            strncmp(before.key, now.key, now.key_length) == 0 &&
            strcmp(before.value, now.value) != 0)
            return ss_error_set(error, SS_ERROR_USAGE, "%.*s is set to %s and to %s; say which",
                                (int)now.key_length, now.key, before.value, now.value);
    }
    return true;
}

bool ss_problem_words_set(ss_problem_choice *problem, const ss_problem_words *words,
                          ss_error *error)
{
    if (words->instance != NULL && words->instance[strcspn(words->instance, "-,")] != '\0' &&
        words->instance[0] != '-')
        return ss_error_set(
            error, SS_ERROR_USAGE,
            "--instance=%s: one instance here; `sweep` and `campaign` take lists such as 1-10",
            words->instance);
    bool valid = words->instance == NULL ||
                 ss_parse_count(words->instance, "--instance", &problem->instance, error);
    for (size_t k = 0; valid && k < words->sets.n; ++k) {
        const char *const key = words->sets.keys[k], *const value = words->sets.values[k];
        valid = key == NULL ? ss_problem_choice_set(problem, value, error)
                            : ss_problem_choice_set_value(problem, key, value, error);
    }
    for (size_t k = 0; valid && k < words->sets.n; ++k)
        valid = check_sets(&words->sets, k, error);
    return valid;
}

bool ss_word_sets_apply(const ss_word_list *sets, const ss_option_table *table, void *values,
                        const char *owner, ss_error *error)
{
    bool valid = true;
    for (size_t k = 0; valid && k < sets->n; ++k) {
        const ss_key_value pair = set_at(sets, k);
        char key[64];
        if (pair.key_length == 0 || pair.key_length >= sizeof key ||
            (sets->keys[k] == NULL && strchr(sets->values[k], '=') == NULL))
            return ss_error_set(error, SS_ERROR_USAGE, "%s: '%s' must be KEY=VALUE", owner,
                                sets->values[k]);
        snprintf(key, sizeof key, "%.*s", (int)pair.key_length, pair.key);
        valid = ss_options_set(table, values, owner, key, pair.value, error) &&
                check_sets(sets, k, error);
    }
    return valid;
}

/* Solvers stay words here: who takes several, who takes one, and of which kinds, is the verb's. */
const ss_word_row ss_solver_table[2] = {
    SS_TEXT(ss_solver_words, solver, "solver", 's', "S[,S...]",
            "Solvers, each NAME or 'NAME[KEY=VALUE,...]' (see 'stickslip describe NAME'), or "
            "'command:WORDS', a process of yours"),
    SS_TEXT(ss_solver_words, outer, "outer", 0, "O",
            "Outer solver of local ones, NAME or 'NAME[KEY=VALUE,...]' (default nlgs); "
            "'O[local=S]' as a solver means the same"),
};

const ss_word_row ss_conduct_table[4] = {
    SS_TEXT(ss_conduct_words, stop, "stop", 0, "ESTIMATOR",
            "The estimator that stops (default: the problem's, which `describe P` says: of files "
            "e1, of "
            "most scenes eps, [D] eq. 37); `list estimators` has them"),
    SS_TEXT(ss_conduct_words, start, "start", 0, "cold|warm|predictor",
            "Where each step's solve starts: cold, r = 0 (default); warm, the last step's impulses "
            "p1, by contact identity; predictor, 2 p1 - p0 of the last two, put into the cone"),
    SS_TEXT(
        ss_conduct_words, follow, "follow", 0, "LEADER",
        "Move the scene by the impulses of this solver, found to E1 1e-12 in each step, so that "
        "all solvers solve the same sequence of problems, e.g. reference (default no: each "
        "moves it by its own)"),
    SS_SWITCH(ss_conduct_words, warm_start, "warm-start", 0, "The same as --start warm"),
};

/* The defaults differ from verb to verb, and are those of its struct; --help names them all. */
const ss_word_row ss_limit_table[2] = {
    SS_WORD(TIME, ss_run_limits, timeout_s, "timeout", 0, "T",
            "CPU time of a solver's process, e.g. 60s, 2m or 3h, and ten times as much and 20 s by "
            "the clock on the wall (default 60s; run and freeze 10m; a check 5s)"),
    SS_WORD(MEMORY, ss_run_limits, memory_bytes, "memory", 0, "N",
            "Memory limit of a solver's process, MiB (default 2048)"),
};

const ss_word_row ss_layout_table[3] = {
    SS_TEXT(ss_layout_words, format, "format", 0, "svg|pdf|png|tikz[,...]",
            "Formats of figures; png has 300 dots per inch (default svg,pdf)"),
    SS_TEXT(ss_layout_words, width, "width", 0, "one-column|two-column|WxH",
            "Size of figures, with letters of 8 pt: one-column (85 mm), two-column (175 mm), or "
            "WxH in mm (default: 254 mm or what the figure needs, 11 pt)"),
    SS_SWITCH(ss_layout_words, no_title, "no-title", 0,
              "Figures without title and note, for a text that has a caption"),
};

/* The words of all who run campaigns; what they do not say is the spec's or the plan's. */
const ss_word_row ss_campaign_table[9] = {
    SS_TEXT(ss_campaign, folder, "out", 'o', "DIR",
            "A new folder, or one of the same command to go on with"),
    SS_NUMBER(ss_campaign, n_parallel, "jobs", 'j', "N", 1, 1024,
              "Runs at a time (default: one per processor; in a task of a cluster one)"),
    SS_SWITCH(ss_campaign, dry_run, "dry-run", 0,
              "Print the plan and an estimate of the time, and run nothing"),
    SS_WORD(
        TIME, ss_campaign, timeout_s, "timeout", 0, "T",
        "CPU time of a run, e.g. 60s or 10m; ten times as much and 20 s by the clock on the wall"),
    SS_WORD(MEMORY, ss_campaign, memory_bytes, "memory", 0, "N", "Memory limit of a run, MiB"),
    SS_NUMBER(ss_campaign, repeats, "repeats", 0, "N", 1, SS_WORD_MOST,
              "Make each run N times, for median and quartiles of cpu_s; a repeat that differs in "
              "anything but times is an error (default 1; reproduce field 5, reproduce PAPER as "
              "its runs.csv says)"),
    SS_TEXT(ss_campaign, retry_words, "retry", 0, "failed|unsolved|timeout|STATUS,...",
            "Run those again that ended so; failed: crashed, out-of-memory, error, diverged; "
            "unsolved: not solved"),
    SS_TEXT(ss_campaign, shard, "shard", 0, "I/N",
            "Only part I of N of the plan, for several machines"),
    SS_SWITCH(ss_campaign, mix_builds, "mix-builds", 0,
              "Go on with a store that another build of stickslip began"),
};

/* --jobs is the runs at a time of a task, too. */
const ss_word_row ss_cluster_table[8] = {
    SS_WORD(CHOICE, ss_campaign, cluster.engine, "engine", 0, "local|slurm",
            "Make the runs here (default), or by job arrays of Slurm: their numbers are "
            "printed and the command returns at once; words behind -- are for sbatch"),
    SS_TEXT(ss_campaign, cluster.partition, "partition", 0, "NAME", "Slurm: the partition"),
    SS_WORD(TIME, ss_campaign, cluster.chunk_s, "chunk", 0, "T",
            "Slurm: the work of a task, at least (default 30s)"),
    SS_NUMBER(ss_campaign, cluster.throttle, "throttle", 0, "N", 1, SS_WORD_MOST,
              "Slurm: so many tasks at a time"),
    SS_WORD(TIME, ss_campaign, cluster.time_s, "time", 0, "T",
            "Slurm: limit of a task by the clock, e.g. 60m, not less than --timeout"),
    SS_TEXT(ss_campaign, cluster.memory, "mem", 0, "SIZE", "Slurm: memory of a task, e.g. 4G"),
    SS_SWITCH(ss_campaign, cluster.exclusive, "exclusive", 0,
              "Slurm: each task has its node for itself, for times"),
    SS_SWITCH(ss_campaign, cluster.wait, "wait", 0, "Slurm: wait until all runs are made"),
};

void ss_campaign_words_take(ss_campaign *campaign, const ss_call *call)
{
    campaign->argc = call->argc;
    campaign->argv = call->argv;
    campaign->cluster.options = call->rest.values;
    campaign->cluster.n_options = call->rest.n;
}

/* The one start of all steps. */
static bool read_guess(ss_guess *guess, const ss_conduct_words *words, ss_error *error)
{
    static const ss_names names =
        SS_NAMES(ss_guess_words, "--start cannot be", "it is cold, warm or predictor");
    const char *const *const found =
        ss_names_find(&names, words->start != NULL ? words->start : "cold", error);
    if (found == NULL)
        return false;
    *guess = (ss_guess)(found - ss_guess_words);
    if (!words->warm_start)
        return true;
    if (words->start != NULL && *guess != SS_GUESS_WARM)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "--start is %s, and --warm-start is given; which?", words->start);
    *guess = SS_GUESS_WARM;
    return true;
}

/* In the order of the words in --help. */
bool ss_conduct_words_set(ss_run *run, ss_choice *leader, const ss_conduct_words *words,
                          ss_error *error)
{
    const char *const stop =
        words->stop != NULL ? words->stop : ss_problem_choice_stop(run->problem);
    if (!ss_estimator_find_stop(stop, &run->stop, error) || !read_guess(&run->guess, words, error))
        return false;
    if (words->follow == NULL || strcmp(words->follow, SS_LEADER_NONE) == 0)
        return true;
    /* borrowed by the run, and told in its row */
    run->leader = leader;
    run->follows = words->follow;
    return ss_leader_parse(leader, words->follow, error) &&
           ss_leader_serves(run->problem, words->follow, error);
}

void ss_limit_words_check(ss_child_limits *limits, const ss_run_limits *words)
{
    limits->sealed = true;
    limits->address_bytes = words->memory_bytes;
    limits->busy_s = words->timeout_s;
    limits->wall_s = words->timeout_s > 0.0 ? ss_ending_wall_s(words->timeout_s) : 60.0;
    limits->cpu_s = words->timeout_s > 0.0 ? 0 : SS_CHECK_CPU_S;
}

size_t ss_parse_numbers(const char *text, double *numbers, size_t most)
{
    for (size_t n = 0; n < most; ++text) {
        char *end = NULL;
        numbers[n++] = strtod(text, &end);
        if (end == text || (*end != ',' && *end != '\0'))
            return 0;
        if (*end == '\0')
            return n;
        text = end;
    }
    return 0;
}
