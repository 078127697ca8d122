// What stands here while the program that serves this page is away. Flet's client would show a page
// of its own then, and nothing of the sheet. So it hears that its socket is closed only once there
// is somebody to connect to again; until then it stands as it was, under our words.
{
  const ASK = "/favicon.png", PAUSE = 1000, PATIENCE = 3000, FIRST_FRAMES = 500;
  let leaving = false, notice = null, font;

  /** What was chosen in the settings of this device. */
  function chosen(name) {
    try { return JSON.parse(scorepadLooks())[name] ?? "system"; } catch { return "system"; }
  }

  /** "here", "locked" (this browser is not let in any more) or "away". */
  async function program() {
    try {
      const answer = await fetch(ASK, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
      return answer.status === 401 ? "locked" : "here";
    } catch { return "away"; }
  }

  function show() {
    if (notice) return;
    const wanted = chosen("language");
    const language = wanted !== "system" ? wanted : (navigator.language ?? "").slice(0, 2);
    const words = WORDS[language] ?? WORDS.en, theme = chosen("theme");
    const dark = theme === "system" ? matchMedia("(prefers-color-scheme: dark)").matches
      : theme === "dark";
    const [ground, ink, quiet] = dark ? ["#1F2521", "#E2E6E1", "#9AA39D"]
      : ["#F1F5EF", "#191D1A", "#5C665F"];
    notice = document.createElement("div");
    notice.id = "gone";
    notice.lang = words === WORDS.en ? "en" : language;
    notice.style.cssText = "position:fixed;inset:0;z-index:2147483647;display:flex;cursor:default;"
      + "align-items:flex-end;justify-content:center;background:#0005";
    const card = document.createElement("div"), title = document.createElement("h2");
    card.setAttribute("role", "alert");
    card.style.cssText = `max-width:32rem;margin:12px;padding:20px 24px;border-radius:20px;`
      + `background:${ground};color:${ink};font:1rem/1.5 "Scorepad Sans",Roboto,sans-serif;`
      + "box-shadow:0 4px 24px #0006";
    title.style.cssText = "margin:0 0 .4rem;font-size:1.2rem;font-weight:600";
    title.textContent = words.title;
    card.append(title, ...words.lines.map(line => {
      const told = document.createElement("p");
      told.style.cssText = `margin:.2rem 0 0;color:${quiet}`;
      told.textContent = line;
      return told;
    }));
    notice.append(card);
    document.body.append(notice);
  }

  function hide() {
    notice?.remove();
    notice = null;
  }

  /** The page is there; its font is fetched for our words, too, while it can be. */
  function begun() {
    hide();
    font ??= new FontFace("Scorepad Sans", "url(/fonts/ScorepadSans.ttf)", { weight: "400 700" })
      .load().then(loaded => document.fonts.add(loaded), () => {});
  }

  /** Wait until somebody answers, behind our words if that is not at once. */
  async function wait() {
    for (let found = await program(); found !== "here"; found = await program()) {
      if (found === "locked") location.reload();  // the page says where a key is
      show();
      await new Promise(done => setTimeout(done, PAUSE));
    }
  }

  const heard = new WeakSet();

  function hold(event) {
    if (leaving || heard.has(event)) return;
    event.stopImmediatePropagation();
    if (event.type !== "close") return;  // a fault is followed by a close
    const { code, reason, wasClean } = event, socket = event.target;
    wait().then(() => {
      const later = new CloseEvent("close", { code, reason, wasClean });
      heard.add(later);
      socket.dispatchEvent(later);
    });
  }

  addEventListener("pagehide", () => { leaving = true; });
  addEventListener("pageshow", () => { leaving = false; });
  for (const kind of ["keydown", "keyup", "keypress"])  // nobody would hear them
    addEventListener(kind, event => {
      if (notice) event.stopImmediatePropagation();
    }, { capture: true });

  const Socket = globalThis.WebSocket;
  globalThis.WebSocket = class extends Socket {
    constructor(...given) {
      super(...given);
      for (const kind of ["close", "error"]) this.addEventListener(kind, hold);
      this.addEventListener("message", () => setTimeout(begun, FIRST_FRAMES), { once: true });
    }
  };
}
