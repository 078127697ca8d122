// What a page shows until the app does, in the app's own language and colours; it stays over Flet's
// first frames, which know neither.
{
  const chosen = name => {
    try { return JSON.parse(scorepadLooks())[name] ?? "system"; } catch { return "system"; }
  };

  /** A setting of this device: its language, or the browser's; or a theme, or "system". */
  globalThis.scorepadChosen = name => {
    const found = chosen(name);
    return name === "language" && found === "system"
      ? (navigator.language ?? "").slice(0, 2) : found;
  };

  /** Say that the app is on its way. */
  globalThis.scorepadStarts = () => {
    const root = document.documentElement, language = scorepadChosen("language");
    root.lang = language in WORDS ? language : "en";
    root.dataset.theme = scorepadChosen("theme");
    document.getElementById("told").textContent = WORDS[root.lang].starting;
  };

  // How much of the large files has come, in bytes as they are unpacked; SIZES has them by name.
  const came = {}, load = globalThis.fetch;
  const sizeOf = url => Object.entries(SIZES).find(([name]) => url.endsWith(name)) ?? [];

  /** Make the bar as long as what has come, of the program and the drawing library. */
  function show() {
    const names = Object.keys(came), script = names.some(name => name.includes("canvaskit."));
    const all = [script ? "main.dart.js" : "main.dart.wasm", ...names.filter(
      name => name.startsWith("canvaskit"))];
    const sum = of => all.reduce((bytes, name) => bytes + (of[name] ?? 0), 0);
    const bar = document.getElementById("bar");
    if (!bar || all.length < 2) return;
    bar.className = "known";
    bar.style.setProperty("--came", `${Math.min(100, 100 * sum(came) / sum(SIZES))}%`);
  }

  globalThis.fetch = async (...asked) => {
    const answer = await load(...asked), [name] = sizeOf(answer.url);
    if (!name || !answer.ok || !answer.body?.pipeThrough) return answer;
    let read = 0;  // what was there already is only handed on
    came[name] ??= 0;
    return new Response(answer.body.pipeThrough(new TransformStream({ transform(piece, passed) {
      read += piece.length;
      came[name] = Math.max(came[name], read);
      show();
      passed.enqueue(piece);
    } })), answer);
  };
  new PerformanceObserver(loaded => loaded.getEntries().forEach(({ name: url }) => {
    const [name, size] = sizeOf(url);  // a script is known only when it is there
    if (name) came[name] = size;
    if (name) show();
  })).observe({ type: "resource", buffered: true });

  /** The app is to be seen. */
  globalThis.scorepadStarted = () => {
    globalThis.fetch = load;
    document.getElementById("start")?.remove();
  };
}
