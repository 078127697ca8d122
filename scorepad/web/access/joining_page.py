"""The page of a browser that has no key yet: it trades the one in its address, or asks for a PIN.
It needs no other file, because those are served only to browsers that have a key."""

import html

from scorepad.i18n.message import Message, read_out, say
from scorepad.web import limits
from scorepad.web.pocket_page import POCKET

POLICY = ("default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
          "connect-src 'self'; img-src data:; frame-ancestors 'none'; base-uri 'none'")

WITHOUT = say("This browser has no key. Open the address that Scorepad printed when it started, "
              "with everything after the #.")
USED = say("The key in this address is not valid, or another browser has used it. Open the last "
           "address that Scorepad printed.")
AWAY = say("Scorepad does not answer. Start it, and open the address that it prints.")
SILENT = say("The server of the book does not answer. This page tries again by itself.")
WATCHING = say("This device is in as a watcher. The host can let it write.")
OPENED = say("Scan the QR code that the host shows, or type the PIN.")
LINK_USED = say("This link has been used, or is too old. Ask the host for a new one, or type the "
                "PIN.")
WRONG = say("This is not the PIN. It is a new one every few minutes.")
TOO_MANY = say("Too many wrong PINs. Wait for a new one.")
FULL = say("As many have joined with this PIN as the host has allowed. Ask the host to let in "
           "more.")
NO_NAME = say("Type a name of at most {limit} letters.", limit=limits.NAME_LETTERS)
NO_ANSWER = say("The host's Scorepad does not answer. Check that this device is in its network.")
PLAIN = say("This connection is not encrypted. Use it only in a network that you trust, such as "
            "your own WLAN.")
NAME, NAME_TOLD = say("Your name"), say("It stands beside what this device enters.")
PIN, JOIN = say("PIN"), say("Join")
APP, APP_TOLD = say("The app on this phone"), say(
    "It works without a network, too, and meets this book whenever it can.")

