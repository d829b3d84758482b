# Draw this figure again, in this folder: gnuplot path-central-path-step1.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'path-central-path-step1.dat'
output_stem = 'path-central-path-step1'
plot_title = 'Path in tau of central-path on RockPile_tob1.hdf5'
plot_note = 'tol = 1e-12, max-sweeps = 5000'
load 'style.gp'
load 'path.gp'
