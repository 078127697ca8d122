// The service worker's choice of files, in Node with a stand-in for the browser: `node files.mjs
// SW ROUNDS SEED`. A host has any of the files of two versions; a phone installs, is killed at any
// request, and must have one version, whole.
import { createHash, webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";
import assert from "node:assert/strict";
import vm from "node:vm";
import { gzipSync } from "node:zlib";

const [, , script, rounds, seed] = process.argv;
const SCOPE = "https://host/club/";
let state = Number(seed);
const random = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
const below = number => Math.floor(random() * number);

class Killed extends Error {}

/** What stays on a phone, and a browser that ends at a request or a keeping, if it is told to. */
class Phone {
  kept = new Map();
  steps = Infinity;
  room = Infinity;  // so many files are kept until none is left
  told = [];
  toldOthers = [];
  step() { if (this.steps-- <= 0) throw new Killed(); }
  caches = { open: async () => ({
    match: async url => this.kept.get(`${url.url ?? url}`)?.clone(),
    put: async (url, answer) => {
      const content = await answer.clone().arrayBuffer();
      this.step();
      if (this.kept.size >= this.room) throw new DOMException("", "QuotaExceededError");
      this.kept.set(url, new Response(content, { headers: answer.headers }));
    },
    keys: async () => [...this.kept.keys()].map(url => ({ url })),
    delete: async request => { this.step(); return this.kept.delete(request.url); },
  }) };

  /** The worker of a list of files, of which some are fetched later, before it is installed. */
  worker(files, host, later = []) {
    const heard = {}, phone = this;
    const self = { addEventListener: (kind, act) => { heard[kind] = act; }, skipWaiting() {} };
    const world = vm.createContext({
      self, registration: { scope: SCOPE, active: later.length > 0 }, caches: this.caches,
      URL, Response, Blob, Uint8Array, DecompressionStream,
      performance, crypto: webcrypto, clients: {
        matchAll: async () => [`${SCOPE}#/safety`, `${SCOPE}trial/`, "https://host/"].map(
          (url, place) => ({ url, postMessage: message =>
            (place ? phone.toldOthers : phone.told).push(message) })),
        claim: async () => {},
      },
      fetch: async wanted => {
        phone.step();
        const name = `${wanted.url ?? wanted}`.slice(SCOPE.length).replace(/[?#].*/, "")
          || "index.html";
        const content = host.files[name] ?? smaller(host, name);
        if (content === undefined) return new Response("", { status: 404 });
        const answer = new Response(content, { headers: {
          ...(host.compresses && { "content-encoding": "br" }),
          ...(host.calls && { "content-type": host.calls }) } });
        return Object.defineProperty(answer, "url", { value: SCOPE + name });
      },
    });
    vm.runInContext(readFileSync(script, "utf8").replace("/* FILES */ {}", JSON.stringify(files))
      .replace("/* LATER */ []", JSON.stringify(later)), world);
    return {
      does: (kind, data) => new Promise((done, failed) =>
        heard[kind]({ data, waitUntil: promise => promise.then(done, failed) })),
      answers: (name, mode) => new Promise((done, failed) => {
        let answered = false;
        heard.fetch({ request: { method: "GET", url: SCOPE + name, mode },
                      respondWith: answer => { answered = true; answer.then(done, failed); } });
        if (!answered) done(null);
      }),
    };
  }
}

const hash = content => createHash("sha256").update(content).digest("hex").slice(0, 16);
const listed = version => Object.fromEntries(Object.entries(version).map(
  ([name, content]) => [name, [hash(content), content.length,
                               ...(name === "app.bin" ? [gzipSync(content).length] : [])]]));

/** What a host has of a file that is called NAME.gz. */
function smaller(host, name) {
  const content = host.files[name.replace(/\.gz$/, "")];
  return content === undefined || !host.hasSmaller ? undefined : gzipSync(content);
}

function nextVersion(version, number) {
  const next = { ...version };
  for (const name of Object.keys(next)) if (random() < 0.4) next[name] = `${name} of ${number}`;
  next["index.html"] = `the page of ${number}`;
  next[`new-${number}.js`] = `${number}`;
  return next;
}

async function isWhole(worker, version) {
  for (const [name, content] of Object.entries(version)) {
    const answer = await worker.answers(name, "no-cors");
    assert.equal(await answer.text(), content, name);
    assert.equal(answer.headers.get("content-type").split(";")[0], {
      html: "text/html", js: "text/javascript", bin: "application/octet-stream" }[
      name.split(".").pop()]);
  }
  assert.equal(await (await worker.answers("", "navigate")).text(), version["index.html"]);
  assert.equal(await worker.answers("no-such-file", "no-cors"), null);
  for (const name of ["licences.txt", "trial/", "trial/index.html"])
    assert.equal(await worker.answers(name, "navigate"), null, "it is of the host");
}

let taken = 0, refused = 0, killed = 0;
for (let round = 0; round < Number(rounds); round++) {
  const phone = new Phone(), nobody = { files: {} };
  let has = { "index.html": "the page", "page.js": "let page;", "app.bin": "app", "more.js": "more" };
  const host = { compresses: random() < 0.3, hasSmaller: random() < 0.7 };
  await phone.worker(listed(has), { ...host, files: has }).does("install");
  for (let number = 1; number <= 3; number++) {
    const next = nextVersion(has, number), whole = random() < 0.5;
    host.files = Object.fromEntries(Object.entries(next).flatMap(([name, content]) =>
      whole || random() < 0.5 ? [[name, content]] : name in has ? [[name, has[name]]] : []));
    const worker = phone.worker(listed(next), host);
    const complete = Object.entries(next).every(([name, content]) => host.files[name] === content);
    phone.steps = random() < 0.5 ? below(12) : Infinity;
    let installed = false;
    try { await worker.does("install"); installed = true; }
    catch (fault) { if (fault instanceof Killed) killed++; else refused++; }
    await new Promise(setImmediate);  // what was still under way ends now, too
    phone.steps = Infinity;
    assert.ok(!installed || complete, "installed with files of another version");
    await isWhole(phone.worker(listed(has), nobody), has);
    if (!installed) continue;
    phone.steps = random() < 0.3 ? below(4) : Infinity;
    await worker.does("activate").catch(() => killed++);
    phone.steps = Infinity;
    has = next;
    taken++;
    await isWhole(phone.worker(listed(has), nobody), has);
  }
}
assert.ok(taken && refused && killed);

// No room: the page hears that, and not that there is no network; what is here stays for later.
const phone = new Phone(), files = { "index.html": "the page", "page.js": "let page;" };
const offered = phone.worker(listed(files), { files });
phone.room = 1;
await assert.rejects(offered.does("install"), { name: "QuotaExceededError" });
assert.equal(phone.told.at(-1).why, "full");
const away = phone.worker(listed(files), { files: {} });
await assert.rejects(away.does("install"));
assert.equal(phone.told.at(-1).why, "lacking");
phone.room = Infinity;
await offered.does("install");
await isWhole(offered, files);

// A file that has gone, and that the host has of another version only, is none; a whole one is, even
// where there is no room to keep it. Without the page itself nobody would say a word.
const newer = { "index.html": "the page of 2", "page.js": "let newer;" };
for (const name of Object.keys(files)) phone.kept.delete(`${SCOPE}?kept=${listed(files)[name][0]}`);
phone.room = phone.kept.size;
const changing = phone.worker(listed(files), { files: newer });
assert.equal((await changing.answers("page.js", "no-cors")).type, "error");
assert.equal(await (await changing.answers("", "navigate")).text(), newer["index.html"]);
await isWhole(offered, files);

// Only what lacks or is damaged is mended; what is fetched later does not lack before.
const slow = new Phone(), more = { ...files, "paper.bin": "paper" };
const worker = slow.worker(listed(more), { files: more }, ["paper.bin"]);
const mended = async () => {
  await worker.does("message", "mend");
  const { mended, damaged } = slow.told.at(-1);
  return [mended, damaged];
};
for (const name of Object.keys(files)) await worker.answers(name, "no-cors");
assert.deepEqual(await mended(), [0, 0]);
slow.kept.delete(`${SCOPE}?kept=${listed(more)["index.html"][0]}`);
slow.kept.set(`${SCOPE}?kept=${listed(more)["page.js"][0]}`, new Response("@"));
assert.deepEqual(await mended(), [2, 1]);
assert.equal(slow.kept.size, 2, "what nobody needs yet was fetched");
await isWhole(worker, more);
slow.kept.set(`${SCOPE}?kept=${listed(more)["paper.bin"][0]}`, new Response("@"));
assert.deepEqual(await mended(), [1, 1]);
assert.deepEqual([...phone.toldOthers, ...slow.toldOthers], [], "they have a folder of their own");

// A browser lays what it has compiled beside large code that is kept as it came. Where the host does
// not call it what it is, the browser would not take it: then it is kept with its name.
for (const [name, calls, asItCame] of [
  ["app.wasm", "application/wasm", true], ["app.wasm", "application/octet-stream", false],
  ["app.wasm", "application/wasm; charset=utf-8", false], ["app.wasm", undefined, false],
  ["app.js", "application/javascript; charset=utf-8", true], ["app.mjs", "text/plain", false]]) {
  const phone = new Phone(), code = { "index.html": "the page", [name]: "@".repeat(1.1e6) };
  const worker = phone.worker(listed(code), { files: code, calls });
  await worker.does("install");
  const kept = phone.kept.get(SCOPE + name);
  assert.equal(kept.headers.get("content-type"), asItCame ? calls
    : name.endsWith("wasm") ? "application/wasm" : "text/javascript");
  assert.equal(kept.headers.has("content-security-policy"), !asItCame, `${name}: ${calls}`);
  assert.equal(await (await worker.answers(name, "no-cors")).text(), code[name]);
}
console.log(`${taken} taken, ${refused} refused, ${killed} killed`);
