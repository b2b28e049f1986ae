/**
 * The data folder: what a city keeps beside its database. Secrets stand in files of mode 0600, made at first start.
 *
 *   secret            derives every identifier; without it the city cannot go on minting
 *   operator.token    the operator's token, unless `ADMIN_TOKEN` gives one
 *   founders/*.token  the tokens of the residents that the city founded by itself
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const tokenBytes = 32;

const newFounderToken = (): string => `res_${randomBytes(tokenBytes).toString('base64url')}`;

/** With its parents. Not `recursive`: where the system answers ENOENT although the parent is there, as in /proc, that never ends. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : cause;
    if (code === 'EEXIST') return;
    throw new Error(`${path} cannot be made (${code}). Set DATA_DIR to a folder of your own.`, { cause });
  }
}

export class DataFolder {
  readonly path: string;

  /** Makes the folder, readable by its owner only, when there is none. */
  constructor(path: string) {
    this.path = path;
    makeFolder(path);
  }

  /** The city's secret: derived from the seed when there is one, else drawn once. */
  secret(seed: string | undefined): string {
    return seed === undefined
      ? this.#once('secret', () => randomBytes(tokenBytes).toString('base64url'))
      : `seed ${seed}`;
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

  /** The token of a resident that the city founds: kept before the resident is born, so that none is lost in between. */
  founderToken(name: string): string {
    mkdirSync(join(this.path, 'founders'), { recursive: true, mode: 0o700 });
    return this.#once(join('founders', `${name}.token`), newFounderToken);
  }

  /** A token for the founder's next life, in the place of the one that died with it. */
  nextFounderToken(name: string): string {
    const file = this.founderTokenFile(name);
    const token = newFounderToken();
    writeFileSync(`${file}.new`, `${token}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
    return token;
  }

  /** Keeps what could not be written to the journal, as evidence; it is never read back by the city (J5). */
  keepEvidence(name: string, value: unknown): string {
    const file = join(this.path, `${name}.json`);
    writeFileSync(file, JSON.stringify(value), { mode: 0o600 });
    return file;
  }

  #once(name: string, make: () => string): string {
    const file = join(this.path, name);
    try {
      return readFileSync(file, 'utf8').trim();
    } catch (cause) {
      if (!(cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')) throw cause;
    }
    const value = make();
    writeFileSync(file, `${value}\n`, { mode: 0o600, flag: 'wx' });
    return value;
  }
}
