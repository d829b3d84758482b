"""A block on a table: it slides by v0, friction stops it at t = v0/(mu g). One contact, W = I/m.

    stickslip run -p 'command:python3 block.py' -s sal -o block

SPDX-License-Identifier: GPL-3.0-or-later
"""
from stickslip_scene import Problem, np, run

m, g, mu, v0, h = 2.0, 9.81, 0.3, 1.0, 1e-3  # kg, m/s^2, -, m/s, s


def block(instance):
    v, x = np.array([0.0, v0, 0.0]), 0.0  # (n, t1, t2)
    while True:
        q = v - [h * g, 0.0, 0.0]
        r = yield Problem(np.eye(3) / m, [q], [mu], rho_bar=[m], names=[1])
        v = q + r[0] / m
        x += h * v[1]
        print(f"x {x:.9f} v {v[1]:.9f}", flush=True)


if __name__ == "__main__":
    run(block, steps=500, h=h)
