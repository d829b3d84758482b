# Draw this figure again, in this folder: gnuplot path-central-path-step1.gp
datafile = 'path-central-path-step1.dat'
output_stem = 'path-central-path-step1'
plot_title = 'Central path of central-path on file:RockPile_tob1.hdf5'
plot_note = 'tol=1e-12,max-sweeps=5000'
load 'style.gp'
load 'path.gp'
