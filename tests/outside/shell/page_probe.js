/* Put into a page by check_report.sh: what a reader would see, as words for the frame that holds it. */
(function () {
    "use strict";
    var words = [], root = document.documentElement;
    function place(table) {
        return Array.from(table.tHead.rows[0].cells).findIndex(function (head) { return head.textContent.trim() === "sweeps"; });
    }
    var table = Array.from(document.querySelectorAll("table")).find(function (one) { return place(one) >= 0; });
    var heads = Array.from(table.tHead.rows[0].cells), column = place(table);
    function shown() {
        return Array.from(table.tBodies[0].rows).map(function (row) { return row.cells[column].textContent; }).join(" ");
    }
    words.push("width=" + window.innerWidth, "overflow=" + (root.scrollWidth > window.innerWidth));
    words.push("before=" + heads[column].getAttribute("aria-sort"));
    document.querySelectorAll("details").forEach(function (one) {
        one.open = true;
        one.dispatchEvent(new Event("toggle"));
        words.push("marks=" + one.querySelectorAll("circle").length + " of " + one.previousElementSibling.querySelectorAll("tbody tr").length);
    });
    heads[column].querySelector("button").click();
    words.push("up=" + shown(), "state=" + heads[column].getAttribute("aria-sort"));
    heads[column].querySelector("button").click();
    words.push("down=" + shown(), "state=" + heads[column].getAttribute("aria-sort"));
    heads[0].querySelector("button").click();
    words.push("others=" + heads[column].getAttribute("aria-sort"));
    parent.postMessage(words.join("; "), "*");
}());
