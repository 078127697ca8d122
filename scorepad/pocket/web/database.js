// The book's files where a worker can open none on the disk: they lie in memory, and what is changed
// goes into a database of the browser's (IndexedDB).
//
// That takes a promise, and Python cannot wait for one in the middle of its work. So a flush only
// begins to write, and whatever Python says to its page has to wait until that is done (`settled`):
// nobody sees a total before it is on the disk. One transaction takes everything that has changed in
// all files, and the next one begins after it: what lies on the disk is what lay in memory at some
// moment, never a later change without an earlier one.
const PAGE = 4096;
const SIZE = -1;  // in place of a page's number
const PAGES = "pages", ABOUT = "about", PLACE = "place";
const FOLDER = "folder", HERE = "database";

const asked = request => new Promise((done, failed) => {
  request.onsuccess = () => done(request.result);
  request.onerror = () => failed(request.error);
});

/** The database, and what it says of the book's place; {} where there is none and none `begins`. */
async function database(name, begins) {
  const request = indexedDB.open(name, 1);
  let lacks = false;
  request.onupgradeneeded = () => {
    lacks = !begins;
    if (lacks) return request.transaction.abort();
    request.result.createObjectStore(PAGES);
    request.result.createObjectStore(ABOUT);
  };
  const db = await asked(request).catch(fault => { if (!lacks) throw fault; });
  if (lacks) return {};
  const place = await asked(db.transaction(ABOUT).objectStore(ABOUT).get(PLACE));
  return { db, place };
}

function written(db, stores, change) {
  return new Promise((done, failed) => {
    const transaction = db.transaction(stores, "readwrite", { durability: "strict" });
    transaction.oncomplete = () => done();
    transaction.onabort = () => failed(transaction.error ?? new Error("the database gave up"));
    try { change(transaction); }
    catch (fault) {  // or the half that was put so far would be written
      transaction.abort();
      return failed(fault);
    }
    transaction.commit?.();
  });
}

/** Whether a book of this name was begun here. */
export async function isBegun(name) {
  const { db, place } = await database(name, false);
  db?.close();
  return !!place;
}

/** Remember that the book lies in a folder: where a browser has none any more, no empty book must
 * be begun here. */
export async function bookIsInFolder(name) {
  const { db, place } = await database(name, true);
  if (place !== FOLDER)
    await written(db, ABOUT, change => change.objectStore(ABOUT).put(FOLDER, PLACE));
  db.close();
}

/** A file as `FileSystemSyncAccessHandle` has them. */
class File {
  pages = [];
  size = 0;
  /** What the database has not: these pages, and nothing from `cut` on. */
  changed = new Set();
  cut = Infinity;
  #database;

  constructor(database, number) {
    this.#database = database;
    this.number = number;
  }

  getSize() { return this.size; }

  /** For each piece of a span: its page, where it begins there, and where in the span. */
  static *#pieces(at, length) {
    for (let done = 0; done < length;) {
      const start = (at + done) % PAGE, part = Math.min(PAGE - start, length - done);
      yield [(at + done - start) / PAGE, start, done, done + part];
      done += part;
    }
  }

  read(into, { at }) {
    const length = Math.max(0, Math.min(into.length, this.size - at));
    for (const [page, start, from, to] of File.#pieces(at, length)) {
      const there = this.pages[page];
      if (there) into.set(there.subarray(start, start + to - from), from);
      else into.fill(0, from, to);
    }
    return length;
  }

  write(bytes, { at }) {
    for (const [page, start, from, to] of File.#pieces(at, bytes.length)) {
      this.pages[page] ??= new Uint8Array(PAGE);
      this.pages[page].set(bytes.subarray(from, to), start);
      this.changed.add(page);
    }
    this.size = Math.max(this.size, at + bytes.length);
    this.#database.noted(this);
    return bytes.length;
  }

  truncate(size) {
    const count = Math.ceil(size / PAGE), last = this.pages[count - 1];
    if (size < this.size) {
      this.pages.length = Math.min(this.pages.length, count);
      this.cut = Math.min(this.cut, count);
      if (size % PAGE && last) {
        last.fill(0, size % PAGE);
        this.changed.add(count - 1);
      }
    }
    this.size = size;
    this.#database.noted(this);
  }

  flush() { this.#database.flush(); }
  close() {}

  /** Put what the database has not into it; what that was, should it refuse. */
  put(store) {
    const { changed, cut, number } = this;
    if (cut < Infinity) store.delete(IDBKeyRange.bound([number, cut], [number, Infinity]));
    for (const page of changed)
      if (this.pages[page]) store.put(this.pages[page], [number, page]);
    store.put(this.size, [number, SIZE]);
    this.changed = new Set();
    this.cut = Infinity;
    return { changed, cut };
  }

  /** It was refused. */
  missing({ changed, cut }) {
    changed.forEach(page => this.changed.add(page));
    this.cut = Math.min(this.cut, cut);
  }
}

export class Database {
  #db;
  #refused;
  #files = [];
  #noted = new Set();  // files that have changed
  #wanted = false;
  #writing = null;

  /**
   * The database in which a book was begun, if there is one here; where one `begins`, a new one.
   *
   * refused: is told why the browser did not write, and answers once it may be tried again. Throws
   * what the browser throws; NotSupportedError where the book lies in a folder.
   */
  static async open(name, refused, begins) {
    const { db, place } = await database(name, begins);
    if (place === FOLDER && begins)
      throw new DOMException("the book's folder cannot be opened", "NotSupportedError");
    if (place !== HERE && !begins) {
      db?.close();
      return null;
    }
    if (place !== HERE)
      await written(db, ABOUT, change => change.objectStore(ABOUT).put(HERE, PLACE));
    return new Database(db, refused);
  }

  constructor(db, refused) {
    this.#db = db;
    this.#refused = refused;
    db.onclose = db.onversionchange = () => refused(new Error("the database was closed"));
  }

  /** All files. */
  async open() {
    const store = this.#db.transaction(PAGES).objectStore(PAGES);
    const [keys, values] = await Promise.all([asked(store.getAllKeys()), asked(store.getAll())]);
    keys.forEach(([number, page], place) => {
      const file = this.#files[number] ??= new File(this, number);
      if (page === SIZE) file.size = values[place];
      else file.pages[page] = values[place];
    });
    return this.#files.filter(Boolean);
  }

  /** What is in all files. */
  async contents() {
    return (await this.open()).map(file => {
      const content = new Uint8Array(file.size);
      file.read(content, { at: 0 });
      return content;
    });
  }

  /** One more; the database hears of it when something is written into it. */
  async add() {
    const file = new File(this, this.#files.length);
    this.#files.push(file);
    return file;
  }

  noted(file) { this.#noted.add(file); }

  /** Write all that has changed, beginning now. */
  flush() {
    this.#wanted = true;
    this.#writing ??= this.#write().finally(() => { this.#writing = null; });
  }

  async #write() {
    while (this.#wanted) {
      this.#wanted = false;
      const put = [];
      try {
        await written(this.#db, PAGES, change => {
          for (const file of this.#noted) put.push([file, file.put(change.objectStore(PAGES))]);
          this.#noted.clear();
        });
      } catch (fault) {
        for (const [file, what] of put) {
          file.missing(what);
          this.#noted.add(file);
        }
        this.#wanted = true;
        await this.#refused(fault);
      }
    }
  }

  /** Answers once all that was written by now is on the disk; null where it is. */
  settled() {
    if (this.#noted.size) this.flush();
    return this.#writing;
  }

  close() { this.#db.close(); }
}
