/** What every thread needs and no thread has to make again: the interpreter's compiled program, and the modules of `guest/`. */
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

declare global {
  /** TypeScript has the types of WebAssembly among those of browsers, which are not loaded here. */
  namespace WebAssembly {
    interface Module {}
    function compile(bytes: Uint8Array): Promise<Module>;
  }
}

export interface Parts {
  readonly wasm: WebAssembly.Module;
  /** Path below the sandbox's folder, with a slash in front -> source of the city's own modules inside the interpreter. */
  readonly guest: ReadonlyMap<string, string>;
}

const sandboxFolder = new URL('../', import.meta.url);
const guestFolder = 'embedded/guest/';
/** The same store as in the other sandbox. */
const storeFile = 'runner/store.js';

/** Rejects when the installation lacks a file, so that this is found at the start and not at the first job. */
export async function loadParts(): Promise<Parts> {
  const program = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm');
  const own = await readdir(new URL(guestFolder, sandboxFolder));
  const names = [...own.map((name) => guestFolder + name), storeFile];
  const guest = await Promise.all(
    names.map(async (name) => [`/${name}`, await readFile(new URL(name, sandboxFolder), 'utf8')] as const),
  );
  return { wasm: await WebAssembly.compile(await readFile(program)), guest: new Map(guest) };
}
