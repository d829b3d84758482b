/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/base/seal.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Descriptors open here are the parent's: a lock, tables, the pipes of other children. */
static void close_others(void)
{
    enum { first = STDERR_FILENO + 1, most = 1024 };
    if (close_range(first, ~0U, 0) == 0)
        return;
    for (int fd = first; fd < most; fd++) /* an old kernel */
        close(fd);
}

/* Steps of the filter: load a word of the call, leave `yes` or `no` steps out. */
#define LOAD(member)          BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))
#define IF_IS(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)(value), (yes), (no))
#define ANSWER(word)          BPF_STMT(BPF_RET | BPF_K, (word))

/* All calls that send signals name a process first, a group by its number negative; who names it by
 * a descriptor is not looked at and fails. The lower half of a word comes first on the machines
 * that this is for; on others the filter forbids less. */
static void forbid_signals(pid_t parent)
{
    /* A jump counts the steps after itself: the five calls go on to LOAD(args), signals by
     * descriptor to the last answer but one (EPERM), all other calls are allowed. */
    struct sock_filter steps[] = {LOAD(nr),
                                  IF_IS(SYS_pidfd_send_signal, 11, 0),
                                  IF_IS(SYS_kill, 5, 0),
                                  IF_IS(SYS_tgkill, 4, 0),
                                  IF_IS(SYS_tkill, 3, 0),
                                  IF_IS(SYS_rt_sigqueueinfo, 2, 0),
                                  IF_IS(SYS_rt_tgsigqueueinfo, 1, 0),
                                  ANSWER(SECCOMP_RET_ALLOW),
                                  LOAD(args),
                                  IF_IS(0, 3, 0), /* its own group, which it may have changed */
                                  IF_IS(-1, 2, 0),
                                  IF_IS(parent, 1, 0),
                                  IF_IS(-getpgid(parent), 0, 1),
                                  ANSWER(SECCOMP_RET_ERRNO | EPERM),
                                  ANSWER(SECCOMP_RET_ALLOW)};
    const struct sock_fprog filter = {sizeof steps / sizeof steps[0], steps};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) /* the flag: as fast on old kernels, too */
        syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &filter);
}

void ss_seal(pid_t parent)
{
    close_others();
    forbid_signals(parent);
}
