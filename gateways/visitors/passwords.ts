/**
 * Passwords, hashed by argon2id (RFC 9106) on other threads, never on the event loop. How many are hashed concurrently, and how many wait,
 * is bounded: a flood of logins takes a bounded part of the processor and is answered `busy` beyond that, while everything else goes on
 * (G8).
 */
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { GatewaySettings } from '../settings.ts';

export type PasswordSettings = Pick<
  GatewaySettings,
  'passwordMemoryKib' | 'passwordPasses' | 'passwordHashesAtOnceMax' | 'passwordHashesWaitingMax'
>;

/** Nothing was computed: too many wait. */
export type Full = 'full';

export class Passwords {
  readonly #settings: PasswordSettings;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  /** The hash of a password that nobody knows, with the present parameters; made when it is first needed. */
  #dummyHash: Promise<string> | undefined;

  constructor(settings: PasswordSettings) {
    this.#settings = settings;
  }

  /** In PHC string format, with a salt of its own. */
  hash(password: string): Promise<string | Full> {
    return this.#whenFree(() => this.#compute(password));
  }

  /**
   * True when the hash is that of the password. Without a hash it is false, after the same work, so that the time of the answer does not
   * tell whether there was one.
   */
  matches(passwordHash: string | undefined, password: string): Promise<boolean | Full> {
    return this.#whenFree(async () => {
      this.#dummyHash ??= this.#compute(randomBytes(32).toString('base64url'));
      const nobodys = await this.#dummyHash;
      const isSame = await verify(passwordHash ?? nobodys, password);
      return isSame && passwordHash !== undefined;
    });
  }

  #compute(password: string): Promise<string> {
    const { passwordMemoryKib, passwordPasses } = this.#settings;
    return hash(password, { memoryCost: passwordMemoryKib, timeCost: passwordPasses, parallelism: 1 });
  }

  async #whenFree<T>(work: () => Promise<T>): Promise<T | Full> {
    const { passwordHashesAtOnceMax, passwordHashesWaitingMax } = this.#settings;
    if (this.#running >= passwordHashesAtOnceMax) {
      if (this.#waiting.length >= passwordHashesWaitingMax) return 'full';
      // The next one takes the place of the one that has ended: `running` is unchanged.
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
