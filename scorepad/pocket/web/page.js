// The page: first its files, then the book, then Python and Flutter side by side.
import { kept, mend } from "./keeping.js";
import { Folder } from "./opfs.js";
import { forgets } from "./private.js";
import { renderer } from "./renderer.js";
import { bookFiles, giveOut } from "./rescue.js";
import { bookName, isThere } from "./shelf.js";
import { gone, offer, progress, stop, whenLate } from "./start.js";
import { begun, ended, listen, LONGER, mended, mustBeCareful } from "./starts.js";
import { haveTheBook } from "./tabs.js";
import { say } from "./words.js";

const CLOSING = 2000;  // milliseconds that Python has to come to an end
const DRAWING = 3000;  // and that Flutter has at most for the first screen
const CALM = 60, FRAMES = 4;  // so many frames, each quicker than that: the drawing is done

const NO_MEMORY = /MemoryError|allocate memory|out of memory/i;
const EARLY = 3000;  // milliseconds after which nobody is kept waiting for another start
const OFTEN = 2;  // starts without an end, after which there is nothing more to mend

let python, hearing, invited, book, isStarting = false, before = 0, isCareful, deaf = () => {};
const early = [];  // what Python says before Flutter listens

// --- what Flet's client calls --------------------------------------------------------------------

globalThis.flet = {
  pyodide: true, multiView: false, noCdn: true, webSocketEndpoint: "", appPackageUrl: "",
  entrypointBaseUrl: "", assetBase: "", routeUrlStrategy: "hash", webRenderer: "canvaskit",
  canvasKitBaseUrl: "canvaskit/",
  // Where a letter is in no font, Flutter asks for another one in every frame until it gets one.
  fontFallbackBaseUrl: "fonts/NotoEmoji.woff2?",
};

globalThis.jsConnect = (_app, _arguments, listen) => new Promise((connected, failed) => {
  hearing = ({ data }) => {
    if (data instanceof Uint8Array) listen(data);
    else if (data.kind === "ready") connected();
    else if (data.kind === "failed") failed(data.fault);
  };
  early.splice(0).forEach(hearing);
});
globalThis.jsSend = async (_app, data) => python.postMessage(data, [data.buffer]);
globalThis.jsDisconnect = async () => {};  // Python ends with the page

// -------------------------------------------------------------------------------------------------

const HERE = location.pathname.replace(/[^/]*$/, "");
const LOOKS = `scorepad looks ${HERE}`, SERVER = `scorepad server ${HERE}`;
const handsOf = () => `scorepad hands ${book}`;

/** How this device shows the app, which server it meets, or how many hands are in the book; Python
    alone reads it. */
function keepText(name, text) {
  try { text ? localStorage.setItem(name, text) : localStorage.removeItem(name); }
  catch (fault) { console.warn(fault); }  // no room: it holds until the page is closed
}

/** The link to the server that this page comes from, if the address has its key; it is used once,
    so it does not stay there. Where a table's server offers the page, its address alone may do. */
