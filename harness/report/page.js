/* Tables sort by a click on a heading: numbers as numbers, what is missing last. */
document.querySelectorAll("table").forEach(function (table) {
    "use strict";
    var body = table.tBodies[0];
    if (!table.tHead || !body || body.rows.length < 2) {
        return;
    }
    function text(row, column) {
        return row.cells[column].textContent.trim();
    }
    function number(words) {
        var parts = /^(\d+)\/(\d+)$/.exec(words);
        return parts ? parts[1] / parts[2] : parseFloat(words.replace(/^[<>]?=?\s*/, "").replace(/^inf$/, "Infinity"));
    }
    function compare(column, numeric, sign) {
        return function (a, b) {
            var x = text(a, column), y = text(b, column);
            if (!numeric) {
                return sign * x.localeCompare(y, "en", {numeric: true});
            }
            x = number(x);
            y = number(y);
            if (isNaN(x) || isNaN(y)) {
                return isNaN(x) - isNaN(y);
            }
            return x === y ? 0 : sign * (x < y ? -1 : 1);
        };
    }
    Array.from(table.tHead.rows[0].cells).forEach(function (head, column, heads) {
        var button = document.createElement("button");
        button.type = "button";
        button.append(...head.childNodes);
        head.append(button);
        head.setAttribute("aria-sort", "none");
        button.addEventListener("click", function () {
            var falls = head.getAttribute("aria-sort") === "ascending";
            heads.forEach(function (other) {
                other.setAttribute("aria-sort", "none");
            });
            head.setAttribute("aria-sort", falls ? "descending" : "ascending");
            Array.from(body.rows)
                .sort(compare(column, head.classList.contains("right"), falls ? -1 : 1))
                .forEach(function (row) {
                    body.append(row);
                });
        });
    });
});

/* Below a table of numbers: a plot of any of its columns over another, a mark a row, by the names in
 * the first column; hover or tab to a mark to read its row. */
