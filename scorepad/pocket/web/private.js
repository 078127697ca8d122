// Private windows. No browser says that one is; it shows in what they cannot do.
const TRIAL = "scorepad-trial";

/** What becomes of a blob in a database: "kept", "refused", or "none" where there is no database. */
function blob() {
  return new Promise(answer => {
    let refused = false;
    const request = indexedDB.open(TRIAL);
    request.onupgradeneeded = () => {
      const put = request.result.createObjectStore("trial").put(new Blob(["trial"]), 0);
      put.onerror = () => { refused = put.error?.name === "UnknownError"; };
    };
    request.onsuccess = () => {
      request.result.close();
      indexedDB.deleteDatabase(TRIAL);
      answer("kept");
    };
    request.onerror = () => answer(refused ? "refused" : "none");
  });
}

/**
 * Whether what is kept in this window ends with it. WebKit's databases take no blob then, because
 * they lie in memory; Firefox has a database, but refuses the folder. Chromium cannot be told.
 */
export async function forgets() {
  const kept = await blob().catch(() => "none");
  if (kept !== "kept") return kept === "refused";
  try { await navigator.storage?.getDirectory?.(); }
  catch (fault) { return fault.name === "SecurityError"; }
  return false;
}
