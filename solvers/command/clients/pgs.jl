# Projected Gauss-Seidel for stickslip in Julia: -s 'command:julia pgs.jl'.
# The protocol is in solvers/command/README.md. SPDX-License-Identifier: GPL-3.0-or-later
const socket = fdio(3)
take(T, n) = read!(socket, Vector{T}(undef, n))
send(line, r=Float64[]) = (write(socket, line * "\n"); write(socket, r); flush(socket))

function project(x, mu) # the point of the cone next to x
    t = hypot(x[2], x[3])
    t <= mu * x[1] && return x
    mu * t <= -x[1] && return zeros(3)
    normal = (x[1] + mu * t) / (1 + mu^2)
    return [normal, mu * normal * x[2] / t, mu * normal * x[3] / t]
end

function solve(words)
    n, k = parse.(Int, words[2:3])
    row, column = take(Int64, n + 1), take(Int64, k)
    W = reshape(take(Float64, 9k), 3, 3, k) # by columns: transposed
    q, mu, _, r = take(Float64, 3n), take(Float64, n), take(Float64, n), take(Float64, 3n)
    part(c) = 3c-2:3c
    for sweep in 1:typemax(Int)
        for c in 1:n
            u, trace = q[part(c)], 1.0
            for b in row[c]+1:row[c+1]
                u += W[:, :, b]' * r[part(column[b] + 1)]
                column[b] + 1 == c && (trace = W[1, 1, b] + W[2, 2, b] + W[3, 3, b])
            end
            u[1] += mu[c] * hypot(u[2], u[3])
            r[part(c)] = project(r[part(c)] - u / trace, mu[c])
        end
        send("iterate $(3n) $sweep", r)
        startswith(readline(socket), "go") || return
    end
end

send("stickslip 1")
while !eof(socket)
    solve(split(readline(socket)))
end
