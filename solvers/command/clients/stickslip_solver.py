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

    has_bodies = False

    def velocity(self, r, c):
        """u of contact c."""
        row = slice(self.row_start[c], self.row_start[c + 1])
        return self.q[c] + np.einsum("kij,kj->i", self.blocks[row], r[self.column[row]])

    def diagonal(self):
        """The diagonal blocks, (n, 3, 3)."""
        row = np.repeat(np.arange(self.n), np.diff(self.row_start))
        return self.blocks[self.column == row]


class BodyProblem:
    """The same on its bodies (run(solve, bodies=True)): u = D P^T v + shift, v = v_free + M^-1 P r.

    i, j (n): the bodies of a contact; frame (n, 3, 3): rows n, t1, t2, n from j to i; arm_i, arm_j
    (n, 3): contact point less centre, m; scale (n, 2): D of n and of t; shift (n, 3), m/s; inv_mass
    (b), 1/kg, 0 where the motion is given; inv_inertia (b, 3, 3), 1/(kg m^2); v_free (b, 6), m/s and
    rad/s; mu, rho_bar, start, tol, cap and measure as of Problem.
    """

    has_bodies = True

    def __init__(self, line, read):
        n, b, self.tol, self.cap, self.measure = (
            int(line[1]), int(line[2]), float(line[3]), int(line[4]), line[5])
        body = np.frombuffer(read(8 * 13 * b), "<f8").reshape(b, 13)
        c = np.frombuffer(read(8 * 27 * n), "<f8").reshape(n, 27)
        self.n, self.inv_mass, self.v_free = n, body[:, 0], body[:, 7:13]
        self.inv_inertia = body[:, 1:7][:, [0, 3, 4, 3, 1, 5, 4, 5, 2]].reshape(b, 3, 3)
        self.i, self.j = c[:, 0].astype(int), c[:, 1].astype(int)
        self.frame, self.arm_i, self.arm_j = c[:, 2:11].reshape(n, 3, 3), c[:, 11:14], c[:, 14:17]
        self.scale, self.shift = c[:, 17:19], c[:, 19:22]
        self.mu, self.rho_bar, self.start = c[:, 22], c[:, 23], c[:, 24:27]

    def body_velocities(self, r):
        """v (b, 6) of all impulses r (n, 3)."""
        f, v = np.einsum("ckx,ck->cx", self.frame, r), self.v_free.copy()
        for body, arm, sign in ((self.i, self.arm_i, 1.0), (self.j, self.arm_j, -1.0)):
            turn = np.einsum("cxy,cy->cx", self.inv_inertia[body], np.cross(arm, f))
            np.add.at(v, body, sign * np.hstack([self.inv_mass[body][:, None] * f, turn]))
        return v

    def velocities(self, r):
        """u (n, 3) of all impulses r (n, 3)."""
        v = self.body_velocities(r)
        at = lambda body, arm: v[body, :3] + np.cross(v[body, 3:], arm)
        u = np.einsum("ckx,cx->ck", self.frame, at(self.i, self.arm_i) - at(self.j, self.arm_j))
        return self.scale[:, [0, 1, 1]] * u + self.shift


def project(x, mu):
    """The point of Coulomb's cone |x_t| <= mu x_n next to x, one contact."""
    length = np.hypot(x[1], x[2])
    if length <= mu * x[0]:
        return x
    if mu * length <= -x[0]:
        return np.zeros(3)
    normal = (x[0] + mu * length) / (1.0 + mu * mu)
    return np.array([normal, mu * normal * x[1] / length, mu * normal * x[2] / length])


def run(solve, bodies=False):
    """Solve what comes until the program is done; `bodies`: as BodyProblem where bodies are known (a
    file has none, and comes as Problem: ask p.has_bodies)."""
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

    send("stickslip 1 bodies" if bodies else "stickslip 1")
    for line in iter(source.readline, b""):
        words = line.decode().split()
        p = (BodyProblem if words[0] == "bodies" else Problem)(words, read)
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
