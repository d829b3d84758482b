/* The memory that a child shares with its parent.
 *
 * Memory of ss_child_share, in whole pages; it returns the address of the second part:
 *
 *     | no access, 1 page | `bytes`, rounded up, read and write | no access, 1 page |
 *
 * Zeros until somebody writes; the kernel gives a page of memory when it is first touched.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/base/child.h"

#include <sys/mman.h>
#include <unistd.h>

/* A page that nobody may touch lies on either side of shared memory. */
static size_t page_size(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

/* Of the pages that hold so many bytes. */
static size_t whole_pages(size_t bytes)
{
    const size_t page = page_size();
    return (bytes > 0 ? bytes + page - 1 : page) / page * page;
}

void *ss_child_share(size_t bytes, ss_error *error)
{
    const size_t page = page_size(), inner = whole_pages(bytes), all = inner + 2 * page;
    char *const pages =
        all > bytes ? mmap(NULL, all, PROT_NONE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
                    : MAP_FAILED;
    if (pages != MAP_FAILED && mprotect(pages + page, inner, PROT_READ | PROT_WRITE) == 0)
        return pages + page;
    if (pages != MAP_FAILED)
        munmap(pages, all);
    ss_error_set(error, SS_ERROR_MEMORY, "no memory: %zu bytes to share with a child", bytes);
    return NULL;
}

void ss_child_unshare(void *shared, size_t bytes)
{
    if (shared != NULL)
        munmap((char *)shared - page_size(), whole_pages(bytes) + 2 * page_size());
}

void ss_child_hide(void *shared, size_t bytes)
{
    madvise(shared, whole_pages(bytes), MADV_DONTFORK);
}
