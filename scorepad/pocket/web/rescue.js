// The book as it lies on the shelf, for its owner, when the app cannot start.
import { Database } from "./database.js";
import { Folder } from "./opfs.js";
import { dataOf, headOf } from "./slots.js";

const BOOK = /^\/book\.db(-wal)?$/;  // and what is not yet written into it

/** The files of the book, without opening them: another window may have them open. */
export async function bookFiles(name) {
  const shelf = await Folder.find(name).catch(() => null)
    ?? await Database.open(name, () => new Promise(() => {}), false);
  const found = bookAmong(await shelf?.contents() ?? []);
  shelf?.close();
  return found;
}

/** Those of some files, each with its head, that are the book's. */
export function bookAmong(files) {
  const latest = new Map();
  for (const bytes of files) {
    const { path, turn } = headOf(bytes);
    if (BOOK.test(path) && dataOf(bytes).length && turn > (latest.get(path)?.turn ?? 0)) latest.set(path, { turn, bytes });
  }
  return [...latest].map(([path, { bytes }]) => new File([dataOf(bytes)], path.slice(1)));
}

/** By the share sheet where it takes such files, otherwise as downloads. */
export async function giveOut(files) {
  if (navigator.canShare?.({ files }))
    return navigator.share({ files }).catch(console.warn);  // its user thought better of it
  for (const file of files) {
    const address = URL.createObjectURL(file);
    Object.assign(document.createElement("a"), { href: address, download: file.name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  }
}
