// One window at a time has the book.
import { resume, stop } from "./start.js";
import { say } from "./words.js";

const PATIENCE = 5000;
const ASKED = "scorepad: go on here";  // what was tapped before this window was loaded anew

/**
 * Answers once this window may open the book of a name. Where another one has it, says so; a tap asks that
 * one to give it up. `giveUp` is called, and waited for, when another window asks for it; `waits`
 * when this one has to wait.
 */
export async function haveTheBook(book, giveUp, waits) {
  const others = new BroadcastChannel(book);
  let release, asked = sessionStorage.getItem(ASKED);
  sessionStorage.removeItem(ASKED);
  const held = new Promise(let_go => { release = let_go; });
  const ask = (options, answer) => navigator.locks.request(book, options, lock => {
    answer(!!lock);
    return lock ? held : undefined;
  });
  /** Answers once it is ours. Whenever another window is to go on, it comes before this one. */
  const queued = () => new Promise(answer => {
    let place;
    const queue = () => {
      place?.abort();
      place = new AbortController();
      ask({ signal: place.signal }, answer).catch(() => {});  // its place was given up
    };
    others.onmessage = queue;
    queue();
  });
  if (!await new Promise(answer => ask({ ifAvailable: true }, answer))) {
    waits();
    const ours = queued();
    let mine = false;
    ours.then(() => { mine = true; });
    let sentence = say("elsewhere");
    while (!mine) {
      const tapped = (asked ? Promise.resolve() : stop(sentence, say("takeOver")))
        .then(() => others.postMessage("give up"));
      asked = null;
      await Promise.race([ours, tapped]);
      await Promise.race([ours, new Promise(late => setTimeout(late, PATIENCE))]);
      sentence = say("held");
    }
    resume();
  }
  others.onmessage = async ({ data }) => {
    if (data !== "give up") return;
    others.onmessage = null;
    await giveUp();
    release();
    await stop(say("takenOver"), say("takeOver"));
    sessionStorage.setItem(ASKED, "yes");
    location.reload();
  };
}
