// On a sheet, Tab leads through the players and F6 through the parts of the screen: the program
// answers both, and the browser must not take the focus out of the page meanwhile. Where text is
// typed they are the browser's, and after Esc was pressed twice they lead out of the page.
{
  const KEPT = ["Tab", "F6"], WITH = ["Shift", "Control", "Alt", "Meta"];
  let escapes = 0;

  const SHEET = /\/sheet\/[^/]+$/, FORM = /\/new$/;
  const isOnSheet = () => SHEET.test(location.pathname + location.hash);

  function isTyping() {
    let here = document.activeElement;
    while (here?.shadowRoot?.activeElement) here = here.shadowRoot.activeElement;
    return !!here?.matches("input, textarea");
  }

  addEventListener("keydown", event => {
    if (event.key === "Escape") escapes += 1;
    else if (!KEPT.includes(event.key)) escapes = WITH.includes(event.key) ? escapes : 0;
    else if (escapes < 2 && !event.ctrlKey && !event.altKey && !event.metaKey && !isTyping()
        && isOnSheet()) event.preventDefault();
  }, true);

  // A screen reader takes letters and digits for commands of its own, but hands them through to an
  // application. The sheet is one: it says by itself what each key has changed.
  function declare() {
    const view = document.querySelector("flutter-view");
    if (!view || isOnSheet() === view.matches("[role=application]")) return;
    if (isOnSheet()) view.setAttribute("role", "application");
    else view.removeAttribute("role");
  }

  // The browser's Back does not lead from a sheet to the form in which it was begun.
  const isBegun = url => FORM.test(location.pathname + location.hash) && SHEET.test(url);

  const known = { pushState: history.pushState, replaceState: history.replaceState };
  for (const name in known)
    history[name] = function (state, title, url) {
      known[isBegun(url) ? "replaceState" : name].call(this, state, title, url);
      declare();
    };
  addEventListener("popstate", declare);
}
