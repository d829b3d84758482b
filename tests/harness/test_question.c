/* Questions, labels and the lists of pairs that they are made of.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/label.h"
#include "harness/tables/question.h"
#include "harness/tables/pairs.h"
#include "problems/base/names.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static ss_summary_row plain_row(void)
{
    return (ss_summary_row){.problem = "balls-4",
                            .instance = 1,
                            .solver = "ebp[tol=1e-3]",
                            .outer = "nlgs",
                            .options = "alpha=0.6,tol=1e-3",
                            .parameters = "mu=0.3,tol=1e-8,max-sweeps=100",
                            .warm_start = "no",
                            .follows = "",
                            .stop = "eps"};
}

static bool same(const ss_summary_row *a, const ss_summary_row *b, const ss_question_rule *rule)
{
    char *const x = ss_question_key(a, rule), *const y = ss_question_key(b, rule);
    cr_assert(x != NULL && y != NULL);
    const bool equal = strcmp(x, y) == 0;
    free(x);
    free(y);
    return equal;
}

Test(question, every_part_counts_and_no_other_column)
{
    const ss_question_rule whole = {SS_QUESTION, "", ""};
    const ss_summary_row row = plain_row();
    ss_summary_row others[7];
    static const unsigned parts[] = {SS_ASKED_PROBLEM, SS_ASKED_PARAMETERS, SS_ASKED_INSTANCE,
                                     SS_ASKED_OUTER,   SS_ASKED_STOP,       SS_ASKED_WARM_START,
                                     SS_ASKED_FOLLOWS};
    for (size_t k = 0; k < 7; ++k)
        others[k] = plain_row();
    others[0].problem = "balls-5";
    others[1].parameters = "mu=0.4,tol=1e-8,max-sweeps=100";
    others[2].instance = 2;
    others[3].outer = "nlgs-parallel";
    others[4].stop = "e1";
    others[5].warm_start = "yes";
    others[6].follows = "reference";
    for (size_t k = 0; k < 7; ++k) {
        const ss_question_rule without = {SS_QUESTION & ~parts[k], "", ""};
        cr_expect_not(same(&row, &others[k], &whole), "part %zu", k);
        cr_expect(same(&row, &others[k], &without), "part %zu", k);
        cr_expect_neq(ss_question_order(&row, &others[k]), 0, "part %zu", k);
    }
    ss_summary_row answer = plain_row();
    answer.solver = "sal";
    answer.options = "";
    answer.sweeps_total = 7;
    cr_expect(same(&row, &answer, &whole));
    cr_expect_gt(ss_question_order(&answer, &row), 0, "the contender sorts too");
}

Test(question, variations)
{
    const ss_summary_row row = plain_row();
    ss_summary_row other = plain_row();
    const ss_question_rule physics = {SS_QUESTION, "tol,max-sweeps", ""};
    other.parameters = "mu=0.3,tol=1e-4,max-sweeps=9";
    cr_expect(same(&row, &other, &physics), "at equal accuracy");
    other = plain_row();
    other.outer = "";
    const ss_question_rule lent = {SS_QUESTION, "", "nlgs"}, own = {SS_QUESTION, "", ""};
    cr_expect(same(&row, &other, &lent), "another code answers the others' question");
    cr_expect_not(same(&row, &other, &own));
    other = plain_row();
    other.solver = "ebp";
    const ss_question_rule name = {SS_QUESTION | SS_ASKED_NAME, "", ""};
    const ss_question_rule solver = {SS_QUESTION | SS_ASKED_SOLVER, "", ""};
    const ss_question_rule options = {SS_QUESTION | SS_ASKED_OPTIONS, "", ""};
    cr_expect(same(&row, &other, &name) && same(&row, &other, &options));
    cr_expect_not(same(&row, &other, &solver));
    other.options = "";
    cr_expect_not(same(&row, &other, &options));
}

/* Neighbouring parts do not run into each other. */
Test(question, parts_are_kept_apart)
{
    const ss_question_rule whole = {SS_QUESTION, "", ""};
    ss_summary_row a = plain_row(), b = plain_row();
    a.outer = "x";
    a.stop = "yz";
    b.outer = "xy";
    b.stop = "z";
    cr_expect_not(same(&a, &b, &whole));
}

