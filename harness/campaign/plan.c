/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/plan.h"

#include "harness/run/choice.h"
#include "harness/run/leader.h"
#include "harness/campaign/arms.h"
#include "harness/campaign/files.h"
#include "harness/judge/curves.h"
#include "harness/tables/hash.h"
#include "harness/tables/pairs.h"
#include "problems/base/names.h"
#include "solvers/command/command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More runs than that are a slip in a grid: at a second each they take a day. */
enum { MAX_RUNS = 100000 };

/* The state of making runs: all that is common to them, and in `at hand` how far the loops are,
 * from the outermost: problem, parameters, tolerance, start, leader, solver, outer solver,
 * instance. */
typedef struct maker {
    ss_campaign_plan *plan;
    const ss_campaign_spec *spec;
    ss_campaign_texts solvers, outers, tolerances; /* expanded */
    unsigned keep;                    /* by runs of our own solvers, as ss_campaign_planned_run */
    size_t frames;                    /* likewise */
    ss_campaign_arms arms;            /* starts and leaders that are asked for */
    ss_guess guess;                   /* at hand */
    const char *leader;               /* at hand; "": none */
    const ss_problem_choice *problem; /* at hand, with its parameters set */
    char content[SS_HASH_SIZE];       /* of its file; empty for a scene */
} maker;

/* Everything that determines the result, in words that do not depend on how they were typed. */
static bool name_run(const maker *m, ss_campaign_planned_run *run, const ss_choice *solver,
                     ss_error *error)
{
    char *key = NULL, files[SS_HASH_SIZE] = "";
    if (!ss_campaign_files_hash(files, solver, error))
        return false;
    const int length = asprintf(
        &key,
        "problem=%s\ncontent=%s\nparameters=%s\ninstance=%lu\nsolver=%.*s\noptions=%s\n"
        "outer=%.*s\nouter-options=%s\nstop=%s\nwarm-start=%s\n%s%s%s%s%s%s",
        run->problem, m->content, run->parameters, run->instance, (int)strcspn(run->solver, "["),
        run->solver, run->options, (int)strcspn(run->outer, "["), run->outer,
        ss_choice_outer_values(solver), m->plan->stop, ss_guess_cells[run->guess],
        run->leader[0] != '\0' ? "follow=" : "", run->leader, run->leader[0] != '\0' ? "\n" : "",
        run->external && m->plan->sought ? "tolerance=sought\n" : "",
        files[0] == '\0'                     ? ""
        : solver->outer == &ss_outer_command ? "command="
                                             : "files=",
        files);
    if (length < 0)
        return ss_campaign_plan_no_memory(error);
    ss_hash_text(run->hash, key, (size_t)length);
    memcpy(run->content, m->content, sizeof run->content);
    free(key);
    return true;
}

/* A run of the problem at hand. */
static bool add_run(maker *m, const ss_choice *solver, unsigned long instance, ss_error *error)
{
    ss_campaign_plan *const plan = m->plan;
    if (plan->n >= MAX_RUNS)
        return ss_error_set(error, SS_ERROR_USAGE, "the campaign has more than %d runs",
                            (int)MAX_RUNS);
    if (!ss_campaign_plan_reserve(plan, plan->n + 1, error))
        return false;
    ss_campaign_planned_run *const run = &plan->runs[plan->n];
    *run = (ss_campaign_planned_run){.problem = strdup(m->problem->name),
                                     .parameters = strdup(m->problem->values),
                                     .instance = instance,
                                     .solver = strdup(ss_choice_solver_label(solver)),
                                     .options = strdup(ss_choice_solver_values(solver)),
                                     .outer = strdup(ss_choice_outer_label(solver)),
                                     .external = solver->external != NULL,
                                     .guess = m->guess,
                                     .leader = strdup(m->leader),
                                     .keep = solver->external == NULL ? m->keep : 0,
                                     .trace.kind = SS_TRACE_LAST,
                                     .frames = m->frames,
                                     .weight = (double)ss_problem_choice_steps(m->problem)};
    const bool made = run->problem != NULL && run->parameters != NULL && run->solver != NULL &&
                      run->options != NULL && run->outer != NULL && run->leader != NULL;
    if (!made || !name_run(m, run, solver, error)) {
        ss_campaign_plan_drop(run);
        return made ? false : ss_campaign_plan_no_memory(error);
    }
    ++plan->n;
    return true;
}

