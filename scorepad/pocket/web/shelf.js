// Where the book's files lie: in a folder of the browser's, or else in a database. Both answer to
//   open()     all files, with the functions of `FileSystemSyncAccessHandle`
//   contents() what is in all files, without opening them
//   add()      one more
//   settled()  null, or a promise that is kept once all that was flushed is on the disk
//   close()    nothing more is written
// A book stays where it was begun.
import { bookIsInFolder, Database, isBegun } from "./database.js";
import { Folder } from "./opfs.js";
import { forgets } from "./private.js";

const here = new URL("./", import.meta.url);
const FORMER = "scorepad";  // the name of the one book that all folders of a host had once
const HAD = `scorepad former ${here}`;  // there where this folder had it

/** What the page has words for, of what a browser throws. */
export const WHY = {
  NoModificationAllowedError: "held", InvalidStateError: "held", QuotaExceededError: "full",
  TypeError: "unkept", SecurityError: "unkept", NotSupportedError: "unkept",
};

/** Whether a book of a name was begun here. */
export const isThere = async name => !!await Folder.find(name) || isBegun(name);

/**
 * The name of the book of this folder of the host. One that was begun when all folders had the same
 * stays with the folders that had it: with this one if it is the only one, or was started before.
 * Throws what the browser throws, with `why`: another book would be begun beside it.
 */
export async function bookName() {
  const own = `scorepad ${encodeURIComponent(here.pathname)}`;
  try {
    if (await isThere(own) || !await isThere(FORMER)) return own;
    const kept = (await caches.keys()).filter(name => name.startsWith("scorepad "));
    const folders = kept.map(name => name.replace(/^scorepad ((snapshot|former) )?/, "").split(" ")[0]);
    const had = [HAD, `scorepad snapshot ${here}`].some(name => kept.includes(name))
      || folders.every(each => each === here.href);
    if (!had) return own;
    await caches.open(HAD).catch(console.warn);  // the snapshot may go
    return FORMER;
  } catch (fault) {
    throw Object.assign(fault, { why: WHY[fault.name] });
  }
}

/**
 * The shelf of a name; `refused` as in `Database.open`. Throws what the browser throws; a fault's
 * `why` is "private" where the window would forget the book.
 */
export async function openShelf(name, refused) {
  try {
    return await Folder.find(name) ?? await Database.open(name, refused, false)
      ?? await begun(name, refused);
  } catch (fault) {
    throw await forgets() ? Object.assign(fault, { why: "private" }) : fault;
  }
}

async function begun(name, refused) {
  if (await forgets()) throw new DOMException("a private window", "SecurityError");
  const folder = await Folder.make(name);
  if (!folder) return Database.open(name, refused, true);
  await bookIsInFolder(name).catch(console.warn);
  return folder;
}
