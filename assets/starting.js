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

  /** The app is to be seen. */
  globalThis.scorepadStarted = () => document.getElementById("start")?.remove();
}
