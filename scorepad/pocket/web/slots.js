// Files on the phone's disk that can be read, written and flushed at once, as SQLite wants it.
//
// The browser lets a worker do that with a file of a shelf (shelf.js) once it is opened, but opening
// one takes a promise. So every file of ours lies in a slot, an opened file that says in its head
// whose it is, and some empty slots are always open. Naming, renaming and deleting are writing a
// head. A head has two places, written in turn: a torn one leaves the one before it.
const HEAD = 4096;
const PLACE = HEAD / 2;
const SPARE = 12;
const FULL = "QuotaExceededError";

/** Adler-32: whether a head was written to its end. */
function sumOf(bytes) {
  let low = 1, high = 0;
  for (const byte of bytes) { low = (low + byte) % 65521; high = (high + low) % 65521; }
  return (high * 65536 + low) >>> 0;
}

/** What the head of a file says: whose it is, "" if nobody's; how late that was written, and where. */
export function headOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = { path: "", turn: 0, place: 0 };
  for (const place of bytes.length < HEAD ? [] : [0, 1]) {
    const at = place * PLACE, length = view.getUint32(at);
    if (!length || length > PLACE - 8) continue;
    const text = bytes.subarray(at + 8, at + 8 + length);
    if (sumOf(text) !== view.getUint32(at + 4)) continue;
    const [turn, path] = JSON.parse(new TextDecoder().decode(text));
    if (turn > found.turn) Object.assign(found, { path, turn, place });
  }
  return found;
}

/** What comes after the head. */
export const dataOf = bytes => bytes.subarray(HEAD);

class Slot {
  /** path: whose it is, "" if nobody's; turn: how late its head was written. */
  path = "";
  turn = 0;
  #place = 0;
  #unsure = null;
  #handle;
  #failed;

  constructor(handle, failed) {
    this.#handle = handle;
    this.#failed = failed;
  }

