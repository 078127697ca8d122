// The slots of the page, in Node on a disk of one's own: `node slots.mjs SLOTS ROUNDS SEED`.
//
// Files are made, written, renamed and deleted. The phone is killed at any access to the disk, in
// the middle of a write too, or refuses it for want of room; after each kill the files are those
// that were, but for what the act under way would have changed, and nothing comes back.
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";

const [, , script, rounds, seed] = process.argv;
const { Slots } = await import(pathToFileURL(script));
let state = Number(seed);
const random = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
const below = number => Math.floor(random() * number);

class Killed extends Error {}
const noRoom = () => Object.assign(new Error("no room"), { name: "QuotaExceededError" });

/** A folder of files; `ends` accesses later the phone is killed, `refuses` later there is no room. */
class Disk {
  files = new Map();
  constructor() { this.refuses = Infinity; this.ends = Infinity; }
  step(act, half = () => {}) {
    if (this.ends-- <= 0) { if (random() < 0.5) half(); throw new Killed(); }
    if (this.refuses-- <= 0) throw noRoom();
    return act();
  }
  handle(name) {
    const disk = this, file = this.files.get(name);
    const put = (bytes, at) => {
      const size = Math.max(file.bytes.length, at + bytes.length), other = new Uint8Array(size);
      other.set(file.bytes);
      other.set(bytes, at);
      file.bytes = other;
      return bytes.length;
    };
    return {
      getSize: () => file.bytes.length,
      read(into, { at }) {
        const found = file.bytes.subarray(at, at + into.length);
        into.set(found);
        return found.length;
      },
      write: (from, { at }) =>
        disk.step(() => put(from, at), () => put(from.subarray(0, below(from.length)), at)),
      truncate: size => disk.step(() => {
        const other = new Uint8Array(size);
        other.set(file.bytes.subarray(0, size));
        file.bytes = other;
      }),
      flush: () => disk.step(() => {}),
      close() {},
    };
  }
  /** The shelf on which the slots lie. */
  shelf() {
    return {
      open: async () => [...this.files.keys()].map(name => this.handle(name)),
      add: async () => {
        const name = `${this.files.size}`;
        this.files.set(name, { bytes: new Uint8Array(0) });
        return this.handle(name);
      },
      settled: () => null,
      close() {},
    };
  }
}

let disk, told = 0;

function started() {
  return Slots.open(disk.shelf(), fault => assert.ok(fault instanceof Killed, fault),
                    () => { told++; });
}

function contents(slots) {
  const found = new Map();
  for (const [path, slot] of slots.used) {
    const bytes = new Uint8Array(slot.size);
    slot.read(bytes, 0);
    found.set(path, Buffer.from(bytes).toString());
  }
  return new Map([...found].sort());
}

const NAMES = ["/book.db", "/book.db-wal", "/backups/one.db", "/backups/one.db.part", "/x"];
const pick = list => list[below(list.length)];

/** Does one thing with the files, and with `model`, which says what they are; a list of what they
 *  may be while it is under way. */
function act(slots, model) {
  const there = [...model.keys()], free = NAMES.filter(name => !model.has(name));
  const after = new Map(model);
  const choice = pick(["take", "write", "rename", "delete"]);
  if (choice === "take" && free.length) {
    const name = pick(free);
    after.set(name, "");
    return [after, () => assert.ok(slots.take(name))];
  }
  if (!there.length) return [after, () => {}];
  const name = pick(there), slot = slots.used.get(name);
  if (choice === "write") {
    const text = `${random()}`.padEnd(20, "0").slice(0, 20);
    after.set(name, text + model.get(name).slice(20));
    return [after, () => { slot.write(Buffer.from(text), 0); slot.flush(); }, name];
  }
  if (choice === "rename") {
    const other = pick(NAMES);
    if (other === name) return [after, () => {}];
    after.set(other, model.get(name));
    after.delete(name);
    return [after, () => {
      const old = slots.used.get(other);
      slots.rename(slot, other);
      if (old) slots.forget(old), slots.free(old);
    }];
  }
  after.delete(name);
  return [after, () => { slots.forget(slot); slots.free(slot); }];
}

/** The same files, apart from the content of the one that was being written. */
function same(found, wanted, written) {
  const but = map => JSON.stringify([...map].sort().map(([name, text]) =>
    [name, name === written ? "" : text]));
  return but(found) === but(wanted);
}

let killed = 0, refused = 0, changed = 0;
for (let round = 0; round < Number(rounds); round++) {
  disk = new Disk();
  let slots = await started(), model = new Map();
  for (let step = 0; step < 60; step++) {
    const [after, does, written] = act(slots, model);
    const how = random();
    if (how < 0.15) disk.ends = below(5);
    else if (how < 0.3) disk.refuses = below(4);
    let fault = null;
    try { does(); } catch (thrown) { fault = thrown; }
    disk.refuses = Infinity;
    if (!fault) model = after;
    else if (fault.name === "QuotaExceededError") {
      refused++;
      const now = contents(slots);
      assert.ok([model, after].some(each => same(now, each, written)), "half of it was done");
      // What was refused may be on the disk all the same, until the next head is written.
      if (random() < 0.5) {
        slots = await started();
        model = contents(slots);
        assert.ok([now, after].some(each => same(model, each, written)), "another after a start");
      } else {
        const probe = slots.take("/probe");
        slots.forget(probe);
        slots.free(probe);
        model = now;
      }
    } else if (!(fault instanceof Killed)) throw fault;
    if (fault instanceof Killed || random() < 0.1) {
      disk.ends = Infinity;
      slots = await started();
      const now = contents(slots);
      const may = fault ? [model, after] : [model];
      assert.ok(may.some(each => same(now, each, fault && written)),
        `${JSON.stringify([...now])}, and not ${JSON.stringify(may.map(each => [...each]))}`);
      if (fault) killed++;
      if (fault && same(now, after, written)) changed++;
      model = now;
    }
    disk.ends = Infinity;
    await new Promise(setImmediate);
  }
}
assert.ok(killed && refused && changed && told >= refused);

// Where there is no room any more, a file can still get a name, in room that was taken before.
disk = new Disk();
const spare = await started(), room = () => [...disk.files.values()].map(file => file.bytes.length);
const before = room();
for (const name of NAMES) spare.take(name);
assert.deepEqual(room().slice(0, before.length), before);
console.log(`${killed} kills, ${changed} after it was decided, ${refused} refused`);
