/**
 * The data folder: what a city keeps beside its database. Secrets stand in files of mode 0600, made at first start.
 *
 *   id                tells this folder's containers from those of any other, a fork of it among them
 *   secret            derives every identifier; without it the city cannot go on minting
 *   operator.token    the operator's token, unless `ADMIN_TOKEN` gives one
 *   services/*.secret what a global service tells residents apart by
 *   founders/*.token  the tokens of the residents that the city founded by itself
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolders, unmakeFolders } from './made-folders.ts';

const tokenBytes = 32;
const idBytes = 8;

const newFounderToken = (): string => `res_${randomBytes(tokenBytes).toString('base64url')}`;

const secretOf = (seed: string): string => `seed ${seed}`;

/** Makes a folder, readable by its owner only; the result: what `makeFolders` says. */
function makeFolder(path: string): readonly string[] {
  try {
    return makeFolders(path, 0o700);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : cause;
    throw new Error(`${path} cannot be made (${code}). Set DATA_DIR to a folder of your own.`, { cause });
  }
}

export class DataFolder {
  readonly path: string;
  /** Folders that this process has made, outermost first. */
  readonly #folders: string[] = [];
  /** Names of the files that this process has made. */
  readonly #made = new Set<string>();
  /** Contents of the files, by name. */
  readonly #values = new Map<string, string>();
  #kept = false;
  /** True when nothing lay in it before this process. */
  readonly #isNew: boolean;

  /** Makes the folder when there is none, readable by its owner only. */
  constructor(path: string) {
    this.path = path;
    this.#folders.push(...makeFolder(path));
    this.#isNew = readdirSync(path).length === 0;
  }

  /** Removes what this process has made, after a first start that has failed. What others have put there is kept. */
  unmake(): void {
    for (const name of this.#made) rmSync(join(this.path, name), { force: true });
    unmakeFolders(this.#folders);
  }

  /** True once a city has been opened on the folder: then what this process has made is kept. */
  get isKept(): boolean {
    return this.#kept;
  }

  /** From here on the folder is kept. Restores what another start, which failed, has removed after this one read it. */
  keep(): void {
    this.#kept = true;
    for (const [name, value] of this.#values) {
      if (existsSync(join(this.path, name))) continue;
      makeFolder(dirname(join(this.path, name)));
      this.#write(name, value);
    }
  }

  /**
   * The id of the folder: drawn when it is new. The first start of an older folder keeps as its id `older`, by which its containers have
   * been known so far. To be asked before `secret`: a folder that has a secret has had an id, or is older.
   */
  id(older: () => string): string {
    return this.#once('id', () => (this.#isNew ? randomBytes(idBytes).toString('hex') : older()));
  }

  /** The city's secret: derived from the seed when there is one, else drawn once. */
  secret(seed: string | undefined): string {
    return seed === undefined
      ? this.#once('secret', () => randomBytes(tokenBytes).toString('base64url'))
      : secretOf(seed);
  }

  /** The secret of the city in a folder, of which nothing is made; undefined where it has none. */
  static secretIn(path: string, seed: string | undefined): string | undefined {
    const file = join(path, 'secret');
    if (seed !== undefined) return secretOf(seed);
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
  }

  /** The secret of a global service, drawn once. With it the service tells residents apart, and nobody else can. */
  serviceSecret(id: string): string {
    this.#folders.push(...makeFolder(join(this.path, 'services')));
    return this.#once(join('services', `${id}.secret`), () => randomBytes(tokenBytes).toString('base64url'));
  }

  get operatorTokenFile(): string {
    return join(this.path, 'operator.token');
  }

  operatorToken(): string {
    return this.#once('operator.token', () => `adm_${randomBytes(tokenBytes).toString('base64url')}`);
  }

  founderTokenFile(name: string): string {
    return join(this.path, 'founders', `${name}.token`);
  }

  /** The kept token of a founder; `undefined` when there is none. */
  keptFounderToken(name: string): string | undefined {
    const file = this.founderTokenFile(name);
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
  }

  /** The token of a resident that the city founds. It is kept before the resident is born, so that no token is lost in between. */
  founderToken(name: string): string {
    this.#folders.push(...makeFolder(join(this.path, 'founders')));
    return this.#once(join('founders', `${name}.token`), newFounderToken);
  }

  /** A token for the founder's next life, which replaces the one before. */
  nextFounderToken(name: string): string {
    const file = this.founderTokenFile(name);
    const token = newFounderToken();
    writeFileSync(`${file}.new`, `${token}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
    return token;
  }

  /** Keeps as evidence what could not be written to the journal. The city never reads it back (J5). */
  keepEvidence(name: string, value: unknown): string {
    const file = join(this.path, `${name}.json`);
    writeFileSync(file, JSON.stringify(value), { mode: 0o600 });
    return file;
  }

  #once(name: string, make: () => string): string {
    try {
      const value = readFileSync(join(this.path, name), 'utf8').trim();
      this.#values.set(name, value);
      return value;
    } catch (cause) {
      if (!(cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')) throw cause;
    }
    const value = make();
    this.#write(name, value);
    return value;
  }

  #write(name: string, value: string): void {
    writeFileSync(join(this.path, name), `${value}\n`, { mode: 0o600, flag: 'wx' });
    this.#made.add(name);
    this.#values.set(name, value);
  }
}
