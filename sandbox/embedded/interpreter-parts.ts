/** What every thread needs and none has to make again: the interpreter's compiled program, and what is around the code inside. */
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

declare global {
  /** Types of WebAssembly come with a browser's, which are not loaded here. */
  namespace WebAssembly {
    interface Module {}
    function compile(bytes: Uint8Array): Promise<Module>;
  }
}

export interface Parts {
  readonly wasm: WebAssembly.Module;
  /** Path from the sandbox's folder, with a slash in front -> source of the modules around the code inside the interpreter. */
  readonly guest: ReadonlyMap<string, string>;
}

const sandboxFolder = new URL('../', import.meta.url);
const guestFolder = 'embedded/guest/';
/** The same store as in the other sandbox. */
const storeFile = 'runner/store.js';

/** Rejects when the installation lacks a file: better at the start than at the first job. */
export async function loadParts(): Promise<Parts> {
  const program = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm');
  const own = await readdir(new URL(guestFolder, sandboxFolder));
  const names = [...own.map((name) => guestFolder + name), storeFile];
  const guest = await Promise.all(
    names.map(async (name) => [`/${name}`, await readFile(new URL(name, sandboxFolder), 'utf8')] as const),
  );
  return { wasm: await WebAssembly.compile(await readFile(program)), guest: new Map(guest) };
}
