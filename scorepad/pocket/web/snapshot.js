// Python as it is after its imports, kept on this device: a start with it leaves them out.
//
// It is made at the first start of a version, before the book is opened: nothing of it is in there.
// What Python's modules that are compiled for the machine have in memory is in it too, so they are
// put back to where they were. Without a snapshot, or where it does not fit, Python just imports.
const STATE = "/* STATE */";  // what Python is made of in this version
const here = new URL("./", import.meta.url).href;
const CACHE = `scorepad snapshot ${here}`;
const address = `${here}?snapshot=${STATE}`;
const LIBRARIES = "x-libraries";
const SIZE = "x-size", PIECES = "x-pieces";
const CODE = "application/octet-stream";
const PAGE = 65_536, LONGEST = 4_000_000;  // bytes of a page of memory, and of a piece

/** What was kept of this version: { memory, libraries }, the memory still to come; null if nothing. */
export async function found() {
  try {
    const answer = await (await caches.open(CACHE)).match(address);
    if (!answer?.headers.get(SIZE)) return null;
    const memory = read(answer);
    memory.catch(() => {});  // whoever waits for it hears of it later
    return { memory, libraries: JSON.parse(answer.headers.get(LIBRARIES)) };
  } catch (fault) {
    console.warn(fault);
    return null;
  }
}

/** The bytes of an answer, in a buffer that is ours alone and so can be freed when it was used. What
    `arrayBuffer()` gives is held by the browser too, until it happens to look for garbage. */
async function read(answer) {
  const bytes = new Uint8Array(Number(answer.headers.get(SIZE))), reader = answer.body.getReader();
  const pieces = JSON.parse(answer.headers.get(PIECES)), hashes = [];
  let came = new Uint8Array();
  for (const [begin, end] of pieces) {
    for (let at = begin; at < end;) {
      if (!came.length) {
        const { value, done } = await reader.read();
        if (done) throw new Error("The snapshot breaks off.");
        came = value;
      }
      const fits = came.subarray(0, end - at);
      bytes.set(fits, at);
      at += fits.length;
      came = came.subarray(fits.length);
    }
    hashes.push(hashOf(bytes.subarray(begin, end)));  // while the next one is read
  }
  const asKept = pieces.map(([, , hash]) => hash);
  if (`${await Promise.all(hashes)}` !== `${asKept}`) throw new Error("The snapshot is damaged.");
  return bytes;
}

const hashOf = async bytes => btoa(String.fromCharCode(
  ...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))));

/** The pieces of a memory in which there is anything, which is not so of a fifth of it: where each
    begins and where it ends. */
function piecesOf(memory) {
  const pieces = [];
  for (let at = 0; at < memory.length; at += PAGE) {
    const end = Math.min(at + PAGE, memory.length), last = pieces.at(-1);
    let byte = at;
    while (byte < end && !memory[byte]) byte += 1;
    if (byte === end) continue;
    if (last?.[1] === at && at - last[0] < LONGEST) last[1] = end;
    else pieces.push([at, end]);
  }
  return pieces;
}

/** Keep the memory of a Python that was started with `making`, where there is room for a second one;
    the promise need not be awaited. */
export async function keep(python, named) {
  try {
    const memory = python.makeMemorySnapshot({ serializer: each => nameOf(each, named) });
    const libraries = JSON.stringify(python._module.libraries ?? []);
    const pieces = piecesOf(memory), kept = pieces.map(place => memory.subarray(...place));
    const hashes = await Promise.all(kept.map(hashOf));
    await forget();
    await (await caches.open(CACHE)).put(address, new Response(new Blob(kept), { headers: {
      "content-type": CODE, [SIZE]: memory.byteLength, [LIBRARIES]: libraries,
      [PIECES]: JSON.stringify(pieces.map((place, number) => [...place, hashes[number]])) } }));
  } catch (fault) { console.warn(fault); }
}

/** The next start makes another one; answers whether there was one. */
export const forget = () => caches.delete(CACHE).catch(console.warn);

function nameOf(object, named) {
  const name = Object.keys(named).find(each => named[each] === object);
  if (!name) throw new Error("Python holds something of the page that it cannot get back.");
  return name;
}

/** Options of loadPyodide for a start of which a snapshot can be made. */
export const making = { _makeSnapshot: true };

/**
 * Options of loadPyodide for a start from a snapshot. `named`: what of the page Python holds;
 * `createModule` and `compiled` answer with Python and with the code of a library, by its path.
 */
export function restoring({ memory, libraries }, named, createModule, compiled) {
  return {
    _loadSnapshot: new Uint8Array(1),  // that there is one
    _snapshotDeserializer: name => named[name],
    createPyodideModule: async settings => {
      const [module, kept, ...codes] = await Promise.all([
        createModule(settings), memory, ...libraries.map(([path]) => compiled(path))]);
      const heap = kept.subarray(new Uint32Array(kept.buffer, 0, 2)[1]);
      if (module.HEAPU8.length < heap.length) module.growMemory(heap.length);
      module.HEAPU8.set(heap);
      module.memoryBases = Object.fromEntries(libraries.map(([path, base]) => [path, base]));
      for (const [at, [path, , table, handle]] of libraries.entries()) {
        if (module.wasmTable.length !== table) throw new Error(`${path} is not where it was`);
        const exports = await module.loadWebAssemblyModule(
          codes[at], { loadAsync: true, nodelete: true, global: false }, path, {}, handle);
        module.LDSO.loadedLibsByName[path] = module.LDSO.loadedLibsByHandle[handle] =
          { refcount: Infinity, name: path, exports, global: false };
      }
      module.memoryBases = null;
      const { API } = module, restore = API.restoreSnapshot;
      // Once more: each library has begun its part of the memory anew.
      API.restoreSnapshot = () => {
        const known = restore(kept);
        kept.buffer.transfer?.(0);  // frees it now, and not at some later time
        return known;
      };
      return module;
    },
  };
}