/* All contenders on the problem at hand. */
static bool add_contenders(maker *m, const unsigned long *instances, size_t n_instances,
                           ss_error *error)
{
    bool ok = true;
    for (size_t s = 0; ok && s < m->solvers.n; ++s) {
        ss_choice solver;
        if (!ss_choice_parse(&solver, m->solvers.at[s], SS_CHOICE_ANY, error))
            return false;
        ok = ss_run_fit(m->problem, &solver, error);
        const size_t n_outers = solver.solver == NULL ? 1 : m->outers.n;
        ss_choice_free(&solver);
        for (size_t o = 0; ok && o < n_outers; ++o) {
            ok = ss_choice_parse_whole(&solver, m->solvers.at[s], m->outers.at[o], error);
            ok = ok && ss_run_fit(m->problem, &solver, error);
            for (size_t k = 0; ok && k < n_instances; ++k)
                ok = add_run(m, &solver, instances[k], error);
            ss_choice_free(&solver);
        }
    }
    return ok;
}

/* The problem at hand from all starts, behind all leaders. */
static bool add_arms(maker *m, const unsigned long *instances, size_t n_instances, ss_error *error)
{
    bool ok = true;
    for (int guess = 0; ok && guess < SS_GUESS_COUNT; ++guess)
        for (size_t k = 0; ok && m->arms.guesses[guess] && k < m->arms.leaders.n; ++k) {
            m->guess = (ss_guess)guess;
            m->leader = m->arms.leaders.at[k];
            ok = (m->leader[0] == '\0' || ss_leader_serves(m->problem, m->leader, error)) &&
                 add_contenders(m, instances, n_instances, error);
        }
    return ok;
}

/* The content of a file, or of those that a process's words name: part of the name of its runs.
 * Both must be there before the night. */
static bool take_content(maker *m, const ss_problem_choice *problem, ss_error *error)
{
    if (problem->words != NULL) {
        ss_words *const words = ss_words_split(problem->words, error);
        if (words != NULL)
            ss_campaign_files_hash_words(m->content, words);
        free(words);
        return words != NULL && ss_source_check(problem, error);
    }
    if (problem->path != NULL && m->spec->as_asked) {
        ss_hash_file(m->content, problem->path, NULL); /* its runs will say why it has none */
        return true;
    }
    return ss_source_check(problem, error) &&
           (problem->path == NULL || ss_hash_file(m->content, problem->path, error));
}

/* One problem with one set of parameters, at every tolerance and instance. */
static bool add_parameters(maker *m, ss_problem_choice *problem, char *assignments,
                           const char *instance_list, ss_error *error)
{
    unsigned long *instances = NULL;
    size_t n_instances = 0;
    if (m->tolerances.n > 0 && ss_pairs_find(assignments, "tol", NULL))
        return ss_error_set(error, SS_ERROR_USAGE,
                            "%s: tol is set among the parameters and among the tolerances; say "
                            "which",
                            problem->name);
    bool ok = ss_problem_choice_set_list(problem, assignments, error) &&
              ss_campaign_grid_instances(&instances, &n_instances, instance_list, error);
    if (!problem->entry->seeded && ok)
        n_instances = 1, instances[0] = 1; /* all instances are the same */
    m->problem = problem;
    m->content[0] = '\0';
    const size_t n_tolerances = m->tolerances.n > 0 ? m->tolerances.n : 1;
    for (size_t t = 0; ok && t < n_tolerances; ++t) {
        ok = m->tolerances.n == 0 ||
             ss_problem_choice_set_value(problem, "tol", m->tolerances.at[t], error);
        ok = ok && (t > 0 || take_content(m, problem, error));
        ok = ok && add_arms(m, instances, n_instances, error);
    }
    m->problem = NULL;
    free(instances);
    return ok;
}

/* One problem with the product of its grids. */
static bool add_problem(maker *m, const ss_campaign_spec_problem *spec, ss_error *error)
{
    ss_campaign_texts assignments = {.n = 0};
    const char *const instances = spec->instances != NULL      ? spec->instances
                                  : m->spec->instances != NULL ? m->spec->instances
                                                               : "1";
    bool ok = ss_campaign_texts_add(&assignments, error, "%s", "");
    for (char *const *set = spec->set; ok && set != NULL && *set != NULL; ++set)
        ok = ss_campaign_grid_expand_list(&assignments, spec->name, *set, error);
    for (size_t k = 0; ok && k < assignments.n; ++k) {
        ss_problem_choice problem;
        ok = ss_problem_choice_parse(&problem, spec->name, error) &&
             add_parameters(m, &problem, assignments.at[k], instances, error);
        ss_problem_choice_free(&problem);
    }
    ss_campaign_texts_free(&assignments);
    return ok;
}

