/**
 * Keeps package-lock.json installable: `npm ci` refuses a lock in which an optional dependency has no entry, and npm leaves the entry out
 * when the registry it asked does not carry that platform's package. `npm run check:lock` reports such gaps, `npm run lock:fix` (after
 * every `npm install`) fills them with the exact version that the parent asks for and the platform that the package's name tells.
 *
 * Rejected: dropping the platforms by `overrides`, which would close macOS and musl to everyone; `npm install` in place of `npm ci`.
 */
import { readFileSync, writeFileSync } from 'node:fs';

interface Entry {
  version?: string;
  resolved?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

interface Gap {
  readonly parent: string;
  readonly name: string;
  readonly version: string;
  readonly dev: boolean;
}

const lockFile = 'package-lock.json';
const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

const lock = JSON.parse(readFileSync(lockFile, 'utf8')) as { packages: Record<string, Entry> };
const gaps = findGaps(lock.packages);
const addressed = findAddressed(lock.packages);

if (process.argv.includes('--write')) {
  for (const gap of gaps) lock.packages[`node_modules/${gap.name}`] = entryFor(gap);
  for (const path of addressed) delete lock.packages[path]?.resolved;
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
  writeFileSync(lockFile, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`lock: ${gaps.length} entries added, ${addressed.length} addresses removed`);
} else {
  for (const gap of gaps) console.error(`lock: ${gap.parent} wants ${gap.name}@${gap.version}, which has no entry`);
  for (const path of addressed) console.error(`lock: ${path} is pinned to an address`);
  console.log(`lock: ${Object.keys(lock.packages).length} entries, ${gaps.length + addressed.length} problems`);
  if (gaps.length + addressed.length > 0) {
    console.error('lock: run `npm run lock:fix`');
    process.exitCode = 1;
  }
}

function findGaps(packages: Record<string, Entry>): Gap[] {
  const found = new Map<string, Gap>();
  for (const [parent, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (!isResolved(packages, parent, name)) found.set(name, { parent, name, version, dev: entry.dev === true });
    }
  }
  return [...found.values()];
}

/** Node's own rule: the package's folder, then every `node_modules` above it. */
function isResolved(packages: Record<string, Entry>, parent: string, name: string): boolean {
  for (let at = parent; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    if (packages[at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`] !== undefined) return true;
    if (at === '') return false;
  }
}

/** Entries name no address: an exact version and its hash are enough, and every mirror may serve them. */
function findAddressed(packages: Record<string, Entry>): string[] {
  return Object.keys(packages).filter((path) => packages[path]?.resolved?.startsWith('http') === true);
}

/** Without `integrity`: the package was not there to be hashed. npm adds it where it first installs the entry. */
function entryFor(gap: Gap): Entry {
  const words = gap.name.replace(/^@[^/]+\//, '').split('-');
  const os = words.filter((word) => systems.includes(word));
  const cpu = words.filter((word) => processors.includes(word));
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(gap.version) || os.length !== 1 || cpu.length !== 1) {
    throw new Error(`lock: cannot tell version and platform of ${gap.name}@${gap.version}`);
  }
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu'))
      ? 'glibc'
      : undefined;
  return {
    version: gap.version,
    cpu,
    ...(gap.dev ? { dev: true } : {}),
    ...(libc === undefined ? {} : { libc: [libc] }),
    optional: true,
    os,
  };
}
