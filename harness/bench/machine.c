/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench/machine.h"

#include "harness/bench/peak.h"
#include "harness/process/interrupt.h"
#include "harness/run/referee.h"
#include "harness/tables/spread.h"
#include "problems/base/clock.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_BATCHES = 31 };

void ss_bench_timing_of(ss_bench_timing *timing, double *samples, size_t n)
{
    const ss_spread spread = ss_spread_of(samples, n);
    timing->batches = n;
    timing->median = spread.median;
    timing->q1 = spread.q1;
    timing->q3 = spread.q3;
}

void ss_bench_timing_scale(ss_bench_timing *timing, double factor)
{
    timing->median *= factor;
    timing->q1 *= factor;
    timing->q3 *= factor;
}

const char *ss_bench_verdict(const ss_bench_timing *timing, double share, double slower,
                             size_t threads)
{
    if (share < SS_BENCH_MIN_SHARE)
        return threads > 1 ? "cores-not-free" : "noisy-load";
    if (slower > SS_BENCH_MAX_SLOWER)
        return "noisy-clock";
    if (!(timing->q3 - timing->q1 <= SS_BENCH_MAX_SPREAD * timing->median))
        return "noisy-spread";
    return "ok";
}

const char *const ss_bench_level_names[SS_BENCH_N_LEVELS] = {"L2", "L3", "memory"};

ss_bench_level ss_bench_machine_level(const ss_bench_machine *machine, double bytes)
{
    if (bytes <= machine->cache_bytes[0])
        return SS_BENCH_LEVEL_L2;
    return bytes <= machine->cache_bytes[1] ? SS_BENCH_LEVEL_L3 : SS_BENCH_LEVEL_MEMORY;
}

/* One of the threads of run_threads. */
typedef struct runner {
    void (*work)(void *context);
    void *context;
    pthread_barrier_t *start;
    double begin_s, end_s, cpu_s;
} runner;

static void *run_one(void *argument)
{
    runner *const r = argument;
    pthread_barrier_wait(r->start);
    r->begin_s = ss_wall_time();
    const double cpu = ss_cpu_time();
    r->work(r->context);
    r->cpu_s = ss_cpu_time() - cpu;
    r->end_s = ss_wall_time();
    return NULL;
}

/* Run `work` in n threads (1 or 2) at once, each with its own of the n contexts of `size` bytes.
 * Returns the CPU time of one thread, the wall-clock time of two from the first start to the last
 * end, s, and in *share the least share of a core that a thread got. NAN when no thread can be
 * made. */
static double run_threads(size_t n, void (*work)(void *context), void *contexts, size_t size,
                          double *share)
{
    pthread_barrier_t start;
    runner runners[SS_BENCH_MACHINE_THREADS] = {
        {.work = work, .context = contexts, .start = &start}};
    pthread_t threads[SS_BENCH_MACHINE_THREADS];
    double begin = INFINITY, end = -INFINITY, least = 1.0;
    pthread_barrier_init(&start, NULL, (unsigned)n);
    for (size_t k = 1; k < n; ++k)
        runners[k] = (runner){work, (char *)contexts + k * size, &start, 0.0, 0.0, 0.0};
    size_t made = 1;
    for (; made < n; ++made)
        if (pthread_create(&threads[made], NULL, run_one, &runners[made]) != 0)
            return NAN; /* before any waits at the barrier: n is at most 2 */
    run_one(&runners[0]);
    for (size_t k = 1; k < n; ++k)
        pthread_join(threads[k], NULL);
    pthread_barrier_destroy(&start);
    for (size_t k = 0; k < n; ++k) {
        const double wall = runners[k].end_s - runners[k].begin_s;
        begin = fmin(begin, runners[k].begin_s);
        end = fmax(end, runners[k].end_s);
        least = fmin(least, wall > 0.0 ? runners[k].cpu_s / wall : 1.0);
    }
    *share = least;
    return n == 1 ? runners[0].cpu_s : end - begin;
}

/* Arithmetic of a thread: `turns` of the loop of `peak`, NULL: a chain of operations, each
 * waiting for the one before. */
typedef struct arithmetic {
    const ss_bench_peak *peak;
    size_t turns;
    volatile double result; /* kept, so that no compiler leaves the loop out */
} arithmetic;

static void compute(void *context)
{
    arithmetic *const a = context;
    double s = 0.5; /* not 1, where it stays: a compiler sees that, and leaves the loop out */
    for (size_t k = 0; a->peak == NULL && k < a->turns; ++k)
        s = s * 0.999999 + 1e-6;
    a->result = a->peak != NULL ? a->peak->run(a->turns) : s;
}

