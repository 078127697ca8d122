// How this browser shows the app. The program has it kept like any setting of Flet's, which would be
// lost with the port; a cookie is the same for all ports of this machine, and the program knows it
// before the first screen is drawn.
{
  const KEPT = "flutter.scorepad.looks", COOKIE = "scorepad-looks", TEN_YEARS = 315360000;
  const keep = Storage.prototype.setItem;

  Storage.prototype.setItem = function (name, value) {
    if (name !== KEPT) return keep.call(this, name, value);
    document.cookie = `${COOKIE}=${encodeURIComponent(JSON.parse(value))}; Path=/; SameSite=Strict; `
      + `Max-Age=${TEN_YEARS}`;
  };

  /** What is kept, as the program wrote it; empty if nothing is. */
  globalThis.scorepadLooks = () => {
    const found = document.cookie.split("; ").find(each => each.startsWith(`${COOKIE}=`));
    return found ? decodeURIComponent(found.slice(COOKIE.length + 1)) : "";
  };
}
