# Draw this figure again, in this folder: gnuplot fig11-blow-offset.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'fig11-blow-offset.dat'
output_stem = 'fig11-blow-offset'
plot_title = 'After Figure 11 of Sanni et al. (2010): a ball hits a pile of cannonballs off its axis: the step of the impact'
plot_note = ''
n_panels = 2
array panel[2]
array fill[2]
array arrows[2]
array forces[2]
array residuals[2]
panel[1] = 'velocities'
fill[1] = 1
arrows[1] = 1
forces[1] = 0
residuals[1] = 0
panel[2] = 'contact forces, mean of the step'
fill[2] = 2
arrows[2] = 0
forces[2] = 1
residuals[2] = 0
x_low = -0.08
x_high = 0.08
z_low = 0
z_high = 0.178663023 # m
fastest = 0.578357657 # m/s
cell = 0.02
size = 0.01 # m
largest = 1.40392859 # N s
step_s = 0.0005
residual = 2.66408955e-05
n_classes = 2
array class_radius[2]
class_radius[1] = 0.01
class_radius[2] = 0.03
array n_of[3] = [0, 324, 167]
load 'style.gp'
load 'scenes.gp'
