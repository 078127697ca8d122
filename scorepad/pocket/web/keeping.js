// The files of the page: fetched whole before anything starts, and a newer version offered.
import { noteRenderer } from "./renderer.js";
import { notice, progress, stop } from "./start.js";
import { say } from "./words.js";

const worker = globalThis.navigator.serviceWorker;
const SCRIPT = new URL("sw.js", import.meta.url).href;
const PAST = "scorepad loaded past its files";
const MENDING = 8000;  // milliseconds that the files may take to come anew

/** Whether it is that of this folder: one of a folder above may answer for this page until then. */
const isOurs = each => each?.scriptURL === SCRIPT;

/** Answers once every file of one version is here and comes from here. */
export async function kept() {
  for (;;) {
    let why = "unfetched";
    const hear = ({ data }) => {
      if (data?.all) progress(data.done, data.all);
      if (data?.why) why = data.why;
    };
    worker.addEventListener("message", hear);
    try {
      await noteRenderer();
      const known = await worker.getRegistration();
      // To register waits for an update that is under way, however long that takes.
      const registration = isOurs(known?.active) ? known
        : await worker.register("sw.js", { updateViaCache: "none" });
      if (!registration.active) await installed(registration);
      if (!isOurs(worker.controller)) await taken(registration.active, registration === known);
      sessionStorage.removeItem(PAST);
      progress();
      watch(registration);
      lookForNewer(registration);
      return;
    } catch (fault) {
      if (isOurs(worker.controller)) return;  // no network to ask for a newer one
      console.warn(fault);
      await stop(say(FORBIDDEN.includes(fault.name) ? "unkept" : why), say("again"));
    } finally {
      worker.removeEventListener("message", hear);
    }
  }
}

const FORBIDDEN = ["SecurityError", "NotSupportedError"];  // of a browser that lets no page keep anything

/** Have kept files that are damaged or missing fetched anew; answers how many there were, and are no
    more: { mended, and how many of them were damaged }. */
export function mend() {
  return new Promise(answer => {
    const told = ({ data }) => {
      if (data?.mended === undefined) return;
      worker.removeEventListener("message", told);
      answer(data);
    };
    worker.addEventListener("message", told);
    setTimeout(answer, MENDING, { mended: 0, damaged: 0 });
    worker.controller?.postMessage("mend");
  });
}

function installed(registration) {
  const coming = registration.installing ?? registration.waiting;
  return new Promise((done, failed) => {
    const look = () => {
      if (coming.state === "activated") done();
      else if (coming.state === "redundant") failed(new Error("not all files came"));
    };
    coming.addEventListener("statechange", look);
    look();
  });
}

/** A page that was loaded `past` it, with Shift for instance, asks to be looked after too. What it has
    of the host may be of another version, so it is loaded anew, once. */
async function taken(active, past) {
  await new Promise(done => {
    worker.addEventListener("controllerchange", done, { once: true });
    active.postMessage("claim");
  });
  if (!past || sessionStorage.getItem(PAST)) return;
  sessionStorage.setItem(PAST, "yes");
  location.reload();
  await new Promise(() => {});
}

/** A browser asks a host whether the list of files has changed since it was fetched. A host that goes
    by dates denies that of a version whose files are dated earlier: so it is fetched without a
    question first, and lies there then when the browser asks. */
async function lookForNewer(registration) {
  try {
    await fetch("sw.js", { cache: "reload" });
    await registration.update();
  } catch {
    // No network, or no whole new version: the next start asks again.
  }
}

function watch(registration) {
  const { controller } = worker;
  let wanted = false;
  const offer = waiting => waiting && notice(say("news"), say("takeNews"), () => {
    wanted = true;
    waiting.postMessage("take over");
  });
  const follow = coming => coming?.addEventListener(
    "statechange", () => coming.state === "installed" && offer(coming));
  offer(registration.waiting);
  follow(registration.installing);
  registration.addEventListener("updatefound", () => follow(registration.installing));
  // Another window may have taken it; who has not begun yet would begin with files of both.
  worker.addEventListener("controllerchange", () => {
    if (wanted || !globalThis.python && worker.controller !== controller) location.reload();
  });
}
