// Python: started with everything it needs from the files of this page, and the book on the disk.
// To the page it says { kind } of its own and, as bytes, what Flet's Python says to Flet's client.
import { add, mount, packageOf } from "./archives.js";
import { fileSystem } from "./filesystem.js";
import createModule from "./pyodide/pyodide.asm.mjs";
import { loadPyodide } from "./pyodide/pyodide.mjs";
import { bookAmong } from "./rescue.js";
import { openShelf, WHY } from "./shelf.js";
import { Slots } from "./slots.js";
import { forget, found, keep, making, restoring } from "./snapshot.js";
import { language } from "./words.js";

const APP = "/app/", LIBRARIES = "libraries/";
const COMPILED = /* LIBRARIES */ [];  // modules that are compiled for the machine
const LATER = /* LATER */ [], PAPER = "paper.txt";
const PREPARE = `
import gc, sys, warnings
gc.disable()  # importing makes little garbage
sys.path.insert(0, "/app")
warnings.filterwarnings("ignore", message="Pillow could not be imported")
from scorepad.pocket.start import prepare, start
prepare("/* SHOWN */".split(), language)
gc.collect()
gc.freeze()
`;
const START = `
start(language)
gc.enable()
`;
const ANSWERING = 60_000;  // milliseconds that a server may take

/** Milliseconds since the start until each step was done. */
const times = {};
const began = performance.now();
const done = (name, value) => { times[name] = Math.round(performance.now() - began); return value; };

/** The module by which Python speaks with us: Flet's, and by `tell` our own. */
const flet_js = { tell: message => {
  const said = message.toJs({ dict_converter: Object.fromEntries });
  onceSettled(() => postMessage(said));
} };
let ahead, slots, python, unsaid = null, tryAgain, isLost = false;

/** What the page has told Python, by kind, and who of Python's listens to each kind. */
const toldTo = new Map(), listeners = new Map();
flet_js.hear = (kind, act) => {
  listeners.set(kind, act.copy());
  if (toldTo.has(kind)) listeners.get(kind).callKwargs(toldTo.get(kind));
};

/** Ask a server; answers [status, content], and [0, why] where it does not answer. */
flet_js.post = async (address, headers, content) => {
  const options = { method: "POST", headers: headers.toJs({ dict_converter: Object.fromEntries }),
                    body: content.toJs(), credentials: "same-origin", cache: "no-store",
                    redirect: "error", signal: AbortSignal.timeout(ANSWERING) };
  try {
    const answer = await fetch(address, options);
    return [answer.status, new Uint8Array(await answer.arrayBuffer())];
  } catch (fault) {
    return [0, new TextEncoder().encode(fault.message)];
  }
};

/** Add what paper is made with to Python's modules: as soon as it was fetched, or else at once. */
let hasPaper = false;
function addPaper(archive) {
  if (!hasPaper) add(python.FS, APP, packageOf(archive));
  hasPaper = true;
}
flet_js.addPaper = () => {
  if (hasPaper) return true;
  const request = new XMLHttpRequest();
  request.open("GET", new URL(PAPER, import.meta.url), false);
  request.responseType = "blob";
  try { request.send(); } catch { return false; }  // no network
  if (request.status === 200) addPaper(request.response);
  return hasPaper;
};

/** What the app began without is fetched while it is used; what does not come is asked for again. */
async function fetchRest() {
  for (const name of LATER)
    await file(name).then(found => name === PAPER && addPaper(found)).catch(console.warn);
}

async function file(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.blob();
}

const options = () => ({
  indexURL: new URL("pyodide/", import.meta.url).href,
  env: { HOME: "/home", FLET_APP_STORAGE_DATA: "/book", PYTHONDONTWRITEBYTECODE: "1" },
  stdout: text => console.log(text), stderr: text => console.warn(text),
});

/** Python's own modules, and the packages. */
const archives = () => Promise.all([file("library.txt"), Promise.all(
  ["code.txt", "data.txt", "app.txt"].map(async name => packageOf(await file(name))))]);

/** Python with everything imported, as it was at an earlier start. */
async function asItWas(snapshot, read) {
  const compiled = path => WebAssembly.compileStreaming(
    fetch(new URL(`${path.replace(APP, LIBRARIES)}.wasm`, import.meta.url)));
  const [restored, modules, [, others]] = await Promise.all([
    loadPyodide({ ...options(), stdLibURL: URL.createObjectURL(new Blob()),
                  ...restoring(snapshot, { flet_js }, createModule, compiled) })
      .then(made => done("python", made)),
    read.then(([library]) => library.arrayBuffer()), read]);
  const { FS } = restored;
  for (const name of FS.readdir("/lib").filter(each => each.endsWith(".zip")))
    FS.writeFile(`/lib/${name}`, new Uint8Array(modules), { canOwn: true });
  mount(FS, APP, others, []);
  return restored;
}