Test(question, order_is_as_people_count)
{
    ss_summary_row two = plain_row(), ten = plain_row();
    two.instance = 2;
    ten.instance = 10;
    cr_expect_lt(ss_question_order(&two, &ten), 0);
    ten.problem = "balls-500";
    ten.instance = 1;
    cr_expect_lt(ss_question_order(&two, &ten), 0);
    cr_expect_eq(ss_question_order(&two, &two), 0);
}

Test(label, only_what_differs)
{
    char text[SS_LABEL_SIZE];
    ss_summary_row a = plain_row(), b = plain_row();
    ss_label_keys keys = {.instance = false};
    ss_label_note(&keys, &a, &b);
    ss_label_question(text, sizeof text, &a, &keys, " ");
    cr_expect_str_eq(text, "balls-4");
    b.parameters = "mu=0.4,tol=1e-8,max-sweeps=100";
    b.instance = 3;
    b.outer = "jacobi";
    b.stop = "e1";
    b.warm_start = "yes";
    b.follows = "reference";
    b.options = "alpha=0.6,tol=1e-6";
    ss_label_note(&keys, &a, &b);
    ss_label_question(text, sizeof text, &b, &keys, " ");
    cr_expect_str_eq(text,
                     "balls-4 mu=0.4 instance 3 jacobi stop e1 warm start yes following reference");
    ss_label_question(text, sizeof text, &a, &keys, ", ");
    cr_expect_str_eq(text, "balls-4, mu=0.3, instance 1, outer nlgs, stop eps, warm start no");
    ss_label_question(text, 10, &a, &keys, ", ");
    cr_expect_str_eq(text, "balls-4, ", "cut");
    strcpy(text, "ebp");
    ss_label_differing(text, sizeof text, b.options, a.options, keys.options, " ");
    cr_expect_str_eq(text, "ebp tol=1e-6");
    ss_label_differing(text, sizeof text, b.options, "", NULL, ", now ");
    cr_expect_str_eq(text, "ebp tol=1e-6, now alpha=0.6,tol=1e-6");
}

Test(label, brackets_hold_commas)
{
    cr_expect_eq(ss_label_length("ebp[a=1,b=2],sal", ','), 12);
    cr_expect_eq(ss_label_length("ebp[of=a:b]:sal", ':'), 11);
    cr_expect_eq(ss_label_length("sal", ','), 3);
    cr_expect_eq(ss_label_length(",sal", ','), 0);
}

Test(pairs, found_taken_out_and_compared)
{
    const char *const list = "alpha=0.6,cap=1,flag,tol=1e-12";
    double number;
    cr_expect(ss_pairs_number(list, "tol", &number) && number == 1e-12);
    cr_expect(ss_pairs_number(list, "alpha", &number) && number == 0.6);
    cr_expect_not(ss_pairs_number(list, "flag", &number));
    cr_expect_not(ss_pairs_number(list, "a", &number));
    cr_expect_not(ss_pairs_number("x=0x,y=nan,z=", "x", &number));
    cr_expect_not(ss_pairs_number("x=0x,y=nan,z=", "y", &number));
    cr_expect_not(ss_pairs_number("x=0x,y=nan,z=", "z", &number));
    static const char *const left[][2] = {{"alpha", "cap=1,flag,tol=1e-12"},
                                          {"cap", "alpha=0.6,flag,tol=1e-12"},
                                          {"tol", "alpha=0.6,cap=1,flag"},
                                          {"none", "alpha=0.6,cap=1,flag,tol=1e-12"},
                                          {"alpha,tol", "cap=1,flag"},
                                          {"", "alpha=0.6,cap=1,flag,tol=1e-12"},
                                          {"none,flag", "alpha=0.6,cap=1,tol=1e-12"}};
    for (size_t k = 0; k < sizeof left / sizeof left[0]; ++k) {
        char *const text = ss_pairs_without(list, left[k][0]);
        cr_expect_str_eq(text, left[k][1]);
        free(text);
    }
    const ss_key_value a = {.key = "a", .key_length = 1}, b = {.key = "b", .key_length = 1};
    const ss_key_value c = {.key = "c", .key_length = 1};
    cr_expect(ss_pairs_agree("a=1,b=2", "b=2", &b));
    cr_expect_not(ss_pairs_agree("a=1,b=2", "b=22", &b));
    cr_expect_not(ss_pairs_agree("a=1,b=2", "b=2", &a));
    cr_expect(ss_pairs_agree("a=1", "b=2", &c));
}

