# Draw this figure again, in this folder: gnuplot fig11.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'fig11.dat'
output_stem = 'fig11'
plot_title = 'After Figure 11 of Dumont (2012): four balls, EBP, last time step'
plot_note = ''
load 'style.gp'
load 'convergence.gp'