/* A problem, or all that its name stands for. */
static bool add_problems(maker *m, const ss_campaign_spec_problem *spec, ss_error *error)
{
    ss_campaign_texts names = {.n = 0};
    bool ok = ss_campaign_files_expand(&names, spec->name, error);
    for (size_t k = 0; ok && k < names.n; ++k) {
        const ss_campaign_spec_problem one = {names.at[k], spec->set, spec->instances};
        ok = add_problem(m, &one, error);
    }
    ss_campaign_texts_free(&names);
    return ok;
}

/* ---- what the runs have in common ---- */

/* A copy that the plan owns, because the spec may be gone before it. */
static bool keep_word(char **kept, const char *word, ss_error *error)
{
    *kept = strdup(word);
    return *kept != NULL || ss_campaign_plan_no_memory(error);
}

/* The place of a word in its list; NULL stands for the first. */
static bool find_word(const char *word, const ss_names *names, size_t *place, ss_error *error)
{
    const char *const *const first = names->first;
    const char *const *const found = word != NULL ? ss_names_find(names, word, error) : first;
    *place = found != NULL ? (size_t)(found - first) : 0;
    return found != NULL;
}

/* Tables and frames of the runs: `trace: last` keeps convergence, and frames are rows of
 * tables, one of which must be kept. */
static bool understand_runs(maker *m, ss_error *error)
{
    static const char *const traces[] = {"none", "last"};
    static const ss_names trace_names =
        SS_NAMES(traces, "trace cannot be", "it must be none or last");
    static const ss_names names =
        SS_NAMES(ss_campaign_all_series, "keep: no table",
                 "it may be convergence, history, bodies, shapes, forces, stresses or "
                 "observables");
    const unsigned framed = 1u << SS_CAMPAIGN_SERIES_bodies | 1u << SS_CAMPAIGN_SERIES_forces |
                            1u << SS_CAMPAIGN_SERIES_stresses;
    size_t trace = 0;
    bool ok = find_word(m->spec->trace, &trace_names, &trace, error);
    m->keep = trace == 1 ? 1u << SS_CAMPAIGN_SERIES_convergence : 0;
    for (char *const *keep = m->spec->keep; ok && keep != NULL && *keep != NULL; ++keep) {
        const ss_campaign_series_names *const found = ss_names_find(&names, *keep, error);
        ok = found != NULL;
        m->keep |= ok ? 1u << (found - ss_campaign_all_series) : 0;
    }
    return ok && ss_parse_frames(m->spec->frames, "frames", &m->frames, error) &&
           (m->frames == 0 || (m->keep & framed) != 0 ||
            ss_error_set(error, SS_ERROR_USAGE,
                         "frames are rows of bodies and forces: keep: [bodies, forces]"));
}

/* The estimator that stops all problems unless the spec says: theirs, if they agree. */
static bool default_stop(const char **word, const ss_campaign_spec *spec, ss_error *error)
{
    bool ok = true;
    *word = NULL;
    for (size_t k = 0; ok && k < spec->n_problems; ++k) {
        ss_problem_choice problem;
        ok = ss_problem_choice_parse(&problem, spec->problems[k].name, error);
        const char *const own = ok ? ss_problem_choice_stop(&problem) : *word;
        if (*word != NULL && own != *word && strcmp(own, *word) != 0)
            ok = ss_error_set(error, SS_ERROR_USAGE,
                              "%s stops by %s, %s by %s: say which for all, e.g. 'stop: e1'",
                              spec->problems[0].name, *word, spec->problems[k].name, own);
        *word = own;
        ss_problem_choice_free(&problem);
    }
    *word = *word != NULL ? *word : "eps";
    return ok;
}

