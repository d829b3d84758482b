"""Read what `stickslip export --vtk` wrote by VTK's own reader, and compare it with the tables.

    read_vtk.py run RESULT OUT NAME [HASH]    # of a store: the run's column `run`
    read_vtk.py surface RESULT OUT NAME

Prints what was compared, a line a part; what differs is printed after FAILED, and the exit code is 1.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import csv
import math
import sys
import xml.etree.ElementTree as tree

from vtkmodules.vtkIOXML import vtkXMLPolyDataReader

STATUSES = ["open", "sticking", "sliding"]
SOLIDS = ("polygon", "box", "hull")
failures = 0
counts = {}


def fail(text):
    global failures
    failures += 1
    if failures <= 20:
        print("FAILED:", text)


def expect(what, got, wanted, tolerance=0.0):
    """Numbers, or tuples of them; nan is nan."""
    got, wanted = (tuple(x) if hasattr(x, "__len__") else (x,) for x in (got, wanted))
    same = len(got) == len(wanted) and all(
        a == b or (math.isnan(a) and math.isnan(b)) or abs(a - b) <= tolerance
        for a, b in zip(got, wanted))
    if not same:
        fail(f"{what}: {got}, not {wanted}")


def table(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def place(row, names="x_m y_m z_m"):
    return tuple(float(row[name]) for name in names.split())


def read(path, time):
    reader = vtkXMLPolyDataReader()
    reader.SetFileName(path)
    reader.Update()
    data = reader.GetOutput()
    if reader.GetErrorCode() != 0:
        fail(f"{path}: VTK's error {reader.GetErrorCode()}")
    expect(f"{path}: TimeValue", data.GetFieldData().GetArray("TimeValue").GetValue(0), time)
    return data


def values(attributes, name):
    array = attributes.GetArray(name)
    if array is None:
        fail(f"no array '{name}'")
        return []
    return [array.GetTuple(k) for k in range(array.GetNumberOfTuples())]


def cells(data):
    return [[data.GetCell(c).GetPointId(k) for k in range(data.GetCell(c).GetNumberOfPoints())]
            for c in range(data.GetNumberOfCells())]


def collection(path):
    """{time: {part: file}} of a .pvd."""
    root = tree.parse(path).getroot()
    moments = {}
    for entry in root.iter("DataSet"):
        file = path[:path.rindex("/") + 1] + entry.get("file")
        moments.setdefault(float(entry.get("timestep")), {})[entry.get("name")] = file
    return moments


def turned(row, point):
    """A point of the body's frame."""
    w, x, y, z = (float(row[q]) for q in ("qw", "qx", "qy", "qz"))
    px, py, pz = point
    return (float(row["x_m"]) + (1 - 2 * (y * y + z * z)) * px + 2 * (x * y - w * z) * py
            + 2 * (x * z + w * y) * pz,
            float(row["y_m"]) + 2 * (x * y + w * z) * px + (1 - 2 * (x * x + z * z)) * py
            + 2 * (y * z - w * x) * pz,
            float(row["z_m"]) + 2 * (x * z - w * y) * px + 2 * (y * z + w * x) * py
            + (1 - 2 * (x * x + y * y)) * pz)


def cells_of(row, outlines):
    """The corners of each cell of a body: a disc has none in the tables, a box or a hull has faces."""
    if row["shape"] == "disc":
        return [None]
    if row["shape"] == "polygon":
        return [outlines[row["outline"]][:-1]]
    faces = {}
    for corner in outlines[row["outline"]]:
        faces.setdefault(corner["face"], []).append(corner)
    return list(faces.values())


def compare_body(what, row, arrays, k):
    expect(what + "radius", arrays["radius (m)"][k], float(row["radius_m"]))
    expect(what + "velocity", arrays["velocity (m/s)"][k],
           place(row, "vx_m_per_s vy_m_per_s vz_m_per_s"))
    expect(what + "spin", arrays["spin (rad/s)"][k],
           place(row, "wx_rad_per_s wy_rad_per_s wz_rad_per_s"))
    expect(what + "orientation", arrays["orientation (quaternion)"][k],
           place(row, "qw qx qy qz"))
    expect(what + "material", arrays["material"][k], float(row["material"]))


def body_arrays(attributes):
    return {name: values(attributes, name)
            for name in ("radius (m)", "velocity (m/s)", "spin (rad/s)",
                         "orientation (quaternion)", "body", "material")}


def compare_balls(data, rows):
    arrays = body_arrays(data.GetPointData())
    expect("number of balls", data.GetNumberOfPoints(), len(rows))
    expect("vertices", data.GetNumberOfVerts(), len(rows))
    for k, row in enumerate(rows[:data.GetNumberOfPoints()]):
        expect("ball", arrays["body"][k], float(row["body"]))
        expect("place of a ball", data.GetPoint(k), place(row))
        compare_body(f"ball {row['body']}: ", row, arrays, k)


