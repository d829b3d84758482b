/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/store.h"

#include "harness/tables/provenance.h"
#include "problems/base/clock.h"
#include "problems/base/file.h"
#include "problems/base/partial.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* From ss_campaign_store_open to its close this process alone writes to the folder. */
struct ss_campaign_store {
    char folder[SS_PATH_SIZE], runs[SS_PATH_SIZE];
    int lock_fd;
    bool is_ours; /* the lock is held, and it is a store of this build */
    size_t n_unsynced;
    double synced; /* when, ss_wall_time: no clock that is set */
};

/* As many runs, or seconds, as a power cut may cost: run files are published without waiting for
 * the disk, and one wait now and then makes all of them durable. */
enum { SYNC_RUNS = 512, SYNC_SECONDS = 2 };

/* A record lock, which children do not inherit: it dies with the writer. */
static const struct flock whole_file = {.l_type = F_WRLCK, .l_whence = SEEK_SET};

bool ss_campaign_store_busy(const char *folder, long *pid)
{
    char path[SS_PATH_SIZE];
    struct flock lock = whole_file;
    const int fd = ss_path_join(path, sizeof path, folder, ".lock", NULL)
                       ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
                       : -1;
    const bool busy = fd >= 0 && fcntl(fd, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
    *pid = busy ? (long)lock.l_pid : 0;
    if (fd >= 0)
        close(fd);
    return busy;
}

static bool take_lock(ss_campaign_store *store, ss_error *error)
{
    char path[SS_PATH_SIZE];
    struct flock lock = whole_file;
    if (!ss_path_join(path, sizeof path, store->folder, ".lock", error))
        return false;
    store->lock_fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (store->lock_fd < 0)
        return ss_error_set(error, SS_ERROR_OUTPUT, "cannot write to the store '%s': %s",
                            store->folder, strerror(errno));
    if (fcntl(store->lock_fd, F_SETLK, &lock) == 0)
        return true;
    long pid = 0;
    ss_campaign_store_busy(store->folder, &pid);
    return ss_error_set(error, SS_ERROR_OUTPUT,
                        "the store '%s' is being written by process %ld: wait for it, or "
                        "choose another --out",
                        store->folder, pid);
}

bool ss_campaign_store_find(char *found, const char *folder, ss_error *error)
{
    const bool within = ss_path_has(folder, "store/runs");
    return ss_path_join(found, SS_PATH_SIZE, within ? folder : "", within ? "store" : folder,
                        error);
}

void ss_campaign_store_sweep(const char *folder, bool force)
{
    char below[SS_PATH_SIZE];
    ss_partial_sweep(folder, force);
    if (ss_path_join(below, sizeof below, folder, "runs", NULL))
        ss_partial_sweep(below, force);
    for (int k = 0; k < SS_CAMPAIGN_SERIES_COUNT; ++k)
        if (ss_path_join(below, sizeof below, folder, ss_campaign_all_series[k].folder, NULL))
            ss_partial_sweep(below, force);
}

/* ---- the manifest ---- */

char *ss_campaign_store_manifest(const char *folder, ss_error *error)
{
    char path[SS_PATH_SIZE];
    size_t size = 0;
    if (!ss_path_join(path, sizeof path, folder, "manifest.txt", error))
        return NULL;
    if (access(path, F_OK) == 0 || errno != ENOENT)
        return ss_file_read(path, &size, error);
    char *const text = calloc(1, 1);
    if (text == NULL)
        ss_error_memory(error, "%s", path);
    return text;
}

/* Name this build in the manifest, unless it is there. */
static bool sign_manifest(const ss_campaign_store *store, bool mix_builds, int argc,
                          char *const *argv, ss_error *error)
{
    char line[512];
    ss_output output = {0};
    char *const manifest = ss_campaign_store_manifest(store->folder, error);
    snprintf(line, sizeof line, "build: %.500s\n", ss_provenance_build);
    bool ok = manifest != NULL;
    if (ok && strstr(manifest, line) == NULL) {
        ok = (manifest[0] == '\0' || mix_builds ||
              ss_error_set(error, SS_ERROR_OUTPUT,
                           "the store '%s' was made by another build of stickslip (see "
                           "manifest.txt): choose another --out, or add --mix-builds",
                           store->folder)) &&
             ss_output_open(&output, store->folder, "manifest.txt", error);
        if (ok) {
            fprintf(output.file, "%sbuild: %s\n", manifest, ss_provenance_build);
            ss_provenance_print(output.file, argc, argv);
            fputs("\n", output.file);
            ok = ss_output_close(&output, error);
        }
    }
    free(manifest);
    return ok;
}

/* ---- opening ---- */

/* An empty folder may become a store: a campaign that was killed at once has left one. */
static bool is_empty(const char *folder)
{
    size_t n_entries = 0;
    DIR *const listing = opendir(folder);
    for (; listing != NULL && readdir(listing) != NULL; ++n_entries)
        continue;
    if (listing != NULL)
        closedir(listing);
    return listing != NULL && n_entries == 2; /* . and .. */
}

/* The store's folder and runs/; what is neither a store nor empty is left alone. */
static bool make_folders(const ss_campaign_store *store, ss_error *error)
{
    const bool old = ss_path_has(store->folder, "");
    if (old && !ss_path_has(store->folder, "runs") && !is_empty(store->folder))
        return ss_error_set(
            error, SS_ERROR_OUTPUT,
            "'%s' exists and is not a campaign store (made by `run`?): choose another --out",
            store->folder);
    return ss_output_need_folder(store->folder, "runs", error);
}

/* A store with its paths, not opened yet; NULL: SS_ERROR_MEMORY, or a path that is too long. */
static ss_campaign_store *create(const char *folder, ss_error *error)
{
    ss_campaign_store *const store = calloc(1, sizeof *store);
    if (store == NULL) {
        ss_error_memory(error, "the store '%s'", folder);
        return NULL;
    }
    store->lock_fd = -1;
    store->synced = ss_wall_time();
    if (ss_path_join(store->folder, sizeof store->folder, "", folder, error) &&
        ss_path_join(store->runs, sizeof store->runs, folder, "runs", error))
        return store;
    ss_campaign_store_close(store);
    return NULL;
}

ss_campaign_store *ss_campaign_store_open(const char *folder, bool mix_builds, int argc,
                                          char *const *argv, ss_error *error)
{
    ss_campaign_store *const store = create(folder, error);
    if (store != NULL && make_folders(store, error) && take_lock(store, error) &&
        sign_manifest(store, mix_builds, argc, argv, error)) {
        ss_campaign_store_sweep(folder, false);
        store->is_ours = true;
        return store;
    }
    ss_campaign_store_close(store);
    return NULL;
}

ss_campaign_store *ss_campaign_store_join(const char *folder, ss_error *error)
{
    ss_campaign_store *const store = create(folder, error);
    if (store != NULL &&
        (ss_path_has(folder, "runs") ||
         ss_error_set(error, SS_ERROR_DATA, "there is no store '%s' on this machine", folder)))
        return store;
    ss_campaign_store_close(store);
    return NULL;
}

void ss_campaign_store_close(ss_campaign_store *store)
{
    if (store == NULL)
        return;
    if (store->is_ours)
        ss_campaign_store_sweep(store->folder, false);
    if (store->lock_fd >= 0)
        close(store->lock_fd);
    free(store);
}

/* ---- writing ---- */

bool ss_campaign_store_plan(ss_campaign_store *store, const ss_campaign_plan *plan, ss_error *error)
{
    ss_output output = {0};
    unsigned keep = 0;
    bool ok = true;
    for (size_t k = 0; k < plan->n; ++k)
        keep |= plan->runs[k].keep;
    for (int k = 0; ok && k < SS_CAMPAIGN_SERIES_COUNT; ++k)
        ok = !(keep & 1u << k) ||
             ss_output_need_folder(store->folder, ss_campaign_all_series[k].folder, error);
    if (!ok || !ss_output_open(&output, store->folder, "plan.csv", error))
        return false;
    ss_plan_header(output.file);
    for (size_t k = 0; k < plan->n; ++k) {
        const ss_campaign_planned_run *const run = &plan->runs[k];
        if (run->repeated)
            continue;
        ss_plan_write(output.file, &(ss_plan_row){.run = run->hash,
                                                  .problem = run->problem,
                                                  .parameters = run->parameters,
                                                  .instance = run->instance,
                                                  .solver = run->solver,
                                                  .outer = run->outer,
                                                  .stop = plan->stop,
                                                  .warm_start = ss_guess_cells[run->guess],
                                                  .follows = run->leader});
    }
    return ss_output_close(&output, error);
}

bool ss_campaign_store_series_path(const char *folder, const char *hash, ss_campaign_series series,
                                   char *path, ss_error *error)
{
    char name[SS_HASH_SIZE + 32];
    snprintf(name, sizeof name, "%s/%s.csv", ss_campaign_all_series[series].folder, hash);
    return ss_path_join(path, SS_PATH_SIZE, folder, name, error);
}

/* Is the table whole, of the size that `sizes` gives it? */
static bool is_whole(const char *path, const char *name, const char *sizes)
{
    char word[64];
    snprintf(word, sizeof word, "%s ", name);
    const char *const said = sizes != NULL ? strstr(sizes, word) : NULL;
    FILE *const file = ss_file_open(path, NULL);
    bool whole = file != NULL && fseeko(file, -1, SEEK_END) == 0 && getc(file) == '\n';
    if (whole && said != NULL)
        whole = ftello(file) == strtoll(said + strlen(word), NULL, 10);
    if (file != NULL)
        fclose(file);
    return whole;
}

bool ss_campaign_store_has_series(const char *folder, const char *hash, unsigned keep,
                                  const char *sizes)
{
    char path[SS_PATH_SIZE];
    bool has = true;
    for (int k = 0; has && k < SS_CAMPAIGN_SERIES_COUNT; ++k)
        if (keep & 1u << k)
            has = ss_campaign_store_series_path(folder, hash, (ss_campaign_series)k, path, NULL) &&
                  is_whole(path, ss_campaign_all_series[k].folder, sizes);
    return has;
}

void ss_campaign_series_sizes(ss_output tables[SS_CAMPAIGN_SERIES_COUNT], char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (int k = 0; k < SS_CAMPAIGN_SERIES_COUNT && used < size; ++k)
        if (tables[k].file != NULL && fflush(tables[k].file) == 0)
            used += (size_t)snprintf(text + used, size - used, "%s%s %lld", used > 0 ? "; " : "",
                                     ss_campaign_all_series[k].folder,
                                     (long long)lseek(tables[k].fd, 0, SEEK_CUR));
}

bool ss_campaign_series_open(ss_output tables[SS_CAMPAIGN_SERIES_COUNT], const char *folder,
                             const ss_campaign_planned_run *run, ss_error *error)
{
    char below[SS_PATH_SIZE], name[SS_HASH_SIZE + 8];
    bool ok = true;
    snprintf(name, sizeof name, "%s.csv", run->hash);
    for (int k = 0; ok && k < SS_CAMPAIGN_SERIES_COUNT; ++k) {
        if (!(run->keep & 1u << k))
            continue;
        ok = ss_path_join(below, sizeof below, folder, ss_campaign_all_series[k].folder, error) &&
             ss_output_open(&tables[k], below, name, error);
        if (ok)
            ss_rows_header(ss_rows_find(ss_campaign_all_series[k].name), tables[k].file);
    }
    return ok;
}

bool ss_campaign_series_close(ss_output tables[SS_CAMPAIGN_SERIES_COUNT], bool show,
                              ss_error *error)
{
    for (int k = 0; k < SS_CAMPAIGN_SERIES_COUNT; ++k) {
        ss_output *const table = &tables[k];
        /* a solver may have written among the rows; a failed write is found at publishing */
        if (show && table->file != NULL && fflush(table->file) == 0 && table->failure == 0 &&
            !ss_output_check_rows(table, 0))
            show = ss_error_set(error, SS_ERROR_FAILED,
                                "the rows of '%s' were garbled: it has none", table->path);
        show = show && (table->file == NULL || ss_output_publish(table, error));
        ss_output_discard(table);
    }
    return show;
}

bool ss_campaign_store_put(ss_campaign_store *store, const char *hash, const char *text,
                           ss_error *error)
{
    char name[SS_HASH_SIZE + 8];
    ss_output output = {0};
    snprintf(name, sizeof name, "%s.csv", hash);
    if (!ss_output_open(&output, store->runs, name, error))
        return false;
    fputs(text, output.file);
    if (!ss_output_publish(&output, error))
        return false;
    ++store->n_unsynced;
    return (store->n_unsynced < SYNC_RUNS && ss_wall_time() - store->synced < SYNC_SECONDS) ||
           ss_campaign_store_sync(store, error);
}

bool ss_campaign_store_sync(ss_campaign_store *store, ss_error *error)
{
    if (store->n_unsynced > 0 && !ss_output_sync(store->runs, error))
        return false;
    store->n_unsynced = 0;
    store->synced = ss_wall_time();
    return true;
}
