/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/words.h"

#include "harness/check/check.h"
#include "harness/cli/complete.h"
#include "harness/cli/manual.h"
#include "harness/run/trial.h"
#include "harness/tables/pairs.h"
#include "problems/files/frozen.h"

#include <argp.h>
#include <stdlib.h>
#include <string.h>

/* Keys of options without a letter, in the order of the groups. */
enum { FIRST_KEY = 1000, MAX_OPTIONS = 40, HELP_KEY = 'h' };

void ss_word_list_free(ss_word_list *list)
{
    free(list->values);
    free(list->keys);
    *list = (ss_word_list){.n = 0};
}

/* Without memory the program ends, as argp does for mistakes. */
static void add(const struct argp_state *state, ss_word_list *list, const char *key,
                const char *value)
{
    const char **const values = reallocarray(list->values, list->n + 1, sizeof *values);
    list->values = values != NULL ? values : list->values;
    const char **const keys = reallocarray(list->keys, list->n + 1, sizeof *keys);
    list->keys = keys != NULL ? keys : list->keys;
    if (values == NULL || keys == NULL)
        argp_failure(state, ss_error_exit_code(SS_ERROR_MEMORY), 0, "no memory for the words");
    else {
        values[list->n] = value;
        keys[list->n++] = key;
    }
}

/* Put a word where its row says. A text that is given twice must be the same one. */
static void keep(const struct argp_state *state, const ss_word_row *word, void *values,
                 const char *text, bool again)
{
    void *const field = (char *)values + word->offset;
    switch (word->kind) {
    case SS_WORD_TEXT:
        if (again && strcmp(*(const char **)field, text) != 0)
            argp_error(state, "--%s is %s and %s; %s", word->name, *(const char **)field, text,
                       strchr(word->argument, ',') != NULL ? "a list has commas" : "say which");
        *(const char **)field = text;
        break;
    case SS_WORD_FLAG:
        *(bool *)field = true;
        break;
    case SS_WORD_LIST:
        add(state, field, NULL, text);
        break;
    case SS_WORD_SET:
        add(state, field, word->name, text);
        break;
    }
}

/* A word without --: the next place, or the rest. */
static void take_place(const ss_command *command, const char *word, struct argp_state *state)
{
    size_t n = 0;
    while (n < SS_MAX_PLACES && command->place[n] != NULL)
        ++n;
    if (state->arg_num < n)
        *command->place[state->arg_num] = word;
    else if (command->rest != NULL)
        add(state, command->rest, NULL, word);
    else if (n == 0)
        argp_error(state, "'%s' is not understood; options begin with --", word);
    else
        argp_error(state, "'%s' is one word too many", word);
}

/* The name of the option that fills `place`. */
static const char *name_of(const ss_command *command, const char *const *place)
{
    for (const ss_word_group *g = command->groups; g->words != NULL; ++g)
        for (size_t k = 0; k < g->n; ++k)
            if ((const void *)((const char *)g->values + g->words[k].offset) == place)
                return g->words[k].name;
    return "";
}

/* At the end: are all places and options there that must be? */
static void check_needed(const ss_command *command, const struct argp_state *state)
{
    if (state->arg_num < command->n_needed)
        argp_error(state, "%s", command->ask);
    for (size_t k = 0; command->needed[k] != NULL; ++k)
        if (*command->needed[k] == NULL)
            argp_error(state, "--%s is needed", name_of(command, command->needed[k]));
}

/* The parser's input: the tables, and the options that came already. */
typedef struct reading {
    const ss_command *command;
    bool seen[MAX_OPTIONS];
} reading;

/* Called by argp for each word in turn. Keys without a letter count up through the groups. */
static error_t parse(int key, char *text, struct argp_state *state)
{
    reading *const in = state->input;
    const ss_command *const command = in->command;
    int number = FIRST_KEY;
    if (key == ARGP_KEY_ARG)
        take_place(command, text, state);
    if (key == ARGP_KEY_END)
        check_needed(command, state);
    if (key == HELP_KEY)
        argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
    if (key == ARGP_KEY_ARG || key == ARGP_KEY_END)
        return 0;
    for (const ss_word_group *g = command->groups; g->words != NULL; ++g) {
        for (size_t k = 0; k < g->n; ++k, ++number) {
            if (key == (g->words[k].key != 0 ? g->words[k].key : number)) {
                keep(state, &g->words[k], g->values, text, in->seen[number - FIRST_KEY]);
                in->seen[number - FIRST_KEY] = true;
                return 0;
            }
        }
    }
    return ARGP_ERR_UNKNOWN;
}