def compare_solids(data, rows, outlines):
    arrays = body_arrays(data.GetCellData())
    centres = values(data.GetCellData(), "centre (m)")
    wanted = [(row, cell) for row in rows for cell in cells_of(row, outlines)]
    expect("number of faces", data.GetNumberOfPolys(), len(wanted))
    for k, (corners, (row, outline)) in enumerate(zip(cells(data), wanted)):
        what = f"{row['shape']} {row['body']}: "
        expect(what + "number", arrays["body"][k], float(row["body"]))
        expect(what + "centre", centres[k], place(row))
        compare_body(what, row, arrays, k)
        points = [data.GetPoint(c) for c in corners]
        if row["shape"] == "disc":
            radius = float(row["radius_m"])
            for p in points:
                expect(what + "radius of a corner", math.dist(p, place(row)), radius, 1e-9 * radius)
                expect(what + "y of a corner", p[1], float(row["y_m"]))
        else:
            expect(what + "corners", len(points), len(outline))
            size = max(math.dist(p, place(row)) for p in points)
            for p, o in zip(points, outline):
                expect(what + "corner", p, turned(row, place(o)), 1e-9 * size)


def compare_walls(data, rows, outlines, bodies):
    """Every corner of a wall's facets is on it; planes are behind no body by more than its overlap."""
    arrays = body_arrays(data.GetCellData())
    by_number = {int(row["body"]): row for row in rows}
    numbers = [int(b[0]) for b in arrays["body"]]
    if sorted(set(numbers)) != sorted(by_number):
        fail(f"walls {sorted(set(numbers))}, not {sorted(by_number)}")
    for k, corners in enumerate(cells(data)):
        row = by_number[numbers[k]]
        compare_body(f"wall {row['body']}: ", row, arrays, k)
        outline = outlines[row["outline"]]
        axis = place(outline[0], "axis_x axis_y axis_z")
        for c in corners:
            p = [a - b for a, b in zip(data.GetPoint(c), place(row))]
            along = sum(a * b for a, b in zip(p, axis))
            size = math.hypot(*p) + 1e-300
            if row["shape"] == "plane":
                foot = place(outline[0])
                wanted = sum(a * b for a, b in zip(foot, axis))
                expect(f"plane {row['body']}: height of a corner", along, wanted, 1e-9 * size)
                continue
            across = math.dist(p, [along * a for a in axis])
            near = min(segment_distance((across, along), a, b)
                       for a, b in segments(outline, row["shape"], along))
            expect(f"{row['shape']} {row['body']}: from the meridian", near, 0.0, 1e-9 * size)


def segments(outline, shape, along):
    """Of the meridian; the open end of a cylinder goes on to where the point is."""
    points = [(float(o["x_m"]), float(o["z_m"])) for o in outline]
    if shape == "cylinder":
        points = [(r, z if r == 0 or k not in (0, len(points) - 1) else
                   min(z, along) if k == 0 else max(z, along)) for k, (r, z) in enumerate(points)]
    return zip(points, points[1:])


def segment_distance(p, a, b):
    length = math.dist(a, b) ** 2
    t = 0.0 if length == 0 else max(0.0, min(1.0, sum(
        (q - u) * (v - u) for q, u, v in zip(p, a, b)) / length))
    return math.dist(p, [u + t * (v - u) for u, v in zip(a, b)])


def compare_contacts(data, rows, h):
    normal, push, drag, status, i, j = (values(data.GetPointData(), name) for name in (
        "normal", "normal force (N)", "tangential force (N)",
        "status (0 open 1 sticking 2 sliding)", "body i", "body j"))
    expect("number of contacts", data.GetNumberOfPoints(), len(rows))
    for k, row in enumerate(rows[:data.GetNumberOfPoints()]):
        n, p = place(row, "nx ny nz"), place(row, "px_ns py_ns pz_ns")
        rn = float(row["rn_ns"])
        what = f"contact of {row['i']} and {row['j']}: "
        expect(what + "bodies", (i[k][0], j[k][0]), (float(row["i"]), float(row["j"])))
        expect(what + "point", data.GetPoint(k), place(row))
        expect(what + "normal", normal[k], n)
        expect(what + "normal force", push[k], rn / h)
        expect(what + "tangential force", drag[k], [(a - rn * b) / h for a, b in zip(p, n)],
               1e-15 * (math.hypot(*p) + abs(rn)) / h)
        expect(what + "status", status[k], float(STATUSES.index(row["status"])))


