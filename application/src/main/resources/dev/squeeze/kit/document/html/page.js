"use strict";
(function () {
  document.documentElement.classList.add("scripted");

  function data(id) {
    const holder = document.getElementById(id);
    return holder ? JSON.parse(holder.textContent) : null;
  }

  // A page opened from a file may have no access to the clipboard: then the text is selected instead.
  document.querySelectorAll("button[data-copy]").forEach(function (button) {
    button.addEventListener("click", function () {
      const text = button.parentElement.querySelector("pre");
      const words = button.textContent;
      function done(said) {
        button.textContent = said;
        setTimeout(function () { button.textContent = words; }, 1600);
      }
      function select() {
        const range = document.createRange();
        range.selectNodeContents(text);
        const selection = getSelection();
        selection.removeAllRanges();
        selection.addRange(range);
        done(document.execCommand("copy") ? "Copied" : "Selected");
      }
      if (navigator.clipboard) {
        navigator.clipboard.writeText(text.textContent).then(function () { done("Copied"); }, select);
      } else {
        select();
      }
    });
  });

  // The ranked column stays next to the first one, however wide that is.
  function place(first) {
    first.closest("table").style.setProperty("--first", first.getBoundingClientRect().width + "px");
  }
  const widths = new ResizeObserver(function (entries) {
    entries.forEach(function (entry) { place(entry.target); });
  });
  document.querySelectorAll("th.ranked").forEach(function (head) {
    place(head.parentElement.cells[0]);
    widths.observe(head.parentElement.cells[0]);
  });

  // The description of the mark under the pointer, or selected with the arrow keys, is shown below the chart.
  document.querySelectorAll("figure.chart").forEach(function (figure) {
    const charts = Array.from(figure.querySelectorAll(":scope > svg")).filter(function (svg) { return svg.querySelector("title"); });
    if (!charts.length) {
      return;
    }
    const reading = document.createElement("p");
    reading.className = "reading";
    reading.setAttribute("role", "status");
    charts[charts.length - 1].after(reading);
    charts.forEach(function (svg) {
      const marks = Array.from(svg.querySelectorAll("title")).map(function (title) { return title.parentElement; });
      let at = -1;
      function show(mark, otherwise) {
        svg.querySelectorAll(".read").forEach(function (read) { read.classList.remove("read"); });
        if (mark) {
          mark.classList.add("read");
        }
        reading.textContent = mark ? mark.querySelector("title").textContent : otherwise;
      }
      svg.setAttribute("tabindex", "0");
      svg.addEventListener("focus", function () { show(marks[at], "Arrow keys move through the values."); });
      svg.addEventListener("blur", function () { show(null, ""); });
      svg.addEventListener("keydown", function (event) {
        const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
        if (event.key === "Home" || event.key === "End") {
          at = event.key === "Home" ? 0 : marks.length - 1;
        } else if (steps[event.key]) {
          at = at < 0 && steps[event.key] < 0 ? marks.length - 1 : (at + steps[event.key] + marks.length) % marks.length;
        } else {
          return;
        }
        event.preventDefault();
        show(marks[at]);
      });
      svg.addEventListener("pointerover", function (event) {
        const mark = marks.find(function (one) { return one === event.target || one.contains(event.target); });
        if (mark) {
          at = marks.indexOf(mark);
          show(mark);
        }
      });
      svg.addEventListener("pointerleave", function () {
        show(document.activeElement === svg ? marks[at] : null, "");
      });
    });
  });

  // Collapsed parts are opened for printing.
  let opened = [];
  addEventListener("beforeprint", function () {
    opened = Array.from(document.querySelectorAll("details:not([open])"));
    opened.forEach(function (panel) { panel.open = true; });
  });
  addEventListener("afterprint", function () { opened.forEach(function (panel) { panel.open = false; }); });

  document.querySelectorAll("button[data-save]").forEach(function (button) {
    button.addEventListener("click", function () {
      const link = document.createElement("a");
      const text = JSON.stringify(data(button.dataset.save), null, 2) + "\n";
      link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
      link.download = button.dataset.name;
      link.click();
      setTimeout(function () { URL.revokeObjectURL(link.href); }, 1000);
    });
  });

  // The figures of a cell in a common unit, so that 2 MiB sorts after 900 KiB.
  const factors = { B: 1, KiB: 1024, MiB: 1048576, GiB: 1073741824, TiB: 1099511627776, PiB: 1125899906842624 };
  function rank(text) {
    const found = /^[~(]?(-?[\d,]*\.?\d+(?:e[-+]?\d+)?)\s*([KMGTP]?i?B\b)?/.exec(text.trim());
    return found ? Number(found[1].replace(/,/g, "")) * (factors[found[2]] || 1) : null;
  }

  const MOST_SHOWN = 200;
  document.querySelectorAll("table.sortable").forEach(function (table) {
    const body = table.tBodies[0];
    const rows = Array.from(body.rows).map(function (row) {
      return {
        row: row,
        text: row.textContent.toLowerCase(),
        cells: Array.from(row.cells).map(function (cell) {
          return { text: cell.textContent, rank: rank(cell.textContent) };
        }),
      };
    });
    let order = rows.slice();
    let wanted = "";
    let all = rows.length <= MOST_SHOWN;

    const bar = document.createElement("div");
    bar.className = "filter";
    const label = document.createElement("label");
    label.textContent = "Filter ";
    const field = document.createElement("input");
    field.type = "search";
    label.append(field);
    const count = document.createElement("span");
    count.setAttribute("role", "status");
    const more = document.createElement("button");
    more.type = "button";
    more.textContent = "Show all";
    bar.append(label, count, more);
    table.parentElement.before(bar);

    function show() {
      const matching = order.filter(function (one) { return one.text.includes(wanted); });
      const shown = all ? matching : matching.slice(0, MOST_SHOWN);
      body.replaceChildren.apply(body, shown.map(function (one) { return one.row; }));
      count.textContent = (shown.length < matching.length ? shown.length + " of " : "") + matching.length + " rows";
      more.hidden = shown.length === matching.length;
    }
    field.addEventListener("input", function () {
      wanted = field.value.trim().toLowerCase();
      show();
    });
    more.addEventListener("click", function () {
      all = true;
      show();
    });
    addEventListener("beforeprint", function () { body.replaceChildren.apply(body, order.map(function (one) { return one.row; })); });
    addEventListener("afterprint", show);

    Array.from(table.tHead.rows[0].cells).forEach(function (head, column) {
      if (!head.textContent) {
        return;
      }
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = head.textContent;
      head.replaceChildren(button);
      button.addEventListener("click", function () {
        const numeric = rows.some(function (one) { return one.cells[column].rank !== null; });
        const before = head.getAttribute("aria-sort");
        const rising = before ? before === "descending" : !numeric;
        table.tHead.querySelectorAll("th").forEach(function (one) { one.removeAttribute("aria-sort"); });
        head.setAttribute("aria-sort", rising ? "ascending" : "descending");
        order.sort(function (one, other) {
          const a = one.cells[column];
          const b = other.cells[column];
          if ((a.rank === null) !== (b.rank === null)) {
            return a.rank === null ? 1 : -1;
          }
          const way = a.rank !== null && a.rank !== b.rank ? a.rank - b.rank : a.text.localeCompare(b.text);
          return rising ? way : -way;
        });
        show();
      });
    });
    show();
  });

  // Evaluates the displayed formulas: names, numbers, + - * /, brackets, min, max and floor.
  function evaluate(formula, values) {
    const tokens = formula.match(/[a-z_][a-z0-9_]*|\d+(?:\.\d+)?(?:e\d+)?|[-+*/(),]/gi);
    let at = 0;
    function sum() {
      let value = product();
      while (tokens[at] === "+" || tokens[at] === "-") {
        value = tokens[at++] === "+" ? value + product() : value - product();
      }
      return value;
    }
    function product() {
      let value = term();
      while (tokens[at] === "*" || tokens[at] === "/") {
        value = tokens[at++] === "*" ? value * term() : value / term();
      }
      return value;
    }
    function term() {
      const token = tokens[at++];
      if (token === "(") {
        const value = sum();
        at++;
        return value;
      }
      if (token === "min" || token === "max") {
        at++;
        const one = sum();
        at++;
        const other = sum();
        at++;
        return Math[token](one, other);
      }
      if (token === "floor") {
        at++;
        const value = sum();
        at++;
        return Math.floor(value);
      }
      return /^\d/.test(token) ? Number(token) : values[token];
    }
    return sum();
  }

  // Formats numbers like the class Figures.
  function figure(value) {
    const size = Math.abs(value);
    if (size < 1e-9) {
      return "0";
    }
    const digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 0.1 ? 2 : size >= 0.01 ? 3 : 1 - Math.floor(Math.log10(size));
    return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  }

  // A column's inputs at a rate, interpolated by the logarithm of the rate between the simulated rates below and above it.
  function inputsAt(column, rate) {
    const rates = column.rates;
    if (!rates.length) {
      return column.values;
    }
    const above = Math.max(1, rates.findIndex(function (one) { return one.rate >= rate; }));
    const low = rates[above - 1];
    const high = rates[above];
    const share = Math.log(rate / low.rate) / Math.log(high.rate / low.rate);
    const values = {};
    Object.keys(low.values).forEach(function (name) {
      const from = low.values[name];
      const to = high.values[name];
      values[name] = from > 0 && to > 0 ? from * Math.pow(to / from, share) : from + (to - from) * share;
    });
    return values;
  }

  const model = data("what-if");
  const panel = document.getElementById("what-if-panel");
  if (model && panel) {
    const inputs = Array.from(panel.querySelectorAll("[data-knob]"));
    const read = function () {
      const values = {};
      let sound = true;
      inputs.forEach(function (input) {
        let value = input.type === "checkbox" ? Number(input.checked) : Number(input.value);
        const right = input.type === "checkbox" ||
          (input.value.trim() !== "" && isFinite(value) && value >= Number(input.min) &&
            (input.max === "" || value <= Number(input.max)) && (input.step !== "1" || Number.isInteger(value)));
        input.setAttribute("aria-invalid", String(!right));
        sound = sound && right;
        // A field shows few digits; values that were not edited are used with full precision.
        const exact = input.type !== "checkbox" && input.value === input.defaultValue;
        values[input.dataset.knob] = exact ? Number(input.dataset.exact) : value * Number(input.dataset.scale || 1);
      });
      return sound ? values : null;
    };
    const update = function () {
      const knobs = read();
      document.getElementById("what-if-trouble").hidden = knobs !== null;
      if (!knobs) {
        return;
      }
      const results = model.columns.map(function (column) {
        const values = Object.assign({}, knobs, inputsAt(column, knobs.records_per_second));
        model.formulas.forEach(function (formula) {
          values[formula.name] = evaluate(formula.expression, values);
        });
        return values;
      });
      model.formulas.forEach(function (formula) {
        const row = panel.querySelector('[data-formula="' + formula.name + '"]');
        if (row) {
          results.forEach(function (values, column) {
            row.cells[column + 1].textContent = figure(values[formula.name]);
            row.cells[column + 1].dataset.exact = String(values[formula.name]);
          });
          const change = results.length > 1 ? results[1][formula.name] - results[0][formula.name] : 0;
          row.cells[results.length + 1].textContent = (change >= 1e-9 ? "+" : "") + figure(change);
        }
      });
    };
    inputs.forEach(function (input) { input.addEventListener("input", update); });
    document.getElementById("what-if-reset").addEventListener("click", function () {
      inputs.forEach(function (input) {
        input.value = input.defaultValue;
        input.checked = input.defaultChecked;
      });
      update();
    });
    update();
  }

  // For a page that replaced an earlier one of the same run: restores what its reader had opened, selected and typed.
  function takenOver() {
    try {
      const kept = JSON.parse(sessionStorage.getItem("squeeze-kept"));
      sessionStorage.removeItem("squeeze-kept");
      return kept && kept.path === location.pathname ? kept : null;
    } catch (e) {
      return null;
    }
  }

  const kept = takenOver();
  if (kept) {
    const panels = Array.from(document.querySelectorAll("details"));
    kept.panels.forEach(function (panel) {
      const at = panels.findIndex(function (one) { return one.querySelector("summary").textContent === panel[0]; });
      if (at >= 0) {
        panels.splice(at, 1)[0].open = panel[1];
      }
    });
    kept.tabs.forEach(function (id) {
      const tab = document.getElementById(id);
      if (tab) {
        tab.checked = true;
      }
    });
    kept.knobs.forEach(function (knob) {
      const input = document.querySelector('[data-knob="' + knob[0] + '"]');
      if (input) {
        input.value = knob[1];
        input.checked = knob[2];
        input.dispatchEvent(new Event("input"));
      }
    });
    document.querySelectorAll("table.sortable").forEach(function (table, i) {
      const was = kept.tables[i];
      const head = was && table.tHead.rows[0].cells[was[1]];
      for (let turn = 0; head && turn < 2 && head.getAttribute("aria-sort") !== was[2]; turn++) {
        head.querySelector("button").click();
      }
      if (was && was[0]) {
        const field = table.parentElement.previousElementSibling.querySelector("input");
        field.value = was[0];
        field.dispatchEvent(new Event("input"));
      }
    });
    const place = document.getElementById(kept.place.id);
    if (place && !kept.place.atStart) {
      scrollBy(0, place.getBoundingClientRect().top - kept.place.top);
    }
    history.scrollRestoration = "auto";
  }
})();
