/* The part that all commands share which run many runs: their options, the plan with an estimate of
 * its time, how it ended.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/campaign.h"
#include "harness/campaign/estimate.h"
#include "harness/run/choice.h"
#include "harness/judge/study.h"
#include "harness/tables/pairs.h"
#include "harness/tables/provenance.h"
#include "harness/tables/question.h"
#include "problems/base/names.h"
#include "problems/base/partial.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Solvers that a line of the printed plan names. */
enum { MOST_NAMES = 5 };

/* Of the runs that the store lacks. */
static bool estimate_time(const ss_campaign *campaign, size_t *n_missing, ss_campaign_estimate *e,
                          ss_error *error)
{
    ss_campaign_stored_runs stored = {.n = 0};
    ss_campaign_tally ignored = {.n_run = 0};
    if (campaign->folder != NULL) /* no store yet: nothing is known */
        ss_campaign_store_read(&stored, campaign->folder, NULL);
    const ss_campaign_planned_run **const missing =
        ss_campaign_missing(campaign, &stored, n_missing, &ignored, error);
    const bool ok = missing != NULL && ss_campaign_estimate_make(e, campaign->plan, &stored,
                                                                 missing, *n_missing, error);
    ss_campaign_stored_runs_free(&stored);
    free(missing);
    return ok;
}

/* A planned run as the row that it will be, as far as its label goes. Texts are borrowed. */
static ss_summary_row row_of(const ss_campaign_planned_run *run)
{
    return (ss_summary_row){.problem = run->problem,
                            .parameters = run->parameters,
                            .instance = run->instance,
                            .solver = run->solver,
                            .options = run->options,
                            .outer = run->outer,
                            .stop = "",
                            .warm_start = ss_guess_cells[run->guess],
                            .follows = run->leader};
}

/* Runs of one line of the printed plan differ in solver and instance only. */
static bool same_question(const ss_campaign_planned_run *a, const ss_campaign_planned_run *b)
{
    return strcmp(a->problem, b->problem) == 0 && strcmp(a->parameters, b->parameters) == 0 &&
           strcmp(a->outer, b->outer) == 0 && a->guess == b->guess &&
           strcmp(a->leader, b->leader) == 0;
}

/* The instances of the first solver: so many runs, at most n. */
static size_t count_instances(const ss_campaign_planned_run *runs, size_t n)
{
    size_t k = 1;
    while (k < n && same_question(runs, &runs[k]) && strcmp(runs->solver, runs[k].solver) == 0)
        ++k;
    return k;
}

/* The runs that stand on one line: solvers with the same question and the same n_one instances. */
static size_t count_line(const ss_campaign_planned_run *runs, size_t n, size_t n_one)
{
    size_t end = n_one;
    while (end + n_one <= n && same_question(runs, &runs[end]) &&
           count_instances(&runs[end], n - end) == n_one && runs[end].instance == runs->instance &&
           runs[end + n_one - 1].instance == runs[n_one - 1].instance)
        end += n_one;
    return end;
}

/* "  mu=0.1  sbp, ebp  instances 1-10 (20 runs)" for n runs of a problem, n_one a solver. */
static void print_line(const ss_campaign_planned_run *runs, size_t n, size_t n_one,
                       const ss_label_keys *keys)
{
    char label[SS_LABEL_SIZE];
    const ss_summary_row row = row_of(runs);
    const unsigned long last = runs[n_one - 1].instance;
    ss_label_question(label, sizeof label, &row, keys, " ");
    const char *const varies = label + strlen(runs->problem); /* which the line before names */
    printf(" %s%s", varies, varies[0] != '\0' ? " " : "");
    for (size_t k = 0; k < n; k += n_one)
        if (n <= MOST_NAMES * n_one || k < (MOST_NAMES - 2) * n_one || k == n - n_one)
            printf("%s %s", k > 0 ? "," : "", runs[k].solver);
        else if (k == n - 2 * n_one)
            printf(", ... %zu more", n / n_one - MOST_NAMES + 1);
    printf("  instance%s %lu", ss_name_plural(n_one), runs->instance);
    if (n_one > 1)
        printf("%s%lu", last - runs->instance + 1 == n_one ? "-" : " to ", last);
    printf(" (%zu run%s)\n", n, ss_name_plural(n));
}

/* A line a question with what tells it from the others; before a problem's, what all have. */
static bool print_runs(const ss_campaign_plan *plan, ss_error *error)
{
    ss_label_keys keys = {.instance = false};
    for (size_t k = 1; k < plan->n; ++k) {
        const ss_summary_row row = row_of(&plan->runs[k]), before = row_of(&plan->runs[k - 1]);
        if (strcmp(row.problem, before.problem) == 0)
            ss_label_note(&keys, &row, &before);
    }
    keys.instance = false; /* the line has it */
    for (size_t begin = 0, end = 0; begin < plan->n; begin = end) {
        const ss_campaign_planned_run *const run = &plan->runs[begin];
        const size_t n_one = count_instances(run, plan->n - begin);
        end = begin + count_line(run, plan->n - begin, n_one);
        if (begin == 0 || strcmp(run[-1].problem, run->problem) != 0) {
            char *const common = ss_pairs_without(run->parameters, keys.parameters);
            if (common == NULL)
                return ss_error_set(error, SS_ERROR_MEMORY, "no memory to print the plan");
            printf("%s with %s:\n", run->problem, common);
            free(common);
        }
        print_line(run, end - begin, n_one, &keys);
    }
    return true;
}

