// FILES: name → [hash, bytes] of this version. Every file is kept by its hash and never changed, so
// what a new version has in common with the old one is not fetched again, and the old one is whole
// until its user takes the new one.
const FILES = /* FILES */ {};
const VERSION = "/* VERSION */";
const KEPT = `scorepad ${registration.scope}`;
const AT_ONCE = 4;
const TYPES = {
  html: "text/html; charset=utf-8", js: "text/javascript", mjs: "text/javascript",
  css: "text/css", json: "application/json", wasm: "application/wasm", png: "image/png",
  ttf: "font/ttf", otf: "font/otf",
};

const address = name => new URL(name, registration.scope).href;
const key = hash => address(`?kept=${hash}`);

async function hashOf(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map(byte => byte.toString(16).padStart(2, "0")).join("").slice(0, 16);
}

async function tell(message) {
  for (const page of await clients.matchAll({ includeUncontrolled: true, type: "window" }))
    page.postMessage(message);
}

/** The content of an answer; `came` hears of every piece. */
async function read(answer, came) {
  const pieces = [];
  for (const reader = answer.body.getReader();;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(pieces).arrayBuffer();
    pieces.push(value);
    came(value.length);
  }
}

async function fetchAll() {
  const kept = await caches.open(KEPT);
  const all = Object.values(FILES).reduce((sum, [, bytes]) => sum + bytes, 0);
  const missing = [];
  let done = 0, told = 0;
  for (const [name, [hash, bytes]] of Object.entries(FILES))
    if (await kept.match(key(hash))) done += bytes;
    else missing.push([name, hash]);
  const came = bytes => {
    done += bytes;
    if (performance.now() - told > 100) {
      told = performance.now();
      tell({ done, all });
    }
  };
  const fetchNext = async () => {
    for (let next; (next = missing.shift());) {
      const [name, hash] = next;
      const answer = await fetch(address(name), { cache: "no-cache" });
      if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
      const content = await read(answer, came);
      // A host that is half-way through an upload has files of two versions.
      if (await hashOf(content) !== hash) throw new Error(`${name} is of another version`);
      const type = TYPES[name.split(".").pop()] ?? "application/octet-stream";
      await kept.put(key(hash), new Response(content, { headers: {
        "content-type": type, "content-security-policy": "/* POLICY */" } }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
  tell({ done: all, all });
}

async function dropOthers() {
  const kept = await caches.open(KEPT);
  const wanted = new Set(Object.values(FILES).map(([hash]) => key(hash)));
  for (const request of await kept.keys())
    if (!wanted.has(request.url)) await kept.delete(request);
}

self.addEventListener("install", event => event.waitUntil(fetchAll()));
self.addEventListener("activate", event => event.waitUntil(
  dropOthers().then(() => clients.claim())));
self.addEventListener("message", ({ data }) => {
  if (data === "take over") self.skipWaiting();
  if (data === "claim") clients.claim();
});

self.addEventListener("fetch", event => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(registration.scope)) return;
  const name = request.url.slice(registration.scope.length).replace(/[?#].*/, "");
  const found = FILES[name] ?? (request.mode === "navigate" ? FILES["index.html"] : undefined);
  if (!found) return;
  event.respondWith((async () =>
    await (await caches.open(KEPT)).match(key(found[0])) ?? fetch(request))());
});
