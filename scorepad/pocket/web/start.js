// The screen before the app: a name, a bar that knows, and a sentence where it cannot go on.
import { language, say } from "./words.js";

const SLOW = 16_000;  // milliseconds without news, after which a start is said to take long
let late, isLate = false, takesLong = () => {};

const part = name => document.getElementById(name);
document.documentElement.lang = language;

/** Have `act` called where a start gets no further, and no sentence says why. */
export function whenLate(act) { takesLong = act; }

/** So much of the whole is done, in bytes; without figures only that something is going on. */
export function progress(done, all) {
  const bar = part("bar");
  clearTimeout(late);
  if (all && isLate) resume();
  if (!bar || part("start").classList.contains("fault")) return;  // a sentence stands there
  late = setTimeout(() => { takesLong(); isLate = true; }, SLOW);
  if (all) {
    Object.assign(bar, { max: all, value: done });
    const figure = bytes => (bytes / 1e6).toLocaleString(language, { maximumFractionDigits: 0 });
    part("told").textContent = say("fetching", { done: figure(done), all: figure(all) });
  } else {
    bar.removeAttribute("value");
    part("told").textContent = say("starting");
  }
}

/** The app is to be seen. */
export function gone() {
  clearTimeout(late);
  part("start")?.remove();
}

/** A sentence over everything, and what can be done about it; answers once that was tapped. */
export function stop(text, action) {
  clearTimeout(late);
  isLate = false;
  let screen = part("start");
  if (!screen) {
    screen = Object.assign(document.createElement("main"), { id: "start" });
    screen.setAttribute("role", "alert");
    screen.innerHTML = "<h1>Scorepad</h1><p id='told'></p><button id='act'></button>";
    document.body.append(screen);
  }
  screen.classList.add("fault");
  part("told").textContent = text;
  const button = part("act");
  Object.assign(button, { hidden: !action, textContent: action ?? "" });
  return new Promise(tapped => { button.onclick = () => { resume(); tapped(); }; });
}

/** Something else that can be done under a sentence; the sentence stays. */
export function offer(action, act) {
  part("offer")?.remove();
  part("act")?.after(Object.assign(document.createElement("button"),
    { id: "offer", textContent: action, onclick: act }));
}

/** Takes the sentence away again; the bar goes on. */
export function resume() {
  isLate = false;
  part("start")?.classList.remove("fault");
  Object.assign(part("act") ?? {}, { hidden: true });
  part("offer")?.remove();
  progress();
}

/** A sentence at the edge, while the app goes on; it can be put off. */
export function notice(text, action, act) {
  part("notice")?.remove();
  const bar = Object.assign(document.createElement("div"), { id: "notice" });
  bar.setAttribute("role", "status");
  const button = (label, kind, tapped) => Object.assign(document.createElement("button"), {
    textContent: label, className: kind, onclick: () => { bar.remove(); tapped?.(); } });
  const buttons = Object.assign(document.createElement("span"), { className: "buttons" });
  buttons.append(button(say("later"), "later"), button(action, "act", act));
  bar.append(Object.assign(document.createElement("span"), { textContent: text }), buttons);
  document.body.append(bar);
}
