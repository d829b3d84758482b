/* The verb `campaign`: many runs from a YAML file, into a store.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/campaign.h"
#include "harness/cli/words.h"

/* The spec is the file's; how it is run, the command's. */
typedef struct words {
    const char *file;
    ss_campaign campaign;
} words;

static bool campaign(ss_call *call, ss_error *error)
{
    words *const w = call->words;
    ss_campaign_spec *spec = NULL;
    ss_campaign_words_take(&w->campaign, call);
    const bool done = ss_campaign_spec_read_yaml(&spec, w->file, error) &&
                      ss_campaign_execute(&w->campaign, spec, error);
    ss_campaign_spec_free_yaml(spec);
    return done;
}

const ss_command ss_command_campaign = {
    .name = "campaign",
    .summary = "many runs from a YAML file, kept in a store, resumed",
    .places = "FILE.yaml",
    .doc = "Run the product of problems, parameters, tolerances, solvers and instances, each run "
           "in a process of its own with limits, into the store DIR. The same command again runs "
           "only what is missing.",
    .after =
        "FILE.yaml:\n"
        "  problems:                # each with the grids of its parameters\n"
        "    - name: balls-4\n"
        "      set: ['mu=0.1,0.3,0.6', 'steps=100']\n"
        "      instances: 1-10      # of this problem\n"
        "    - name: file:wall.hdf5  # or file:FOLDER, 'file:walls/*.hdf5': all of them\n"
        "  solvers: [sbp, 'ebp[alpha=0.2:5:log:9]']\n"
        "  outers: [nlgs]           # default\n"
        "  tolerances: [1e-8]       # default: the problem's\n"
        "  instances: 1-3           # default 1\n"
        "  stop: e1                 # or eps, siconos; default: the problems'\n"
        "  start: [cold, warm]      # default cold; or predictor: see 'run --help'\n"
        "  follow: [no, reference]  # default no; whose impulses move the scenes\n"
        "  trace: none              # default; last: one row per sweep of the last step\n"
        "  keep: [history, bodies]  # tables of each run; or convergence, shapes,\n"
        "                           # forces, observables\n"
        "  frames: 100              # default 0; keep bodies and forces every 100 steps\n"
        "  timeout: 10m             # default\n"
        "  memory: 2048             # MiB, default\n"
        "  repeats: 5               # default 1; for median and quartiles of cpu_s\n"
        "  study: alpha             # write sweep.csv, ranges.csv and figures too; of\n"
        "                           # a count, such as balls, also growth.csv\n"
        "  refine: 4                # default 0; halve 4 times the interval of alpha\n"
        "                           # where solving begins to fail, and those beside\n"
        "                           # the best one\n"
        "A grid is A,B,C or FROM:TO:log:N or FROM:TO:lin:N. A problem may be its name alone "
        "(problems: [balls-4]), a list of one its item (tolerances: 1e-8), a list of names a text "
        "with commas (solvers: sbp, ebp).\n\n"
        "Example:\n"
        "  stickslip campaign night.yaml --dry-run\n"
        "  stickslip campaign night.yaml --out results/night\n\n"
        "Every ending of a run is a row of DIR/summary.csv. Ctrl-C finishes the runs under way, a "
        "second one ends them; 'stickslip status DIR' shows how far it is, from another terminal. "
        "Exit code 14: no run counts.",
    .groups = {SS_GROUP(ss_campaign_table, offsetof(words, campaign)),
               SS_GROUP(ss_cluster_table, offsetof(words, campaign))},
    SS_PLACES(1, offsetof(words, file)),
    .ask = "name the campaign's file: campaign FILE.yaml --out DIR",
    .takes_rest = true,
    .size = sizeof(words),
    .work = campaign};
