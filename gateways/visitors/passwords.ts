/**
 * Passwords, hashed by argon2id (RFC 9106) on threads of their own: the event loop never computes one. How many are computed at
 * once, and how many wait, is bounded, so that a flood of logins takes no more than its share of the processor and is answered
 * `busy` beyond that, while everything else goes on (G8).
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
  /** The hash of what nobody knows, with today's parameters; made when it is first needed. */
  #nobodys: Promise<string> | undefined;

  constructor(settings: PasswordSettings) {
    this.#settings = settings;
  }

  /** In PHC string format, with a salt of its own. */
  hash(password: string): Promise<string | Full> {
    return this.#whenFree(() => this.#compute(password));
  }

  /**
   * True when the hash is that of the password. Without a hash it is false, after the same work: how long the answer takes does
   * not tell whether there was one.
   */
  matches(passwordHash: string | undefined, password: string): Promise<boolean | Full> {
    return this.#whenFree(async () => {
      this.#nobodys ??= this.#compute(randomBytes(32).toString('base64url'));
      const nobodys = await this.#nobodys;
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
      // Who is let in takes the place of who has ended: `running` stays as it is.
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
