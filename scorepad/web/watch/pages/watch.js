// A watcher's page stays as it is in the book: the server sends what has changed of it. Where the
// line is lost, the page says so, and goes on by itself as soon as it is back.
{
  const SILENCE = 4000;  // milliseconds without a word, after which the line is lost
  const SOON = 1000, AGAIN = 2500, LOOK = 400, IDLE = 60_000, CODE = 20_000;
  const TURN = 30_000, LEAF = 12_000;  // of two tables each so long, of a page that has several
  const TOUCHES = ["pointerdown", "pointermove", "keydown", "wheel"];
  const code = document.getElementById("code");  // by which others watch, at the wall
  const body = document.body, lost = document.getElementById("lost");
  const main = document.getElementById("in-main");
  const app = document.getElementById("app");  // the way to it, for those who may write
  const events = body.dataset.events;
  const OWN = `own ${location.pathname}`;  // the line that is this phone's, on this page
  let began = now();  // the turn of this sheet at the wall
  let at = body.dataset.at, line = null, heard = now(), opened = [-AGAIN, -AGAIN];
  let ahead = 0;  // milliseconds by which the server's clock is ahead of this one

  /** Two clocks: one may stand still while the device sleeps, the other may be set. */
  function now() { return [performance.now(), Date.now()]; }

  /** The milliseconds since then. */
  function since(then) { return Math.max(...now().map((each, index) => each - then[index])); }

  /** Draw what a browser of text alone would show although it is hidden, or twice. */
  function draw(within) {
    for (const each of within.querySelectorAll("[data-drawn]")) {
      each.innerHTML = each.dataset.drawn;
    }
  }

  /** Whether this is a screen at the wall: the style decides. */
  function atWall() {
    return getComputedStyle(body).getPropertyValue("--wall").trim() === "1";
  }

  /** Whether nobody touches the screen; a touch of the page before counts as well. */
  function idle() {
    return Math.abs(Date.now() - (sessionStorage.touched || 0)) > IDLE;
  }

  /** Put a part in the place of the one before; of one that is read out, only what is new. */
  function put(part) {
    part.classList.add("came");  // what it tells has just happened
    const before = document.getElementById(part.id);
    if (!before) return document.getElementById(`in-${part.dataset.in}`)?.append(part);
    if ("each" in part.dataset && before.children.length === part.children.length) {
      before.className = part.className;
      [...part.children].forEach((child, index) => {
        const old = before.children[index];
        if (old.outerHTML !== child.outerHTML) old.replaceWith(child);
      });
      return;
    }
    const unfolded = [...before.querySelectorAll("details[open]")].map(each => each.id);
    before.replaceWith(part);
    for (const id of unfolded) document.getElementById(id)?.setAttribute("open", "");
  }

  /** Put the parts in their order, without those that are gone; nothing moves for nothing. */
  function arrange(order) {
    for (const place of document.querySelectorAll("[id^='in-']")) {
      const own = new Map([...place.children].map(each => [each.id, each]));
      const wanted = order.filter(id => own.has(id));
      if (wanted.join() === [...own.keys()].join()) continue;
      place.replaceChildren(...wanted.map(id => own.get(id)));
    }
  }

  /** Show first the line that is this phone's: a tap on a name has chosen it. */
  function showOwn() {
    const chosen = document.getElementById(localStorage[OWN]), own = document.getElementById("own");
    if (!chosen || !own) return;
    const copy = chosen.cloneNode(true);
    copy.removeAttribute("id");
    own.querySelector("p").hidden = true;
    own.querySelector("table").hidden = false;
    own.querySelector("table").replaceChildren(copy);
    for (const each of document.querySelectorAll("#places tr")) {
      each.classList.toggle("own", each === chosen);
    }
  }

  function choose({ target }) {
    const row = target.closest("#places a")?.closest("tr");
    if (!row) return;
    localStorage[OWN] = row.id;
    showOwn();
  }

  /** Say what is left of the time. */
  function tick() {
    const clock = document.querySelector(".clock");
    if (!clock) return;
    const left = Math.ceil((clock.dataset.ends - ahead - Date.now()) / 1000);
    const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    clock.textContent = left > 0 ? clock.dataset.left.replace("0:00", time) : clock.dataset.over;
  }

  function take({ data, lastEventId }) {
    hear();
    at = lastEventId;
    const read = document.createElement("template");
    read.innerHTML = data;
    const news = read.content.firstElementChild;
    draw(news);
    [...news.children].forEach(put);
    arrange(news.dataset.order.split(" "));
    document.title = document.getElementById("bar").dataset.title;
    showOwn();
    tick();
    goOn();
  }

  /** At the wall, go on to the sheet that is played now, and in the end to the settlement. */
  function goOn() {
    const there = document.getElementById("next")?.dataset;
    if (!there?.href || !atWall() || !idle()) return;
    if ("turn" in there && since(began) <= TURN) return;
    began = now();  // a second attempt would break off the first
    location.replace(there.href);
  }

  /** At the wall, show the next page of what is longer than the screen. */
  function leaf() {
    if (!atWall() || !idle()) return;
    const gap = parseFloat(getComputedStyle(main).columnGap) || 0;
    const more = main.scrollLeft + main.clientWidth < main.scrollWidth - 1;
    main.scrollTo({ left: more ? main.scrollLeft + main.clientWidth + gap : 0 });
  }

  /** At the wall, show the code by which others watch, which is another one once it was used. */
  function invite() {
    if (!atWall()) return code.hidden = true;
    code.alt = code.dataset.told;
    code.onload = () => { code.hidden = false; };
    code.onerror = () => { code.hidden = true; };
    code.src = `/watch/code.svg?${Date.now()}`;
  }

  function hear() {
    heard = now();
    show(false);
  }

  function show(away) {
    if (lost.hidden !== away) return;
    lost.hidden = !away;
    body.classList.toggle("stale", away);
  }

  function close() {
    line?.close();
    line = null;
  }

  function open() {
    close();
    if (document.hidden) return;
    opened = now();
    const own = line = new EventSource(`${events}?after=${at}`);
    line.onopen = hear;
    line.addEventListener("alive", ({ data }) => {
      ahead = data - Date.now();
      hear();
    });
    line.addEventListener("role", ({ data }) => { app.hidden = data !== "writer"; });
    line.addEventListener("sheet", take);
    line.onerror = () => {
      if (own !== line || own.readyState !== EventSource.CLOSED) return;
      close();  // refused: this device was shut out, or the book is another one by now
      fetch(location, { method: "HEAD", cache: "no-store" })
        .then(answer => { if ([401, 404].includes(answer.status)) location.reload(); }, () => {});
    };
  }

  /** Look whether the line still speaks. */
  function look() {
    if (document.hidden) return;
    if ("turn" in (document.getElementById("next")?.dataset ?? {})) goOn();
    const silent = since(heard) > SILENCE && since(opened) > SOON;
    if (silent) show(true);
    if ((silent || !line) && since(opened) > AGAIN) open();
  }

  function wake() {
    if (document.hidden) return close();  // a phone in a pocket needs no line
    if (!line || since(heard) > SILENCE / 2) open();
  }

  draw(document);
  if (events) {
    for (const kind of TOUCHES) {
      addEventListener(kind, () => { sessionStorage.touched = Date.now(); });
    }
    main.addEventListener("click", choose);
    main.addEventListener("wheel", ({ deltaY }) => { main.scrollLeft += deltaY; });
    document.addEventListener("visibilitychange", wake);
    addEventListener("online", open);
    addEventListener("offline", () => show(true));
    addEventListener("pageshow", ({ persisted }) => { if (persisted) open(); });
    addEventListener("pagehide", close);
    setInterval(look, LOOK);
    setInterval(tick, SOON);
    setInterval(leaf, LEAF);
    setInterval(invite, CODE);
    showOwn();
    tick();
    invite();
    open();
  }
}
