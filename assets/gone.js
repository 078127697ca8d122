// The line of this page to the program that serves it, and what stands here while that is away.
//
// Flet's client would show a page of its own then, and nothing of the sheet. So it hears that its
// socket is closed only once there is somebody to connect to again; until then it stands as it was,
// under our words. And a socket need not be closed to be dead: after a sleep, or in another
// network, a browser may believe in it for minutes. So the program is asked over it, and has to
// answer.
{
  const ASK = "/favicon.png", FIRST_FRAMES = 500;
  const CALM_FRAME = 60, CALM_FRAMES = 4, LONGEST_FRAMES = 15000;  // when the page is to be seen
  const SOON = 300, PAUSE = 1000, SHORTLY = 30000;  // between two looks: at first, and later
  const PATIENCE = 1500, SLOW = 6000, MOST_AT_ONCE = 4;  // of a look, and of every fourth one
  const EVERY = 1000;  // between two questions; each tap asks, too
  const SILENCE = 600, AT_ONCE = 250, OPENING = 4000;  // until a line is in doubt; after a sleep
  const GRACE = 150;  // that a line has for its answer once somebody else has answered
  const LATE = 100, MOST_LATE = 5;  // of a page that is busy itself: the answer may wait in it
  const QUESTION = new Uint8Array([2]);  // the answer is the same
  const LARGE = 16384;  // bytes from which the program announces a message
  const VIEW = 4096;  // bytes from which a message is the first screen
  // Says to the server which of two pages this is, where a browser has copied one with its tab.
  const ownName = [...crypto.getRandomValues(new Uint8Array(16))]
    .map(each => each.toString(16).padStart(2, "0")).join("");
  let leaving = false, notice = null, font;
  let line = null, asked = 0, questions = 0, patient = 0, given = 0, late = 0;
  let waiting = null, lookNow = () => {}, goOn = () => {};

  /** "here", "locked" (this browser is not let in any more, or only watches now) or "away". */
  async function program(patience) {
    const look = new AbortController();
    inTime(patience, () => inTime(LATE, () => look.abort()));  // the answer may wait in a busy page
    try {
      const answer = await fetch(ASK, { cache: "no-store", signal: look.signal });
      return [401, 403].includes(answer.status) ? "locked" : "here";
    } catch { return "away"; }
  }

  function show() {
    if (notice) return;
    const language = scorepadChosen("language"), theme = scorepadChosen("theme");
    const words = WORDS[language] ?? WORDS.en;
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

  /** Do something once frames follow one another again: the first ones take long to make, and until
      they are drawn there is nothing to be seen. */
  function onceCalm(act, until = Date.now() + LONGEST_FRAMES, calm = 0, before = Infinity) {
    requestAnimationFrame(now => {
      calm = now - before < CALM_FRAME ? calm + 1 : 0;
      if (calm >= CALM_FRAMES || Date.now() > until) act();
      else onceCalm(act, until, calm, now);
    });
  }

  /** The page is there; its font is fetched for our words, too, while it can be. */
  function begun() {
    hide();
    const own = globalThis.flet?.assetBase ?? "/";  // where the client has it already
    font ??= new FontFace("Scorepad Sans", `url(${own}fonts/ScorepadSans.ttf)`,
                          { weight: "400 700" })
      .load().then(loaded => document.fonts.add(loaded), () => {});
  }

  /** Wait until somebody answers, behind our words if that is not at once. One look does not wait
      for the one before: that may have been sent into a network that is gone. */
  function wait() {
    waiting ??= new Promise(answered => {
      const began = Date.now();
      let timer, looks = 0, underWay = 0, isOver = false;
      goOn = () => {
        clearTimeout(timer);
        isOver = true;
        waiting = null;
        goOn = lookNow = () => {};
        answered();
      };
      lookNow = async () => {
        clearTimeout(timer);
        timer = setTimeout(lookNow, Date.now() - began < SHORTLY ? SOON : PAUSE);
        if (underWay === MOST_AT_ONCE) return;
        underWay += 1;
        const found = await program(looks++ % 4 === 3 ? SLOW : PATIENCE);
        underWay -= 1;
        if (isOver) return;
        if (found === "locked") {
          sessionStorage.setItem("scorepad-out", "yes");  // for the page that asks for a key
          location.reload();
        }
        if (found === "here") goOn();
        else show();
      };
      lookNow();
    });
    return waiting;
  }

  const heard = new WeakSet(), dead = new WeakSet();
  let shown;

  /** Tell Flet that a socket is closed. */
  function tell(socket, { code = 1006, reason = "", wasClean = false } = {}) {
    const closed = new CloseEvent("close", { code, reason, wasClean });
    heard.add(closed);
    socket.dispatchEvent(closed);
  }

  function hold(event) {
    if (leaving || heard.has(event)) return;
    event.stopImmediatePropagation();
    const socket = event.target;
    if (event.type !== "close" || dead.has(socket)) return;  // a fault is followed by a close
    dead.add(socket);
    wait().then(() => tell(socket, event));
  }

  /** Take what the program says; what it says of the line itself is not for Flet. */
  function take(event) {
    if (dead.has(event.target)) return event.stopImmediatePropagation();
    const size = event.data.byteLength;
    if (size >= LARGE) patient = 0;  // it has come
    if (size >= VIEW) shown ??= setTimeout(onceCalm, FIRST_FRAMES, scorepadStarted);
    if (!(size <= 2)) return;
    event.stopImmediatePropagation();
    if (size === 2) {
      patient = Date.now() + new Uint8Array(event.data)[1] * 1000;
      return;
    }
    asked = given = late = 0;
    goOn();
    hide();
  }

  /** Doubt a line after a while; after longer, where giving up others was of no use. */
  function doubtAfter(pause, own, isOpen) {
    inTime(pause * 2 ** Math.min(given, 4), () => doubt(own, isOpen));
  }

  /** Do something after a while; once more after as long where the page comes to it late. */
  function inTime(pause, act) {
    const due = Date.now() + pause;
    setTimeout(() => {
      if (Date.now() - due < LATE || late++ >= MOST_LATE) act();
      else inTime(pause, act);
    }, pause);
  }

  /** Ask the program over its line whether it is there, unless it still has to answer that. */
  function ask(patience = SILENCE) {
    if (line?.readyState !== Socket.OPEN || !line.isBegun) return;
    const isNew = !asked;
    const question = asked ||= ++questions;
    if (isNew) send.call(line, QUESTION);
    if (isNew || patience < SILENCE) doubtAfter(patience, line, () => asked === question);
  }

  /** Give up a line over which nothing is heard, once somebody answers who would answer there. */
  async function doubt(own, isOpen) {
    const isSilent = () => own === line && !dead.has(own) && isOpen();
    if (!isSilent()) return;
    const rest = patient - Date.now();
    if (rest > 0) return setTimeout(doubt, Math.min(rest, EVERY), own, isOpen);
    const began = Date.now();
    await wait();
    inTime(GRACE + Math.min(Date.now() - began, SILENCE), () => {
      if (own !== line || dead.has(own)) return;  // our words stand until another line has begun
      if (!isOpen() || patient > Date.now()) return hide();
      given += 1;
      dead.add(own);
      own.close();
      tell(own);
    });
  }

  /** Look at once after the device has woken up, or has another network. */
  function wake() {
    if (document.hidden) return;
    lookNow();
    ask(AT_ONCE);
  }

  addEventListener("pagehide", () => { leaving = true; });
  addEventListener("pageshow", () => { leaving = false; });
  for (const kind of ["keydown", "keyup", "keypress"])  // nobody would hear them
    addEventListener(kind, event => {
      if (notice) event.stopImmediatePropagation();
    }, { capture: true });

  for (const kind of ["online", "pageshow", "focus"]) addEventListener(kind, wake);
  for (const kind of ["visibilitychange", "resume"]) document.addEventListener(kind, wake);
  navigator.connection?.addEventListener?.("change", wake);
  setInterval(() => { if (!document.hidden) ask(); }, EVERY);

  const Socket = globalThis.WebSocket, { send } = Socket.prototype;
  globalThis.WebSocket = class extends Socket {
    constructor(url, ...more) {
      super(`${url}?page=${ownName}`, ...more);
      [line, asked, patient] = [this, 0, 0];
      for (const kind of ["close", "error"]) this.addEventListener(kind, hold);
      this.addEventListener("message", take);
      this.addEventListener("message", () => {
        this.isBegun = true;
        setTimeout(begun, FIRST_FRAMES);
      }, { once: true });
      doubtAfter(OPENING, this, () => !this.isBegun);
    }

    send(data) {
      super.send(data);
      ask();  // a tap on a line that is dead shall not go unnoticed
    }
  };
}
