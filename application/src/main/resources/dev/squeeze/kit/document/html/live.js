"use strict";
(function () {
  // Minimum time between redraws: rendering and showing a page takes time from the run that it shows.
  const LEAST_BETWEEN_PAGES_MILLIS = 5000;
  // The page is not replaced while a reader interacts with it.
  const HANDS_OFF_MILLIS = 1500;
  const PAUSE_MILLIS = 2000;
  const MOST_FAILURES = 4;

  const banner = document.getElementById("live");
  const words = document.getElementById("live-words");
  const clock = document.getElementById("live-clock");
  const bar = document.getElementById("live-bar");
  const version = Number(banner.dataset.version);
  const title = document.title;
  const drawn = Date.now();
  const state = new URL("state", location.href.replace(/[?#].*$/, "").replace(/\/?$/, "/"));
  let seen = Number(banner.dataset.sequence);
  let touched = 0;
  let failures = 0;

  ["wheel", "keydown", "pointerdown", "input", "touchmove"].forEach(function (kind) {
    addEventListener(kind, function () { touched = Date.now(); }, { passive: true });
  });

  // The reader's position: the last section that begins above the middle of the window, and the distance to it.
  function place() {
    let found = { id: "main", top: document.getElementById("main").getBoundingClientRect().top };
    document.querySelectorAll("main section[id]").forEach(function (section) {
      const top = section.getBoundingClientRect().top;
      if (top < innerHeight / 2) {
        found = { id: section.id, top: top };
      }
    });
    return { id: found.id, top: found.top, atStart: scrollY < 8 };
  }

  function keep() {
    const kept = {
      path: location.pathname,
      place: place(),
      panels: Array.from(document.querySelectorAll("details")).map(function (one) {
        return [one.querySelector("summary").textContent, one.open];
      }),
      tabs: Array.from(document.querySelectorAll(".tabs > input:checked")).map(function (one) { return one.id; }),
      knobs: Array.from(document.querySelectorAll("[data-knob]"))
        .filter(function (one) { return one.value !== one.defaultValue || one.checked !== one.defaultChecked; })
        .map(function (one) { return [one.dataset.knob, one.value, one.checked]; }),
      tables: Array.from(document.querySelectorAll("table.sortable")).map(function (table) {
        const sorted = table.tHead.querySelector("[aria-sort]");
        return [
          table.parentElement.previousElementSibling.querySelector("input").value,
          sorted ? sorted.cellIndex : -1,
          sorted ? sorted.getAttribute("aria-sort") : "",
        ];
      }),
    };
    try {
      sessionStorage.setItem("squeeze-kept", JSON.stringify(kept));
      history.scrollRestoration = "manual";
    } catch (e) {
      // Storage may be disabled: then the page starts from its initial state.
    }
  }

  function drawAnew() {
    keep();
    location.reload();
  }

  function over(said) {
    banner.classList.add("over");
    words.textContent = said;
    bar.hidden = true;
    document.title = title;
  }

  function show(now) {
    words.textContent = now.words;
    clock.textContent = now.clock;
    if (now.fraction === undefined) {
      bar.removeAttribute("value");
    } else {
      bar.value = now.fraction;
    }
    document.title = (now.fraction === undefined ? "" : Math.floor(100 * now.fraction) + " % \u00b7 ") + title;
  }

  function heard(now) {
    failures = 0;
    seen = now.sequence;
    if (now.phase === "done") {
      drawAnew();
      return;
    }
    if (now.phase === "ended") {
      over("The run ended without a result; see the terminal where it was started.");
      return;
    }
    show(now);
    const time = Date.now();
    if (now.version !== version && !document.hidden && time - drawn > LEAST_BETWEEN_PAGES_MILLIS &&
        time - touched > HANDS_OFF_MILLIS) {
      drawAnew();
      return;
    }
    // The server delays its response until there is news, so polling again immediately is fine.
    if (now.waited) {
      ask();
    } else {
      setTimeout(ask, PAUSE_MILLIS);
    }
  }

  function failed() {
    failures++;
    if (failures < MOST_FAILURES) {
      setTimeout(ask, PAUSE_MILLIS / 4);
    } else {
      over("The run has ended or is no longer reachable; this is its last known state.");
    }
  }

  function ask() {
    state.search = "?seen=" + seen;
    fetch(state, { cache: "no-store", credentials: "omit", redirect: "error" })
      .then(function (answer) {
        if (!answer.ok) {
          throw new Error(String(answer.status));
        }
        return answer.json();
      })
      .then(heard, failed);
  }
  ask();
})();
