// Python: started with everything it needs from the files of this page, and the book on the disk.
// To the page it says { kind } of its own and, as bytes, what Flet's Python says to Flet's client.
import { fileSystem } from "./filesystem.js";
import { loadPyodide } from "./pyodide/pyodide.mjs";
import { BOOK, openShelf } from "./shelf.js";
import { Slots } from "./slots.js";
import { unzip } from "./unzip.js";

const START = `
import gc, sys, warnings
gc.disable()  # importing makes little garbage
sys.path.insert(0, "/app")
warnings.filterwarnings("ignore", message="Pillow could not be imported")
from scorepad.pocket.start import start
start()
gc.freeze()
gc.enable()
`;
const WHY = {
  NoModificationAllowedError: "held", InvalidStateError: "held", QuotaExceededError: "full",
  TypeError: "unkept", SecurityError: "unkept", NotSupportedError: "unkept",
};

/** Milliseconds since the start until each step was done. */
const times = {};
const began = performance.now();
const done = (name, value) => { times[name] = Math.round(performance.now() - began); return value; };

const flet_js = {};  // the module by which Flet's Python speaks with us
let slots, python, known = 0, unsaid = null, tryAgain;

async function unpacked(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

async function withLibrary(language) {
  const library = URL.createObjectURL(new Blob([await unpacked("library.bin")]));
  return loadPyodide({
    indexURL: new URL("pyodide/", import.meta.url).href,
    stdLibURL: library,
    env: { HOME: "/home", FLET_APP_STORAGE_DATA: "/book", LANGUAGE: language,
           PYTHONDONTWRITEBYTECODE: "1" },
    stdout: text => console.log(text), stderr: text => console.warn(text),
  });
}

/** The browser has taken the book away; only a new start can have it again. */
function lost(fault) {
  console.error(fault);
  postMessage({ kind: "lost" });
}

/** The browser did not write; answers once it may be tried again. */
function refused(fault) {
  if (fault.name !== "QuotaExceededError") lost(fault);
  else postMessage({ kind: "full" });
  return new Promise(again => { tryAgain = again; });
}

async function openBook() {
  try { return await Slots.open(await openShelf(BOOK, refused), lost); }
  catch (fault) { throw Object.assign(fault, { why: fault.why ?? WHY[fault.name] }); }
}

async function start({ documentUrl, language }) {
  flet_js.documentUrl = documentUrl;
  let code, data, app;
  [python, slots, code, data, app] = await Promise.all([
    withLibrary(language).then(made => done("python", made)),
    openBook().then(made => done("book", made)),
    unpacked("code.bin"), unpacked("data.bin"), unpacked("app.bin")]);
  const { FS } = python;
  FS.mkdirTree("/book");
  FS.mount(fileSystem(FS, python._module, slots), {}, "/book");
  for (const archive of [code, data, app]) unzip(FS, archive, "/app");
  done("unpacked");
  python.registerJsModule("flet_js", flet_js);
  await python.runPythonAsync(START);
  done("imported");
  await flet_js.start_connection(packet => {
    const bytes = packet.toJs();
    onceSettled(() => {
      postMessage(bytes, [bytes.buffer]);
      tellSaved();
    });
  });
  known = slots.flushes;
  done("ready");
  postMessage({ kind: "ready" });
}

/** Say something once all that was written before is on the disk, one after the other. */
function onceSettled(say) {
  const settled = slots.settled();
  if (!settled && !unsaid) return say();
  const mine = unsaid = Promise.all([unsaid, settled]).then(() => {
    if (unsaid === mine) unsaid = null;
    say();
  });
}

/** After the first thing that its user has written: the browser is asked to keep it then. */
function tellSaved() {
  if (known === null || !times.ready || slots.flushes <= known) return;
  known = null;
  postMessage({ kind: "saved" });
}

onmessage = async ({ data }) => {
  switch (data.kind) {
    case undefined:
      return flet_js.send?.(data);
    case "start":
      try { await start(data); }
      catch (fault) { postMessage({ kind: "failed", why: fault.why ?? "failed", fault: `${fault}` }); }
      return;
    case "again":
      return tryAgain?.();
    case "close":  // nothing of Python's is under way while we listen
      await slots?.close();
      return postMessage({ kind: "closed" });
    case "figures":
      return postMessage({ kind: "figures", times, flushes: slots.flushes, writes: slots.writes,
                           memory: python._module.HEAP8.length });
  }
};
