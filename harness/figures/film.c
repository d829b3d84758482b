/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/figure.h"

#include "problems/base/names.h"

/* Few colours, which lines and balls have, and none mixed of dots: a small file. */
static const char *const gif[] = {
    "-vf", "split[a][b];[a]palettegen=max_colors=64[p];[b][p]paletteuse=dither=none", NULL};
/* What browsers and slides play: an even number of pixels, in pairs of colours. */
static const char *const mp4[] = {"-vf",      "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white",
                                  "-c:v",     "libx264",
                                  "-pix_fmt", "yuv420p",
                                  "-crf",     "20",
                                  NULL};
static const char *const webp[] = {"-c:v", "libwebp", "-quality", "80", "-loop", "0", NULL};

static const ss_film_format formats[] = {
    {"gif", gif}, {"mp4", mp4}, {"webp", webp}, {"frames", NULL}};

const ss_film_format *ss_film_find(const char *name, ss_error *error)
{
    static const ss_names names =
        SS_NAMES(formats, "unknown film", "--movie takes gif, mp4, webp or frames");
    const ss_film_format *const format = ss_names_find(&names, name, error);
    if (format != NULL && format->options != NULL && !ss_figure_has_program("ffmpeg")) {
        ss_error_set(error, SS_ERROR_UNAVAILABLE,
                     "ffmpeg, which joins the pictures, is not on PATH; on Debian: apt-get install "
                     "ffmpeg; or take --movie frames");
        return NULL;
    }
    return format;
}

bool ss_film_join(const char *folder, const ss_film_format *format, const char *file,
                  ss_error *error)
{
    /* bitexact: no date, no version; the same pictures make the same file. */
    static const char *const before[] = {"ffmpeg", "-nostdin",       "-loglevel",
                                         "error",  "-framerate",     SS_FILM_FPS,
                                         "-i",     "frame-%04d.png", NULL};
    static const char *const after[] = {"-threads",  "1",        "-map_metadata", "-1", "-fflags",
                                        "+bitexact", "-flags:v", "+bitexact",     NULL};
    const char *arguments[40];
    const char *const *const parts[] = {before, format->options, after};
    size_t n = 0;
    for (size_t part = 0; part < sizeof parts / sizeof *parts; ++part)
        for (const char *const *at = parts[part]; *at != NULL; ++at)
            arguments[n++] = *at;
    arguments[n++] = file;
    arguments[n] = NULL;
    return ss_figure_run_program(folder, arguments, file, error);
}
