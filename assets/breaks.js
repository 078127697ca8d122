// Where lines break, for browsers that know words but not lines. With that they can draw with the
// smaller drawing library, which has no such tables of its own and asks the browser.
{
  const SPACE = "[\\t \\u1680\\u2000-\\u2006\\u2008-\\u200a\\u205f\\u3000]";
  const ENDS = new RegExp([
    "\\r\\n|[\\n\\v\\f\\r\\u0085\\u2028\\u2029]", `${SPACE}+(?!${SPACE}|[/!?)}\\]])`, "\\u200b",
    "\\S[-\\u2010](?=\\p{L})",  // between two words, and not the sign of a number
    "[\\u00ad\\u2012\\u2013|](?=[\\p{L}\\p{N}])", "\\S(?=\\u2014)", "\\u2014(?=\\S)", "/(?=\\p{L})",
    // Every letter of a script that is written without spaces.
    "[\\p{Ideographic}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{sc=Hangul}](?=[\\p{L}\\p{N}])",
  ].join("|"), "gu");

  /** Goes from one place to the next, as Chromium's own does, as far as Flutter asks for it. */
  class LineBreaks {
    adoptText(text) {
      const ends = [...text.matchAll(ENDS)].map(found => found.index + found[0].length);
      this.places = [0, ...ends.filter(end => end < text.length), ...text ? [text.length] : []];
      this.at = 0;
    }

    first() { return this.places[this.at = 0]; }

    next() { return ++this.at < this.places.length ? this.places[this.at] : -1; }

    current() { return this.places[Math.min(this.at, this.places.length - 1)]; }
  }

  globalThis.scorepadBreaks = LineBreaks;
  if (!Intl.v8BreakIterator && Intl.Segmenter) {
    Intl.v8BreakIterator = LineBreaks;
    if (globalThis.flet) flet.canvasKitBaseUrl += "chromium/";  // the served page
  }
}