document.querySelectorAll(".scroll").forEach(function (frame) {
    "use strict";
    var table = frame.querySelector("table"), svg = "http://www.w3.org/2000/svg";
    var heads = table && table.tHead ? Array.from(table.tHead.rows[0].cells) : [];
    var rows = table && table.tBodies[0] ? Array.from(table.tBodies[0].rows) : [];
    var hues = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#117733", "#882255"];
    var width = 640, height = 380, left = 76, bottom = 48;
    function cell(row, column) {
        return row.cells[column] ? row.cells[column].textContent.trim() : "";
    }
    function value(row, column) {
        var words = /^[<>]?=?\s*(-?[\d.]+(e[-+]?\d+)?)( |$)/.exec(cell(row, column)); /* "1 (9.44 s)" is 1 */
        return words ? parseFloat(words[1]) : NaN;
    }
    /* A second column of the same heading has its number behind it. */
    function title(column) {
        var words = heads[column].textContent.trim();
        var same = heads.slice(0, column).filter(function (head) { return head.textContent.trim() === words; }).length;
        return same > 0 ? words + " (" + (same + 1) + ")" : words;
    }
    function tick(v) {
        return v !== 0 && (Math.abs(v) >= 1e5 || Math.abs(v) < 1e-3) ? v.toExponential().replace("e+", "e") : +v.toPrecision(3);
    }
    var columns = heads.map(function (head, k) { return k; }).filter(function (k) {
        var seen = new Set(rows.map(function (row) { return value(row, k); }).filter(isFinite));
        return heads[k].classList.contains("right") && seen.size > 1;
    });
    if (columns.length < 2 || rows.length < 3) {
        return;
    }
    var names = Array.from(new Set(rows.map(function (row) { return cell(row, 0); })));
    function make(name, words, parent, text) {
        var node = document.createElementNS(svg, name);
        Object.keys(words).forEach(function (key) { node.setAttribute(key, words[key]); });
        node.textContent = text || "";
        parent.append(node);
        return node;
    }
    /* The rows that the filters let through. */
    var filters = [];
    function shown() {
        return rows.filter(function (row) {
            return filters.every(function (one) { return one.select.value === "" || cell(row, one.column) === one.select.value; });
        });
    }
    /* Ends and steps of an axis; on a logarithmic one there is no place for 0. */
    function axis(column, wanted) {
        var all = shown().map(function (row) { return value(row, column); }).filter(isFinite);
        var positive = all.filter(function (v) { return v > 0; }), log = wanted && positive.length > 0;
        all = log ? positive : all.length > 0 ? all : [1];
        var low = Math.min.apply(null, all), high = Math.max.apply(null, all);
        var from = log ? Math.log10(low) : low, to = log ? Math.log10(high) : high, ticks = [];
        var room = 0.06 * (to - from || 1);
        from -= room;
        to += room;
        var step = Math.pow(10, Math.floor(Math.log10((to - from) / 4)));
        step *= (to - from) / step > 12 ? 5 : (to - from) / step > 6 ? 2 : 1;
        step = log ? Math.max(1, Math.round(step)) : step;
        for (var at = Math.ceil(from / step) * step; at <= to; at += step) {
            ticks.push(log ? Math.pow(10, at) : +at.toPrecision(6));
        }
        if (log && ticks.length < 2) {
            ticks = [low, high];
        }
        return {
            ticks: ticks,
            place: function (v) { return ((log ? Math.log10(v) : v) - from) / (to - from); }
        };
    }
    function draw(box, x, y, log) {
        var across = axis(x, log), up = axis(y, log);
        var picture = document.createElementNS(svg, "svg");
        picture.setAttribute("viewBox", "0 0 " + width + " " + height);
        picture.setAttribute("role", "group");
        picture.setAttribute("aria-label", title(y) + " against " + title(x));
        function sx(v) { return left + across.place(v) * (width - left - 12); }
        function sy(v) { return height - bottom - up.place(v) * (height - bottom - 12); }
        across.ticks.forEach(function (v) {
            make("path", {d: "M" + sx(v) + ",12V" + (height - bottom), "class": "grid"}, picture);
            make("text", {x: sx(v), y: height - bottom + 16, "text-anchor": "middle"}, picture, tick(v));
        });
        up.ticks.forEach(function (v) {
            make("path", {d: "M" + left + "," + sy(v) + "H" + (width - 12), "class": "grid"}, picture);
            make("text", {x: left - 6, y: sy(v) + 4, "text-anchor": "end"}, picture, tick(v));
        });
        make("text", {x: (left + width) / 2, y: height - 10, "text-anchor": "middle"}, picture, title(x));
        make("text", {transform: "translate(14 " + (height - bottom) / 2 + ") rotate(-90)", "text-anchor": "middle"}, picture, title(y));
        var missing = 0, many = shown().length > 24, drawn = new Set();
        shown().forEach(function (row) {
            var a = value(row, x), b = value(row, y), k = names.indexOf(cell(row, 0));
            if (!isFinite(a) || !isFinite(b) || !isFinite(across.place(a)) || !isFinite(up.place(b))) {
                missing += 1;
                return;
            }
            drawn.add(k);
            var group = make("g", {tabindex: 0}, picture);
            make("title", {}, group, heads.map(function (head, c) {
                return head.textContent.trim() + ": " + cell(row, c);
            }).filter(function (words) { return !/: $/.test(words); }).join("\n"));
            make("circle", {cx: sx(a), cy: sy(b), r: 5, fill: hues[k % hues.length], "fill-opacity": k < hues.length ? 0.85 : 0.4}, group);
            if (!many) {
                var late = sx(a) > 0.8 * width;
                make("text", {x: sx(a) + (late ? -8 : 8), y: sy(b) + 4, "text-anchor": late ? "end" : "start", "class": "name"}, group, cell(row, 0));
            }
        });
        var note = document.createElement("p");
        if (many && drawn.size > 1) { /* a key, where names at all marks would cover them */
            Array.from(drawn).forEach(function (k) {
                var mark = document.createElement("span");
                mark.textContent = "\u25cf ";
                mark.style.color = hues[k % hues.length];
                mark.style.opacity = k < hues.length ? 0.85 : 0.4;
                note.append(mark, names[k] + "  ");
            });
        }
        if (missing > 0) {
            note.append(missing + (missing === 1 ? " row has" : " rows have") + " no place here: no number, or 0 on a logarithmic axis.");
        }
        box.replaceChildren(picture, note);
    }
    var details = document.createElement("details"), box = document.createElement("div");
    var summary = document.createElement("summary"), form = document.createElement("p");
    summary.textContent = "Plot this table";
    box.className = "plot";
    function choice(words, chosen) {
        var label = document.createElement("label"), select = document.createElement("select");
        columns.forEach(function (k) {
            select.add(new Option(title(k), k, k === chosen, k === chosen));
        });
        label.append(words + " ", select);
        form.append(label, " ");
        return select;
    }
    function filter(column) {
        var all = Array.from(new Set(rows.map(function (row) { return cell(row, column); })));
        if (all.length < 2 || all.length > 80 || all.length === rows.length) {
            return;
        }
        var label = document.createElement("label"), select = document.createElement("select");
        select.add(new Option("all", ""));
        all.forEach(function (words) { select.add(new Option(words, words)); });
        label.append(title(column) + " ", select);
        form.append(label, " ");
        filters.push({select: select, column: column});
    }
    function named(words, otherwise) {
        var found = columns.find(function (k) { return title(k) === words; });
        return found === undefined ? otherwise : found;
    }
    var ys = choice("show", named("worst E1", columns[0]));
    var xs = choice("against", named("work units", columns[columns.length - 1]));
    heads.forEach(function (head, k) {
        if (!head.classList.contains("right")) {
            filter(k);
        }
    });
    var label = document.createElement("label"), logs = document.createElement("input");
    logs.type = "checkbox";
    logs.checked = true;
    label.append(logs, " logarithmic");
    form.append(label);
    function again() {
        draw(box, +xs.value, +ys.value, logs.checked);
    }
    [xs, ys, logs].concat(filters.map(function (one) { return one.select; })).forEach(function (one) { one.addEventListener("change", again); });
    details.addEventListener("toggle", function () {
        if (details.open && !box.firstChild) {
            again();
        }
    });
    details.append(summary, form, box);
    frame.after(details);
});
