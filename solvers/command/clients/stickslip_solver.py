"""A solver in Python for stickslip: run(solve) speaks the protocol, your function solves.

    import stickslip_solver
    stickslip_solver.run(solve)          # stickslip run -s 'command:python3 mine.py' ...

`solve(p)` either returns (r, iterations, converged), or is a generator that yields an iterate r once
an iteration: then the program judges each and says when to stop, and traces show them all. numpy is
all it needs. SPDX-License-Identifier: GPL-3.0-or-later
"""
import inspect
import os
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy: one solver, one thread
import numpy as np


class Problem:
    """u = W r + q with n contacts of (n, t1, t2); arrays are read-only views of what was sent.

    row_start (n + 1), column: W by block rows, blocks (k, 3, 3), 1/kg; q (n, 3), m/s; mu (n);
    rho_bar (n), reduced masses, kg; start (n, 3), N s; tol of the estimator `measure`; cap.
    """

    def __init__(self, line, read):
        n, k, self.tol, self.cap, self.measure = (
            int(line[1]), int(line[2]), float(line[3]), int(line[4]), line[5])
        take = lambda kind, size: np.frombuffer(read(8 * size), kind)
        self.n = n
        self.row_start, self.column = take("<i8", n + 1), take("<i8", k)
        self.blocks = take("<f8", 9 * k).reshape(k, 3, 3)
        self.q = take("<f8", 3 * n).reshape(n, 3)
        self.mu, self.rho_bar = take("<f8", n), take("<f8", n)
        self.start = take("<f8", 3 * n).reshape(n, 3)

    def velocity(self, r, c):
        """u of contact c."""
        row = slice(self.row_start[c], self.row_start[c + 1])
        return self.q[c] + np.einsum("kij,kj->i", self.blocks[row], r[self.column[row]])

    def diagonal(self):
        """The diagonal blocks, (n, 3, 3)."""
        row = np.repeat(np.arange(self.n), np.diff(self.row_start))
        return self.blocks[self.column == row]


def project(x, mu):
    """The point of Coulomb's cone |x_t| <= mu x_n next to x, one contact."""
    length = np.hypot(x[1], x[2])
    if length <= mu * x[0]:
        return x
    if mu * length <= -x[0]:
        return np.zeros(3)
    normal = (x[0] + mu * length) / (1.0 + mu * mu)
    return np.array([normal, mu * normal * x[1] / length, mu * normal * x[2] / length])


def run(solve):
    """Solve what comes until the program is done."""
    source, to = os.fdopen(3, "rb"), os.fdopen(os.dup(3), "wb")

    def read(size):
        data = source.read(size)
        if len(data) != size:
            raise SystemExit("stickslip has gone")
        return data

    def send(line, r=None):
        to.write((line + "\n").encode())
        if r is not None:
            to.write(np.ascontiguousarray(r, "<f8").tobytes())
        to.flush()

    send("stickslip 1")
    for line in iter(source.readline, b""):
        p = Problem(line.decode().split(), read)
        begin = time.process_time()
        if not inspect.isgeneratorfunction(solve):
            r, iterations, converged = solve(p)
            word = "converged" if converged else "unconverged"
            send(f"answer {np.size(r)} {iterations} {word} {time.process_time() - begin:.9g}", r)
            continue
        k = 0
        for k, r in enumerate(solve(p), 1):
            send(f"iterate {np.size(r)} {k}", r)
            if source.readline().split()[:1] != [b"go"]:
                break
        else:  # the generator ended before it was told to
            send(f"answer {3 * p.n} {k} unconverged {time.process_time() - begin:.9g}", r)
