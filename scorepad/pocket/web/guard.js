// Where a kept file of the page itself is damaged, nothing of it runs: then they are fetched anew.
setTimeout(async () => {
  if (globalThis.scorepadRuns) return;
  const worker = globalThis.navigator.serviceWorker;
  worker?.addEventListener("message", ({ data }) => data?.mended && location.reload());
  worker?.startMessages();
  (await worker?.getRegistration())?.active?.postMessage("mend");
}, 5000);