/* The words that hold for all runs. */
static bool understand_common(ss_campaign_plan *plan, const ss_campaign_spec *spec, ss_error *error)
{
    size_t mebibytes = 0;
    const ss_estimator *stop = NULL;
    const char *stop_word = spec->stop;
    const bool ok =
        (stop_word != NULL || default_stop(&stop_word, spec, error)) &&
        ss_estimator_find_stop(stop_word, &stop, error) &&
        keep_word(&plan->stop, stop_word, error) &&
        ss_parse_time(spec->timeout != NULL ? spec->timeout : "10m", "timeout", &plan->timeout_s,
                      error) &&
        ss_parse_count(spec->memory != NULL ? spec->memory : "2048", "memory", &mebibytes, error) &&
        (spec->study == NULL || keep_word(&plan->study, spec->study, error));
    plan->memory_bytes = mebibytes << 20;
    plan->repeats = 1;
    plan->sought = spec->sought;
    return ok && (spec->repeats == NULL ||
                  ss_parse_count(spec->repeats, "repeats", &plan->repeats, error));
}

/* Check the names once, so that a mistake is told before any product is made. */
static bool expand_lists(maker *m, ss_error *error)
{
    const ss_campaign_spec *const spec = m->spec;
    bool ok = spec->outers != NULL || ss_campaign_texts_add(&m->outers, error, "nlgs");
    for (char *const *at = spec->solvers; ok && at != NULL && *at != NULL; ++at)
        ok = ss_campaign_grid_expand_choice(&m->solvers, *at, error);
    for (char *const *at = spec->outers; ok && at != NULL && *at != NULL; ++at)
        ok = ss_campaign_grid_expand_choice(&m->outers, *at, error);
    for (char *const *at = spec->tolerances; ok && at != NULL && *at != NULL; ++at)
        ok = ss_campaign_grid_expand(&m->tolerances, "tolerances", *at, error);
    for (size_t k = 0; ok && k < m->outers.n; ++k) {
        ss_choice outer;
        ok = ss_choice_parse(&outer, m->outers.at[k], SS_CHOICE_OUTER, error);
        ss_choice_free(&outer);
    }
    return ok;
}

static const char *text_at(const void *texts, size_t k)
{
    const ss_campaign_texts *const list = texts;
    return k < list->n ? list->at[k] : NULL;
}

static bool has_key(const ss_campaign_planned_run *run, const char *key)
{
    char *const outer = ss_study_outer_options(run->outer);
    const bool found = ss_pairs_find(run->options, key, NULL) ||
                       ss_pairs_find(run->parameters, key, NULL) ||
                       (outer != NULL && ss_pairs_find(outer, key, NULL));
    free(outer);
    return found;
}

/* The study's parameter must be one of some run: a night should not end with a misspelt word. */
static bool check_study(const ss_campaign_plan *plan, ss_error *error)
{
    const char *const colon = plan->study != NULL ? strchr(plan->study, ':') : NULL;
    const char *const key = colon != NULL ? colon + 1 : plan->study;
    bool known = key == NULL || plan->n == 0;
    for (size_t k = 0; !known && k < plan->n; ++k)
        known = has_key(&plan->runs[k], key);
    if (known)
        return true;
    const ss_campaign_planned_run *const run = &plan->runs[0];
    ss_campaign_texts names = {.n = 0};
    if ((run->options[0] == '\0' || ss_campaign_texts_split(&names, run->options, error)) &&
        ss_campaign_texts_split(&names, run->parameters, error)) {
        for (size_t k = 0; k < names.n; ++k)
            names.at[k][strcspn(names.at[k], "=")] = '\0';
        ss_name_unknown(key, "no run has an option or parameter", text_at, &names,
                        "a study is over one of the runs' own", error);
    }
    ss_campaign_texts_free(&names);
    return false;
}

bool ss_campaign_plan_make(ss_campaign_plan *plan, const ss_campaign_spec *spec, ss_error *error)
{
    *plan = (ss_campaign_plan){.n = 0};
    maker m = {.plan = plan, .spec = spec};
    bool ok =
        understand_common(plan, spec, error) && understand_runs(&m, error) &&
        ss_campaign_arms_read(&m.arms, spec->starts, spec->warm_start, spec->leaders, error) &&
        expand_lists(&m, error);
    for (size_t k = 0; ok && k < spec->n_problems; ++k)
        ok = add_problems(&m, &spec->problems[k], error);
    ok = ok && ss_campaign_plan_find_duplicates(plan, !spec->as_asked, error) &&
         check_study(plan, error);
    ss_campaign_texts_free(&m.solvers);
    ss_campaign_texts_free(&m.outers);
    ss_campaign_texts_free(&m.tolerances);
    ss_campaign_arms_free(&m.arms);
    if (!ok)
        ss_campaign_plan_free(plan);
    return ok;
}
