// FILES: name → [hash, bytes] of this version, and the bytes of NAME.gz where there is that too.
// Every file is kept by its hash and never changed, so what a new version has in common with the old
// one is not fetched again, and the old one is whole until its user takes the new one.
const FILES = /* FILES */ {};
// Of these only the files of the one that draws in this browser are fetched, and these once the app
// is there: whatever is asked for and not here yet is fetched then, and kept.
const RENDERERS = /* RENDERERS */ {};
const LATER = /* LATER */ [];
const VERSION = "/* VERSION */";
const POLICY = "/* POLICY */";
// Python alone asks others: the server that its user has named.
const POLICY_OF_PYTHON = POLICY.replace("connect-src 'self'", "connect-src *");
const KEPT = `scorepad ${registration.scope}`;
const AT_ONCE = 4;
const LARGE = 1e6, SMALL = 1e5;
const TYPES = {
  html: "text/html; charset=utf-8", js: "text/javascript", mjs: "text/javascript",
  css: "text/css", json: "application/json", wasm: "application/wasm", png: "image/png",
  ttf: "font/ttf", otf: "font/otf",
};

const RENDERER = new URL("?renderer", registration.scope).href;
const address = name => new URL(name, registration.scope).href;

/** A browser compiles large code once and lays the result beside it, if it is kept under the address
    that is asked for, as it came from there: a start takes a second and a half less. */
const isLargeCode = name => /\.(m?js|wasm)$/.test(name) && FILES[name][1] > LARGE;

/** The cache and the address under which a file is kept. Each version of large code has the same
    address, so it needs a cache of its own. */
const placeOf = name => isLargeCode(name) ? [`${KEPT} ${FILES[name][0]}`, address(name)]
  : [KEPT, address(`?kept=${FILES[name][0]}`)];

async function keptOf(name) {
  const [cache, key] = placeOf(name);
  return (await caches.open(cache)).match(key);
}

async function keep(name, answer) {
  const [cache, key] = placeOf(name);
  await (await caches.open(cache)).put(key, answer);
}

async function hashOf(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map(byte => byte.toString(16).padStart(2, "0")).join("").slice(0, 16);
}