def compare_chains(data, rows, bodies, h):
    force = values(data.GetPointData(), "force (N)")
    lines = cells(data)
    free = {row["body"]: row for row in bodies if row["is_wall"] is False}
    carried = [row for row in rows if row["i"] in free or row["j"] in free]
    expect("number of lines of force", len(lines), len(carried))
    for line, row in zip(lines, carried):
        ends = [place(free[row["i"]])] if row["i"] in free else []
        ends += [place(row)]
        ends += [place(free[row["j"]])] if row["j"] in free else []
        wanted = math.hypot(*place(row, "px_ns py_ns pz_ns")) / h
        expect("points of a line of force", len(line), len(ends))
        for point, end in zip(line, ends):
            expect("point of a line of force", data.GetPoint(point), end)
            expect("force of a line", force[point], wanted, 1e-14 * wanted)


def compare_run(result, out, name, run):
    tables = {x: f"{result}/{x}/{run}.csv" if run else f"{result}/{x}.csv"
              for x in ("bodies", "shapes", "forces")}
    all_bodies, all_forces = table(tables["bodies"]), table(tables["forces"])
    outlines = {}
    try:
        for row in table(tables["shapes"]):
            outlines.setdefault(row["outline"], []).append(row)
    except FileNotFoundError:
        pass
    summary = [r for r in table(f"{result}/summary.csv")
               if (r["run"] == run if run else "".join(
                   c if c.isalnum() else "-" for c in r["solver"]) == name)][0]
    h = float(dict(x.split("=") for x in summary["parameters"].split(","))["h"])
    moments = collection(f"{out}/{name}.pvd")
    rows_at = {}
    for row in all_bodies:
        if row["solver"] == summary["solver"]:
            row["is_wall"] = row["radius_m"] == "nan" and row["shape"] not in SOLIDS
            rows_at.setdefault(int(row["step"]), {}).setdefault(row["moment"], []).append(row)
    expect("times", sorted(moments), [step * h for step in sorted(rows_at)])
    for step, by_moment in rows_at.items():
        rows = next(iter(by_moment.values()))
        parts = {part: read(file, moments[step * h][part] and time_of(file, h))
                 for part, file in moments[step * h].items()}
        round_ones = [r for r in rows if r["radius_m"] != "nan" and r["shape"] != "disc"]
        solids = [r for r in rows if r["shape"] in ("disc", *SOLIDS)]
        walls = [r for r in rows if r["is_wall"]]
        forces = [r for r in all_forces
                  if r["solver"] == summary["solver"] and int(r["step"]) == step]
        expect(f"step {step}: parts", [part in parts for part in ("balls", "solids", "walls")],
               [bool(round_ones), bool(solids), bool(walls)])
        if round_ones:
            compare_balls(parts["balls"], round_ones)
        if solids:
            compare_solids(parts["solids"], solids, outlines)
        if walls:
            compare_walls(parts["walls"], walls, outlines, rows)
        compare_contacts(parts["contacts"], forces, h)
        compare_chains(parts["chains"], forces, rows, h)
        for part, data in parts.items():
            counts[part] = counts.get(part, 0) + data.GetNumberOfCells()
            single = collection(f"{out}/{name}-{part}.pvd")[step * h]
            expect(f"{name}-{part}.pvd", single == {part: moments[step * h][part]}, True)


def time_of(file, h):
    """By the step in the file's name: what has not moved is shown by an older file."""
    return int(file[file.rindex("-") + 1:-len(".vtp")]) * h


def compare_surface(result, out, name):
    rows_at = {}
    for row in table(f"{result}/surface.csv"):
        if row["solver"] == name:
            rows_at.setdefault(float(row["time_s"]), []).append(row)
    moments = collection(f"{out}/{name}.pvd")
    expect("times", sorted(moments), sorted(rows_at))
    for time, rows in rows_at.items():
        data = read(moments[time]["surface"], time)
        height, exact = (values(data.GetPointData(), f"{x}height (m)") for x in ("", "exact "))
        expect("nodes", data.GetNumberOfPoints(), len(rows))
        for k, row in enumerate(rows):
            expect("node", data.GetPoint(k), place(row, "x_m y_m height_m"))
            expect("height", height[k], float(row["height_m"]))
            expect("exact height", exact[k], float(row["exact_m"]))
        side = math.isqrt(len(rows)) - 1
        triangles = cells(data)
        expect("triangles", len(triangles), 2 * side * side)
        width = max(float(r["x_m"]) for r in rows) - min(float(r["x_m"]) for r in rows)
        corners = [[data.GetPoint(c) for c in t] for t in triangles]
        area = sum(0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]))
                   for a, b, c in corners)
        expect("area of the table", area, width * width, 1e-12 * width * width)
        counts["surface"] = counts.get("surface", 0) + data.GetNumberOfCells()


if sys.argv[1] == "surface":
    compare_surface(*sys.argv[2:5])
else:
    compare_run(*sys.argv[2:5], sys.argv[5] if len(sys.argv) > 5 else None)
print(" ".join(f"{part}:{n}" for part, n in sorted(counts.items())))
sys.exit(failures > 0)
