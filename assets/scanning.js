// Scanning, where a browser has a camera. The program asks for it as for a text to be copied, with
// the words that it needs, and then for what was read as for what there is to paste, until that is
// more than nothing.
{
  const ASK = "scorepad:scan:";
  const SOON = 5000, PAUSE = 100, MOST = 1000;  // milliseconds; the dots of a side that are read
  const known = isSecureContext && navigator.mediaDevices?.getUserMedia && navigator.clipboard;
  globalThis.scorepadScans = !!known;
  // The program knows it before the first screen is drawn.
  document.cookie = `scorepad-scans=; Path=/; SameSite=Strict${known ? "" : "; Max-Age=0"}`;

  if (known) {
    const write = known.writeText.bind(known), read = known.readText?.bind(known);
    const wait = pause => new Promise(done => setTimeout(done, pause));
    let scan = null, cancel = null;

    /** What reads a picture: the browser itself, or a script that is loaded once it is needed. */
    async function reader() {
      const Own = globalThis.BarcodeDetector;
      if ((await Own?.getSupportedFormats())?.includes("qr_code")) {
        const own = new Own({ formats: ["qr_code"] });
        return async pen => (await own.detect(pen.canvas))[0]?.rawValue;
      }
      if (!globalThis.jsQR) {
        const script = document.createElement("script");
        script.src = "jsqr.js";
        await new Promise((done, failed) => {
          Object.assign(script, { onload: done, onerror: failed });
          document.head.append(script);
        });
      }
      return pen => {
        const { data, width, height } = pen.getImageData(0, 0, pen.canvas.width, pen.canvas.height);
        return jsQR(data, width, height, { inversionAttempts: "dontInvert" })?.data;
      };
    }

    /** What stands over the page meanwhile: the picture, what to do, and the way out. */
    function shade({ title, out }) {
      const ground = document.createElement("div"), video = document.createElement("video");
      const bar = document.createElement("div"), told = document.createElement("p");
      const key = document.createElement("button");
      ground.id = "scan";
      ground.setAttribute("role", "dialog");
      ground.setAttribute("aria-modal", "true");
      ground.setAttribute("aria-label", title);
      ground.style.cssText = "position:fixed;inset:0;z-index:2147483646;display:flex;"
        + "flex-direction:column;background:#101412;color:#E2E6E1;cursor:default;"
        + 'font:1rem/1.5 "Scorepad Sans",Roboto,sans-serif';
      Object.assign(video, { muted: true, playsInline: true, autoplay: true });
      video.style.cssText = "flex:1;min-height:0;width:100%;object-fit:contain";
      bar.style.cssText = "display:flex;align-items:center;gap:16px;justify-content:space-between;"
        + "padding:12px 20px max(12px, env(safe-area-inset-bottom));background:#1F2521";
      told.style.margin = "0";
      told.textContent = title;
      key.textContent = out;
      key.style.cssText = "border:0;border-radius:14px;min-height:48px;padding:0 24px;"
        + "background:#83D8B4;color:#00382A;font:inherit;font-weight:600;cursor:pointer";
      key.onclick = () => cancel?.();
      bar.append(told, key);
      ground.append(video, bar);
      document.body.append(ground);
      key.focus();
      return { ground, video };
    }

    async function look(video, isOver) {
      const camera = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: "environment", width: { ideal: 1280 } } });
      try {
        const find = await reader();
        const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
        video.srcObject = camera;
        while (!isOver()) {
          const scale = Math.min(1, MOST / Math.max(video.videoWidth, video.videoHeight));
          if (video.videoWidth) {
            pen.canvas.width = video.videoWidth * scale;
            pen.canvas.height = video.videoHeight * scale;
            pen.drawImage(video, 0, 0, pen.canvas.width, pen.canvas.height);
            const text = await find(pen);
            if (text) return { text };
          }
          await wait(PAUSE);
        }
      } finally {
        camera.getTracks().forEach(track => track.stop());
      }
    }

    async function scanned(words) {
      const before = document.activeElement, { ground, video } = shade(words);
      let isOver = false;
      const cancelled = new Promise(done => { cancel = () => done({ cancelled: true }); });
      const found = await Promise.race([cancelled, look(video, () => isOver).catch(
        fault => ({ fault: fault.name ?? "Error" }))]);
      isOver = true;
      cancel = null;
      ground.remove();
      before?.focus?.();
      return JSON.stringify(found);
    }

    addEventListener("keydown", event => {  // the page below hears nothing
      if (!cancel) return;
      event.stopImmediatePropagation();
      if (event.key === "Escape") cancel();
    }, { capture: true });

    known.writeText = async text => {
      if (!text.startsWith(ASK)) return write(text);
      cancel?.();
      scan = scanned(JSON.parse(text.slice(ASK.length)));
    };
    known.readText = async () => {
      if (!scan) return read?.() ?? "";
      const now = await Promise.race([scan, wait(SOON)]);
      if (now) scan = null;
      return now ?? "{}";
    };
  }
}