function invitation() {
  const [key] = location.hash.match(/^#[\w-]{16,}$/) ?? [];
  if (!key) return HERE === "/pocket/" ? location.origin : "";
  history.replaceState(null, "", "#/safety/server");
  return `${location.origin}/${key}`;
}

/** The code of a slip, or of a list's result, in the hands of somebody without this page: where a
    table's server offers it, the live page does the same at once. */
function toTheLivePage() {
  const [, what, number] = location.hash.match(/^#\/(slip|result)\/(\d+)$/) ?? [];
  if (!what || HERE !== "/pocket/" || navigator.serviceWorker?.controller) return false;
  location.replace(what === "slip" ? `/slip#slip.${number}` : `/result/${number}`);
  return true;
}

const ASKED = "scorepad asked to keep the book";

/** iPhones and iPads delete what a browser keeps after seven days without a visit, and give an app
    on the home screen a storage of its own: which of the two this is, "" elsewhere. */
function homeScreen() {
  const isApple = /iP(hone|ad|od)/.test(navigator.userAgent)
    || navigator.platform === "MacIntel" && navigator.maxTouchPoints > 1;
  return !isApple ? "" : navigator.standalone ? "app" : "browser";
}

/** Python hears whether files can be shared, and whether the browser has promised to keep the
    book; where that was never asked, it is neither promised nor refused. */
async function tellWhatItCan() {
  const promised = await navigator.storage?.persisted?.() || (localStorage.getItem(ASKED) ? false
    : undefined);
  const file = new File(["1"], "book.txt", { type: "text/plain" });
  const share = !!navigator.canShare?.({ files: [file] });
  python.postMessage({ kind: "tell", what: "able", values: {
    share, promised, home: homeScreen(), listens: globalThis.scorepadListens, scans: globalThis.scorepadScans } });
}

/** What is to be done with each kind of message from Python and its worker. */
const told = {
  drawn: () => whenDrawn(shown),
  failed,
  full,
  lost: async () => await isThere(book).catch(() => true)
    ? stop(say("lost"), say("reload")).then(() => location.reload()) : deleted(),
  glimpse: ({ glimpse }) => keepGlimpse(glimpse ?? null),
  persist: async () => {
    localStorage.setItem(ASKED, "yes");
    await navigator.storage?.persist?.();
    await tellWhatItCan();
  },
  looks: ({ looks }) => keepText(LOOKS, looks),
  server: ({ server }) => keepText(SERVER, server),
  hands: ({ hands }) => {
    keepText(handsOf(), `${hands}`);
    lookForFolder();
  },
  typing: ({ whether }) => document.body.classList.toggle("typing", whether),
};

let said = 0;  // when Python last told Flutter what to show

/** Once Python has said all of the first screen and Flutter has time again, so it is drawn. */
function whenDrawn(then) {
  let frames = 0, before = performance.now();
  const end = before + DRAWING;
  requestAnimationFrame(function look() {
    const now = performance.now();
    frames = now - before < CALM && now - said > CALM ? frames + 1 : 0;
    before = now;
    if (frames < FRAMES && now < end) requestAnimationFrame(look);
    else then();
  });
}

/** End the Python that began ahead of this page, where it is not wanted. */
function dropAhead() {
  globalThis.scorepadAhead?.terminate();
  globalThis.scorepadAhead = null;
}

function startPython() {
  if (isCareful) dropAhead();
  python = globalThis.python = globalThis.scorepadAhead ?? new Worker("worker.js", { type: "module" });
  python.onmessage = event => {
    const { data } = event;
    if (told[data.kind]) return void told[data.kind](data);
    if (data instanceof Uint8Array) said = performance.now();
    hearing ? hearing(event) : early.push(event);
  };
  python.onerror = event => failed({ why: "failed", fault: event.message ?? "worker.js" });
  python.postMessage({ kind: "tell", what: "looks",
                       values: { looks: localStorage.getItem(LOOKS) ?? "" } });
  python.postMessage({ kind: "tell", what: "server", values: {
    server: localStorage.getItem(SERVER) ?? "", invited, address: location.origin + HERE } });
  python.postMessage({ kind: "tell", what: "counted",
                       values: { hands: Number(localStorage.getItem(handsOf())) || 0 } });
  python.postMessage({ kind: "start", documentUrl: document.URL, book, anew: isCareful });
  tellWhatItCan();
}

/** The start has come to its end, whichever that is. */
function over() {
  deaf();
  whenLate(() => {});
  isStarting = false;
}

/** The app is there, unless the start has come to another end meanwhile. */
function shown() {
  if (!isStarting) return;
  over();
  ended();
  gone();
  python.postMessage({ kind: "rest" });
}

/** Load the page anew, after a file that was damaged has come again. */
function begunAnew() {
  mended();
  location.reload();
}

/** It takes longer than usual: perhaps a file is damaged, and nobody has said so. One that was missing
    came when it was asked for. */
async function takesLonger() {
  if (isStarting && before < OFTEN && (await mend()).damaged && isStarting) begunAnew();
}

/** A sentence, another start, and the book: for whoever gets no further. */
async function tryAgain(sentence) {
  const tapped = stop(sentence, say("again"));
  offerBook();
  await tapped;
  location.reload();
}

/** It takes long, and may be there all the same in the end. */
const takesLong = () => tryAgain(say("slow"));

async function offerBook() {
  if (!book) return;
  const files = await bookFiles(book).catch(() => []);
  if (files.length) offer(say("giveOut"), () => giveOut(files));
}

function startFlutter() {
  const script = Object.assign(document.createElement("script"), { src: "flutter.js" });
  script.onload = () => {
    const build = renderer === "quick" ? { compileTarget: "dart2wasm", renderer: "skwasm",
      mainWasmPath: "main.dart.wasm", jsSupportRuntimePath: "main.dart.mjs" }
      : { compileTarget: "dart2js", renderer: "canvaskit", mainJsPath: "main.dart.js" };
    _flutter.buildConfig = { engineRevision: "", builds: [build] };
    // The folder says which of the drawing libraries it is. No settings of a service worker:
    // Flutter's own would take the place of ours.
    const config = { renderer: build.renderer, canvasKitVariant: "full",
                     canvasKitBaseUrl: `canvaskit/${renderer === "smaller" ? "chromium/" : ""}`,
                     fontFallbackBaseUrl: flet.fontFallbackBaseUrl,
                     entrypointBaseUrl: "", assetBase: "" };
    _flutter.loader.load({ config, onEntrypointLoaded: async engine =>
      flutterStarted(await (await engine.initializeEngine(config)).runApp()) });
  };
  script.onerror = () => failed({ why: "failed", fault: script.src });
  document.head.append(script);
}
let flutterStarted;
flet.flutterAppLoaded = new Promise(done => { flutterStarted = done; });

let isInFolder = false;

/** Whoever deletes what this page keeps takes the folder of the book that is open, which the worker
    still has: nobody would find there what is written from now on. */
async function lookForFolder() {
  const found = await Folder.find(book).catch(() => "held");
  if (found || !isInFolder) isInFolder = !!found;
  else {
    isInFolder = false;
    deleted();
  }
}

async function deleted() {
  const answer = new Promise(done => python.addEventListener("message", ({ data }) =>
    data.kind === "book" && done(data.files)));
  seen(true);  // all of it is in one file then
  python.postMessage({ kind: "book" });
  const files = await Promise.race([answer, inTime([])]);
  const tapped = stop(say("cleared") + (files.length ? ` ${say("stillOpen")}` : ""), say("reload"));
  if (files.length) offer(say("giveOut"), () => giveOut(files));
  await tapped;
  location.reload();
}

/** Who leaves may not come back; who comes back may have deleted something. */
function seen(leaves = document.hidden) {
  if (leaves) python?.postMessage({ kind: "tell", what: "hidden", values: {} });
  else lookForFolder();
}

const inTime = value => new Promise(late => setTimeout(late, CLOSING, value));

async function giveUp() {
  over();
  ended();
  if (!python) return dropAhead();  // it will not be started any more
  const closed = new Promise(done => python.addEventListener("message", ({ data }) =>
    data.kind === "closed" && done()));
  python.postMessage({ kind: "close" });
  await Promise.race([closed, inTime()]);
  python.terminate();
}

/** What was typed waits in the worker until there is room. */
async function full() {
  await stop(say("full"), say("again"));
  gone();
  python.postMessage({ kind: "again" });
}

/** The app cannot go on. Where a file was damaged, it is there anew now, and so is the page; what
    fails early and nobody knows why may work the next time. */
async function failed({ why, fault }) {
  console.error(fault);
  const once = why === "failed" && isStarting && before === 0 && performance.now() < EARLY;
  over();
  dropAhead();
  python?.terminate();
  if (!(before >= OFTEN)) {
    if ((await mend()).mended) return begunAnew();
    if (once) return location.reload();
  }
  const last = `${fault}`.trim().split("\n").at(-1);  // Python says there what went wrong
  return tryAgain(say(why === "failed" && NO_MEMORY.test(last) ? "memory" : why, { fault: last }));
}

function whyNot() {
  if (!globalThis.isSecureContext) return "insecure";
  const can = navigator.serviceWorker && globalThis.indexedDB && navigator.locks
    && globalThis.DecompressionStream && globalThis.BroadcastChannel;
  return can ? null : "unkept";
}

async function start() {
  progress();
  whenLate(takesLong);
  const why = whyNot() ?? (!navigator.serviceWorker.controller && await forgets() ? "private" : null);
  if (why) return stop(say(why));
  // A browser may give a page back from its history: its Python and its lock are gone.
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
  deaf = listen(fault => failed({ why: "failed", fault }));
  await kept();
  book = await bookName();
  await haveTheBook(book, giveUp, dropAhead);
  isStarting = true;
  before = begun();
  isCareful = mustBeCareful(before);
  const soon = performance.now() + LONGER;
  addEventListener("pagehide", () => {
    // Whoever leaves in the first seconds has not waited in vain; a start that failed counts.
    if (isStarting && performance.now() < soon) ended();
    // Its memory would be held until somebody looks for garbage; and of a page that is kept to go
    // back to, Chromium ends it in a way that breaks down, with the service worker beside it.
    python?.terminate();
  });
  addEventListener("visibilitychange", () => seen());
  setTimeout(takesLonger, LONGER);
  if (isCareful) await mend();
  if (before >= OFTEN) await offerBook();
  if (!isStarting) return;
  startPython();
  startFlutter();
}

globalThis.scorepadRuns = true;
invited = invitation();
if (!toTheLivePage()) start().catch(fault => failed({ why: fault.why ?? "failed", fault }));
