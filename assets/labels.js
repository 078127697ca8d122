// What Flutter tells a screen reader lies over the screen as invisible text. Where a label is longer
// than its control, at large type above all, it hangs out below and takes the taps of what is there.
document.head.append(Object.assign(document.createElement("style"), {
  textContent: "flt-semantics:not(:has(*)) { overflow: hidden !important; }" }));