double ss_bench_machine_calibrate(ss_bench_machine *machine)
{
    enum { TRIES = 5, TURNS = 100000 };
    double least = INFINITY;
    for (int k = 0; k < TRIES; ++k) {
        arithmetic chain = {NULL, TURNS, 0.0};
        const double begin = ss_cpu_time();
        compute(&chain);
        least = fmin(least, ss_cpu_time() - begin);
    }
    if (machine->reference_s == 0.0 || least < machine->reference_s)
        machine->reference_s = least;
    return least;
}

double ss_bench_machine_slower(ss_bench_machine *machine, double before)
{
    const double after = ss_bench_machine_calibrate(machine);
    return fmax(before, after) / machine->reference_s;
}

double ss_bench_machine_free_cores(double milliseconds)
{
    const size_t turns = (size_t)(3e5 * milliseconds); /* 8 to 10 cycles each */
    arithmetic chains[SS_BENCH_MACHINE_THREADS] = {{NULL, turns, 0.0}, {NULL, turns, 0.0}};
    double share = 0.0;
    run_threads(SS_BENCH_MACHINE_THREADS, compute, chains, sizeof chains[0], &share);
    return share;
}

/* The arrays of a thread's triad. */
typedef struct stream {
    double *a, *b, *c;
    size_t n, passes;
} stream;

static void run_stream(void *context)
{
    const stream *const s = context;
    for (size_t k = 0; k < s->passes; ++k)
        ss_bench_triad(s->a, s->b, s->c, 1e-9 * (double)k, s->n);
}

/* Keep a row with its timing. */
static void add_row(ss_bench_machine *machine, ss_machine_row row, const ss_bench_timing *timing)
{
    row.median = timing->median;
    row.q1 = timing->q1;
    row.q3 = timing->q3;
    row.batches = timing->batches;
    row.verdict = timing->verdict;
    if (machine->n_rows < SS_BENCH_MACHINE_MAX_ROWS)
        machine->rows[machine->n_rows++] = row;
}

/* Work for each of some threads, and how many units of it a batch makes. */
typedef struct load {
    void (*work)(void *context);
    void *contexts; /* one a thread, of `size` bytes each */
    size_t size;
    double amount;
} load;

/* Repeat batches of the load in row.threads threads and keep the rate; median returned. */
static double measure_rate(ss_bench_machine *machine, ss_machine_row row, const load *l,
                           size_t n_batches)
{
    double rates[MAX_BATCHES], share = 0.0, least = 1.0;
    ss_bench_timing timing;
    for (size_t k = 0; k < n_batches; ++k) {
        rates[k] = l->amount / run_threads(row.threads, l->work, l->contexts, l->size, &share);
        least = fmin(least, share);
    }
    ss_bench_timing_of(&timing, rates, n_batches);
    timing.verdict = ss_bench_verdict(&timing, least, 1.0, row.threads);
    add_row(machine, row, &timing);
    return timing.median;
}

/* About this many bytes or operations make a batch of some milliseconds. */
static const double batch_bytes = 1.5e8, batch_flops = 6e7;

static bool measure_triad(ss_bench_machine *machine, ss_bench_level level, size_t threads,
                          double total_bytes, size_t n_batches, ss_error *error)
{
    stream streams[SS_BENCH_MACHINE_THREADS] = {{NULL, NULL, NULL, 0, 0}};
    const size_t n = (size_t)(total_bytes / (24.0 * (double)threads));
    const size_t passes = (size_t)fmax(1.0, batch_bytes / (24.0 * (double)n));
    double *const arrays = malloc(3 * n * threads * sizeof *arrays);
    if (arrays == NULL)
        return ss_error_memory(error, "the triad of %g bytes", total_bytes);
    for (size_t i = 0; i < 3 * n * threads; ++i)
        arrays[i] = 1.0;
    for (size_t k = 0; k < threads; ++k)
        streams[k] = (stream){arrays + 3 * k * n, arrays + (3 * k + 1) * n,
                              arrays + (3 * k + 2) * n, n, passes};
    const ss_machine_row row = {.quantity = "triad",
                                .where = ss_bench_level_names[level],
                                .threads = threads,
                                .working_set_bytes = total_bytes,
                                .unit = "bytes/s"};
    const load triad = {run_stream, streams, sizeof streams[0],
                        24.0 * (double)(n * passes * threads)};
    machine->triad[threads - 1][level] = measure_rate(machine, row, &triad, n_batches);
    free(arrays);
    return true;
}

/* A number that the system tells of a cache of core 0; 0 when it does not. */
static double cache_number(int index, const char *name)
{
    char path[96];
    double number = 0.0;
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/%s", index, name);
    FILE *const file = fopen(path, "re");
    if (file == NULL)
        return 0.0;
    const bool read = fscanf(file, "%lf", &number) == 1; /* a size is in KiB: "512K" */
    fclose(file);
    return read ? number : 0.0;
}

