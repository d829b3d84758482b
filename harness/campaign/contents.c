/* The manifest of a store: what it says of its runs, the files of its problems, each with one
 * content, and which parts of a plan it has.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/store.h"

#include "harness/tables/provenance.h"

#include <stdlib.h>
#include <string.h>

enum {
    HEAD = sizeof "content: " - 1 + SS_HASH_SIZE - 1
}; /* bytes before the problem in its line */

bool ss_campaign_store_agrees(const char *manifest, const char *line)
{
    const size_t length = strcspn(line, "\n") + 1;
    bool agrees = true;
    for (const char *at = manifest; agrees && (at = strstr(at, "\ncontent: ")) != NULL;) {
        const bool same =
            strcspn(++at, "\n") + 1 == length && memcmp(at + HEAD, line + HEAD, length - HEAD) == 0;
        agrees = !same || memcmp(at, line, HEAD) == 0;
    }
    return agrees;
}

/* Add what the manifest, as `text` has it so far, does not say of the file of a run. */
static bool add(FILE *manifest, char *const *text, const ss_campaign_planned_run *run,
                const char *folder, ss_error *error)
{
    char *line = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&line, &size);
    bool ok = out != NULL;
    if (ok) {
        fprintf(out, "content: %s", run->content);
        ss_provenance_print_word(out, run->problem);
        fputc('\n', out);
        ok = fclose(out) == 0 && fflush(manifest) == 0;
    }
    if (!ok)
        ss_error_memory(error, "the manifest of %s", folder);
    else if (!ss_campaign_store_agrees(*text, line))
        ok = ss_error_set(error, SS_ERROR_OUTPUT,
                          "%s has changed since the store '%s' took it: runs of both would "
                          "bear one name; choose another --out, or another name for the file",
                          run->problem, folder);
    else if (strstr(*text, line) == NULL)
        fputs(line, manifest);
    free(line);
    return ok;
}

/* Copy the manifest, without the parts of other plans than this one, of which it gets this part. */
static void copy(FILE *out, const char *manifest, const ss_partial_plan *part)
{
    char line[160];
    ss_partial_plan at;
    snprintf(line, sizeof line, "plan: %s, %zu runs, shard %lu/%lu%s%s\n", part->hash, part->n_runs,
             part->part, part->n_parts, part->study[0] != '\0' ? ", study " : "", part->study);
    if (strstr(manifest, line) != NULL)
        line[0] = '\0';
    for (size_t length; *manifest != '\0'; manifest += length) {
        const char *words = manifest;
        length = strcspn(manifest, "\n");
        length += manifest[length] == '\n';
        if (strncmp(manifest, "plan: ", 6) != 0 || !ss_partial_plan_next(&at, &words) ||
            strcmp(at.hash, part->hash) == 0)
            fwrite(manifest, 1, length, out);
    }
    fputs(line, out);
}

bool ss_campaign_store_contents(const char *folder, const ss_campaign_plan *plan, ss_error *error)
{
    char *text = NULL, *const before = ss_campaign_store_manifest(folder, error);
    size_t size = 0;
    FILE *const out = before != NULL ? open_memstream(&text, &size) : NULL;
    bool ok = out != NULL;
    if (ok)
        copy(out, before, &plan->part);
    else if (before != NULL)
        ss_error_memory(error, "the manifest of %s", folder);
    const char *last = "";
    for (size_t k = 0; ok && k < plan->n; last = plan->runs[k++].problem)
        if (plan->runs[k].content[0] != '\0' && strcmp(plan->runs[k].problem, last) != 0)
            ok = add(out, &text, &plan->runs[k], folder, error);
    if (out != NULL)
        fclose(out);
    ss_output output = {0};
    if (ok && strcmp(text, before) != 0 &&
        (ok = ss_output_open(&output, folder, "manifest.txt", error))) {
        fputs(text, output.file);
        ok = ss_output_close(&output, error);
    }
    free(text);
    free(before);
    return ok;
}
