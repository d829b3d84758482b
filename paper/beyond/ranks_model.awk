# From ranks.csv of a pack on 1 to 8 ranks to a pack that no machine holds: what its sweep takes, by
# measured coefficients. A rank of 8 has three neighbours across faces, one in the middle of many has
# six; ghosts go by the surface, n^(2/3). The network is assumed.
#
#     awk -f paper/csv.awk -f paper/beyond/ranks_rows.awk -f paper/beyond/ranks_model.awk ranks.csv
#
# The run with the least contacts, the first, tells what the libraries take; that with the most colours, how many
# a large cut needs; the largest on one rank, memory and visits.
#
# SPDX-License-Identifier: GPL-3.0-or-later
BEGIN {
    contacts = 1e9; ranks = 1000; ranks_of_node = 64  # the pack, the machine
    bytes_per_s = 20e9; wait_s = 2e-6                 # of a node's network: assumed
}
NR == 1 {
    print "| ranks | domains | contacts | ghosts | colours | bytes a sweep | memory, bytes a contact | E1, solved and judged |"
    print "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |"
    next
}
{
    printf "| %d | %d | %d | %d | %d | %d | %s | %s |\n", get("ranks"), get("domains"), get("contacts"), get("ghosts"), \
        get("colours"), get("bytes_sweep"), memory_of_contact(), agreed_e1()
    if (get("colours") > colours)
        colours = get("colours")
    if (get("ranks") == 1 && get("contacts") > alone) {
        alone = get("contacts")
        memory = get("memory_bytes")
        visit_s = get("solve_cpu_s") / get("visits")
    }
    if (get("ranks") >= most) {
        most = get("ranks")
        share = (get("contacts") + get("copies")) / most
        ghosts = get("ghosts") / most
        fetches = get("bytes_sweep") / (48 * get("ghosts"))
        balance = get("balance")
    }
}
END {
    n = contacts / ranks
    a_contact = (memory - library) / (alone - least)
    rank_ghosts = 2 * ghosts * (n / share) ^ (2 / 3)
    node_bytes = 48 * fetches * rank_ghosts * ranks_of_node
    compute_s = n * balance * visit_s
    network_s = node_bytes / bytes_per_s
    print ""
    printf "%g contacts on %d ranks, %d a node, by these coefficients:\n\n", contacts, ranks, ranks_of_node
    print "| what | measured here | there |"
    print "| --- | --- | --- |"
    printf "| memory | %.0f bytes a contact | %.0f GB in all, %.1f GB a node |\n", a_contact, \
        a_contact * contacts / 1e9, a_contact * n * ranks_of_node / 1e9
    printf "| ghosts of a rank | %.2f n^(2/3) on %d ranks, twice that inside | %.0f, %.1f %% of its contacts |\n", \
        ghosts / share ^ (2 / 3), most, rank_ghosts, 100 * rank_ghosts / n
    printf "| bytes a sweep | %.2f fetches a ghost, 48 bytes each | %.1f MB a rank, %.0f MB a node |\n", fetches, \
        node_bytes / ranks_of_node / 1e6, node_bytes / 1e6
    printf "| visits | %.0f ns each, convergence checks included; the fullest rank has %.4f of the mean | %.0f ms a sweep |\n", \
        1e9 * visit_s, balance, 1e3 * compute_s
    printf "| network | assumed: %g GB/s a node | %.1f ms a sweep |\n", bytes_per_s / 1e9, 1e3 * network_s
    printf "| turns | %d colours, a wait each; assumed: %g us | %.2f ms a sweep |\n", colours, 1e6 * wait_s, \
        1e3 * colours * wait_s
    printf "| a sweep | | %.0f ms, of which %.0f %% is not visits |\n", 1e3 * (compute_s + network_s + colours * wait_s), \
        100 * (network_s + colours * wait_s) / (compute_s + network_s + colours * wait_s)
}
