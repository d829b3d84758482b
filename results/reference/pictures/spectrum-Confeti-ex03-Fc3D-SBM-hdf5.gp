# Draw this figure again, in this folder: gnuplot spectrum-Confeti-ex03-Fc3D-SBM-hdf5.gp
if (!exists("formats")) formats = 'svg'
if (!exists("letters")) letters = 11
datafile = 'spectrum-Confeti-ex03-Fc3D-SBM-hdf5.dat'
output_stem = 'spectrum-Confeti-ex03-Fc3D-SBM-hdf5'
plot_title = 'W of Confeti-ex03-Fc3D-SBM.hdf5: 54 contacts, rank 162 of 162'
plot_note = 'rate of exact sweeps: predicted 0.8231, measured 0.8235 +- 0.0003'
n = 54
rank = 162
predicted = 0.823128891
measured = 0.823460857
load 'style.gp'
load 'spectrum.gp'