/** Python with everything imported, from its archives; if it `stays`, the next start has it as it is
    now. */
async function anew(stays, read = archives()) {
  const [made, [, others], ...compiled] = await Promise.all([
    read.then(([library]) => loadPyodide({
      ...options(), ...making, stdLibURL: URL.createObjectURL(library) })), read,
    ...COMPILED.map(async name => ({
      name: name.replace(LIBRARIES, "").replace(/\.wasm$/, ""), data: await file(name) }))]);
  done("python");
  mount(made.FS, APP, others, compiled);
  done("unpacked");
  made.registerJsModule("flet_js", flet_js);
  made.globals.set("language", language);
  made.runPython(PREPARE);
  if (stays) keep(made, { flet_js });
  return made;
}

/** After a start that came to no end none is kept: that may have been the end of it. */
async function prepared(asNew) {
  if (asNew) await forget();
  const snapshot = await found();
  done("found");
  if (!snapshot) return anew(!asNew);
  const read = archives();
  try { return await asItWas(snapshot, read); }
  catch (fault) {
    await read;  // where an archive is damaged, the snapshot may be sound
    console.warn(fault);
    await forget();
    return anew(true, read);
  }
}

/** The browser has taken the book away; only a new start can have it again. */
function lost(fault) {
  console.error(fault);
  if (!isLost) postMessage({ kind: "lost" });
  isLost = true;
}

/** The browser did not write; answers once it may be tried again, which is at once where the
    snapshot had the room. */
async function refused(fault) {
  if (fault.name !== "QuotaExceededError") lost(fault);
  else if (await forget()) return;
  else postMessage({ kind: "full" });
  return new Promise(again => { tryAgain = again; });
}

async function openBook(name) {
  try { return await Slots.open(await openShelf(name, refused), lost, forget); }
  catch (fault) { throw Object.assign(fault, { why: fault.why ?? WHY[fault.name] }); }
}

async function start({ documentUrl, book, anew: asNew }) {
  flet_js.documentUrl = documentUrl;
  ahead ??= prepared(asNew);
  [python, slots] = await Promise.all([
    ahead.then(made => done("imported", made)), openBook(book).then(made => done("book", made))]);
  const { FS, _api } = python;
  _api.on_fatal = fault => postMessage({ kind: "failed", why: "ended", fault: `${fault}` });
  FS.mkdirTree("/book");
  FS.mount(fileSystem(FS, python._module, slots), {}, "/book");
  python.globals.set("language", language);
  await python.runPythonAsync(START);
  await flet_js.start_connection(packet => {
    const bytes = packet.toJs();
    onceSettled(() => postMessage(bytes, [bytes.buffer]));
  });
  done("ready");
  postMessage({ kind: "ready" });
}

/** Say something once all that was written before is on the disk, one after the other. */
function onceSettled(say) {
  const settled = slots?.settled();
  if (!settled && !unsaid) return say();
  const mine = unsaid = Promise.all([unsaid, settled]).then(() => {
    if (unsaid === mine) unsaid = null;
    say();
  });
}

/** What nobody waits for has gone wrong, such as memory that the browser refuses. */
addEventListener("unhandledrejection", ({ reason }) => {
  if (!times.ready) postMessage({ kind: "failed", why: "failed", fault: `${reason}` });
});

onmessage = async ({ data }) => {
  switch (data.kind) {
    case undefined:
      return flet_js.send?.(data);
    case "ahead":  // the page does not know yet whether it may have the book
      ahead = prepared(false);
      return ahead.catch(() => {});  // the start hears of it
    case "start":
      try { await start(data); }
      catch (fault) { postMessage({ kind: "failed", why: fault.why ?? "failed", fault: `${fault}` }); }
      return;
    case "rest":
      return fetchRest();
    case "again":
      return tryAgain?.();
    case "close":  // nothing of Python's is under way while we listen
      await slots?.close();
      return postMessage({ kind: "closed" });
    case "book":  // the files of the book that is open, whatever became of the folder
      return postMessage({ kind: "book", files: bookAmong(slots.contents()) });
    case "figures":
      return postMessage({ kind: "figures", times, flushes: slots.flushes, writes: slots.writes,
                           memory: python._module.HEAP8.length });
    case "tell":  // something for Python: { what, values }
      toldTo.set(data.what, data.values);
      return listeners.get(data.what)?.callKwargs(data.values);
  }
};
