/* Reading a verb's words: its tables for argp, the parser of all verbs, and each word as what its
 * row says.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/command.h"

#include "harness/run/choice.h"
#include "problems/base/names.h"

#include <argp.h>
#include <stdlib.h>
#include <string.h>

/* argp knows options by keys: a letter, or, of those without, a number above all characters: its
 * place in the groups from FIRST_KEY on. `sweep` has the most options, 29. */
enum { FIRST_KEY = 1000, MAX_OPTIONS = 40, HELP_KEY = 'h' };

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

/* The parser's input and output. Its options are numbered through the groups, in their order. argp
 * ends the program for what is no option at all; a word that is not of its kind is an ss_error,
 * told by main like any other, and only the first is kept: one mistake, one line. */
typedef struct reading {
    const ss_command *command;
    char *words;                    /* the struct of the verb */
    ss_word_list *rest;             /* of the call */
    const char *given[MAX_OPTIONS]; /* the word of each option, "" of a flag; NULL: none yet */
    ss_error *error;                /* the first word that is not of its kind */
} reading;

/* The k-th of words that stand one behind the other, each with its end; an empty one ends them. */
static const char *choice_at(const void *words, size_t k)
{
    const char *at = words;
    for (; k > 0 && *at != '\0'; --k)
        at += strlen(at) + 1;
    return *at != '\0' ? at : NULL;
}

/* Is the word one of those that the argument names, "html|markdown"? They fit: rows are ours. */
static bool check_choice(const ss_word_row *row, const char *option, const char *text,
                         ss_error *error)
{
    char choices[80] = "";
    snprintf(choices, sizeof choices - 1, "%s", row->argument);
    for (char *end = choices; (end = strchr(end, '|')) != NULL;)
        *end++ = '\0';
    const char *const nearest = ss_name_nearest(text, choice_at, choices);
    return ss_name_in(text, choice_at, choices) ||
           ss_error_set(error, SS_ERROR_USAGE, "%s=%s must be %s%s%s%s", option, text,
                        row->argument, nearest != NULL ? "; did you mean '" : "",
                        nearest != NULL ? nearest : "", nearest != NULL ? "'?" : "");
}

/* Put the text of an option where its row says, as what the row says. */
static bool keep(const ss_word_row *row, const char *text, void *field, ss_error *error)
{
    char option[40];
    size_t count = 0;
    snprintf(option, sizeof option, "--%s", row->name);
    switch (row->kind) {
    case SS_WORD_CHOICE:
        *(const char **)field = text;
        return check_choice(row, option, text, error);
    case SS_WORD_TEXT:
        *(const char **)field = text;
        return true;
    case SS_WORD_COUNT:
        if ((row->least > 0 || strcmp(text, "0") != 0) &&
            !ss_parse_count(text, option, &count, error))
            return false;
        *(size_t *)field = count;
        return (count >= row->least && count <= row->most) ||
               ss_error_set(error, SS_ERROR_USAGE, "%s=%s must be from %zu to %zu", option, text,
                            row->least, row->most);
    case SS_WORD_TIME:
        return ss_parse_time(text, option, field, error);
    case SS_WORD_MEMORY:
        if (!ss_parse_count(text, option, &count, error))
            return false;
        *(size_t *)field = count << 20;
        return true;
    default:
        return true;
    }
}

/* An option that came, by its number. What is not of its kind is an error of the verb's; what
 * cannot be meant ends the program, as argp does for mistakes. */
static void take_option(reading *in, const ss_word_group *g, size_t k, size_t number, char *text,
                        const struct argp_state *state)
{
    const ss_word_row *const row = &g->words[k];
    void *const field = in->words + g->offset + row->offset;
    const char *const before = in->given[number], *const now = text != NULL ? text : "";
    in->given[number] = now;
    if (row->kind == SS_WORD_FLAG)
        *(bool *)field = true;
    else if (row->kind == SS_WORD_LIST || row->kind == SS_WORD_SET)
        add(state, field, row->kind == SS_WORD_SET ? row->name : NULL, text);
    else if (before != NULL && strcmp(before, now) != 0)
        argp_error(state, "--%s is %s and %s; %s", row->name, before, now,
                   strchr(row->argument, ',') != NULL ? "a list has commas" : "say which");
    else if (in->error->code == SS_ERROR_NONE)
        keep(row, text, field, in->error);
}

/* A word without --: the next place, or one more of the list. */
static void take_place(const reading *in, const char *word, const struct argp_state *state)
{
    const ss_command *const command = in->command;
    if (command->is_list)
        add(state, (ss_word_list *)(in->words + command->place[0]), NULL, word);
    else if (state->arg_num < command->n_places)
        *(const char **)(in->words + command->place[state->arg_num]) = word;
    else if (command->takes_rest && state->quoted != 0)
        add(state, in->rest, NULL, word);
    else if (command->n_places == 0)
        argp_error(state, "'%s' is not understood; options begin with --", word);
    else
        argp_error(state, "'%s' is one word too many", word);
}

/* At the end: are all places and options there that must be? */
static void check_needed(const reading *in, const struct argp_state *state)
{
    const ss_command *const command = in->command;
    size_t number = 0;
    if (command->ask != NULL && state->arg_num < command->n_places - command->n_optional)
        argp_error(state, "%s", command->ask);
    for (const char *const *name = command->needed; *name != NULL; ++name, number = 0)
        for (const ss_word_group *g = command->groups; g->words != NULL; ++g)
            for (size_t k = 0; k < g->n; ++k, ++number)
                if (strcmp(g->words[k].name, *name) == 0 && in->given[number] == NULL)
                    argp_error(state, "--%s is needed", *name);
}

