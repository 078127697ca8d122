// What takes longest on a slow line is on its way before anything else: Flutter asks for it two
// seconds later. Of its ways to draw only the quick one is sure by now, as its own loader finds it.
{
  const CLEANS_UP = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 95, 1, 120, 0];  // garbage collection
  const draws = () => ["webgl2", "webgl"].some(
    kind => document.createElement("canvas").getContext(kind));
  const isQuick = Intl.v8BreakIterator && Intl.Segmenter && globalThis.ImageDecoder
    && WebAssembly.validate(new Uint8Array(CLEANS_UP)) && draws();
  for (const href of isQuick ? ["main.dart.wasm", "canvaskit/skwasm.wasm"] : [])
    document.head.append(Object.assign(document.createElement("link"),
      { rel: "preload", as: "fetch", crossOrigin: "anonymous", href: BASE + href }));
}
