/* The verb `sweep`: a campaign from the command line, and the study of one parameter.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/choice.h"
#include "harness/campaign/grid.h"
#include "harness/campaign/options.h"
#include "harness/cli/verbs.h"

#include <stdlib.h>
#include <string.h>

typedef struct words {
    const char *problems, *solvers, *outers, *instances, *tolerances, *stop, *over, *trace;
    ss_texts vary; /* KEY=GRID of the problems */
    bool warm_start;
    ss_campaign_words common;
} words;

enum { KEY_OUTER = 256, KEY_TOL, KEY_STOP, KEY_WARM, KEY_VARY, KEY_OVER, KEY_TRACE };

static const struct argp_option options[] = {
    {"problem", 'p', "P[,P...]", 0, "Problems; see 'stickslip list problems'", 0},
    {"solver", 's', "S[,S...]", 0, "Solvers; options may be grids: 'ebp[alpha=0.2:5:log:9]'", 0},
    {"vary", KEY_VARY, "KEY=GRID", 0, "Grid of a parameter of the problems, e.g. mu=0.1,0.3,0.6",
     0},
    {"set", 'S', "KEY=VALUE", 0, "The same with one value", 0},
    {"instances", 'i', "LIST", 0, "Instances, e.g. 1-10 (default 1)", 0},
    {"tol", KEY_TOL, "GRID", 0, "Tolerances (default: the problem's)", 0},
    {"outer", KEY_OUTER, "O[,O...]", 0, "Outer solvers (default nlgs)", 0},
    {"stop", KEY_STOP, "ESTIMATOR", 0,
     "The estimator that stops (default eps); `list estimators` has them", 0},
    {"warm-start", KEY_WARM, NULL, 0, "Start each step from the last one's impulses", 0},
    {"trace", KEY_TRACE, "none|last", 0, "Keep a row a sweep of each last step (default none)", 0},
    {"over", KEY_OVER, "KEY", 0,
     "The option or parameter that is studied (default: the first that has a grid)", 0},
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    words *const w = state->input;
    const ss_word kept[] = {{'p', &w->problems},       {'s', &w->solvers},
                            {'i', &w->instances},      {KEY_OUTER, &w->outers},
                            {KEY_TOL, &w->tolerances}, {KEY_STOP, &w->stop},
                            {KEY_OVER, &w->over},      {KEY_TRACE, &w->trace}};
    if (ss_word_take(kept, sizeof kept / sizeof kept[0], key, arg))
        return 0;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &w->common;
        return 0;
    case 'S':
    case KEY_VARY:
        if (!ss_texts_add(&w->vary, arg, strlen(arg), NULL))
            argp_failure(state, 71, 0, "out of memory");
        return 0;
    case KEY_WARM:
        w->warm_start = true;
        return 0;
    case ARGP_KEY_ARG:
        argp_error(state, "'%s' is not understood; options begin with --", arg);
        return 0;
    case ARGP_KEY_END:
        if (w->problems == NULL || w->solvers == NULL)
            argp_error(state, "--problem and --solver are needed");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* The lists that the command line names, and the spec that borrows them. */
typedef struct request {
    ss_texts problems, solvers, outers, tolerances;
    ss_spec_problem *spec_problems;
    char over[64];
    ss_spec spec;
} request;

/* The key of the first grid with more than one value in "KEY=GRID,KEY=GRID"; false if none. */
static bool first_grid(const char *list, char key[64])
{
    for (const char *at = list; *at != '\0';) {
        const size_t length = strcspn(at, ",]");
        const char *const equals = memchr(at, '=', length);
        const char *const next = at + length;
        const bool more = *next == ',' && memchr(next + 1, '=', strcspn(next + 1, ",]")) == NULL;
        if (equals != NULL &&
            (more || memchr(equals, ':', length - (size_t)(equals - at)) != NULL)) {
            snprintf(key, 64, "%.*s", (int)(equals - at), at);
            return true;
        }
        at = *next == '\0' ? next : next + 1;
    }
    return false;
}

/* The parameter of the study: what the user said, or the first that varies. */
static void choose_parameter(const words *w, request *r)
{
    bool found = w->over != NULL;
    if (found)
        snprintf(r->over, sizeof r->over, "%s", w->over);
    for (size_t k = 0; !found && k < r->solvers.n; ++k) {
        const char *const bracket = strchr(r->solvers.at[k], '[');
        found = bracket != NULL && first_grid(bracket + 1, r->over);
    }
    for (size_t k = 0; !found && k < w->vary.n; ++k)
        found = first_grid(w->vary.at[k], r->over);
    if (!found && w->tolerances != NULL && strpbrk(w->tolerances, ",:") != NULL)
        snprintf(r->over, sizeof r->over, "tol");
    r->spec.study = r->over[0] != '\0' ? r->over : NULL;
}

static bool make_request(const words *w, request *r, ss_error *error)
{
    if (!ss_texts_split(&r->problems, w->problems, error) ||
        !ss_texts_split(&r->solvers, w->solvers, error) ||
        (w->outers != NULL && !ss_texts_split(&r->outers, w->outers, error)) ||
        (w->tolerances != NULL && !ss_texts_split(&r->tolerances, w->tolerances, error)))
        return false;
    r->spec_problems = calloc(r->problems.n, sizeof *r->spec_problems);
    if (r->spec_problems == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for the problems");
    for (size_t k = 0; k < r->problems.n; ++k)
        r->spec_problems[k] = (ss_spec_problem){
            .name = r->problems.at[k], .set = w->vary.at, .n_set = (unsigned)w->vary.n};
    r->spec = (ss_spec){.problems = r->spec_problems,
                        .n_problems = (unsigned)r->problems.n,
                        .solvers = r->solvers.at,
                        .n_solvers = (unsigned)r->solvers.n,
                        .outers = r->outers.at,
                        .n_outers = (unsigned)r->outers.n,
                        .tolerances = r->tolerances.at,
                        .n_tolerances = (unsigned)r->tolerances.n,
                        .instances = w->instances,
                        .stop = w->stop,
                        .trace = w->trace,
                        .warm_start = w->warm_start ? "yes" : "no"};
    choose_parameter(w, r);
    return true;
}

static void free_request(request *r)
{
    ss_texts_free(&r->problems);
    ss_texts_free(&r->solvers);
    ss_texts_free(&r->outers);
    ss_texts_free(&r->tolerances);
    free(r->spec_problems);
}

int ss_verb_sweep(int argc, char **argv)
{
    const struct argp_child children[] = {{&ss_campaign_argp, 0, NULL, 0}, {0}};
    const struct argp argp = {
        .options = options,
        .parser = parse,
        .children = children,
        .doc = "Study how solvers depend on an option or a parameter: run the product of problems, "
               "grids, solvers and instances as a campaign into the store DIR, and write there "
               "sweep.csv, ranges.csv and a figure: sweeps, work and failures against the "
               "parameter, the best value, the plateau and the cliff.\v"
               "A grid is A,B,C or FROM:TO:log:N or FROM:TO:lin:N; as an option of a solver it "
               "needs quotes.\n\n"
               "Example:\n  stickslip sweep --problem balls-4 --set steps=50 --instances 1-5 "
               "--solver 'sbp[alpha=0.2:5:log:9],ebp[alpha=0.2:5:log:9]' --out results/rho\n\n"
               "The same command again runs only what is missing. See also 'stickslip campaign "
               "--help'."};
    words w = {.vary = {.n = 0}};
    request r = {.over = ""};
    ss_error error = {.code = SS_ERROR_NONE};
    argp_parse(&argp, argc, argv, 0, NULL, &w);
    if (make_request(&w, &r, &error))
        ss_campaign_execute(&r.spec, &w.common, argc, argv, &error);
    free_request(&r);
    ss_texts_free(&w.vary);
    return ss_verb_finish("sweep", &error);
}