/* Called by argp for each word in turn. */
static error_t parse(int key, char *text, struct argp_state *state)
{
    reading *const in = state->input;
    size_t number = 0;
    if (key == ARGP_KEY_ARG)
        take_place(in, text, state);
    if (key == ARGP_KEY_END)
        check_needed(in, state);
    if (key == HELP_KEY)
        argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
    if (key == ARGP_KEY_ARG || key == ARGP_KEY_END)
        return 0;
    for (const ss_word_group *g = in->command->groups; g->words != NULL; ++g)
        for (size_t k = 0; k < g->n; ++k, ++number)
            if (key == (g->words[k].key != 0 ? g->words[k].key : FIRST_KEY + (int)number)) {
                take_option(in, g, k, number, text, state);
                return 0;
            }
    return ARGP_ERR_UNKNOWN;
}

char *ss_command_doc(const ss_command *command)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    fprintf(out, "%s\v", command->doc);
    if (command->print_names != NULL) /* below: argp breaks long texts above the options wrongly */
        command->print_names(out);
    fputs(command->after, out);
    const bool failed = ferror(out) != 0;
    if (fclose(out) == 0 && !failed)
        return text;
    free(text);
    return NULL;
}

/* Does one of n options, or of argp's own, begin so? argp takes beginnings, too:
 *
 *     --step         --steps, --step
 *     --he           --help
 */
static bool begins_option(const struct argp_option *options, size_t n, const char *name)
{
    const size_t length = strlen(name);
    bool found = strncmp("help", name, length) == 0 || strncmp("usage", name, length) == 0;
    for (size_t k = 0; !found && k < n; ++k)
        found = strncmp(options[k].name, name, length) == 0;
    return found;
}

/* Are the words that must be options known? argp's own message of one that is not suggests none.
 *
 *     run --tolr 1 -p balls-4        --tolr is none: SS_ERROR_USAGE, with the nearest name
 *     run --launcher --tolr          behind an option it may be a value, and is left to argp
 *     campaign -- --tolr             behind -- no word is an option
 */
static bool check_options(const ss_call *call, const struct argp_option *options, size_t n,
                          ss_error *error)
{
    const ss_names names = {"no option", "--help lists them", options, n, sizeof *options, false};
    bool known = true, may_be_value = false;
    for (int k = 1; known && k < call->argc && strcmp(call->argv[k], "--") != 0; ++k) {
        const char *const word = call->argv[k];
        char name[40] = "";
        if (strncmp(word, "--", 2) == 0 && !may_be_value)
            snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
        known = name[0] == '\0' || begins_option(options, n, name) ||
                ss_names_find(&names, name, error) != NULL;
        may_be_value = word[0] == '-' && strchr(word, '=') == NULL;
    }
    return known;
}

bool ss_command_read(ss_call *call, const ss_command *command, ss_error *error)
{
    struct argp_option options[MAX_OPTIONS + 2] = {{0}}; /* -h, and the end */
    int number = 0;
    for (const ss_word_group *g = command->groups; g->words != NULL; ++g)
        for (size_t k = 0; k < g->n && number < MAX_OPTIONS; ++k, ++number)
            options[number] = (struct argp_option){.name = g->words[k].name,
                                                   .key = g->words[k].key != 0 ? g->words[k].key
                                                                               : FIRST_KEY + number,
                                                   .arg = g->words[k].argument,
                                                   .doc = g->words[k].help};
    options[number] = (struct argp_option){.key = HELP_KEY, .flags = OPTION_HIDDEN};
    call->words = calloc(1, command->size);
    if (call->words != NULL && !check_options(call, options, (size_t)number, error))
        return false;
    char *const doc = ss_command_doc(command);
    const struct argp argp = {
        .options = options, .parser = parse, .args_doc = command->places, .doc = doc};
    reading in = {.command = command, .words = call->words, .rest = &call->rest, .error = error};
    if (call->words != NULL && command->defaults != NULL)
        memcpy(call->words, command->defaults, command->size);
    if (doc == NULL || call->words == NULL ||
        argp_parse(&argp, call->argc, call->argv, 0, NULL, &in) != 0) {
        fputs("stickslip: no memory for the words\n", stderr);
        exit(ss_error_exit_code(SS_ERROR_MEMORY));
    }
    free(doc);
    return error->code == SS_ERROR_NONE;
}

static void free_list(ss_word_list *list)
{
    free(list->values);
    free(list->keys);
    *list = (ss_word_list){.n = 0}; /* several rows may fill one list */
}

void ss_command_free(ss_call *call, const ss_command *command)
{
    char *const words = call->words;
    free_list(&call->rest);
    for (const ss_word_group *g = command->groups; g->words != NULL; ++g)
        for (size_t k = 0; k < g->n; ++k)
            if (g->words[k].kind == SS_WORD_LIST || g->words[k].kind == SS_WORD_SET)
                free_list((ss_word_list *)(words + g->offset + g->words[k].offset));
    if (command->is_list)
        free_list((ss_word_list *)(words + command->place[0]));
    free(words);
}
