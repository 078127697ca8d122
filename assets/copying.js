// Copying where a browser has no clipboard to write to: over plain HTTP at a host's name, as in a
// club's own network. A tap copies at once, as browsers ask for it, and the program asks once more
// how that went; then it is not done twice.
{
  const LATELY = 5000;  // for which the answer to a tap is still wanted
  let copied = null;

  /** Copy as browsers did before they had a clipboard; throws where even that is not allowed. */
  function byCommand(text) {
    const field = document.createElement("textarea"), focused = document.activeElement;
    Object.assign(field, { value: text, readOnly: true });
    field.style.cssText = "position:fixed;top:0;left:0;opacity:0;font-size:16px";
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    focused?.focus?.();
    if (!done) throw new Error("the browser does not let this page copy");
  }

  const known = navigator.clipboard, write = known?.writeText.bind(known);
  const writeText = async text => {
    const answered = copied?.text === text && Date.now() - copied.at < LATELY;
    copied = null;  // one answer for each tap: by the next one something else may be in its place
    if (answered) return;
    await (write ? write(text) : byCommand(text));
    copied = { text, at: Date.now() };
  };
  if (known) known.writeText = writeText;
  else Object.defineProperty(navigator, "clipboard", { value: {
    writeText, readText: async () => { throw new Error("there is nothing to read from"); } } });
}