  /** Everything that the browser may refuse: no room, or it has closed the file. */
  #do(act) {
    try { return act(this.#handle); }
    catch (fault) { this.#failed(fault); throw fault; }
  }

  readHead() {
    const bytes = new Uint8Array(HEAD);
    this.#do(handle => handle.read(bytes, { at: 0 }));
    const { path, turn, place } = headOf(bytes);
    this.path = path;
    this.turn = turn;
    this.#place = place;
  }

  writeHead(path, turn) {
    const text = new TextEncoder().encode(JSON.stringify([turn, path]));
    if (text.length > PLACE - 8) throw new RangeError(`the name is too long: ${path}`);
    const bytes = new Uint8Array(8 + text.length), view = new DataView(bytes.buffer);
    view.setUint32(0, text.length);
    view.setUint32(4, sumOf(text));
    bytes.set(text, 8);
    this.mend();
    this.#unsure = 1 - this.#place;
    this.#putHead(bytes, this.#unsure);
    this.#place = this.#unsure;
    this.#unsure = null;
    this.turn = turn;
    this.path = path;
  }

  /** A head that was refused may be on the disk all the same: it goes before anything is written
   *  that would be lost with it. */
  mend() {
    if (this.#unsure !== null) this.#putHead(new Uint8Array(8), this.#unsure);
    this.#unsure = null;
  }

  #putHead(bytes, place) {
    this.#do(handle => { handle.write(bytes, { at: place * PLACE }); handle.flush(); });
  }

  get size() { return Math.max(0, this.#do(handle => handle.getSize()) - HEAD); }
  truncate(size) { this.#do(handle => handle.truncate(HEAD + size)); }
  read(into, at) { return this.#do(handle => handle.read(into, { at: HEAD + at })); }
  write(from, at) {
    this.mend();
    return this.#do(handle => handle.write(from, { at: HEAD + at }));
  }
  flush() { this.#do(handle => handle.flush()); }
  content() {
    const bytes = new Uint8Array(HEAD + this.size);
    this.#do(handle => handle.read(bytes, { at: 0 }));
    return bytes;
  }
  close() { this.#handle.close(); }
}

export class Slots {
  /** Which slot a path lies in. */
  used = new Map();
  /** How often the disk was waited for, and how often something was written. */
  flushes = 0;
  writes = 0;
  #spare = [];
  #turn = 1;
  #shelf;
  #lost;
  #noRoom;
  #filling = null;
  /** Slots whose head does not say, or may not say, what is true here. */
  #owed = new Set();
  /** Why no more slots came. */
  #full = null;

  /**
   * Open what lies on a shelf. `lost` is called once if the browser takes the files away, `noRoom`
   * whenever it refuses for want of it. Throws what the browser throws.
   */
  static async open(shelf, lost, noRoom) {
    const slots = new Slots();
    slots.#shelf = shelf;
    slots.#lost = lost;
    slots.#noRoom = noRoom;
    for (const handle of await shelf.open()) slots.#sort(new Slot(handle, slots.#failed));
    await slots.#fill();
    if (slots.#full && !slots.used.size) throw slots.#full;
    return slots;
  }

  #sort(slot) {
    slot.readHead();
    this.#turn = Math.max(this.#turn, slot.turn + 1);
    const other = slot.path && this.used.get(slot.path);
    if (!slot.path) this.#spare.push(slot);
    else if (!other) this.used.set(slot.path, slot);
    else {  // it ended while one file took the name of another: the later head decides
      const [late, early] = slot.turn > other.turn ? [slot, other] : [other, slot];
      this.used.set(slot.path, late);
      this.free(early);
    }
  }

  #failed = fault => {
    if (fault.name === FULL) return void this.#noRoom?.();
    this.#lost?.(fault);
    this.#lost = null;
  };

  /** Where there is no room for more, what is there can still be read. */
  async #fill() {
    try {
      while (this.#spare.length < SPARE) {
        this.#spare.push(new Slot(await this.#shelf.add(), this.#failed));
        this.#spare.at(-1).truncate(0);  // so that naming a file takes no more room
      }
      this.#full = null;
    } catch (fault) {
      if (fault.name !== FULL) throw fault;
      this.#full = fault;
      this.#failed(fault);
    }
  }

  /** A new empty file; null where so many were made at once that no slot is left. Throws what the
   * browser throws; QuotaExceededError where there was no room for slots. */
  take(path) {
    this.#settle();
    const slot = this.#spare.pop();
    if (this.#spare.length < SPARE / 2)
      this.#filling ??= this.#fill().catch(console.warn).finally(() => { this.#filling = null; });
    if (!slot && this.#full) throw this.#full;
    if (!slot) return null;
    try {
      if (slot.size) slot.truncate(0);  // even that may be refused where there is no room
      this.#writeHead(slot, path);
    } catch (fault) {
      this.#spare.push(slot);
      throw fault;
    }
    this.used.set(path, slot);
    return slot;
  }

  /** The file has another name now, and what had that name is to be forgotten. */
  rename(slot, path) {
    this.#settle();
    const before = slot.path, other = this.used.get(path);
    this.#writeHead(slot, path);  // here it is decided
    this.used.delete(before);
    this.used.set(path, slot);
    if (other) this.#owed.add(other);
  }

  /** The file has no name any more; who has it open still reads and writes it. */
  forget(slot) {
    this.#owed.delete(slot);
    this.#settle();
    const before = slot.path;
    this.#writeHead(slot, "");
    if (this.used.get(before) === slot) this.used.delete(before);
  }

  #writeHead(slot, path) {
    this.#owed.add(slot);
    slot.writeHead(path, this.#turn++);
    this.#owed.delete(slot);
  }

  /** Before another head is written; what could not be forgotten would be there again otherwise,
   *  once the file that has its name now has another. */
  #settle() {
    for (const slot of [...this.#owed]) {
      slot.mend();
      if (slot.path && this.used.get(slot.path) !== slot) this.#writeHead(slot, "");
      this.#owed.delete(slot);
    }
  }

  /** The slot is empty, for another file. */
  free(slot) {
    if (slot.path) this.forget(slot);
    slot.truncate(0);
    this.#spare.push(slot);
  }

  /** As on a shelf: what is in the files that have a name. */
  contents() { return [...this.used.values()].map(slot => slot.content()); }

  /** As on a shelf: whether what was written is on the disk. */
  settled() { return this.#shelf.settled(); }

  /** Answers once all of it is on the disk. */
  async close() {
    await this.settled();
    for (const slot of [...this.used.values(), ...this.#spare]) slot.close();
    this.#shelf.close();
  }
}
