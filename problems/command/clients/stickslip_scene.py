"""A scene in Python for stickslip: run(scene, steps, h) speaks the protocol, your generator poses.

    def scene(instance):
        while True:
            r = yield Problem(W, q, mu)     # r (n, 3), N s: what a solver found; go on with it
    run(scene, steps=1000, h=1e-3)          # stickslip run -p 'command:python3 mine.py' ...

numpy is all it needs. SPDX-License-Identifier: GPL-3.0-or-later
"""
import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy
import numpy as np


class Problem:
    """u = W r + q with n contacts of (n, t1, t2).

    W (3n, 3n) dense, 1/kg, or (row_start, column, blocks) of 3x3 blocks by rows; q (n, 3), m/s; mu
    (n); rho_bar (n), reduced masses, kg (none: the program takes them from W); names (n), integers
    that stay with a contact from step to step, for warm starts.
    """

    def __init__(self, W, q, mu, rho_bar=None, names=None):
        self.q = np.ascontiguousarray(q, "<f8").reshape(-1, 3)
        n = self.n = len(self.q)
        if isinstance(W, tuple):
            self.row_start, self.column, self.blocks = W
        else:  # the blocks that are not zero, and the diagonal
            full = np.asarray(W).reshape(n, 3, n, 3).transpose(0, 2, 1, 3)
            kept = np.any(full != 0, axis=(2, 3)) | np.eye(n, dtype=bool)
            self.row_start = np.concatenate([[0], np.cumsum(kept.sum(axis=1))])
            self.column, self.blocks = np.nonzero(kept)[1], full[kept]
        self.mu = np.broadcast_to(mu, n)
        self.rho_bar = np.zeros(n) if rho_bar is None else rho_bar
        self.names = names

    def write(self, to):
        named = "unnamed" if self.names is None else "named"
        to.write(f"problem {self.n} {len(self.column)} {named}\n".encode())
        arrays = [("<i8", self.row_start), ("<i8", self.column), ("<f8", self.blocks), ("<f8", self.q),
                  ("<f8", self.mu), ("<f8", self.rho_bar)]
        arrays += [] if self.names is None else [("<i8", self.names)]
        for kind, array in arrays:
            to.write(np.ascontiguousarray(array, kind).tobytes())
        to.flush()


def run(scene, steps, h=0.0):
    """Pose the problems of the generator scene(instance) until the program is done: `steps` at most,
    one every h seconds (0: no time)."""
    source, to = os.fdopen(3, "rb"), os.fdopen(os.dup(3), "wb")
    instance = int(source.readline().split()[1])
    to.write(f"scene 1 {steps} {h!r}\n".encode())
    to.flush()
    problems = scene(instance)
    problem = next(problems)
    for _ in range(steps):
        problem.write(to)
        line = source.readline().split()
        data = source.read(24 * problem.n) if line[:1] == [b"solved"] else b""
        if not line or len(data) != 24 * problem.n:
            return  # the program has what it wants
        try:
            problem = problems.send(np.frombuffer(data, "<f8").reshape(-1, 3))
        except StopIteration:
            return
