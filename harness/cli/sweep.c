/* The verb `sweep`: a campaign from the command line, and the study of one parameter.
 *
 * The same campaign as a file of `campaign` would say: words become a spec, whose lists of texts
 * are owned by the request while the campaign runs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/grid.h"
#include "harness/campaign/campaign.h"
#include "harness/cli/words.h"

#include <stdlib.h>
#include <string.h>

/* Lists with commas and grids, in words; grids are multiplied where the plan is made. */
typedef struct words {
    ss_solver_words solver;
    ss_conduct_words conduct;
    ss_campaign campaign;
    ss_campaign_spec spec; /* its words alone; lists are made of those here */
    const char *problems, *tolerances, *over;
    ss_word_list vary; /* KEY=GRID of the problems */
} words;

static const ss_word_row own[] = {
    SS_TEXT(words, problems, "problem", 'p', "P[,P...]",
            "Problems; see 'stickslip list problems'; file:FOLDER is several"),
    SS_LIST(words, vary, "vary", 0, "KEY=GRID",
            "Grid of a parameter of the problems, e.g. mu=0.1,0.3,0.6"),
    SS_LIST(words, vary, "set", 'S', "KEY=VALUE", "Set a parameter of the problems to one value"),
    SS_TEXT(words, spec.instances, "instances", 'i', "LIST", "Instances, e.g. 1-10 (default 1)"),
    SS_TEXT(words, tolerances, "tol", 0, "GRID", "Tolerances (default: the problem's)"),
    SS_TEXT(words, spec.trace, "trace", 0, "none|last",
            "Keep one row per sweep of each last step (default none)"),
    SS_TEXT(words, over, "over", 0, "KEY",
            "The option or parameter that is studied (default: the first that has a grid)"),
    SS_TEXT(words, spec.refine, "refine", 0, "N",
            "Then halve N times, for each solver, the intervals of the grid between a value that "
            "was solved on all instances and one that was not, and those beside the best value"),
};

