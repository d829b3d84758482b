"""A solver that misbehaves as its first word says. SPDX-License-Identifier: GPL-3.0-or-later"""
import itertools
import os
import sys
import time

import pgs
from stickslip_solver import np, run

fault = sys.argv[1]
out = os.fdopen(os.dup(3), "wb", buffering=0)


def sweeps(p, n):
    return next(itertools.islice(pgs.solve(p), n - 1, None))


def solve(p):
    r, count = p.start.copy(), 3 * p.n
    if fault == "honest":
        return sweeps(p, 3000), 3000, True
    if fault == "lie":
        return r, 3, True
    if fault == "hang":
        while True:
            pass
    if fault == "crash":
        os.kill(os.getpid(), 11)
    if fault == "raises":
        raise ValueError("no luck")
    if fault == "garbage":
        out.write(b"\xff\x00\n" * 1000)
    if fault == "text":
        out.write(b"hello world\n")
    if fault == "half":
        out.write(b"answer %d 1 converged 0\n1234" % count)
        os._exit(0)
    if fault == "half-line":
        out.write(b"answ")
        os._exit(0)
    if fault == "closes":
        os.closerange(3, 20)
        time.sleep(1000)
    if fault == "nan":
        r[0] = np.nan
    if fault == "size":
        r = np.zeros(7)
    if fault == "prints":
        for _ in range(1000):
            os.write(1, b"x" * 1000000)
        return sweeps(p, 3000), 3000, True
    if fault == "floods":
        for _ in range(1000):
            out.write(b"x" * 1000000)
    if fault == "orphans":
        if os.fork() == 0:
            time.sleep(1000)
        os._exit(3)
    if fault == "gives-up":
        out.write(b"error too hard\n")
    return r, 1, False


run(solve)
