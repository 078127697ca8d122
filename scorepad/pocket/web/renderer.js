// How Flutter draws in this browser, which its own loader would find out too late: only the files of
// one way are fetched. Where neither fits, the one that is right everywhere is taken.
const CLEANS_UP = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 95, 1, 120, 0];  // needs garbage collection

const draws = () => ["webgl2", "webgl"].some(kind => document.createElement("canvas").getContext(kind));

/** "quick" for WebAssembly, "smaller" for a library that asks the browser where lines break, "full". */
export const renderer = !Intl.v8BreakIterator ? "full"
  : Intl.Segmenter && globalThis.ImageDecoder && Intl.v8BreakIterator !== globalThis.scorepadBreaks
    && WebAssembly.validate(new Uint8Array(CLEANS_UP)) && draws() ? "quick" : "smaller";

/** Note it for the service worker, which cannot find it out, and needs it before it is there. */
export async function noteRenderer() {
  const here = new URL("./", import.meta.url).href;
  await (await caches.open(`scorepad ${here}`)).put(`${here}?renderer`, new Response(renderer));
}
