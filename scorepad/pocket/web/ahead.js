// Python begins before the modules of the page are there, which takes a phone some tenths of a second;
// not after a start that came to no end, and not where the files may still have to come.
{
  const STARTS = `scorepad starts ${location.pathname.replace(/[^/]*$/, "")}`;

  /** Whether the last start came to its end; false where nobody can tell. */
  function isWell() {
    try { return !localStorage.getItem(STARTS); }
    catch { return false; }
  }

  const { controller } = globalThis.navigator.serviceWorker ?? {};
  if (controller?.scriptURL === new URL("sw.js", location).href && isWell()) {
    const python = globalThis.scorepadAhead = new Worker("worker.js", { type: "module" });
    python.onerror = () => { globalThis.scorepadAhead = null; };  // the page begins another, and hears why
    python.postMessage({ kind: "ahead" });
    addEventListener("pagehide", () => python.terminate());
  }
}