FRAME = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">{more}
<title>Scorepad</title>
<link rel="icon" href="data:,">
<style>
:root {{ background: #FBFDF8; color: #191D1A; font: 17px/1.5 system-ui, sans-serif;
  --muted: #5C665F; --accent: #186B50; --on-accent: #FFFFFF; --raised: #F1F5EF; --loss: #BA1A1A; }}
@media (prefers-color-scheme: dark) {{
  :root {{ background: #101412; color: #E2E6E1;
    --muted: #9AA39D; --accent: #83D8B4; --on-accent: #00382A; --raised: #1F2521;
    --loss: #FFB4A9; }}
}}
h1 {{ color: var(--accent); font-size: 1.4em; }}
main {{ max-width: 27em; margin: min(18vh, 8rem) auto; padding: 0 24px; }}
label {{ display: block; margin: 1.2em 0 .3em; font-weight: 600; }}
input {{ box-sizing: border-box; width: 100%; min-height: 48px; padding: 0 14px; font: inherit;
  color: inherit; background: var(--raised); border: 1px solid var(--muted); border-radius: 12px; }}
#pin {{ font-size: 1.4em; letter-spacing: .3em; font-variant-numeric: tabular-nums; }}
input:focus-visible, button:focus-visible {{ outline: 3px solid var(--accent);
  outline-offset: 2px; }}
button {{ width: 100%; min-height: 60px; margin: 1.6em 0 .6em; border: 0; border-radius: 16px;
  font: 600 1.1em system-ui, sans-serif; color: var(--on-accent); background: var(--accent); }}
.muted {{ color: var(--muted); font-size: .88em; margin: .3em 0; }}
a {{ color: var(--accent); display: inline-block; padding: 12px 0; font-weight: 600; }}
[role=alert] {{ color: var(--loss); }}
[hidden] {{ display: none; }}
</style>
<main>
<h1>Scorepad</h1>
{body}
</main>
</html>
"""

PLAIN_BODY = """<noscript>{without}</noscript>
<p id="without" role="status" hidden>{without}</p>
<p id="used" role="alert" hidden>{used}</p>
<p id="away" role="alert" hidden>{away}</p>"""

FORM_BODY = """<noscript>{without}</noscript>
<form id="form" hidden autocomplete="off">
<p id="without" role="status" hidden>{without}</p>
<p id="used" role="alert" hidden>{used}</p>
<p id="wrong" role="alert" hidden>{wrong}</p>
<p id="many" role="alert" hidden>{many}</p>
<p id="full" role="alert" hidden>{full}</p>
<p id="unnamed" role="alert" hidden>{unnamed}</p>
<p id="away" role="alert" hidden>{away}</p>
<label for="name">{name}</label>
<input id="name" name="name" maxlength="60" required autocomplete="nickname"
 aria-describedby="told">
<p id="told" class="muted">{told}</p>
<div id="typed" hidden><label for="pin">{pin}</label>
<input id="pin" name="pin" inputmode="numeric" pattern=" *([0-9] *){{6}}" maxlength="13"></div>
<button id="join">{join}</button>
{plain}{app}
</form>"""

APP_BODY = """
<p id="app" hidden><a href="{pocket}">{title}</a><br><span class="muted">{told}</span></p>"""
"""The way to the pocket page, which a browser can only keep from an address that is safe."""

SCRIPT = """<script>
const here = location.pathname + location.search, own = "own.";
const all = document.querySelectorAll("main [role]"), form = document.getElementById("form");
let key = "";
function show(name) {
  for (const each of all) each.hidden = each.id !== name;
}
async function join(told) {
  try {
    const answer = await fetch("/api/join", {
      method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(told)
    });
    if (answer.ok) location.replace(here);
    else if (answer.status === 503) show("away");
    else if (form && answer.status === 400) show("unnamed");
    else if (!form || told.key) ask("used");
    else show({429: "many", 409: "full"}[answer.status] ?? "wrong");
  } catch {
    show("away");
  }
}
function ask(sentence) {
  key = "";
  show(sentence);
  if (!form) return;
  form.hidden = false;
  typed.hidden = false;
  pin.required = true;
}
function begin() {
  key = decodeURIComponent(location.hash.slice(1));
  if (!key) return ask("without");
  history.replaceState(null, "", here);
  if (!form || key.startsWith(own)) return join({key});
  show("");
  form.hidden = false;
  typed.hidden = true;
  pin.required = false;
}
const app = document.getElementById("app");
if (app && isSecureContext) app.hidden = false;
app?.firstChild.addEventListener("click", event => {
  if (key) event.currentTarget.hash = key;
});
form?.addEventListener("submit", event => {
  event.preventDefault();
  const name = form.elements.name.value;
  join(key ? {key, name} : {pin: pin.value, name});
});
addEventListener("hashchange", begin);
const typed = document.getElementById("typed"), pin = document.getElementById("pin");
begin();
</script>"""


def joining_page(languages: str, *, asks: bool = False, secure: bool = False, app: bool = False
                 ) -> str:
    """Return the page, in German if an Accept-Language header begins with it, else in English.
    asks: whether it asks for a name, and for the PIN where there is no key; secure: whether all
    comes over TLS; app: whether the pocket page is offered, too."""
    sentences = {"without": WITHOUT, "used": USED, "away": AWAY} if not asks else {
        "without": OPENED, "used": LINK_USED, "wrong": WRONG, "many": TOO_MANY, "full": FULL,
        "unnamed": NO_NAME, "away": NO_ANSWER,
        "name": NAME, "told": NAME_TOLD, "pin": PIN, "join": JOIN}
    language = language_of(languages)
    plain = "" if secure else f'<p class="muted">{_said(PLAIN, language)}</p>'
    way = APP_BODY.format(pocket=POCKET, title=_said(APP, language),
                          told=_said(APP_TOLD, language)) if app else ""
    body = (FORM_BODY if asks else PLAIN_BODY).format(plain=plain, app=way, **{
        name: _said(sentence, language) for name, sentence in sentences.items()})
    return FRAME.format(language=language, more="", body=f"{body}\n{SCRIPT}")


def notice(sentence: Message, languages: str, again: int | None = None) -> str:
    """Return a page that says one thing; again: seconds after which it is asked for anew."""
    language = language_of(languages)
    more = "" if again is None else f'\n<meta http-equiv="refresh" content="{again}">'
    return FRAME.format(language=language, more=more,
                        body=f'<p role="status">{_said(sentence, language)}</p>')


def language_of(languages: str) -> str:
    """Return the language of a page for an Accept-Language header."""
    return "de" if languages.strip().lower().startswith("de") else "en"


def _said(sentence: Message, language: str) -> str:
    return html.escape(read_out(sentence, language))
