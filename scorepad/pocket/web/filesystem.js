// The slots as a folder of Python's: `FS.mount(fileSystem(FS, module, slots), {}, "/book")`.
//
// Reading, writing, renaming and fsync are what they say. Folders are there as long as a file is in
// them, or until the page ends. Times are those of this page: nobody here goes by them.
const ENOENT = 44, EINVAL = 28, EIO = 29, EMFILE = 33, ENODEV = 43, ENOMEM = 48, ENOSPC = 51,
      ENOTEMPTY = 55;
const FOLDER = 0o40777, FILE = 0o100666;

export function fileSystem(FS, module, slots) {
  const fail = number => { throw new FS.ErrnoError(number); };
  const pathOf = node => node.parent === node ? "" : `${pathOf(node.parent)}/${node.name}`;

  /** What the browser throws, as a number that Python has an exception for. */
  function asked(act) {
    try { return act(); }
    catch (fault) {
      if (fault instanceof FS.ErrnoError) throw fault;
      console.warn(fault);
      fail(fault.name === "QuotaExceededError" ? ENOSPC : EIO);
    }
  }

  const inMemory = name => name.endsWith("-shm");  // of this process alone

  function make(parent, name, mode, slot) {
    // First what may be refused: a node is found by its name as soon as it is there.
    if (!FS.isDir(mode) && !inMemory(name))
      slot ??= asked(() => slots.take(`${pathOf(parent)}/${name}`)) ?? fail(EMFILE);
    const size = slot && asked(() => slot.size);
    const node = FS.createNode(parent, name, mode, 0);
    Object.assign(node, { node_ops: onNodes, stream_ops: onStreams, time: Date.now(), opened: 0 });
    if (FS.isDir(mode)) node.children = new Map();
    else if (slot) Object.assign(node, { slot, size });
    else node.memory = new Uint8Array(0);
    if (parent) parent.children.set(name, node);
    return node;
  }

  const sizeOf = node => node.memory?.length ?? node.size ?? 0;

  function resize(node, size) {
    if (node.memory) {
      const other = new Uint8Array(size);
      other.set(node.memory.subarray(0, size));
      node.memory = other;
    } else {
      asked(() => node.slot.truncate(size));
      node.size = size;
    }
  }

  /** Its name is gone; its content goes once nobody has it open. */
  function drop(node) {
    if (!node.slot) return;
    asked(() => slots.forget(node.slot));
    node.dropped = true;
    release(node);
  }

  function release(node) {
    if (!node.dropped || node.opened || !node.slot) return;
    asked(() => slots.free(node.slot));
    node.slot = null;
  }

  const onNodes = {
    getattr(node) {
      const size = FS.isDir(node.mode) ? 4096 : sizeOf(node), time = new Date(node.time);
      return { dev: 1, ino: node.id, mode: node.mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size,
               atime: time, mtime: time, ctime: time, blksize: 4096,
               blocks: Math.ceil(size / 4096) };
    },
    setattr(node, change) {
      if (change.mode != null) node.mode = change.mode;
      if (change.mtime != null) node.time = +change.mtime;
      if (change.size != null) resize(node, change.size);
    },
    lookup: (parent, name) => parent.children.get(name) ?? fail(ENOENT),
    mknod: (parent, name, mode) => make(parent, name, mode),
    rename(node, folder, name) {
      const there = folder.children.get(name);
      if (there === node) return;
      if (there?.children?.size) fail(ENOTEMPTY);
      if (node.children?.size) fail(EINVAL);  // a folder with files in it: nobody here does that
      if (node.slot) asked(() => slots.rename(node.slot, `${pathOf(folder)}/${name}`));
      node.parent.children.delete(node.name);
      folder.children.set(name, node);
      node.name = name;
      if (!there) return;
      FS.hashRemoveNode(there);
      try { drop(there); }
      catch (fault) { console.warn(fault); }  // the slots know that it has no name any more
    },
    unlink(parent, name) {
      drop(parent.children.get(name));
      parent.children.delete(name);
    },
    rmdir(parent, name) {
      if (parent.children.get(name).children.size) fail(ENOTEMPTY);
      parent.children.delete(name);
    },
    readdir: node => [".", "..", ...node.children.keys()],
  };

  const onStreams = {
    open({ node }) { node.opened += 1; },
    dup({ node }) { node.opened += 1; },
    close({ node }) {
      node.opened -= 1;
      release(node);
    },
    read({ node }, buffer, offset, length, position) {
      const most = Math.max(0, Math.min(length, sizeOf(node) - position));
      const into = buffer.subarray(offset, offset + most);
      if (!node.memory) return most ? asked(() => node.slot.read(into, position)) : 0;
      into.set(node.memory.subarray(position, position + most));
      return most;
    },
    write({ node }, buffer, offset, length, position) {
      if (!length) return 0;
      const from = buffer.subarray(offset, offset + length), end = position + length;
      node.time = Date.now();
      if (node.memory) {
        if (end > node.memory.length) resize(node, end);
        node.memory.set(from, position);
        return length;
      }
      slots.writes += 1;
      const written = asked(() => node.slot.write(from, position));
      node.size = Math.max(node.size, position + written);
      return written;
    },
    llseek(stream, offset, whence) {
      const from = [0, stream.position, sizeOf(stream.node)][whence];
      return from + offset < 0 ? fail(EINVAL) : from + offset;
    },
    fsync({ node }) {
      if (node.slot) {
        asked(() => node.slot.flush());
        slots.flushes += 1;
      }
      return 0;
    },
    // SQLite maps the index of its journal (-shm), once for all connections of a process.
    mmap({ node }, length) {
      if (!node.memory) fail(ENODEV);
      return { ptr: module._calloc(length, 1) || fail(ENOMEM), allocated: true };
    },
    msync: () => 0,
  };

  return {
    mount(mount) {
      const root = make(null, "/", FOLDER);
      root.mount = mount;
      for (const [path, slot] of slots.used) {
        const names = path.split("/").slice(1), last = names.pop();
        const folder = names.reduce(
          (parent, name) => parent.children.get(name) ?? make(parent, name, FOLDER), root);
        make(folder, last, FILE, slot);
      }
      return root;
    },
  };
}
