# Draw this figure again, in this folder: gnuplot fig01.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'fig01.dat'
output_stem = 'fig01'
plot_title = 'After Figure 1 of Dumont, Fortin and Ouafik (2010): a sandpile that grows under a source'
plot_note = '32 x 32 squares, k = 1, source on a disc of radius 0.2 m, time steps of 0.05 s'
reach = 0.5 # m
time = 0.5 # s
n_sections = 10
load 'style.gp'
load 'surface.gp'
