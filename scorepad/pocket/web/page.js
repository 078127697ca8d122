// The page: first its files, then the book, then Python and Flutter side by side.
import { kept } from "./keeping.js";
import { forgets } from "./private.js";
import { bookFiles, giveOut } from "./rescue.js";
import { BOOK } from "./shelf.js";
import { gone, notice, offer, progress, stop } from "./start.js";
import { haveTheBook } from "./tabs.js";
import { language, say } from "./words.js";

const CLOSING = 2000;  // milliseconds that Python has to come to an end

let python, hearing;
const early = [];  // what Python says before Flutter listens

// --- what Flet's client calls --------------------------------------------------------------------

globalThis.flet = {
  pyodide: true, multiView: false, noCdn: true, webSocketEndpoint: "", appPackageUrl: "",
  entrypointBaseUrl: "", assetBase: "", routeUrlStrategy: "hash", webRenderer: "canvaskit",
  canvasKitBaseUrl: "canvaskit/",
  // Where a letter is in no font, Flutter asks for another one in every frame until it gets one.
  fontFallbackBaseUrl: "fonts/ScorepadSans.ttf?",
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

function startPython() {
  python = globalThis.python = new Worker("worker.js", { type: "module" });
  let drawn = 0;
  python.onmessage = event => {
    const { data } = event;
    if (data.kind === "failed") return failed(data);
    if (data.kind === "lost") return stop(say("lost"), say("reload")).then(() => location.reload());
    if (data.kind === "full") return full();
    if (data.kind === "saved") return void navigator.storage?.persist?.();
    if (data instanceof Uint8Array && ++drawn === SCREEN) requestAnimationFrame(() =>
      requestAnimationFrame(gone));
    hearing ? hearing(event) : early.push(event);
  };
  python.onerror = event => failed({ why: "failed", fault: event.message ?? "worker.js" });
  python.postMessage({ kind: "start", documentUrl: document.URL, language });
}

const SCREEN = 2;  // the message with which Flet's client gets the first screen

function startFlutter() {
  const script = Object.assign(document.createElement("script"), { src: "flutter.js" });
  script.onload = () => {
    _flutter.buildConfig = { engineRevision: "", builds: [
      { compileTarget: "dart2js", renderer: "canvaskit", mainJsPath: "main.dart.js" }] };
    // One drawing library for all browsers. No settings of a service worker: Flutter's own would
    // take the place of ours.
    const config = { renderer: "canvaskit", canvasKitBaseUrl: flet.canvasKitBaseUrl,
                     canvasKitVariant: "full", fontFallbackBaseUrl: flet.fontFallbackBaseUrl,
                     entrypointBaseUrl: "", assetBase: "" };
    _flutter.loader.load({ config, onEntrypointLoaded: async engine =>
      flutterStarted(await (await engine.initializeEngine(config)).runApp()) });
  };
  document.head.append(script);
}
let flutterStarted;
flet.flutterAppLoaded = new Promise(done => { flutterStarted = done; });

async function giveUp() {
  const closed = new Promise(done => python.addEventListener("message", ({ data }) =>
    data.kind === "closed" && done()));
  python.postMessage({ kind: "close" });
  await Promise.race([closed, new Promise(late => setTimeout(late, CLOSING))]);
  python.terminate();
}

/** What was typed waits in the worker until there is room. */
async function full() {
  await stop(say("full"), say("again"));
  gone();
  python.postMessage({ kind: "again" });
}

async function failed({ why, fault }) {
  console.error(fault);
  python.terminate();
  const tapped = stop(say(why, { fault }), say("again"));
  const files = await bookFiles(BOOK).catch(() => []);
  if (files.length) offer(say("giveOut"), () => giveOut(files));
  await tapped;
  location.reload();
}

function whyNot() {
  if (!globalThis.isSecureContext) return "insecure";
  const can = navigator.serviceWorker && globalThis.indexedDB && navigator.locks
    && globalThis.DecompressionStream && globalThis.BroadcastChannel;
  return can ? null : "unkept";
}

const first = !navigator.serviceWorker?.controller;
const why = whyNot() ?? (first && await forgets() ? "private" : null);
if (why) stop(say(why));
else {
  progress();
  await kept();
  await haveTheBook(giveUp);
  startPython();
  startFlutter();
}
