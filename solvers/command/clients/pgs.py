# Projected Gauss-Seidel, a solver of ten lines to begin with.
from stickslip_solver import np, project, run


def solve(p):
    r, rho = p.start.copy(), 1.0 / np.trace(p.diagonal(), axis1=1, axis2=2)
    while True:
        for c in range(p.n):
            u = p.velocity(r, c)
            u[0] += p.mu[c] * np.hypot(u[1], u[2])
            r[c] = project(r[c] - rho[c] * u, p.mu[c])
        yield r


if __name__ == "__main__": run(solve)