Test(names, numbers_within_texts_are_numbers)
{
    static const char *const sorted[] = {"",         "a[x=0.2]", "a[x=0.447214]", "a[x=0.66874]",
                                         "a[x=1.0]", "a[x=1]",   "a[x=1.10583]",  "a[x=2]",
                                         "a[x=10]",  "b-4",      "b-4c",          "b-20",
                                         "t=1e-8",   "t=1e-4",   "t=0.1"};
    enum { N = sizeof sorted / sizeof *sorted };
    for (size_t i = 0; i < N; ++i)
        for (size_t k = 0; k < N; ++k) {
            const int order = ss_name_order(sorted[i], sorted[k]);
            cr_expect_eq((order > 0) - (order < 0), (i > k) - (i < k), "%s, %s", sorted[i],
                         sorted[k]);
        }
}

Test(pairs, sets_of_keys)
{
    char keys[8] = "";
    const ss_key_value mu = {.key = "mu=0.3", .key_length = 2}, h = {.key = "h", .key_length = 1};
    const ss_key_value longer = {.key = "longer", .key_length = 6};
    ss_pairs_add_key(keys, sizeof keys, &mu);
    ss_pairs_add_key(keys, sizeof keys, &longer);
    ss_pairs_add_key(keys, sizeof keys, &mu);
    ss_pairs_add_key(keys, sizeof keys, &h);
    cr_expect_str_eq(keys, "mu,h", "what does not fit, or is there, is not added");
    cr_expect(ss_pairs_in(&mu, keys) && ss_pairs_in(&h, keys) && !ss_pairs_in(&longer, keys));
    char differing[32] = "";
    ss_pairs_add_differing(differing, sizeof differing, "a=1,b=2,c=3", "b=2,c=4,d=5");
    cr_expect_str_eq(differing, "a,c,d");
}

static void expect_file(const char *label, const char *wanted)
{
    char name[SS_LABEL_FILE];
    ss_label_file(name, "%s", label);
    cr_expect_str_eq(name, wanted, "%s", label);
}

/* Marks between words tell nothing: such names stay as they are. */
Test(question, a_file_is_named_by_its_label)
{
    expect_file("balls-4", "balls-4");
    expect_file("balls-4, mu=0.5, outer nlgs", "balls-4-mu-0-5-outer-nlgs");
    expect_file("eps_pen", "eps_pen");
}

Test(question, labels_that_differ_have_other_names)
{
    static const char *const labels[] = {"sal[alpha=1e-1]",
                                         "sal[alpha=1e+1]",
                                         "file:a-b.hdf5",
                                         "file:a/b.hdf5",
                                         "mu=1",
                                         "mu=-1",
                                         "a",
                                         "a-",
                                         "-a"};
    enum { N = sizeof labels / sizeof *labels };
    char names[N][SS_LABEL_FILE], one[SS_LABEL_FILE], other[SS_LABEL_FILE], longest[400];
    for (size_t k = 0; k < N; ++k) {
        ss_label_file(names[k], "%s", labels[k]);
        for (size_t before = 0; before < k; ++before)
            cr_expect_str_neq(names[before], names[k], "%s, %s", labels[before], labels[k]);
    }
    memset(longest, 'x', sizeof longest);
    ss_label_file(one, "%.*s1", (int)sizeof longest, longest);
    ss_label_file(other, "%.*s2", (int)sizeof longest, longest);
    cr_expect_str_neq(one, other);
    cr_expect_eq(strlen(one), SS_LABEL_FILE - 1);
}
