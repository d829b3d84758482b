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