/* Bytes of core 0's caches as the system tells them; where it does not, common ones. Not sysconf:
 * in a virtual machine it adds up caches that the machine does not have. */
static void find_caches(ss_bench_machine *machine)
{
    static const double common[2] = {512e3, 8e6};
    for (int k = 0; k < 2; ++k) {
        int index = 0;
        while (index < 8 && (int)cache_number(index, "level") != k + 2)
            ++index;
        const double told = index < 8 ? 1024.0 * fmax(cache_number(index, "size"), 0.0) : 0.0;
        const double size = told > 0.0 ? told : common[k];
        const ss_bench_timing known = {size, size, size, 0, 0, told > 0.0 ? "ok" : "guessed"};
        machine->cache_bytes[k] = size;
        add_row(machine,
                (ss_machine_row){.quantity = "cache",
                                 .where = ss_bench_level_names[k],
                                 .threads = 1,
                                 .working_set_bytes = NAN,
                                 .unit = "bytes"},
                &known);
    }
}

/* The share of a core that each of two threads gets: 1 when two cores are free. */
static void measure_share(ss_bench_machine *machine, size_t n_batches)
{
    double shares[MAX_BATCHES];
    ss_bench_timing timing;
    for (size_t k = 0; k < n_batches; ++k)
        shares[k] = ss_bench_machine_free_cores(SS_BENCH_CORES_MS);
    ss_bench_timing_of(&timing, shares, n_batches);
    timing.verdict = ss_bench_verdict(&timing, timing.q1, 1.0, 2);
    machine->share = &machine->rows[machine->n_rows];
    add_row(machine,
            (ss_machine_row){.quantity = "share",
                             .where = "core",
                             .threads = SS_BENCH_MACHINE_THREADS,
                             .working_set_bytes = NAN,
                             .unit = "-"},
            &timing);
}

/* Arithmetic of one and of two threads in each instruction set that the CPU has. */
static void measure_peaks(ss_bench_machine *machine, size_t n_batches)
{
    const ss_bench_peak *peak;
    for (size_t threads = 1; threads <= SS_BENCH_MACHINE_THREADS; ++threads)
        for (size_t k = 0; (peak = ss_bench_peak_at(k)) != NULL; ++k) {
            const size_t turns = (size_t)(batch_flops / peak->flops_a_turn);
            arithmetic loops[SS_BENCH_MACHINE_THREADS] = {{peak, turns, 0.0}, {peak, turns, 0.0}};
            const ss_machine_row row = {.quantity = "peak",
                                        .where = peak->name,
                                        .threads = threads,
                                        .working_set_bytes = NAN,
                                        .unit = "flop/s"};
            const load all = {compute, loops, sizeof loops[0],
                              peak->flops_a_turn * (double)(turns * threads)};
            if (ss_bench_peak_is_available(peak))
                machine->peak[threads - 1][k] = measure_rate(machine, row, &all, n_batches);
        }
}

double ss_bench_machine_peak(const ss_bench_machine *machine, size_t threads, const char *variant)
{
    const char *const isa = strstr(variant, "isa=");
    double widest = 0.0;
    const ss_bench_peak *peak;
    for (size_t k = 0; (peak = ss_bench_peak_at(k)) != NULL; ++k) {
        const double rate = machine->peak[threads - 1][k];
        if (isa != NULL && strncmp(isa + strlen("isa="), peak->name, strlen(peak->name)) == 0)
            return rate;
        widest = fmax(widest, rate);
    }
    return widest;
}

bool ss_bench_machine_measure(ss_bench_machine *machine, bool quick, ss_error *error)
{
    const size_t n_batches = quick ? 5 : 21;
    *machine = (ss_bench_machine){.n_rows = 0};
    find_caches(machine);
    ss_bench_machine_calibrate(machine);
    /* Half a cache, for other things lie there too; memory: four times what L3 holds. */
    const double bytes[SS_BENCH_N_LEVELS] = {0.5 * machine->cache_bytes[0],
                                             0.5 * machine->cache_bytes[1],
                                             fmin(fmax(4.0 * machine->cache_bytes[1], 64e6), 1e9)};
    measure_share(machine, n_batches);
    measure_peaks(machine, n_batches);
    for (size_t threads = 1; threads <= SS_BENCH_MACHINE_THREADS; ++threads)
        for (ss_bench_level level = SS_BENCH_LEVEL_L2; level < SS_BENCH_N_LEVELS; ++level) {
            /* each core has an L2 of its own */
            const double total =
                level == SS_BENCH_LEVEL_L2 ? (double)threads * bytes[0] : bytes[level];
            if (ss_interrupted())
                return ss_error_set(error, SS_ERROR_INTERRUPTED, "interrupted");
            if (!measure_triad(machine, level, threads, total, n_batches, error))
                return false;
        }
    ss_bench_machine_calibrate(machine);
    return true;
}
