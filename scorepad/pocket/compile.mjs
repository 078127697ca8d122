// node compile.mjs PYODIDE PROGRAM FOLDER: run a program of Python with the Pyodide of a folder;
// its only argument is another folder, which it may write to. What it compiles knows the lines of
// its code, but not the columns, which would be a tenth of it.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodideFolder, program, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(resolve(pyodideFolder, "pyodide.mjs")).href);
const python = await loadPyodide({ env: { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1", HOME: "/" } });
python.FS.mkdirTree("/work");
python.FS.mount(python.FS.filesystems.NODEFS, { root: resolve(folder) }, "/work");
python.globals.set("program", program);
python.runPython(`
import sys
sys.argv = ["compile", "/work"]
exec(program, {"__name__": "__main__"})
`);