/* The questions about the tables themselves; they end the program. */
static void answer_questions(const ss_command *command, int argc, char **argv)
{
    const char *const last = argv[argc - 1];
    if (strcmp(last, SS_ASK_MANUAL) == 0)
        ss_manual_command(stdout, command, argv[0]);
    else if (argc > 2 && strcmp(last, SS_ASK_COMPLETION) == 0)
        ss_complete(command, (const char *const *)argv + 1, (size_t)argc - 2);
    else
        return;
    exit(0);
}

void ss_command_read(const ss_command *command, int argc, char **argv)
{
    answer_questions(command, argc, argv);
    struct argp_option options[MAX_OPTIONS + 2] = {{0}}; /* -h, and the end */
    reading in = {command, {false}};
    int number = 0;
    for (const ss_word_group *g = command->groups; g->words != NULL; ++g)
        for (size_t k = 0; k < g->n && number < MAX_OPTIONS; ++k, ++number)
            options[number] = (struct argp_option){.name = g->words[k].name,
                                                   .key = g->words[k].key != 0 ? g->words[k].key
                                                                               : FIRST_KEY + number,
                                                   .arg = g->words[k].argument,
                                                   .doc = g->words[k].help};
    options[number] = (struct argp_option){.key = HELP_KEY, .flags = OPTION_HIDDEN};
    const struct argp argp = {
        .options = options, .parser = parse, .args_doc = command->places, .doc = command->doc};
    if (argp_parse(&argp, argc, argv, 0, NULL, &in) != 0) {
        fputs("stickslip: no memory for the words\n", stderr);
        exit(ss_error_exit_code(SS_ERROR_MEMORY));
    }
}

/* ---- groups that verbs share ---- */

const ss_word_row ss_problem_table[3] = {
    SS_TEXT(ss_problem_words, problem, "problem", 'p', "P",
            "Name of the problem, or file:PATH; see 'stickslip list problems'"),
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
           "Cap of sweeps a step (default: the problem's)"),
};

