/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/again.h"

#include "harness/tables/pairs.h"
#include "harness/tables/provenance.h"
#include "problems/files/source.h"
#include "problems/contact/guess.h"

#include <stdlib.h>
#include <string.h>

/* The parameters that are not the problem's defaults, "--set KEY=VALUE" each, and `set`. */
static void print_sets(FILE *out, const ss_summary_row *row, const char *set)
{
    ss_problem_choice defaults = {.params = NULL};
    ss_error ignored = {.code = SS_ERROR_NONE};
    ss_key_value pair;
    const bool known = ss_problem_choice_parse(&defaults, row->problem, &ignored);
    for (const char *list = row->parameters; ss_pairs_next(&list, &pair);) {
        const bool is_other = set != NULL && strncmp(set, pair.key, pair.key_length) == 0 &&
                              strchr("=", set[pair.key_length]) != NULL;
        if (is_other && set[pair.key_length] == '\0') /* the default */
            continue;
        if (!is_other && known && ss_pairs_agree(row->parameters, defaults.values, &pair))
            continue;
        char *const word = is_other ? strdup(set) : strndup(pair.key, pair.length);
        fputs(" --set", out);
        ss_provenance_print_word(out, word != NULL ? word : "");
        free(word);
    }
    ss_problem_choice_free(&defaults);
}

void ss_again_print(FILE *out, const ss_summary_row *row, const ss_again *other)
{
    char instance[32] = "";
    const char *const words[][2] = {{" -p", row->problem},
                                    {" -i", instance},
                                    {" -s", other->solver != NULL ? other->solver : row->solver},
                                    {" --outer", other->outer != NULL ? other->outer : row->outer},
                                    {" --stop", row->stop}};
    if (row->instance != 1)
        snprintf(instance, sizeof instance, "%zu", row->instance);
    fputs("stickslip run", out);
    for (size_t k = 0; k < sizeof words / sizeof *words; ++k)
        if (words[k][1][0] != '\0') {
            fputs(words[k][0], out);
            ss_provenance_print_word(out, words[k][1]);
        }
    if (ss_guess_of_cell(row->warm_start) != SS_GUESS_COLD)
        fprintf(out, " --start %s", ss_guess_words[ss_guess_of_cell(row->warm_start)]);
    if (row->follows[0] != '\0') {
        fputs(" --follow", out);
        ss_provenance_print_word(out, row->follows);
    }
    print_sets(out, row, other->set);
}
