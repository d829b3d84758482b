// Projected Gauss-Seidel for stickslip in C++: c++ -O2 pgs.cpp -o pgs; -s 'command:./pgs'.
// The protocol is in solvers/command/README.md. SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

template <class T> static std::vector<T> take(FILE *in, size_t n)
{
    std::vector<T> x(n);
    if (fread(x.data(), sizeof(T), n, in) != n)
        throw "stickslip has gone";
    return x;
}

int main()
{
    FILE *in = fdopen(3, "rb"), *out = fdopen(3, "wb");
    char line[256];
    fputs("stickslip 1\n", out);
    fflush(out);
    while (fgets(line, sizeof line, in)) {
        size_t n, k, cap;
        double tol;
        sscanf(line, "problem %zu %zu %lg %zu", &n, &k, &tol, &cap);
        auto row = take<int64_t>(in, n + 1), column = take<int64_t>(in, k);
        auto W = take<double>(in, 9 * k), q = take<double>(in, 3 * n), mu = take<double>(in, n);
        take<double>(in, n); // rho_bar
        auto r = take<double>(in, 3 * n);
        for (size_t sweep = 1;; ++sweep) {
            for (size_t c = 0; c < n; ++c) {
                double u[3] = {q[3 * c], q[3 * c + 1], q[3 * c + 2]}, trace = 1.0, x[3];
                for (int64_t b = row[c]; b < row[c + 1]; ++b)
                    for (int i = 0; i < 3; ++i) {
                        for (int j = 0; j < 3; ++j)
                            u[i] += W[9 * b + 3 * i + j] * r[3 * column[b] + j];
                        if (i == 0 && column[b] == (int64_t)c)
                            trace = W[9 * b] + W[9 * b + 4] + W[9 * b + 8];
                    }
                u[0] += mu[c] * std::hypot(u[1], u[2]);
                for (int i = 0; i < 3; ++i)
                    x[i] = r[3 * c + i] - u[i] / trace;
                const double t = std::hypot(x[1], x[2]); // the cone's point next to x
                double normal = x[0], scale = 1.0;
                if (mu[c] * t <= -x[0])
                    normal = scale = 0.0;
                else if (t > mu[c] * x[0]) {
                    normal = (x[0] + mu[c] * t) / (1.0 + mu[c] * mu[c]);
                    scale = mu[c] * normal / t;
                }
                r[3 * c] = normal, r[3 * c + 1] = scale * x[1], r[3 * c + 2] = scale * x[2];
            }
            fprintf(out, "iterate %zu %zu\n", 3 * n, sweep);
            fwrite(r.data(), sizeof(double), 3 * n, out);
            fflush(out);
            if (!fgets(line, sizeof line, in) || strncmp(line, "go", 2) != 0)
                break;
        }
    }
}
