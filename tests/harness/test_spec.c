/* A campaign's YAML: what is understood, and that a mistake is told with its place.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/plan.h"
#include "tests/support/files.h"

#include <criterion/criterion.h>
#include <string.h>

TestSuite(spec, .init = test_files_begin, .fini = test_files_end);

static bool read_text(ss_campaign_spec **spec, const char *text, size_t length, ss_error *error)
{
    return ss_campaign_spec_read_yaml(spec, test_write("a.yaml", text, length), error);
}

Test(spec, everything)
{
    static const char text[] = "# a comment\n"
                               "problems:\n"
                               "  - name: balls-4\n"
                               "    set: ['mu=0.1,0.3', steps=100]\n"
                               "    instances: 1-10\n"
                               "  - {name: sliding-ball}\n"
                               "solvers: [sbp, 'ebp[alpha=0.2:5:log:9]']\n"
                               "outers: [nlgs]\n"
                               "tolerances: [1e-8, 1e-6]\n"
                               "keep: [history]\n"
                               "instances: 3\n"
                               "stop: e1\n"
                               "trace: last\n"
                               "frames: 10\n"
                               "timeout: 10m\n"
                               "memory: 512\n"
                               "study: alpha\n"
                               "warm-start: yes\n";
    ss_campaign_spec *spec = NULL;
    ss_error error = {.code = SS_ERROR_NONE};
    cr_assert(read_text(&spec, text, sizeof text - 1, &error), "%s", error.text);
    cr_assert_eq(spec->n_problems, 2);
    cr_expect_str_eq(spec->problems[0].name, "balls-4");
    cr_expect_str_eq(spec->problems[0].set[0], "mu=0.1,0.3");
    cr_expect_str_eq(spec->problems[0].set[1], "steps=100");
    cr_expect_null(spec->problems[0].set[2]);
    cr_expect_str_eq(spec->problems[0].instances, "1-10");
    cr_expect_str_eq(spec->problems[1].name, "sliding-ball");
    cr_expect(spec->problems[1].set == NULL && spec->problems[1].instances == NULL);
    cr_expect_str_eq(spec->solvers[1], "ebp[alpha=0.2:5:log:9]");
    cr_expect_null(spec->solvers[2]);
    cr_expect_str_eq(spec->outers[0], "nlgs");
    cr_expect_str_eq(spec->tolerances[1], "1e-6");
    cr_expect_str_eq(spec->keep[0], "history");
    cr_expect_str_eq(spec->instances, "3");
    cr_expect_str_eq(spec->stop, "e1");
    cr_expect_str_eq(spec->trace, "last");
    cr_expect_str_eq(spec->frames, "10");
    cr_expect_str_eq(spec->timeout, "10m");
    cr_expect_str_eq(spec->memory, "512");
    cr_expect_str_eq(spec->study, "alpha");
    cr_expect_str_eq(spec->warm_start, "yes");
    ss_campaign_spec_free_yaml(spec);
}

Test(spec, the_least)
{
    static const char text[] = "problems: [{name: a}]\nsolvers: [b]\n";
    ss_campaign_spec *spec = NULL;
    cr_assert(read_text(&spec, text, sizeof text - 1, NULL));
    cr_expect(spec->outers == NULL && spec->tolerances == NULL && spec->stop == NULL);
    cr_expect(spec->instances == NULL && spec->timeout == NULL && spec->study == NULL);
    ss_campaign_spec_free_yaml(spec);
}

/* A list of one may be its item, one of names a text with commas, and a problem its name. */
Test(spec, what_people_write)
{
    static const char text[] = "problems: [a, {name: b, set: mu=1}]\nsolvers: s\n"
                               "outers: nlgs\ntolerances: 1e-8\nkeep: history\n";
    ss_campaign_spec *spec = NULL;
    cr_assert(read_text(&spec, text, sizeof text - 1, NULL));
    cr_expect_eq(spec->n_problems, 2);
    cr_expect_str_eq(spec->problems[0].name, "a");
    cr_expect_str_eq(spec->problems[1].set[0], "mu=1");
    cr_expect_null(spec->problems[1].set[1]);
    cr_expect_str_eq(spec->solvers[0], "s");
    cr_expect_str_eq(spec->tolerances[0], "1e-8");
    cr_expect_null(spec->tolerances[1]);
    cr_expect_str_eq(spec->keep[0], "history");
    ss_campaign_spec_free_yaml(spec);
    static const char one[] = "problems: a\nsolvers: s , e[k=1,l=2],t\ntolerances: 1,2\n";
    cr_assert(read_text(&spec, one, sizeof one - 1, NULL));
    cr_expect_eq(spec->n_problems, 1);
    cr_expect_str_eq(spec->problems[0].name, "a");
    cr_expect_str_eq(spec->solvers[0], "s");
    cr_expect_str_eq(spec->solvers[1], "e[k=1,l=2]");
    cr_expect_str_eq(spec->solvers[2], "t");
    cr_expect_null(spec->solvers[3]);
    cr_expect_str_eq(spec->tolerances[0], "1,2"); /* a grid */
    ss_campaign_spec_free_yaml(spec);
}

#define P "problems:\n  - name: a\n"
#define S "solvers: [sbp]\n"

