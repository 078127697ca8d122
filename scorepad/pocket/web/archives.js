// The archives of Python's modules. They stay where the browser keeps them, which need not be in
// memory: a file is read from its archive when Python opens it.
const END = 22, ENTRY = 46, LOCAL = 30;

/** A file of an archive, as Emscripten asks for its content. A browser takes a tenth of a millisecond
    to make a blob of its own, and most of the thousands of files are never opened. */
class Part {
  constructor(archive, start, end) {
    Object.assign(this, { archive, start, size: end - start });
  }

  slice(from, to) {
    return this.archive.slice(this.start + from, this.start + Math.min(to, this.size));
  }
}

/** The files of an archive, as a package for Emscripten's `WORKERFS`. */
export function packageOf(archive) {
  const end = viewOf(archive.slice(archive.size - END)), text = new TextDecoder();
  const entries = viewOf(archive.slice(end.getUint32(16, true), archive.size - END));
  const files = [];
  for (let at = 0; at < entries.byteLength;) {
    const size = entries.getUint32(at + 24, true), length = entries.getUint16(at + 28, true);
    const more = entries.getUint16(at + 30, true) + entries.getUint16(at + 32, true);
    const name = text.decode(new Uint8Array(entries.buffer, at + ENTRY, length));
    const start = entries.getUint32(at + 42, true) + LOCAL + length;  // the name is all that is there
    files.push({ filename: `/${name}`, start, end: start + size });
    at += ENTRY + length + more;
  }
  return { metadata: { files }, blob: { slice: (start, end) => new Part(archive, start, end) } };
}

/** Put the files of packages below a folder, and others beside them, as { name, data: blob }. */
export function mount(FS, folder, packages, others) {
  FS.mkdirTree(folder);
  FS.mount(FS.filesystems.WORKERFS, { packages, blobs: others }, folder);
}

/** Add the files of a package to those that are mounted below a folder. */
export function add(FS, folder, { metadata: { files }, blob }) {
  const { createNode, FILE_MODE, DIR_MODE } = FS.filesystems.WORKERFS;
  const root = FS.lookupPath(folder).node, folders = new Map([["", root]]);
  const folderOf = path => {
    if (!folders.has(path)) {
      const at = path.lastIndexOf("/");
      folders.set(path, createNode(folderOf(path.slice(0, at)), path.slice(at + 1), DIR_MODE, 0, null));
    }
    return folders.get(path);
  };
  for (const { filename, start, end } of files) {
    const at = filename.lastIndexOf("/");
    createNode(folderOf(filename.slice(0, at)), filename.slice(at + 1), FILE_MODE, 0,
               blob.slice(start, end));
  }
}

const viewOf = part => new DataView(new FileReaderSync().readAsArrayBuffer(part));