bool ss_campaign_print_plan(const ss_campaign *campaign, ss_error *error)
{
    const ss_campaign_plan *const plan = campaign->plan;
    ss_campaign_estimate e = {.seconds = NULL};
    size_t n_missing = 0;
    char text[32];
    if (!print_runs(plan, error) || !estimate_time(campaign, &n_missing, &e, error))
        return false;
    printf("%zu run%s", plan->n, ss_name_plural(plan->n));
    if (plan->n_duplicates > 0)
        printf(" (%zu left out, the same as others)", plan->n_duplicates);
    printf(", %zu missing", n_missing);
    if (n_missing > 0) {
        const double n = (double)campaign->n_parallel;
        printf("; %s %s", e.time.is_range ? "at least" : "about",
               ss_campaign_time_text(text, e.time.about / n));
        if (e.time.is_range && isfinite(e.time.most)) /* later steps may have more contacts */
            printf(", %s if each step took all its sweeps at the pace of the first,",
                   ss_campaign_time_text(text, e.time.most / n));
        printf(" with %zu at a time, by %s", campaign->n_parallel, e.basis);
    }
    printf("\n");
    return true;
}

/* ---- the commands' part ---- */

/* Words of a cluster go with it alone. */
static bool resolve_cluster(ss_campaign_cluster *c, bool queued, ss_error *error)
{
    const struct {
        bool given;
        const char *word;
    } words[] = {{c->partition != NULL, "--partition"},
                 {c->chunk_s > 0.0, "--chunk"},
                 {c->throttle > 0, "--throttle"},
                 {c->time_s > 0.0, "--time"},
                 {c->memory != NULL, "--mem"},
                 {c->exclusive, "--exclusive"},
                 {c->wait, "--wait"},
                 {c->n_options > 0, "words behind --"}};
    for (size_t k = 0; !queued && k < sizeof words / sizeof *words; ++k)
        if (words[k].given)
            return ss_error_set(error, SS_ERROR_USAGE,
                                "%s: only with --engine slurm (of a run: --timeout, --memory)",
                                words[k].word);
    c->chunk_s = c->chunk_s > 0.0 ? c->chunk_s : SS_CAMPAIGN_CHUNK_S;
    return true;
}

bool ss_campaign_resolve(ss_campaign *campaign, ss_error *error)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    const bool queued = ss_campaign_is_queued(campaign);
    if (campaign->folder == NULL && (!campaign->dry_run || queued))
        return ss_error_set(error, SS_ERROR_USAGE, "--out is needed%s",
                            queued ? "" : " (or --dry-run)");
    if (!resolve_cluster(&campaign->cluster, queued, error))
        return false;
    if (campaign->n_parallel == 0)
        campaign->n_parallel = queued || processors < 1 ? 1 : (size_t)processors;
    return campaign->retry_words == NULL ||
           ss_campaign_outcome_set_parse(&campaign->retry, campaign->retry_words, error);
}

bool ss_campaign_study(const char *folder, const char *parameter, ss_error *error)
{
    if (parameter == NULL)
        return true;
    if (!ss_study_write(folder, parameter, error))
        return false;
    printf("%s/sweep.csv, ranges.csv, study.md and the figures it shows\n", folder);
    return true;
}

/* The halvings of a study; they need one, and the whole grid of it. */
static bool read_halvings(size_t *n, const ss_campaign_spec *spec, const ss_campaign *campaign,
                          ss_error *error)
{
    if (spec->refine == NULL)
        return true;
    if (!ss_parse_count(spec->refine, "refine", n, error))
        return false;
    if (*n > SS_CAMPAIGN_MOST_HALVINGS)
        return ss_error_set(error, SS_ERROR_USAGE, "refine: %zu halvings, at most %d", *n,
                            (int)SS_CAMPAIGN_MOST_HALVINGS);
    if (spec->study == NULL)
        return ss_error_set(error, SS_ERROR_USAGE, "refine is of a study: nothing has a grid");
    return campaign->shard == NULL ||
           ss_error_set(error, SS_ERROR_USAGE,
                        "refine needs the whole grid: merge the parts first, then run the command "
                        "without --shard");
}

