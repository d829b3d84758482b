"""stickslip from Python: solve and judge frictional contact problems.

    import stickslip
    problem = stickslip.Problem.read("problem.hdf5")
    answer = stickslip.Solver("reference").solve(problem, tol=1e-10)
    print(answer.status, answer.e1, answer.r.shape)

A problem is u = W r + q with Signorini's and Coulomb's laws at each of n contacts; components at a
contact are (n, t1, t2), r in N s, u and q in m/s, W in 1/kg. The referee of stickslip finds every
number of an answer from r alone. The library is that of the installation this file lies in, or the
file that STICKSLIP_LIBRARY names.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import ctypes
import glob
import os

import numpy as np

__all__ = ["Answer", "Error", "Problem", "Solver", "judge", "version"]


class Error(Exception):
    """What stickslip refuses or cannot do; `code` is the exit code that the program has for it."""

    def __init__(self, code, text):
        super().__init__(text)
        self.code = code


class _Error(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int), ("text", ctypes.c_char * 512)]


class _Arrays(ctypes.Structure):
    _fields_ = [("n_contacts", ctypes.c_size_t), ("row_start", ctypes.c_void_p),
                ("column", ctypes.c_void_p), ("blocks", ctypes.c_void_p),
                ("q", ctypes.c_void_p), ("mu", ctypes.c_void_p)]


class _Rules(ctypes.Structure):
    _fields_ = [("stop", ctypes.c_char_p), ("tol", ctypes.c_double),
                ("max_sweeps", ctypes.c_size_t), ("cpu_s", ctypes.c_double)]


class _Report(ctypes.Structure):
    _fields_ = [("status", ctypes.c_char_p), ("solved", ctypes.c_bool),
                ("sweeps", ctypes.c_size_t), ("e1", ctypes.c_double), ("e1_max", ctypes.c_double),
                ("eps", ctypes.c_double), ("siconos_rel", ctypes.c_double),
                ("abh_rel", ctypes.c_double), ("work_units", ctypes.c_double),
                ("cpu_s", ctypes.c_double)]


class _Answer(ctypes.Structure):
    _fields_ = [("r", ctypes.c_void_p), ("u", ctypes.c_void_p), ("report", _Report)]


def _load():
    here = os.path.dirname(os.path.abspath(__file__))
    found = [os.environ.get("STICKSLIP_LIBRARY", "")]
    if not found[0]:
        prefix = os.path.join(here, "..", "..", "..")
        found = sorted(glob.glob(os.path.join(prefix, "lib*", "libstickslip.so.0")) +
                       glob.glob(os.path.join(prefix, "lib*", "*", "libstickslip.so.0")))
    if not found:
        raise ImportError("libstickslip.so.0 is not beside " + here + ": STICKSLIP_LIBRARY names it")
    library = ctypes.CDLL(found[0])
    pointer = ctypes.c_void_p
    error = ctypes.POINTER(_Error)
    for name, result, arguments in (
            ("problem_create", pointer, [ctypes.POINTER(_Arrays), error]),
            ("problem_read", pointer, [ctypes.c_char_p, error]),
            ("problem_free", None, [pointer]),
            ("problem_arrays", _Arrays, [pointer]),
            ("solver_create", pointer, [ctypes.c_char_p, error]),
            ("solver_free", None, [pointer]),
            ("solve", ctypes.c_bool, [pointer, pointer, ctypes.POINTER(_Rules), pointer,
                                      ctypes.POINTER(_Answer), error]),
            ("judge", ctypes.c_bool, [pointer, ctypes.POINTER(_Rules), pointer,
                                      ctypes.POINTER(_Report), error])):
        function = getattr(library, "stickslip_" + name)
        function.restype = result
        function.argtypes = arguments
    return library


_library = _load()
version = ctypes.string_at(ctypes.addressof(
    ctypes.c_char.in_dll(_library, "stickslip_version"))).decode()


def _call(name, *arguments):
    """The function's result; Error where it fails."""
    error = _Error()
    result = getattr(_library, "stickslip_" + name)(*arguments, ctypes.byref(error))
    if not result:
        raise Error(error.code, error.text.decode(errors="replace"))
    return result


def _vector(name, values, length):
    """A copy as float64, of so many numbers."""
    array = np.ascontiguousarray(values, dtype=np.float64)
    if array.size != length:
        raise ValueError(f"{name} has {array.size} numbers, not {length}")
    return array


