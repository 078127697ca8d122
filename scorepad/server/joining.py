"""The page of a browser that has no key yet: it trades the one in its address, or says what to do.

It needs no other file, because those are served only to browsers that have a key.
"""

import html

from scorepad.i18n.message import read_out, say

POLICY = ("default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
          "connect-src 'self'; img-src data:; frame-ancestors 'none'; base-uri 'none'")

WITHOUT = say("This browser has no key. Open the address that Scorepad printed when it started, "
              "with everything after the #.")
USED = say("The key in this address is not valid, or another browser has used it. Open the last "
           "address that Scorepad printed.")
AWAY = say("Scorepad does not answer. Start it, and open the address that it prints.")

PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Scorepad</title>
<link rel="icon" href="data:,">
<style>
:root {{ background: #FBFDF8; color: #171D1A; font: 17px/1.5 system-ui, sans-serif; }}
h1 {{ color: #186B50; font-size: 1.4em; }}
@media (prefers-color-scheme: dark) {{
  :root {{ background: #101412; color: #E2E6E1; }}
  h1 {{ color: #83D8B4; }}
}}
main {{ max-width: 27em; margin: 18vh auto; padding: 0 24px; }}
</style>
<main>
<h1>Scorepad</h1>
<noscript>{without}</noscript>
<p id="without" role="status" hidden>{without}</p>
<p id="used" role="alert" hidden>{used}</p>
<p id="away" role="alert" hidden>{away}</p>
</main>
<script>
const here = location.pathname + location.search;
function show(name) {{
  for (const each of document.querySelectorAll("p")) each.hidden = each.id !== name;
}}
async function join() {{
  const key = decodeURIComponent(location.hash.slice(1));
  if (!key) return show("without");
  history.replaceState(null, "", here);
  try {{
    const answer = await fetch("/api/join", {{
      method: "POST", headers: {{"Content-Type": "application/json"}}, body: JSON.stringify({{key}})
    }});
    if (answer.ok) location.replace(here); else show("used");
  }} catch {{
    show("away");
  }}
}}
addEventListener("hashchange", join);
join();
</script>
</html>
"""


def joining_page(languages: str) -> str:
    """Return the page, in German if an Accept-Language header begins with it, else in English."""
    language = "de" if languages.strip().lower().startswith("de") else "en"
    sentences = {name: html.escape(read_out(sentence, language)) for name, sentence in (
        ("without", WITHOUT), ("used", USED), ("away", AWAY))}
    return PAGE.format(language=language, **sentences)
