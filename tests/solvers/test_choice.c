/* Names of solvers with their options and children become trees of choices; what contradicts itself
 * is refused.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/choice.h"

#include <criterion/criterion.h>

static void expect_labels(const char *text, const char *outer, const char *solver_label,
                          const char *outer_label)
{
    ss_choice choice;
    ss_error error = {SS_ERROR_NONE, ""};
    cr_assert(ss_choice_parse_whole(&choice, text, outer, &error), "%s", error.text);
    cr_expect_str_eq(ss_choice_solver_label(&choice), solver_label);
    cr_expect_str_eq(ss_choice_outer_label(&choice), outer_label);
    cr_expect_not_null(ss_choice_local(&choice));
    ss_choice_free(&choice);
}

Test(choice, the_local_solver_may_stand_in_front_or_inside)
{
    expect_labels("sal", "nlgs", "sal", "nlgs");
    expect_labels("nlgs[local=sal]", "nlgs-batched", "sal", "nlgs");
    expect_labels("sbp[alpha=0.5,cap=3]", "nlgs-batched[isa=scalar]", "sbp[alpha=0.5,cap=3]",
                  "nlgs-batched[isa=scalar]");
    expect_labels("nlgs-batched[local=sbp[alpha=0.5,cap=3],isa=scalar]", "nlgs",
                  "sbp[alpha=0.5,cap=3]", "nlgs-batched[isa=scalar]");
}

/* What is spelled is read as the same solver, and spelled so again. */
Test(choice, all_options_are_spelled_as_they_are_read)
{
    static const char *const texts[] = {"nlgs-ranks[local=ebp[alpha=0.3],domains=9]",
                                        "apgd-ranks[hold=7]", "nlgs-batched[local=sal]"};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; ++k) {
        ss_choice one, two;
        ss_error error = {SS_ERROR_NONE, ""};
        cr_assert(ss_choice_parse(&one, texts[k], SS_CHOICE_OUTER, &error), "%s", error.text);
        char *const first = ss_choice_spell(&one, &error);
        cr_assert(ss_choice_parse(&two, first, SS_CHOICE_OUTER, &error), "%s", error.text);
        char *const second = ss_choice_spell(&two, &error);
        cr_expect_str_eq(first, second);
        cr_expect_str_eq(ss_choice_outer_values(&one), ss_choice_outer_values(&two));
        cr_expect_not_null(strstr(first, k == 0 ? "alpha=0.3" : one.values), "%s", first);
        free(first);
        free(second);
        ss_choice_free(&one);
        ss_choice_free(&two);
    }
}

Test(choice, a_solver_with_an_inside_of_its_own_is_named_alone)
{
    expect_labels("reference", "nlgs", "reference", "");
    expect_labels("sweeps+newton[sweeps=10,local=sal]", "nlgs", "sal", "sweeps+newton[sweeps=10]");
}

Test(choice, a_local_choice_stays_alone_where_only_those_are_asked_for)
{
    ss_choice_list list;
    ss_error error = {SS_ERROR_NONE, ""};
    cr_assert(ss_choice_list_parse(&list, "sbp[alpha=0.5,cap=3],exact", NULL, &error), "%s",
              error.text);
    cr_assert_eq(list.n, 2);
    const char *const options = ss_choice_solver_values(&list.at[0]);
    cr_expect_not_null(strstr(options, "alpha=0.5,cap=3"), "%s", options);
    cr_expect_not_null(list.at[1].solver);
    cr_expect_str_eq(ss_choice_outer_label(&list.at[1]), "nlgs");
    ss_choice_list_free(&list);
}

Test(choice, a_local_solver_may_stand_in_several_outer_solvers)
{
    ss_choice_list list;
    ss_error error = {SS_ERROR_NONE, ""};
    cr_assert(ss_choice_list_parse(&list, "nlgs[local=sal],sal", "nlgs-anderson", &error), "%s",
              error.text);
    cr_assert_eq(list.n, 2);
    cr_expect_str_eq(ss_choice_outer_label(&list.at[0]), "nlgs");
    cr_expect_str_eq(ss_choice_outer_label(&list.at[1]), "nlgs-anderson");
    ss_choice_list_free(&list);
}

static void expect_refused(const char *text, const char *outer, const char *words)
{
    ss_choice_list list;
    ss_error error = {SS_ERROR_NONE, ""};
    cr_expect_not(ss_choice_list_parse(&list, text, outer, &error), "%s", text);
    cr_expect(error.code == SS_ERROR_USAGE && strstr(error.text, words) != NULL, "%s: %s", text,
              error.text);
    cr_expect(list.n == 0 && list.at == NULL, "%s", text);
}

Test(choice, contradictions_are_refused)
{
    expect_refused("nlgs", "nlgs", "needs a local solver");
    expect_refused("nlgs[local=sal,local=ebp]", "nlgs", "twice");
    expect_refused("sal", "nlgs[local=ebp]", "twice");
    expect_refused("sal,nlgs[local=sal]", "nlgs", "twice");
    expect_refused("nlgs[local=nlgs]", "nlgs", "only local solvers");
    expect_refused("sal", "ebp", "only outer solvers");
    expect_refused("nlgs[local=sal]", NULL, "only local solvers");
    expect_refused("nlgs[local=exat]", "nlgs", "'exact'");
    expect_refused("sal[local=sbp]", "nlgs", "'local'");
    expect_refused("reference[local=sal]", "nlgs", "'local'");
    expect_refused("reference[of=nlgs]", "nlgs", "'of'");
    expect_refused("sal", "reference", "takes no local solver");
    expect_refused("nlgs[]", "nlgs", "KEY=VALUE");
    expect_refused("nlgs[local=sal", "nlgs", "closing ']'");
}
