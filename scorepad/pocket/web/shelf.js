// Where the book's files lie: in a folder of the browser's, or else in a database. Both answer to
//   open()     all files, with the functions of `FileSystemSyncAccessHandle`
//   add()      one more
//   settled()  null, or a promise that is kept once all that was flushed is on the disk
//   close()    nothing more is written
// A book stays where it was begun.
import { bookIsInFolder, Database } from "./database.js";
import { Folder } from "./opfs.js";

/** The shelf of a name; `refused` as in `Database.open`. Throws what the browser throws. */
export async function openShelf(name, refused) {
  const begun = await Folder.find(name) ?? await Database.open(name, refused, false);
  if (begun) return begun;
  const folder = await Folder.make(name);
  if (!folder) return Database.open(name, refused, true);
  await bookIsInFolder(name).catch(console.warn);
  return folder;
}