/* The lists that the command line names, and the spec that borrows them. */
typedef struct request {
    ss_campaign_texts problems, solvers, outers, tolerances, vary, starts, leaders;
    ss_campaign_spec_problem *spec_problems;
    char over[64];
    ss_campaign_spec spec;
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

/* The key of the first grid of any of the solvers. */
static bool first_option(const ss_campaign_texts *solvers, char key[64])
{
    bool found = false;
    for (size_t k = 0; !found && k < solvers->n; ++k) {
        const char *const bracket = strchr(solvers->at[k], '[');
        found = bracket != NULL && first_grid(bracket + 1, key);
    }
    return found;
}

/* Split a list that may be missing. */
static bool split(ss_campaign_texts *texts, const char *list, ss_error *error)
{
    return list == NULL || ss_campaign_texts_split(texts, list, error);
}

/* The spec of the campaign that the words ask for; it borrows words and lists of `r`. */
static bool make_request(const words *w, request *r, ss_error *error)
{
    if (!split(&r->problems, w->problems, error) || !split(&r->solvers, w->solver.solver, error) ||
        !split(&r->outers, w->solver.outer, error) ||
        !split(&r->tolerances, w->tolerances, error) ||
        !split(&r->starts, w->conduct.start, error) ||
        !split(&r->leaders, w->conduct.follow, error))
        return false;
    for (size_t k = 0; k < w->vary.n; ++k)
        if (!ss_campaign_texts_add(&r->vary, error, "%s", w->vary.values[k]))
            return false;
    r->spec_problems = calloc(r->problems.n, sizeof *r->spec_problems);
    if (r->spec_problems == NULL)
        return ss_error_memory(error, "the problems");
    for (size_t k = 0; k < r->problems.n; ++k)
        r->spec_problems[k] =
            (ss_campaign_spec_problem){.name = r->problems.at[k], .set = r->vary.at};
    r->spec = w->spec;
    r->spec.problems = r->spec_problems;
    r->spec.n_problems = r->problems.n;
    r->spec.solvers = r->solvers.at;
    r->spec.outers = r->outers.at;
    r->spec.tolerances = r->tolerances.at;
    r->spec.stop = w->conduct.stop;
    r->spec.starts = r->starts.at;
    r->spec.warm_start = w->conduct.warm_start ? "yes" : NULL;
    r->spec.leaders = r->leaders.at;
    /* the parameter of the study: what the user said, or the first that varies */
    bool found = w->over != NULL;
    if (found)
        snprintf(r->over, sizeof r->over, "%s", w->over);
    found = found || first_option(&r->solvers, r->over) || first_option(&r->outers, r->over);
    for (size_t k = 0; !found && k < w->vary.n; ++k)
        found = first_grid(w->vary.values[k], r->over);
    if (!found && w->tolerances != NULL && strpbrk(w->tolerances, ",:") != NULL)
        snprintf(r->over, sizeof r->over, "tol");
    r->spec.study = r->over[0] != '\0' ? r->over : NULL;
    return true;
}

static bool sweep(ss_call *call, ss_error *error)
{
    words *const w = call->words;
    request r = {.over = ""};
    ss_campaign_words_take(&w->campaign, call);
    const bool done =
        make_request(w, &r, error) && ss_campaign_execute(&w->campaign, &r.spec, error);
    ss_campaign_texts_free(&r.problems);
    ss_campaign_texts_free(&r.solvers);
    ss_campaign_texts_free(&r.outers);
    ss_campaign_texts_free(&r.tolerances);
    ss_campaign_texts_free(&r.vary);
    ss_campaign_texts_free(&r.starts);
    ss_campaign_texts_free(&r.leaders);
    free(r.spec_problems);
    return done;
}

const ss_command ss_command_sweep = {
    .name = "sweep",
    .summary = "sensitivity to an option or a parameter: runs, tables, figures",
    .doc =
        "Study how solvers depend on an option or a parameter: run the product of problems, grids, "
        "solvers and instances as a campaign into the store DIR, and write there sweep.csv, "
        "ranges.csv, study.md and one figure per problem: sweeps, work (visits and local "
        "iterations) and failures against the parameter, and of an option of solvers, inner or "
        "outer, the best value, the "
        "plateau and the cliff. Where a second parameter or option varies, too, also a map of the "
        "work over both, and of an option best_by.csv, e.g. the best alpha by mu. "
        "Over a count of the problem, such as its balls, also growth.csv and a figure: the power "
        "of it by which sweeps, work units and CPU time rise.",
    .after =
        "A grid is A,B,C or FROM:TO:log:N or FROM:TO:lin:N; as an option of a solver it needs "
        "quotes.\n\n"
        "Exit code 14: no run counts.\n\n"
        "Example:\n"
        "  stickslip sweep --problem balls-4 --set steps=150 --instances 1-5 \\\n"
        "    --solver 'sbp[alpha=0.2:5:log:9],ebp[alpha=0.2:5:log:9]' \\\n"
        "    --out results/rho\n"
        "  stickslip sweep -p balls-4 -S steps=150 --vary mu=0.1,0.3,1 \\\n"
        "    -s 'sal[alpha=0.2:5:log:9]' --refine 4 -o results/alpha-mu\n\n"
        "--start and --follow may be lists here; each entry is run as an arm of its own "
        "('stickslip arms' "
        "compares them): --start cold,warm --follow "
        "no,reference.\n\n"
        "The same command again runs only what is missing. See also 'stickslip campaign --help'.",
    .groups = {SS_GROUP(own, 0), SS_GROUP(ss_solver_table, offsetof(words, solver)),
               SS_GROUP(ss_conduct_table, offsetof(words, conduct)),
               SS_GROUP(ss_campaign_table, offsetof(words, campaign)),
               SS_GROUP(ss_cluster_table, offsetof(words, campaign))},
    .needed = {"problem", "solver"},
    .takes_rest = true,
    .size = sizeof(words),
    .work = sweep};
