# Draw this figure again, in this folder: gnuplot fig07-b.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'fig07-b.dat'
output_stem = 'fig07-b'
plot_title = 'After Figure 7 of Dumont, Fortin and Ouafik (2010): stress on the walls of a silo whose floor is lowered'
plot_note = ''
n_runs = 3
array curve[3]
curve[1] = 'silo'
curve[2] = 'silo'
curve[3] = 'silo'
lambda = 1.02297888
weight = 19284.6231
R_h = 0.015
mu_wall = 0.25
load 'style.gp'
load 'janssen.gp'
