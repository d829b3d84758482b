# Draw this figure again, in this folder: gnuplot accuracy-balls-500-step500-units.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'accuracy-balls-500-step500-units.dat'
output_stem = 'accuracy-balls-500-step500-units'
plot_title = 'E1 against work on balls-500, 5 instances, time step 500'
plot_note = 'steps = 500, tol = 1e-10; median cost of first reaching an error; bands (the best two of many): quartiles of 5 instances'
n_curves = 8
array curve[8]
array end_x[8]
array end_y[8]
array shift[8]
curve[1] = 'ppa-newton'
end_x[1] = 106.595137
end_y[1] = 1.99526231e-11
shift[1] = 0
curve[2] = 'ac'
end_x[2] = 345.229984
end_y[2] = 1e-10
shift[2] = -0.5
curve[3] = 'eal'
end_x[3] = 466.767339
end_y[3] = 1e-10
shift[3] = -0.5
curve[4] = 'ebp'
end_x[4] = 562.387597
end_y[4] = 1e-10
shift[4] = -0.5
curve[5] = 'exact'
end_x[5] = 285
end_y[5] = 1e-10
shift[5] = -0.5
curve[6] = 'sal'
end_x[6] = 484.851613
end_y[6] = 1e-10
shift[6] = 0.5
curve[7] = 'sbp'
end_x[7] = 582.683871
end_y[7] = 1e-10
shift[7] = 0.5
curve[8] = 'nlgs-anderson[local=exact]'
end_x[8] = 110.688925
end_y[8] = 7.94328235e-11
shift[8] = -2.5
named_width = 720 # names at the ends fit a sheet of that width; 0: none
x_low = 0
x_high = 618.146323
x_log = 0
y_low = 1.08855899e-12
y_high = 1
y_log = 1
tolerance = 1e-10
x_name = 'work (sweeps of the exact local solve)'
y_name = 'E1 (no unit)'
looks = 'j21 d34 g23 f22 a11 c13 b12 e15'
load 'style.gp'
load 'accuracy.gp'
