/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/process/progress.h"

#include "problems/base/clock.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static const double quiet_s = 2.0;    /* shorter work shows nothing */
static const double interval_s = 0.2; /* between two drawings */
enum { BAR_MIN = 8, BAR_MAX = 30, LINE_SIZE = 512 };

void ss_progress_begin(ss_progress *progress, const char *what, size_t n_jobs, double total)
{
    *progress = (ss_progress){.what = what,
                              .n_jobs = n_jobs,
                              .total = total,
                              .start_s = ss_wall_time(),
                              .terminal = isatty(STDERR_FILENO) == 1};
}

/* "m:ss" or "h:mm:ss". */
static void format_time(double seconds, char *text, size_t size)
{
    const long s = seconds < 0.0 || seconds > 3.6e8 ? 0 : (long)(seconds + 0.5);
    if (s < 3600)
        snprintf(text, size, "%ld:%02ld", s / 60, s % 60);
    else
        snprintf(text, size, "%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
}

void ss_progress_format(const ss_progress *progress, ss_progress_state state, double elapsed_s,
                        size_t columns, char *text, size_t size)
{
    double fraction = progress->total > 0.0 ? state.work_done / progress->total : 0.0;
    if (!(fraction > 0.0)) /* NaN too */
        fraction = 0.0;
    fraction = fraction < 1.0 ? fraction : 1.0;
    char elapsed[32], left[32] = "?", facts[256], bar[BAR_MAX + 4] = "";
    format_time(elapsed_s, elapsed, sizeof elapsed);
    if (fraction > 0.0)
        format_time(elapsed_s * (1.0 - fraction) / fraction, left, sizeof left);
    snprintf(facts, sizeof facts, "%3.0f%% %zu/%zu done, %zu running, %zu unsolved, %s, %s left",
             100.0 * fraction, state.done, progress->n_jobs, state.running, state.unsolved, elapsed,
             left);

    /* The last column stays free: writing there makes some terminals wrap. */
    const size_t room = columns < size ? columns : size;
    const size_t taken = strlen(progress->what) + strlen(facts) + strlen(" [] ") + 1;
    if (room >= taken + BAR_MIN) {
        const size_t bar_length = room - taken < BAR_MAX ? room - taken : BAR_MAX;
        const size_t filled = (size_t)(fraction * (double)bar_length);
        memset(bar, '-', bar_length + 2);
        memset(bar + 1, '#', filled);
        bar[0] = '[';
        bar[bar_length + 1] = ']';
        bar[bar_length + 2] = '\0';
    }
    snprintf(text, room, "%s %s%s%s", progress->what, bar, bar[0] == '\0' ? "" : " ", facts);
}

/* Replace what is on the screen by `text`, wiping what is longer than it. One write, so that the
 * bar does not flicker. */
static void draw(ss_progress *progress, const char *text)
{
    char line[2 * LINE_SIZE];
    const size_t length = strlen(text);
    const size_t wiped = progress->width > length ? progress->width : length;
    snprintf(line, sizeof line, "\r%-*s", (int)wiped, text);
    fputs(line, stderr);
    progress->width = length;
}

void ss_progress_update(ss_progress *progress, ss_progress_state state)
{
    if (!progress->terminal)
        return;
    const double now = ss_wall_time();
    if (now - progress->start_s < quiet_s || now - progress->shown_s < interval_s)
        return;
    char text[LINE_SIZE] = "";
    struct winsize window = {0};
    const bool told = ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 0;
    ss_progress_format(progress, state, now - progress->start_s, told ? window.ws_col : 80, text,
                       sizeof text);
    draw(progress, text);
    progress->shown_s = now;
}

void ss_progress_end(ss_progress *progress)
{
    if (progress->width == 0)
        return;
    draw(progress, "");
    fputc('\r', stderr);
}
