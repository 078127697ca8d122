// When a page gives up its line to the program, in Node: `node gone.mjs GONE_JS`. The clock goes on
// as it is told to; of the page there is only what is asked of it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";

const SCRIPT = readFileSync(process.argv[2], "utf8");
const SILENCE = 600, GRACE = 150;  // until a line is in doubt, and until it is given up then

class Page {
  /** look: what comes of a look whether the program is there. */
  constructor(look) {
    this.now = 0;
    this.isTold = false;
    this.timers = [];
    this.look = look;
    const at = (act, pause, ...given) => {
      const timer = { due: this.now + pause, act: () => act(...given) };
      this.timers.push(timer);
      return timer;
    };
    const element = () => ({
      style: {}, append() {}, remove: () => { this.isTold = false; }, setAttribute() {} });
    this.listeners = {};
    class Socket extends EventTarget {
      static OPEN = 1;
      readyState = 1;
      send() {}
      close() {}
    }
    this.told = class extends Event {
      constructor(type, init) { super(type); Object.assign(this, init); }
    };
    this.globals = {
      setTimeout: at, setInterval() {}, clearTimeout: timer => {
        this.timers = this.timers.filter(each => each !== timer);
      },
      Date: { now: () => this.now }, requestAnimationFrame() {}, crypto, navigator: {},
      AbortController, fetch: (_, { signal }) => this.look(signal), CloseEvent: this.told,
      FontFace: class { load() { return new Promise(() => {}); } },
      WebSocket: Socket, matchMedia: () => ({}), WORDS: { en: { lines: [] } },
      addEventListener: (kind, act) => { this.listeners[kind] = act; },
      scorepadChosen: () => "en", scorepadStarted() {},
      document: { createElement: element, addEventListener() {}, hidden: false,
        body: { append: () => { this.isTold = true; } } },
    };
    runInContext(SCRIPT, createContext(this.globals));
    this.line = new this.globals.WebSocket("ws://scorepad.test/ws");
    this.line.addEventListener("close", () => { this.closed = this.now; });
    this.hears(100);
  }

  /** Something comes over the line; of a byte, it is an answer. */
  hears(bytes) { this.line.dispatchEvent(new this.told("message", { data: new Uint8Array(bytes) })); }

  /** Time passes. */
  async passes(milliseconds) {
    const end = this.now + milliseconds;
    for (;;) {
      await new Promise(setImmediate);
      const next = this.timers.filter(each => each.due <= end).sort((a, b) => a.due - b.due)[0];
      if (!next) break;
      this.globals.clearTimeout(next);
      this.now = Math.max(this.now, next.due);
      next.act();
    }
    this.now = end;
  }
}

const here = async () => ({ status: 200 }), away = () => Promise.reject(new Error());

/** Let it tap where nobody answers for so long; return how long the line lives after that. */
async function lives(gone) {
  const page = new Page(away);
  page.line.send(new Uint8Array(50));
  await page.passes(gone);
  let answered;
  page.look = () => { answered ??= page.now; return here(); };
  await page.passes(5000);
  return page.closed - answered;
}
assert.equal(await lives(0), GRACE);
for (const gone of [10_000, 60_000])
  assert.equal(await lives(gone), GRACE + SILENCE, `away for ${gone}`);

// A program that takes its time to answer a look has as much for its answer over the line.
const slow = new Page(() => new Promise(resolve => {
  slow.globals.setTimeout(() => resolve({ status: 200 }), 400);
}));
slow.line.send(new Uint8Array(50));
await slow.passes(SILENCE + 400 + GRACE + 350);
slow.hears(1);
await slow.passes(20_000);
assert.equal(slow.closed, undefined);

// The answer waits in a page that is busy itself: it comes to it with the next turn.
const busy = new Page(here);
busy.line.send(new Uint8Array(50));
await busy.passes(SILENCE);
busy.now += 3000;
await busy.passes(0);
busy.hears(1);
await busy.passes(20_000);
assert.equal(busy.closed, undefined);

// A look whose answer waits in a page that is busy says nothing about the program.
for (const [busy, isTold] of [[0, true], [40, false], [3000, false]]) {
  const page = new Page(signal => new Promise((resolve, reject) => {
    signal.onabort = () => reject(new Error());
    if (busy) page.globals.setTimeout(() => {
      page.now += busy;
      page.globals.setTimeout(() => resolve({ status: 200 }), 0);
    }, 1499);
  }));
  page.line.send(new Uint8Array(50));
  await page.passes(SILENCE + 1800);
  assert.equal(page.isTold, isTold, `busy for ${busy}`);
}

// Whoever wakes up asks at once, besides what a tap has asked: the line is given up once, and what
// says so stands until there is another one, over which a tap is heard.
const woken = new Page(away);
woken.line.send(new Uint8Array(50));
woken.listeners.online();
await woken.passes(3000);
woken.look = here;
await woken.passes(3000);
assert.ok(woken.closed);
assert.ok(woken.isTold, "a line is given up, and keys can be touched that nobody hears");
woken.line = new woken.globals.WebSocket("ws://scorepad.test/ws");
woken.hears(100);
await woken.passes(1000);
assert.ok(!woken.isTold);
