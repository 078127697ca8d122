// The book's files in the part of the disk that the browser keeps for this page (OPFS). A worker may
// open a file of it in such a way that reading, writing and flushing are done when they return.
const HELD = ["NoModificationAllowedError", "InvalidStateError"];  // the second is Safari's
const LACKING = ["TypeError", "SecurityError", "NotSupportedError"];
const TRIES = 100, PAUSE = 50;  // a window that was closed has its files for a moment longer
const PROBE = "probe-";

async function removed(folder, name) {
  try { await folder.removeEntry(name); }
  catch (fault) { console.warn(fault); }
}

export class Folder {
  #folder;

  constructor(folder) { this.#folder = folder; }

  /** The folder in which a book was begun, if there is one here. */
  static async find(name) {
    if (!navigator.storage?.getDirectory) return null;
    try {
      const root = await navigator.storage.getDirectory();
      const folder = new Folder(await root.getDirectoryHandle(name));
      return (await folder.#files()).length ? folder : null;
    } catch (fault) {
      if (fault.name === "NotFoundError") return null;
      throw fault;
    }
  }

  /**
   * A folder for a book that begins; null where this browser has no such files for a worker. Some
   * have the functions and refuse to do what they say, so it is tried with a file. Whatever else
   * goes wrong is thrown: it may be another time that it works, and the book must not be
   * in two places.
   */
  static async make(name) {
    if (!navigator.storage?.getDirectory) return null;
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(name, { create: true });
    const probe = PROBE + crypto.randomUUID();
    try {
      const file = await folder.getFileHandle(probe, { create: true });
      (await file.createSyncAccessHandle()).close();
      return new Folder(folder);
    } catch (fault) {
      if (!LACKING.includes(fault.name)) throw fault;
      console.warn(fault);
      return null;
    } finally {
      await removed(folder, probe);
    }
  }

  async #files() {
    const files = [];
    for await (const file of this.#folder.values())
      if (file.kind === "file" && !file.name.startsWith(PROBE)) files.push(file);
    return files;
  }

  /** All files, opened. NoModificationAllowedError where another window has them. */
  async open() { return Promise.all((await this.#files()).map(opened)); }

  /** What is in all files, without opening them. */
  async contents() {
    return Promise.all((await this.#files()).map(async file =>
      new Uint8Array(await (await file.getFile()).arrayBuffer())));
  }

  /** One more, opened. */
  async add() {
    return opened(await this.#folder.getFileHandle(crypto.randomUUID(), { create: true }));
  }

  /** What was flushed is on the disk already. */
  settled() { return null; }

  close() {}
}

async function opened(file) {
  for (let tries = 0; ; tries++)
    try { return await file.createSyncAccessHandle(); }
    catch (fault) {
      if (!HELD.includes(fault.name) || tries >= TRIES) throw fault;
      await new Promise(later => setTimeout(later, PAUSE));
    }
}
