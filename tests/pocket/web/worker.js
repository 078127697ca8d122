// A table without a screen: the book, the storage and the service of the page, and nobody who draws.
//
// Asks its host for what to do and tells it what came of it, each time waiting until that was
// heard, as a person at the table sees a total before the next hand. Before the browser is to end
// within an act, the host is told: it kills while we wait for its answer.
const page = new URL(new URLSearchParams(location.search).get("page"), location.origin).href;
const [{ loadPyodide }, { bookName, openShelf }, { Slots }, { fileSystem }, { mount, packageOf }] = await Promise.all(
  ["pyodide/pyodide.mjs", "shelf.js", "slots.js", "filesystem.js", "archives.js"]
    .map(name => import(page + name)));

function tell(kind, said) {
  const request = new XMLHttpRequest();
  request.open("POST", `/table/${kind}`, false);
  request.send(JSON.stringify(said));
  return request.responseText;
}

// --- where it may end ----------------------------------------------------------------------------

/** acts: how often the disk was written to; last: at which time of these it ends, and how. */
const disk = { acts: 0, last: null, how: "" };

for (const name of ["write", "truncate", "flush"]) {
  const original = FileSystemSyncAccessHandle.prototype[name];
  FileSystemSyncAccessHandle.prototype[name] = function (...given) {
    if (++disk.acts !== disk.last) return original.apply(this, given);
    if (disk.how === "half" && name === "write") {
      const [bytes, at] = given;
      original.call(this, bytes.subarray(0, bytes.length >> 1), at);
    } else if (disk.how === "after") original.apply(this, given);
    tell("now", name);
  };
}

// --- the book ------------------------------------------------------------------------------------

const file = async name => (await fetch(page + name)).blob();

const began = performance.now();
const library = file("library.txt").then(found => URL.createObjectURL(found));
const started = await (await fetch(`${page}worker.js`)).text();  // it has the list of these modules
const compiled = JSON.parse(started.match(/const COMPILED = (\[.*?\]);/s)[1]);
const [python, slots, playing, packages, others] = await Promise.all([
  library.then(stdLibURL => loadPyodide({
    indexURL: `${page}pyodide/`, stdLibURL,
    env: { HOME: "/home", FLET_APP_STORAGE_DATA: "/book", LANGUAGE: "de",
           PYTHONDONTWRITEBYTECODE: "1" } })),
  bookName().then(name => openShelf(name, fault => tell("said", { lost: `${fault}` })))
    .then(shelf => Slots.open(shelf, fault => tell("said", { lost: `${fault}` }))),
  fetch("playing.py").then(answer => answer.text()),
  Promise.all(["code.txt", "data.txt", "app.txt"].map(async name => packageOf(await file(name)))),
  Promise.all(compiled.map(async name => ({
    name: name.replace("libraries/", "").replace(/\.wasm$/, ""), data: await file(name) })))]);
python.FS.mkdirTree("/book");
python.FS.mount(fileSystem(python.FS, python._module, slots), {}, "/book");
mount(python.FS, "/app", packages, others);
python.registerJsModule("table", {
  tell: said => tell("said", JSON.parse(said)), flushes: () => slots.flushes });
python.runPython(playing);
const act = python.globals.get("act");

for (let said = { began: Math.round(performance.now() - began) };;) {
  const order = JSON.parse(await (await fetch("/table/next", {
    method: "POST", body: JSON.stringify(said) })).text());
  Object.assign(disk, { acts: 0, last: order.last ?? null, how: order.how ?? "" });
  try { said = JSON.parse(act(order.act, JSON.stringify(order.given ?? {}))); }
  catch (fault) { said = { fault: `${fault}` }; }
  Object.assign(said, { acts: disk.acts, flushes: slots.flushes });
}
