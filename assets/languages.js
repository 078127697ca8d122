// Some browsers claim to speak "C", as the system below them does. That is no language: Flutter asks
// what it means and stops there.
(() => {
  const isOne = name => {
    try { return !!new Intl.Locale(name); } catch { return false; }
  };
  const claimed = navigator.languages ?? [], known = claimed.filter(isOne);
  if (known.length < claimed.length)
    Object.defineProperty(navigator, "languages", {
      value: Object.freeze(known.length ? known : ["en"]) });
})();
