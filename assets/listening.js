// Listening, where a browser can. The program asks for it as for a text to be copied, and then for
// what was heard as for what there is to paste, until it is over.
{
  const ASK = "scorepad:listen:";
  const Ear = isSecureContext && (globalThis.SpeechRecognition ?? globalThis.webkitSpeechRecognition);
  const known = Ear && navigator.clipboard;
  globalThis.scorepadListens = !!known;
  // The program knows it before the first screen is drawn.
  document.cookie = `scorepad-listens=; Path=/; SameSite=Strict${known ? "" : "; Max-Age=0"}`;

  if (known) {
    const write = known.writeText.bind(known), read = known.readText?.bind(known);
    let ear = null, heard = null, tell = null;

    function note(now) {
      heard = JSON.stringify(now);
      if (!tell) return;
      tell(heard);
      heard = tell = null;
    }

    function listen(language) {
      const own = new Ear();
      let words = "", fault = "";
      ear?.abort();
      [ear, heard] = [own, null];
      own.lang = navigator.languages.find(each => each.startsWith(language)) ?? language;
      own.interimResults = true;
      own.onresult = ({ results }) => {
        words = [...results].map(([said]) => said.transcript.trim()).join(" ");
        if (ear === own) note({ words, over: false, fault });
      };
      own.onerror = ({ error }) => { fault = error; };
      own.onend = () => {
        if (ear !== own) return;
        ear = null;
        note({ words, over: true, fault });
      };
      own.start();
    }

    known.writeText = async text => {
      if (!text.startsWith(ASK)) return write(text);
      const language = text.slice(ASK.length);
      language ? listen(language) : ear?.stop();
    };
    known.readText = async () => {
      const now = heard;
      heard = null;
      return now ?? (ear ? new Promise(told => { tell = told; }) : read?.() ?? "");
    };
  }
}
