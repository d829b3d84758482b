"""The Python module, as check_library.sh installed it. FOLDER is that of the problems' data, README
the page whose solver is tried.

SPDX-License-Identifier: GPL-3.0-or-later"""
import glob
import sys
import threading

import numpy as np
import stickslip


def refused(wanted, call, *arguments, **words):
    """The call raises that kind of exception, in one line."""
    try:
        call(*arguments, **words)
    except wanted as error:
        assert "\n" not in str(error) and str(error), error
        return error
    raise AssertionError(f"{call} took {arguments} {words}")


path = glob.glob(sys.argv[1] + "/local/Box_Stacks*.hdf5")[0]
problem = stickslip.Problem.read(path)
parts = problem.arrays()
answer = stickslip.Solver("reference").solve(problem, tol=1e-10)
assert answer.solved and answer.status == "solved" and answer.e1 <= 1e-10, answer

# by hand: u = W r + q, and the laws of each contact
u = parts["q"].copy()
for c in range(problem.n_contacts):
    for k in range(int(parts["row_start"][c]), int(parts["row_start"][c + 1])):
        u[c] += parts["blocks"][k] @ answer.r[parts["column"][k]]
assert np.allclose(u, answer.u, rtol=0, atol=1e-12 * np.abs(u).max())
tangent = np.hypot(answer.r[:, 1], answer.r[:, 2])
assert (tangent <= parts["mu"] * answer.r[:, 0] * (1 + 1e-6) + 1e-9 * answer.r.max()).all()

# the same from arrays, from a start, by the judge
again = stickslip.Problem(**parts)
other = stickslip.Solver("reference").solve(again, tol=1e-10)
assert (other.r == answer.r).all()
assert stickslip.Solver("sal").solve(problem, start=answer.r, tol=1e-9).sweeps <= 2
judged = stickslip.judge(problem, answer.r, tol=1e-10)
assert judged.solved and judged.e1 == answer.e1, (judged, answer)
assert not stickslip.judge(problem, 0 * answer.r).solved
few = stickslip.Solver("sal").solve(problem, tol=1e-14, max_sweeps=2)
assert not few.solved and few.sweeps == 2, few
empty = stickslip.Problem([0], [], [], [], [])
assert stickslip.Solver("sal").solve(empty).solved

# the solver of harness/library/README.md, as it stands there
lines = open(sys.argv[2], encoding="utf-8").read().split("A solver of yours in Python")[1]
code = "\n".join(line[4:] for line in lines.split("\n") if line.startswith("    "))
mine = {"problem": problem, "np": np, "stickslip": stickslip}
exec(code, mine)
found = stickslip.judge(problem, mine["r"], tol=1e-6)
assert found.solved and 10 <= mine["sweep"] < 2000, (found, mine["sweep"])

# what is wrong is said
refused(stickslip.Error, stickslip.Solver, "no-such-solver")
refused(stickslip.Error, stickslip.Solver, "sal[alpha=-1]")
refused(stickslip.Error, stickslip.Problem.read, "/no/such/file")
for key, value in (("mu", -parts["mu"] - 1), ("mu", parts["mu"] * np.nan), ("q", parts["q"] * np.inf),
                   ("column", parts["column"] + 10**6), ("blocks", 0 * parts["blocks"]),
                   ("row_start", np.concatenate([parts["row_start"][:-1] * 0 + 5, parts["row_start"][-1:]]))):
    assert refused(stickslip.Error, stickslip.Problem, **{**parts, key: value}).code == 65, key
refused(ValueError, stickslip.Problem, **{**parts, "q": parts["q"][1:]})
refused(ValueError, stickslip.judge, problem, answer.r[1:])
refused(stickslip.Error, stickslip.Solver("sal").solve, problem, tol=-1.0)
refused(stickslip.Error, stickslip.Solver("sal").solve, problem, stop="nothing")
refused(stickslip.Error, stickslip.Solver("sal").solve, problem, start=answer.r * np.nan)

# two threads, a solver each
results = [None, None]


def work(k):
    """Solve ten times."""
    solver = stickslip.Solver("reference")
    results[k] = [solver.solve(problem, tol=1e-10).r for _ in range(10)]


threads = [threading.Thread(target=work, args=(k,)) for k in range(2)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert all((r == answer.r).all() for one in results for r in one)
print("passed")
