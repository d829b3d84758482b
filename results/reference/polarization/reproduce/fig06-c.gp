# Draw this figure again, in this folder: gnuplot fig06-c.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'fig06-c.dat'
output_stem = 'fig06-c'
plot_title = 'After Figure 6 of Dumont, Fortin and Ouafik (2010): forces in a pile of discs held by friction'
plot_note = ''
n_panels = 1
array panel[1]
array fill[1]
array arrows[1]
array forces[1]
panel[1] = 'contact forces, mean of the step'
fill[1] = 2
arrows[1] = 0
forces[1] = 1
x_low = -0.0075
x_high = 0.0075
z_low = 0
z_high = 0.0133923048 # m
fastest = 0 # m/s
cell = 0.0025
size = 0.0015 # m
largest = 6.56226884e-05 # N s
step_s = 0.0001
n_classes = 0
array n_of[3] = [0, 26, 5]
load 'style.gp'
load 'scenes.gp'
