// Where the book's files lie: in a folder of the browser's, or else in a database. Both answer to
//   open()     all files, with the functions of `FileSystemSyncAccessHandle`
//   contents() what is in all files, without opening them
//   add()      one more
//   settled()  null, or a promise that is kept once all that was flushed is on the disk
//   close()    nothing more is written
// A book stays where it was begun.
import { bookIsInFolder, Database } from "./database.js";
import { Folder } from "./opfs.js";
import { forgets } from "./private.js";

export const BOOK = "scorepad";

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
