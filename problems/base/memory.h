/* The room that arrays leave for growth, and what the process has left.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_BASE_MEMORY_H
#define SS_PROBLEMS_BASE_MEMORY_H

#include <stdlib.h>

/* The length to allocate for n contacts: little more, as their number changes little from step to
 * step, and still a factor, so that growing costs no more than filling. */
static inline size_t ss_memory_room(size_t n)
{
    return n + n / 64 + 16;
}

/* `array` with room for `needed` elements of `size` bytes, perhaps moved; it grows by doubling, and
 * *room, 0 for NULL, says how many fit. NULL when out of memory: then all is as it was. As of
 * realloc, the caller gives the result its type:
 *     double *const larger = ss_memory_grow(x, &room, n + 1, sizeof *x); */
static inline void *ss_memory_grow(void *array, size_t *room, size_t needed, size_t size)
{
    if (needed <= *room)
        return array;
    /* twice as much: n elements added one by one are moved fewer than 2 n times in all */
    const size_t wanted = needed > 2 * *room ? needed + 16 : 2 * *room;
    void *const larger = reallocarray(array, wanted, size);
    if (larger != NULL)
        *room = wanted;
    return larger;
}

/* Bytes of address space that the process holds; 0 when unknown. Async-signal-safe. */
unsigned long long ss_memory_held(void);

/* Bytes of address space that the process may still take, and in *limit all that it may hold:
 * infinite where there is no limit (RLIMIT_AS, which a run's --memory sets). */
double ss_memory_left(double *limit);

#endif
