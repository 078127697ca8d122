// Where a kept file of the page itself is damaged, nothing of it runs: then they are fetched anew,
// twice at most; after that it is said, and the book's file offered if what reads it still runs.
{
  const WAIT = 5000, ANSWER = 8000, MOST = 2;  // milliseconds, and times
  const MENDED = `scorepad mended ${location.pathname}`;
  const worker = globalThis.navigator.serviceWorker;
  const [cannot, again, save] = (navigator.language ?? "").toLowerCase().startsWith("de")
    ? ["Eine Datei von Scorepad ist beschädigt, und sie kommt nicht heil an. Bitte mit Netz noch einmal versuchen; das Buch ist unversehrt.",
       "Noch einmal", "Die Datei des Buchs speichern"]
    : ["A file of Scorepad is damaged, and does not arrive whole. Please try again with a network; the book is unharmed.",
       "Try again", "Save the book's file"];

  /** How often in a row the files were fetched anew; one more from now on if `counts`. */
  function mended(counts) {
    try {
      const before = Number(sessionStorage.getItem(MENDED)) || 0;
      if (counts) sessionStorage.setItem(MENDED, before + 1);
      return before;
    } catch { return MOST; }  // who cannot count might do it for ever
  }

  function forget() {
    try { sessionStorage.removeItem(MENDED); } catch { /* nothing was counted */ }
  }

  /** Have the damaged files fetched anew; answers whether that helped with any. */
  const mend = () => new Promise(answer => {
    setTimeout(answer, ANSWER, false);
    worker.addEventListener("message", ({ data }) =>
      data?.mended === undefined || answer(data.mended > 0));
    worker.startMessages();
    worker.controller.postMessage("mend");
  });

  function say() {
    const button = document.getElementById("act");
    document.getElementById("start").className = "fault";
    document.getElementById("told").textContent = cannot;
    Object.assign(button, { hidden: false, textContent: again, onclick: () => location.reload() });
    return button;
  }

  async function offerBook(button) {
    const [{ bookFiles, giveOut }, { bookName }] = await Promise.all([
      import("./rescue.js"), import("./shelf.js")]);
    const files = await bookFiles(await bookName());
    if (files.length) button.after(Object.assign(document.createElement("button"), {
      id: "offer", textContent: save, onclick: () => giveOut(files) }));
  }

  setTimeout(async () => {
    if (globalThis.scorepadRuns) return forget();
    // What comes from the host and not from here may take its time.
    if (worker?.controller?.scriptURL !== new URL("sw.js", location).href) return;
    if (mended() < MOST && await mend()) {
      mended(true);
      return location.reload();
    }
    if (!globalThis.scorepadRuns) offerBook(say()).catch(console.warn);
  }, WAIT);
}
