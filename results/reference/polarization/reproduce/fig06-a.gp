# Draw this figure again, in this folder: gnuplot fig06-a.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'fig06-a.dat'
output_stem = 'fig06-a'
plot_title = 'After Figure 6 of Dumont, Fortin and Ouafik (2010): forces in a square array of discs'
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
x_low = -0.012
x_high = 0.012
z_low = 0
z_high = 0.024 # m
fastest = 0 # m/s
cell = 0.003
size = 0.0015 # m
largest = 0.000138685608 # N s
step_s = 0.0001
n_classes = 0
array n_of[3] = [0, 64, 0]
load 'style.gp'
load 'scenes.gp'