def _view(address, length, kind):
    """A copy of an array of the library."""
    if length == 0:
        return np.zeros(0, dtype=kind)
    element = ctypes.c_double if kind == np.float64 else ctypes.c_size_t
    return np.array(np.ctypeslib.as_array(ctypes.cast(address, ctypes.POINTER(element)),
                                          (length,)), dtype=kind)


class Problem:
    """A problem of n_contacts contacts, from a file (Problem.read) or from arrays."""

    def __init__(self, row_start, column, blocks, q, mu):
        """W by rows of 3x3 blocks: those of contact c are blocks[row_start[c]:row_start[c + 1]], in
        the columns column[...], which ascend; q has 3 numbers a contact, mu one."""
        row_start = np.ascontiguousarray(row_start, dtype=np.uintp)
        column = np.ascontiguousarray(column, dtype=np.uintp)
        n = row_start.size - 1
        if n < 0 or column.size != row_start[-1]:
            raise ValueError(f"column has {column.size} blocks, row_start ends at "
                             f"{row_start[-1] if n >= 0 else 'nothing'}")
        blocks = _vector("blocks", blocks, 9 * column.size)
        q, mu = _vector("q", q, 3 * n), _vector("mu", mu, n)
        arrays = _Arrays(n, *(a.ctypes.data for a in (row_start, column, blocks, q, mu)))
        self._handle = _call("problem_create", ctypes.byref(arrays))

    @classmethod
    def read(cls, path):
        """The problem in a file of FCLIB's format, local or global."""
        self = cls.__new__(cls)
        self._handle = _call("problem_read", os.fsencode(path))
        return self

    def __del__(self):
        if getattr(self, "_handle", None):
            _library.stickslip_problem_free(self._handle)
            self._handle = None

    @property
    def n_contacts(self):
        """The number of contacts."""
        return _library.stickslip_problem_arrays(self._handle).n_contacts

    def arrays(self):
        """Copies of row_start, column, blocks (n x 3 x 3), q (n x 3) and mu, as a dict."""
        a = _library.stickslip_problem_arrays(self._handle)
        n = a.n_contacts
        row_start = _view(a.row_start, n + 1, np.uintp)
        count = int(row_start[-1])
        return {"row_start": row_start, "column": _view(a.column, count, np.uintp),
                "blocks": _view(a.blocks, 9 * count, np.float64).reshape(count, 3, 3),
                "q": _view(a.q, 3 * n, np.float64).reshape(n, 3),
                "mu": _view(a.mu, n, np.float64)}


class Answer:
    """r and u (n x 3; u is None of judge) and what the referee finds of them: status, solved, sweeps,
    e1, e1_max, eps, siconos_rel, abh_rel, work_units, cpu_s (results/SCHEMA.md defines them)."""

    def __init__(self, r, u, report):
        self.r, self.u = r, u
        for name, _ in _Report._fields_:
            setattr(self, name, getattr(report, name))
        self.status = report.status.decode()

    def __repr__(self):
        return f"<Answer {self.status}: E1 {self.e1:.3g}, {self.sweeps} sweeps>"


def _rules(stop, tol, max_sweeps, cpu_s):
    return ctypes.byref(_Rules(stop.encode(), tol, max_sweeps, cpu_s))


class Solver:
    """A solver by the words of the command line: "reference", "sal", "nlgs-anderson[local=ebp]"."""

    def __init__(self, words):
        self._handle = _call("solver_create", words.encode())

    def __del__(self):
        if getattr(self, "_handle", None):
            _library.stickslip_solver_free(self._handle)
            self._handle = None

    def solve(self, problem, tol=1e-8, stop="e1", max_sweeps=100000, cpu_s=0.0, start=None):
        """Solve until the estimator `stop` is at most tol, for max_sweeps sweeps or cpu_s seconds of
        the process (0: no limit), from the impulses `start` (zeros). An unsolved problem is an
        Answer, too: look at its status."""
        n = problem.n_contacts
        r, u = np.zeros((n, 3)), np.zeros((n, 3))
        answer = _Answer(r.ctypes.data, u.ctypes.data)
        first = None if start is None else _vector("start", start, 3 * n)
        _call("solve", self._handle, problem._handle, _rules(stop, tol, max_sweeps, cpu_s),
              None if first is None else first.ctypes.data, ctypes.byref(answer))
        return Answer(r, u, answer.report)


def judge(problem, r, tol=1e-8, stop="e1"):
    """What the referee finds of impulses r that came from elsewhere."""
    report = _Report()
    r = _vector("r", r, 3 * problem.n_contacts)
    _call("judge", problem._handle, _rules(stop, tol, 0, 0.0), r.ctypes.data, ctypes.byref(report))
    return Answer(r.reshape(-1, 3), None, report)