static const struct {
    const char *text, *place, *says;
} mistakes[] = {
    {P S "solver: [x]\n", "line 4, column 1", "no key 'solver'; did you mean 'solvers'?"},
    {"problem:\n  - name: a\n" S, "line 1, column 1", "did you mean 'problems'"},
    {P "    sets: [mu=1]\n" S, "line 3, column 5", "did you mean 'set'"},
    {P S "# time-out: 3\ntime-out: 3\n", "line 5, column 1",
     "no key 'time-out'; did you mean 'timeout'?"},
    {"{problems: [{name: a}], solvers: [s], jobs: 2}\n", "line 1, column 39", "'jobs'"},
    {P S S, "line 4, column 1", "'solvers' is there twice"},
    {P "    name: b\n" S, "line 3, column 5", "'name' is there twice"},
    {P S "stop: eps\nstop: eps\n", "line 5, column 1", "'stop' is there twice"},
    {P "solvers: {a: b}\n", "line 3, column 10", "'solvers' is written so: [sbp, 'ebp[alpha=2]']"},
    {P "solvers: [{a: b}]\n", "line 3, column 11", "'solvers' must be one value"},
    {P "solvers: 'a,,b'\n", "line 3, column 10", "'solvers' must not be empty"},
    {P "    set: {mu: 0.3}\n" S, "line 3, column 10", "'set' is written so: ['mu=0.1,0.3'"},
    {P S "instances: [1, 2]\n", "line 4, column 12", "'instances' is written so: 1-3,7"},
    {P S "set: [mu=1]\n", "line 4, column 1", "'set' belongs to a problem"},
    {P "solvers: ''\n", "line 3, column 10", "'solvers' must not be empty"},
    {"problems:\n  - [a]\n" S, "line 2, column 5", "must be lines of KEY: VALUE"},
    {P S "steps: 100\n", "line 4, column 1",
     "'steps' belongs to a problem: '- name: PROBLEM' and below it \"set: "
     "['KEY=VALUE']"},
    {P "    mu: 0.3\n" S, "line 3, column 5", "'mu' belongs to a problem"},
    {P S "timeout: [1]\n", "line 4, column 10", "'timeout' must be one value"},
    {P S "timeout: {a: 1}\n", "line 4, column 10", "'timeout' must be one value"},
    {P S "timeout:\n", "line 4", "'timeout' must not be empty"},
    {"problems: []\n" S, "line 1, column 11", "'problems' must not be empty"},
    {P "solvers: []\n", "line 3, column 10", "'solvers' must not be empty"},
    {S, "line 1", "'problems' is missing"},
    {P, "line 1", "'solvers' is missing"},
    {"problems:\n  - set: [mu=1]\n" S, "line 2", "'name' is missing"},
    {"", "", "the file is empty"},
    {"# nothing\n", "", "the file is empty"},
    {"---\n", "", "KEY: VALUE"},
    {"word\n", "", "KEY: VALUE"},
    {"- problems\n", "", "KEY: VALUE"},
    {"problems: [\n", "", "libyaml"},
    {P "solvers: [sbp, ebp[alpha=2]]\n", "line 3", "needs quotes: 'ebp[alpha=2]'"},
    {P "  bad indent\n" S, "", "libyaml"},
    {"problems: \"open\n", "", "libyaml"},
    {P S "stop: *nobody\n", "", ""},
    {"\x01\x02", "", "control characters"},
};

Test(spec, mistakes_are_told_with_their_place)
{
    for (size_t k = 0; k < sizeof mistakes / sizeof mistakes[0]; ++k) {
        ss_campaign_spec *spec = NULL;
        ss_error error = {.code = SS_ERROR_NONE};
        cr_expect_not(read_text(&spec, mistakes[k].text, strlen(mistakes[k].text), &error), "%s",
                      mistakes[k].text);
        cr_expect_eq(error.code, SS_ERROR_DATA);
        cr_expect_not_null(strstr(error.text, "/a.yaml"), "%s", error.text);
        cr_expect_not_null(strstr(error.text, mistakes[k].place), "case %zu: %s", k, error.text);
        cr_expect_not_null(strstr(error.text, mistakes[k].says), "case %zu: %s", k, error.text);
        cr_expect_null(spec);
    }
}

/* Whatever byte is torn from a good file: understood or refused, never a crash. */
Test(spec, torn_files)
{
    static const char text[] = "problems:\n  - name: &a balls-4\n    set: ['mu=0.1,0.3']\n"
                               "  - {name: *a, instances: \"1-3\"}\nsolvers: [sbp]\nstop: e1\n";
    for (size_t length = 0; length < sizeof text; ++length) {
        ss_campaign_spec *spec = NULL;
        ss_error error = {.code = SS_ERROR_NONE};
        const bool read = read_text(&spec, text, length, &error);
        cr_expect_eq(read, error.code == SS_ERROR_NONE, "%zu bytes", length);
        ss_campaign_spec_free_yaml(spec);
    }
}

Test(spec, files_that_cannot_be_read)
{
    static const char *const paths[] = {"/nowhere/night.yaml", "/tmp", "/dev/null", ""};
    for (size_t k = 0; k < sizeof paths / sizeof paths[0]; ++k) {
        ss_campaign_spec *spec = NULL;
        ss_error error = {.code = SS_ERROR_NONE};
        cr_expect_not(ss_campaign_spec_read_yaml(&spec, paths[k], &error), "%s", paths[k]);
        cr_expect_eq(error.code, SS_ERROR_DATA, "%s", paths[k]);
        cr_expect_null(spec);
    }
}
