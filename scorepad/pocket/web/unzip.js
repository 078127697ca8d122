// The archives of Python's modules, which are compressed as a whole.
const END = 22, ENTRY = 46, LOCAL = 30;

/** Puts the files of an archive below a folder. They stay where they are in it: nothing is copied. */
export function unzip(FS, archive, folder) {
  const view = new DataView(archive), bytes = new Uint8Array(archive), text = new TextDecoder();
  const end = archive.byteLength - END, made = new Set();
  let at = view.getUint32(end + 16, true);
  for (let count = view.getUint16(end + 10, true); count > 0; count--) {
    const size = view.getUint32(at + 24, true), length = view.getUint16(at + 28, true);
    const more = view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    const local = view.getUint32(at + 42, true);
    const path = `${folder}/${text.decode(bytes.subarray(at + ENTRY, at + ENTRY + length))}`;
    const above = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(above)) FS.mkdirTree(above);
    made.add(above);
    const start = local + LOCAL + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    FS.writeFile(path, bytes.subarray(start, start + size), { canOwn: true });
    at += ENTRY + length + more;
  }
}
