/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/script.h"

#include "harness/tables/home.h"
#include "harness/tables/provenance.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Paths are absolute and quoted: a node starts it from anywhere, and they may have blanks. */
bool ss_campaign_script_write(const ss_campaign *campaign, const ss_campaign_submission *submission,
                              ss_error *error)
{
    char name[64], table[SS_PATH_SIZE], hash[SS_HASH_SIZE];
    ss_output output = {0};
    char *const program = ss_home_program(error), *const here = getcwd(NULL, 0);
    snprintf(name, sizeof name, "slurm/%zu.sh", submission->number);
    bool ok =
        program != NULL &&
        (here != NULL ||
         ss_error_set(error, SS_ERROR_DATA, "no working directory: %s", strerror(errno))) &&
        ss_hash_file(hash, program, error) &&
        ss_campaign_tasks_path(table, submission->folder, submission->number, ".csv", error) &&
        ss_output_open(&output, submission->folder, name, error);
    if (ok) {
        fprintf(output.file,
                "#!/bin/bash\n# %s\n# A task of a job array of a campaign: $1 is the task at which "
                "the array begins.\ncd",
                ss_provenance_build);
        ss_provenance_print_word(output.file, here);
        fputs(" || exit\nexec", output.file);
        ss_provenance_print_word(output.file, program);
        fputs(" task", output.file);
        ss_provenance_print_word(output.file, table);
        fprintf(output.file, " \"$(($1 + SLURM_ARRAY_TASK_ID))\" --program %s --jobs %zu\n", hash,
                campaign->n_parallel);
        ok = ss_output_close(&output, error);
    }
    free(program);
    free(here);
    return ok;
}

/* The words that say what the array is. */
static bool add_array(ss_campaign_texts *words, const ss_campaign_array *a, ss_error *error)
{
    const size_t throttle = a->campaign->cluster.throttle;
    char limit[32] = "";
    if (throttle > 0)
        snprintf(limit, sizeof limit, "%%%zu", throttle);
    return ss_campaign_texts_add(words, error, "--parsable") &&
           ss_campaign_texts_add(words, error, "--job-name=%s.%zu.%zu", a->owner,
                                 a->submission->number, a->first) &&
           ss_campaign_texts_add(words, error, "--array=0-%zu%s", a->n - 1, limit) &&
           ss_campaign_texts_add(words, error, "--chdir=%s/slurm", a->submission->folder) &&
           ss_campaign_texts_add(words, error, "--output=log/%zu+%zu-%%a.log",
                                 a->submission->number, a->first) &&
           ss_campaign_texts_add(words, error, "--open-mode=append") &&
           ss_campaign_texts_add(words, error, "--requeue") &&
           (a->after == 0 ||
            ss_campaign_texts_add(words, error, "--dependency=afterany:%lu", a->after));
}

/* The words that say what each task has. */
static bool add_resources(ss_campaign_texts *words, const ss_campaign *campaign, ss_error *error)
{
    const ss_campaign_cluster *const c = &campaign->cluster;
    return ss_campaign_texts_add(words, error, "--ntasks=1") &&
           ss_campaign_texts_add(words, error, "--cpus-per-task=%zu", campaign->n_parallel) &&
           (c->partition == NULL ||
            ss_campaign_texts_add(words, error, "--partition=%s", c->partition)) &&
           (c->time_s <= 0.0 || /* in minutes */
            ss_campaign_texts_add(words, error, "--time=%.0f", ceil(c->time_s / 60.0))) &&
           (c->memory == NULL || ss_campaign_texts_add(words, error, "--mem=%s", c->memory)) &&
           (!c->exclusive || ss_campaign_texts_add(words, error, "--exclusive"));
}

bool ss_campaign_script_words(ss_campaign_texts *words, const ss_campaign_array *array,
                              ss_error *error)
{
    const ss_campaign_cluster *const c = &array->campaign->cluster;
    bool ok = ss_campaign_texts_add(words, error, "sbatch");
    for (size_t k = 0; ok && k < c->n_options; ++k)
        ok = ss_campaign_texts_add(words, error, "%s", c->options[k]);
    return ok && add_array(words, array, error) && add_resources(words, array->campaign, error) &&
           ss_campaign_texts_add(words, error, "%s/slurm/%zu.sh", array->submission->folder,
                                 array->submission->number) &&
           ss_campaign_texts_add(words, error, "%zu", array->first);
}

void ss_campaign_script_print(FILE *out, const ss_campaign_texts *words)
{
    for (size_t k = 0; k < words->n; ++k)
        if (k == 0)
            fputs(words->at[k], out);
        else
            ss_provenance_print_word(out, words->at[k]);
    fputc('\n', out);
}