/** A host may have several folders, each with a page of its own. */
async function tell(message) {
  for (const page of await clients.matchAll({ includeUncontrolled: true, type: "window" }))
    if (page.url.replace(/[^/]*([?#].*)?$/, "") === registration.scope) page.postMessage(message);
}

/** Without a question whether it has changed, which a host may answer by dates and sizes alone. */
async function answered(name) {
  const answer = await fetch(address(name), { cache: "no-store" });
  if (!answer.ok) throw Object.assign(new Error(`${name}: ${answer.status}`), { why: "lacking" });
  return answer;
}

async function isWhole(name, kept) {
  return await hashOf(await kept.clone().arrayBuffer()) === FILES[name][0];
}

async function forget(name) {
  const [cache, key] = placeOf(name);
  await (await caches.open(cache)).delete(key);
}

/** A file as it is kept, or else as it comes whole. A small one is looked at each time: the page
    stands still without it. What is kept may not be readable at the moment. */
async function soundOf(name) {
  const kept = await keptOf(name).catch(console.warn);
  if (kept && (FILES[name][1] > SMALL || await isWhole(name, kept).catch(console.warn))) return kept;
  const answer = await whole(name);
  await keep(name, answer.clone()).catch(console.warn);
  return answer;
}

/** The names of the files without which nothing starts, and of those that lie here besides. */
async function needed() {
  const noted = await (await caches.open(KEPT)).match(RENDERER);
  const others = new Set([...Object.values(RENDERERS).flat(), ...LATER]);
  for (const name of RENDERERS[noted ? await noted.text() : "full"] ?? []) others.delete(name);
  // Who has an earlier version may be without a network once the new one is taken.
  if (registration.active) for (const name of LATER) others.delete(name);
  return Object.keys(FILES).filter(name => !others.has(name));
}

/** Fetch the files anew that are damaged or missing; tells how many there were, and how many of them
    were damaged: 0 where some could not be had. What is fetched later is not missing before. */
async function mend() {
  const damaged = [], missing = [];
  for (const name of await needed()) {
    const kept = await keptOf(name).catch(() => null);
    if (!kept) LATER.includes(name) || missing.push(name);
    else if (!await isWhole(name, kept).catch(() => true)) {  // what cannot be read now is no proof
      damaged.push(name);
      await forget(name);
    }
  }
  const all = [...damaged, ...missing];
  const came = await fetchAll(all).then(() => true, fault => console.warn(fault));
  await tell(came ? { mended: all.length, damaged: damaged.length } : { mended: 0, damaged: 0 });
}

const isPressed = answer => answer.headers.has("content-encoding");

/** Whether a browser takes an answer for code. Not every host knows modules; and WebAssembly must be
    called by its name, with nothing more. */
const isNamed = (answer, type) => {
  const said = answer.headers.get("content-type") ?? "";
  return type === TYPES.wasm ? said === type : said.includes("javascript");
};

/** The answer with a file. A host that does not compress it on the way has it compressed already. */
async function fetched(name, pressed) {
  const answer = await answered(name);
  if (!pressed || isPressed(answer)) return answer;
  answer.body.cancel();
  const smaller = await fetch(address(`${name}.gz`), { cache: "no-store" });
  if (!smaller.ok) return answered(name);  // somebody left it out
  return isPressed(smaller) ? smaller
    : new Response(smaller.body.pipeThrough(new DecompressionStream("gzip")));
}

/** All of it; `came` hears of every piece. */
async function read(body, came) {
  const pieces = [];
  for (const reader = body.getReader();;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(pieces).arrayBuffer();
    pieces.push(value);
    came(value.length);
  }
}

async function fetchAll(names) {
  const missing = [];
  const sizeOf = name => FILES[name][2] ?? FILES[name][1];
  const all = names.reduce((sum, name) => sum + sizeOf(name), 0);
  let done = 0, told = 0;
  for (const name of names)
    if (await keptOf(name)) done += sizeOf(name);
    else missing.push(name);
  const came = bytes => {
    done += bytes;
    if (performance.now() - told > 100) {
      told = performance.now();
      tell({ done, all });
    }
  };
  const fetchNext = async () => {
    for (let name; (name = missing.shift());) await keep(name, await whole(name, came));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
  tell({ done: all, all });
}

/** A file as the host has it; `came` hears of every piece, in bytes as they come over the line. */
async function whole(name, came = () => {}) {
  const [hash, bytes, pressed] = FILES[name];
  const share = pressed ? pressed / bytes : 1;
  const answer = await fetched(name, pressed);
  const type = TYPES[name.split(".").pop()] ?? "application/octet-stream";
  const itself = isLargeCode(name) && answer.url === address(name)
    && isNamed(answer, type) ? answer.clone() : null;
  const content = await read(answer.body, length => came(length * share));
  // A host that is half-way through an upload has files of two versions.
  if (await hashOf(content) !== hash)
    throw Object.assign(new Error(`${name} is of another version`), { why: "changing" });
  return itself ?? new Response(content, { headers: {
    "content-type": type,
    "content-security-policy": name === "worker.js" ? POLICY_OF_PYTHON : POLICY } });
}

async function dropOthers() {
  const places = Object.keys(FILES).map(placeOf);
  for (const cache of await caches.keys())
    if (cache.startsWith(`${KEPT} `) && !places.some(([own]) => own === cache))
      await caches.delete(cache);
  const kept = await caches.open(KEPT), wanted = new Set([RENDERER, ...places.map(([, key]) => key)]);
  for (const request of await kept.keys())
    if (!wanted.has(request.url)) await kept.delete(request);
}

/** Says why not all of it is here; the browser does not. */
async function unfetched(fault) {
  await tell({ why: fault.name === "QuotaExceededError" ? "full" : fault.why ?? "unfetched" });
  throw fault;
}

self.addEventListener("install", event => event.waitUntil(
  needed().then(fetchAll).catch(unfetched)));
self.addEventListener("activate", event => event.waitUntil(
  dropOthers().then(() => clients.claim())));
self.addEventListener("message", event => {
  const { data } = event;
  if (data === "take over") self.skipWaiting();
  if (data === "claim") clients.claim();
  if (data === "mend") event.waitUntil(mend());
});

self.addEventListener("fetch", event => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(registration.scope)) return;
  const name = request.url.slice(registration.scope.length).replace(/[?#].*/, "") || "index.html";
  if (!Object.hasOwn(FILES, name)) return;  // of the host, or of a page in a folder of this one
  event.respondWith(soundOf(name).catch(fault => {
    console.warn(fault);
    // With one file of another version nothing is right; but without the page nobody would say so.
    return name === "index.html" ? fetch(request) : Response.error();
  }));
});
