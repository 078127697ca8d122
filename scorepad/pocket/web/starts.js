// Starts that come to no end: each that follows one is begun more carefully.
const STARTS = `scorepad starts ${location.pathname.replace(/[^/]*$/, "")}`;
const MENDED = "scorepad mended";
export const LONGER = 8000;  // milliseconds after which the files of a start are looked at
const LATER = 4000;  // and after a fault, until it is said that it was one

/** Count a start; answers how many before it, in a row, have come to no end; NaN where nobody can. */
export function begun() {
  try {
    const before = Number(localStorage.getItem(STARTS)) || 0;
    localStorage.setItem(STARTS, before + 1);
    return before;
  } catch { return NaN; }
}

/** This start has come to its end, or its window was closed before. */
export function ended() {
  try { localStorage.removeItem(STARTS); } catch { /* it was never counted */ }
}

/** A file was damaged, and has come again: that was the cause, and the next start is one like any. */
export function mended() {
  try { sessionStorage.setItem(MENDED, "yes"); } catch { /* the next one is careful, and slower */ }
}

/** Whether a start leaves out what may have ended those before it, of which there were `before`. */
export function mustBeCareful(before) {
  const known = sessionStorage.getItem(MENDED) ? 1 : 0;
  sessionStorage.removeItem(MENDED);
  return before > known;
}

/** Have `act` called with a fault of the page, unless the app is there soon all the same; answers
    how to stop listening. */
export function listen(act) {
  let later;
  const hear = fault => { later ??= setTimeout(act, LATER, fault); };
  const refused = ({ reason }) => hear(`${reason}`), wrong = ({ message }) => message && hear(message);
  addEventListener("unhandledrejection", refused);
  addEventListener("error", wrong);
  return () => {
    clearTimeout(later);
    removeEventListener("unhandledrejection", refused);
    removeEventListener("error", wrong);
  };
}