bool ss_campaign_fill(const ss_campaign *order, ss_campaign_plan *plan, const char *folder,
                      ss_campaign_stored_runs *results, ss_error *error)
{
    char store[SS_PATH_SIZE] = "";
    ss_campaign_tally tally;
    ss_campaign own = *order;
    own.plan = plan;
    own.folder = folder != NULL ? store : NULL;
    *results = (ss_campaign_stored_runs){.n = 0};
    if ((folder != NULL && !ss_path_join(store, sizeof store, folder, "store", error)) ||
        !ss_campaign_prepare(&own, error))
        return false;
    if (own.dry_run && !ss_campaign_is_queued(&own))
        return ss_campaign_print_plan(&own, error);
    ss_partial_sweep(folder, false);
    const bool ran = (access(store, F_OK) == 0 || ss_output_make_folder(folder, error)) &&
                     ss_provenance_write(folder, own.argc, own.argv,
                                         own.facts != NULL ? own.facts : "", error) &&
                     ss_campaign_run(&own, &tally, error);
    if (ran && tally.n_queued > 0) /* of a dry run, too */
        return own.dry_run || ss_error_set(error, SS_ERROR_QUEUED,
                                           "%zu run%s left to the queue; the same command, when "
                                           "they are made, goes on (--wait waits)",
                                           tally.n_queued, ss_name_plural(tally.n_queued));
    if (ran || (error->code == SS_ERROR_INTERRUPTED && access(store, F_OK) == 0))
        ss_campaign_store_read(results, store, error);
    return ran && results->read && (!own.ranks || ss_campaign_check_worth(&tally, error));
}

/* Print the plan; what a cluster would get is printed where it would be submitted. */
static bool print_dry(const ss_campaign *campaign, size_t n_halvings, ss_error *error)
{
    if (!ss_campaign_print_plan(campaign, error))
        return false;
    if (n_halvings > 0)
        printf("then up to %zu value%s more where solving begins to fail, and %zu around the "
               "best one (refine)\n",
               n_halvings, ss_name_plural(n_halvings), 2 * n_halvings);
    return true;
}

/* The end of a campaign that is done; the study. */
static bool tell_end(const ss_campaign *campaign, const ss_campaign_tally *tally, ss_error *error)
{
    const ss_campaign_plan *const plan = campaign->plan;
    printf("%zu run%s: %zu run now, %zu finished before;", plan->n, ss_name_plural(plan->n),
           tally->n_run, tally->n_before);
    const char *before = " ";
    for (int k = 0; k < SS_OUTCOME_COUNT; ++k)
        if (tally->by_status[k] > 0) {
            printf("%s%zu %s", before, tally->by_status[k], ss_outcome_name((ss_outcome)k));
            if (k == SS_OUTCOME_SOLVED && tally->by_standing[SS_STANDING_LOOSE] > 0)
                printf(" (%zu of them %s)", tally->by_standing[SS_STANDING_LOOSE],
                       ss_standing_name(SS_STANDING_LOOSE));
            before = ", ";
        }
    printf("\n%s/summary.csv\n", campaign->folder);
    return (plan->n == 0 || ss_campaign_study(campaign->folder, plan->study, error)) &&
           ss_campaign_check_worth(tally, error);
}

/* The next words, where runs are left to a queue. */
static void tell_queue(const ss_campaign *campaign, const ss_campaign_tally *tally)
{
    static const char *const verbs[] = {"status", "cancel"};
    if (campaign->dry_run)
        return;
    printf("%zu of %zu runs left to the queue; the same command, when they are made, ends the "
           "campaign\n",
           tally->n_queued, campaign->plan->n);
    for (size_t k = 0; k < sizeof verbs / sizeof *verbs; ++k) {
        printf("stickslip %s", verbs[k]);
        ss_provenance_print_word(stdout, campaign->folder);
        putchar('\n');
    }
}

bool ss_campaign_execute(ss_campaign *campaign, const ss_campaign_spec *spec, ss_error *error)
{
    ss_campaign_plan plan;
    ss_campaign_tally tally = {.n_run = 0};
    size_t n_halvings = 0;
    if (!ss_campaign_resolve(campaign, error) ||
        !read_halvings(&n_halvings, spec, campaign, error) ||
        !ss_campaign_plan_make(&plan, spec, error))
        return false;
    campaign->plan = &plan;
    bool ok = ss_campaign_prepare(campaign, error) &&
              (!campaign->dry_run || print_dry(campaign, n_halvings, error));
    if (ok && (!campaign->dry_run || ss_campaign_is_queued(campaign))) {
        ok = ss_campaign_run(campaign, &tally, error);
        if (ok && n_halvings > 0 && tally.n_queued == 0)
            ok = ss_campaign_refine(campaign, spec, n_halvings, &tally, error);
        if (ok && tally.n_queued > 0)
            tell_queue(campaign, &tally);
        else
            ok = ok && tell_end(campaign, &tally, error);
    }
    ss_campaign_plan_free(&plan);
    campaign->plan = NULL;
    return ok;
}
