// The folder that Python sees, in Node: `node filesystem.mjs FILESYSTEM`. Where there is no room, what
// is refused was not begun, and what was decided is done.
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";

const { fileSystem } = await import(pathToFileURL(process.argv[2]));
console.warn = () => {};
const ENOSPC = 51, FILE = 0o100666;

/** As much of Emscripten's as a folder needs: every node that was made can be found by its name. */
class FS {
  nodes = new Set();
  ErrnoError = class extends Error { constructor(errno) { super(`${errno}`); this.errno = errno; } };
  isDir = mode => (mode & 0o170000) === 0o40000;
  createNode(parent, name, mode) {
    const node = { id: this.nodes.size, name, mode };
    node.parent = parent ?? node;
    if (parent) this.nodes.add(node);
    return node;
  }
  hashRemoveNode(node) { this.nodes.delete(node); }
}

/** Slots in which nothing is refused, unless `full` is set. */
class Slots {
  used = new Map();
  full = false;
  #may() { if (this.full) throw Object.assign(new Error("no room"), { name: "QuotaExceededError" }); }
  take(path) {
    this.#may();
    const slot = { path, size: 0, content: 0, truncate() {}, flush() {} };
    this.used.set(path, slot);
    return slot;
  }
  rename(slot, path) { this.used.delete(slot.path); slot.path = path; this.used.set(path, slot); }
  forget(slot) { this.#may(); this.used.delete(slot.path); slot.path = ""; }
  free(slot) { slot.freed = true; }
}

function made() {
  const fs = new FS(), slots = new Slots();
  const root = fileSystem(fs, {}, slots).mount({});
  const { mknod, lookup, unlink, rename } = root.node_ops;
  const has = name => { try { return !!lookup(root, name); } catch { return false; } };
  return { fs, slots, root, has, find: name => lookup(root, name),
           make: name => mknod(root, name, FILE), remove: name => unlink(root, name),
           rename: (name, to) => rename(lookup(root, name), root, to) };
}
const refused = act => assert.throws(act, fault => fault.errno === ENOSPC);

{  // a file that there is no room for is nowhere, and comes once there is
  const { fs, slots, make, has, remove } = made();
  slots.full = true;
  refused(() => make("lock"));
  assert.deepEqual([fs.nodes.size, has("lock")], [0, false]);
  slots.full = false;
  make("lock");
  assert.ok(has("lock"));
  remove("lock");
  assert.ok(!has("lock"));
}
{  // a file that could not be deleted is there, and is not emptied when it is closed
  const { slots, make, has, find, remove } = made();
  const node = make("book.db-wal"), { slot } = node;
  node.stream_ops.open({ node });
  slots.full = true;
  refused(() => remove("book.db-wal"));
  node.stream_ops.close({ node });
  assert.ok(has("book.db-wal") && find("book.db-wal").slot === slot && !slot.freed);
  slots.full = false;
  remove("book.db-wal");
  assert.ok(!has("book.db-wal") && slot.freed);
}
{  // a file that took the name of another has it, whatever becomes of the other
  const { slots, make, has, find, rename } = made();
  make("book.db");
  const { slot } = make("book.db.part");
  slots.full = true;
  rename("book.db.part", "book.db");
  assert.ok(!has("book.db.part") && find("book.db").slot === slot);
}