bool ss_problem_words_choose(ss_problem_choice *problem, const ss_problem_words *words,
                             ss_error *error)
{
    if (strchr(words->problem, ',') != NULL && ss_frozen_path(words->problem) == NULL)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "--problem=%s: one problem here; `sweep` and `campaign` take several",
                            words->problem);
    return ss_problem_choice_parse(problem, words->problem, error) &&
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
        return ss_error_set(error, SS_ERROR_USAGE,
                            "--instance=%s: one instance here; `sweep` and `campaign` take "
                            "lists such as 1-10",
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

const ss_word_row ss_solver_table[2] = {
    SS_TEXT(ss_solver_words, solver, "solver", 's', "S[,S...]",
            "Solvers, each NAME or 'NAME[KEY=VALUE,...]'; see 'stickslip describe NAME'"),
    SS_TEXT(ss_solver_words, outer, "outer", 0, "O",
            "Outer solver of local ones, NAME or 'NAME[KEY=VALUE,...]' (default nlgs); "
            "'O[local=S]' as a solver means the same"),
};

const ss_word_row ss_conduct_table[2] = {
    SS_TEXT(ss_conduct_words, stop, "stop", 0, "ESTIMATOR",
            "The estimator that stops (default: the problem's, most often eps, [D] eq. 37); `list "
            "estimators` has them"),
    SS_SWITCH(ss_conduct_words, warm_start, "warm-start", 0,
              "Start each step from the last one's impulses, by contact identity (default: from r "
              "= 0)"),
};

const ss_word_row ss_limit_table[2] = {
    SS_TEXT(ss_limit_words, timeout, "timeout", 0, "T",
            "CPU time of a solver's process, e.g. 60s or 2m, and ten times as much and 20 s by the "
            "clock on the wall (default 60s; run and freeze 10m)"),
    SS_TEXT(ss_limit_words, memory, "memory", 0, "N",
            "Memory limit of a solver's process, MiB (default 2048)"),
};

const ss_word_row ss_layout_table[2] = {
    SS_TEXT(ss_layout_words, format, "format", 0, "svg|pdf|png|tikz[,...]",
            "Formats of figures; png has 300 dots an inch (default svg,pdf)"),
    SS_TEXT(ss_layout_words, width, "width", 0, "one-column|two-column|WxH",
            "Size of figures, with letters of 8 pt: one-column (85 mm), two-column (175 mm), or "
            "WxH in mm (default: 254 mm or what the figure needs, 11 pt)"),
};

const ss_word_row ss_campaign_table[9] = {
    SS_TEXT(ss_campaign_words, out, "out", 'o', "DIR",
            "A new folder, or one of the same command to go on with"),
    SS_TEXT(ss_campaign_words, jobs, "jobs", 'j', "N", "Runs at a time (default: one a processor)"),
    SS_SWITCH(ss_campaign_words, dry_run, "dry-run", 0,
              "Print the plan and an estimate of the time, and run nothing"),
    SS_TEXT(ss_campaign_words, timeout, "timeout", 0, "T",
            "CPU time of a run, e.g. 60s or 10m; ten times as much and 20 s by the clock on the "
            "wall"),
    SS_TEXT(ss_campaign_words, memory, "memory", 0, "N", "Memory limit of a run, MiB"),
    SS_TEXT(ss_campaign_words, repeats, "repeats", 0, "N",
            "Make each run N times, for median and quartiles of cpu_s; a repeat that differs in "
            "anything but times is an error (default 1)"),
    SS_TEXT(ss_campaign_words, retry, "retry", 0, "failed|timeout|STATUS,...",
            "Run those again that ended so; failed: crashed, out-of-memory, error, diverged"),
    SS_TEXT(ss_campaign_words, shard, "shard", 0, "I/N",
            "Only part I of N of the plan, for several machines"),
    SS_SWITCH(ss_campaign_words, mix_builds, "mix-builds", 0,
              "Go on with a store that another build of stickslip began"),
};

bool ss_conduct_words_stop(const ss_estimator **stop, const ss_conduct_words *words,
                           const ss_problem_choice *problem, ss_error *error)
{
    const char *const word = words->stop != NULL ? words->stop : ss_problem_choice_stop(problem);
    return ss_estimator_find_stop(word, stop, error);
}

bool ss_limit_words_read(double *timeout_s, size_t *memory_bytes, const ss_limit_words *words,
                         ss_error *error)
{
    size_t mebibytes = 2048;
    *timeout_s = 60.0;
    if ((words->timeout != NULL && !ss_parse_time(words->timeout, "--timeout", timeout_s, error)) ||
        (words->memory != NULL && !ss_parse_count(words->memory, "--memory", &mebibytes, error)))
        return false;
    *memory_bytes = mebibytes << 20;
    return true;
}

bool ss_limit_words_check(ss_child_limits *limits, const ss_limit_words *words, ss_error *error)
{
    if (!ss_limit_words_read(&limits->wall_s, &limits->address_bytes, words, error))
        return false;
    limits->sealed = true;
    if (words->timeout == NULL)
        limits->cpu_s = SS_CHECK_CPU_S;
    else {
        limits->busy_s = limits->wall_s;
        limits->wall_s = ss_trial_wall_s(limits->busy_s);
    }
    return true;
}

void ss_solver_words_all(char *text, size_t size, unsigned kinds)
{
    ss_error ignored = {.code = SS_ERROR_NONE};
    size_t used = 0;
    text[0] = '\0';
    for (size_t k = 0; ss_choice_name_at(k, kinds) != NULL && used < size; ++k) {
        const char *const name = ss_choice_name_at(k, kinds);
        const ss_external_solver *const external = ss_external_solver_find(name, &ignored);
        if (external == NULL || ss_external_solver_available(external, &ignored))
            used += (size_t)snprintf(text + used, size - used, "%s%s", used > 0 ? "," : "", name);
    }
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
