// The last sheet's totals as they were last seen, until the app shows what the book says. They are
// no part of the book: nothing reads them but this, and they stay on this device.
{
  const KEPT = `scorepad glimpse ${location.pathname.replace(/[^/]*$/, "")}`;

  const made = (tag, className, text = "") => Object.assign(document.createElement(tag),
    { className, textContent: text });

  function column({ name, total, tone, deals, rests }) {
    const all = made("li", rests ? "rests" : ""), who = made("span", deals ? "name deals" : "name");
    if (deals) who.append(made("span", "dot", "● "));
    who.append(name);
    all.append(who, made("span", `total ${tone}`, total));
    return all;
  }

  /** Shown at once, before any module of the page is there. */
  function show({ title, language, theme, columns }) {
    const sheet = made("section", ""), list = made("ul", "");
    sheet.id = "last";
    sheet.lang = language;
    list.append(...columns.map(column));
    sheet.append(made("h2", "", title), list);
    const start = document.getElementById("start");
    if (theme !== "system") document.documentElement.dataset.theme = theme;
    start.classList.add("sheet");
    start.prepend(sheet);
  }

  /** What is to be shown the next time; null: nothing. */
  globalThis.keepGlimpse = glimpse => {
    try {
      if (glimpse) localStorage.setItem(KEPT, JSON.stringify(glimpse));
      else localStorage.removeItem(KEPT);
    } catch (fault) { console.warn(fault); }  // no room: then it is older
  };

  try {
    const kept = JSON.parse(localStorage.getItem(KEPT));
    if (kept) show(kept);
  } catch (fault) { console.warn(fault); }
}
