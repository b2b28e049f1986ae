/**
 * Passwords, hashed by argon2id (RFC 9106) on other threads, never on the event loop. How many are hashed concurrently, and how many wait,
 * is bounded: a flood of logins takes a bounded part of the processor and is answered `busy` beyond that, while everything else goes on
 * (G8).
 */
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { BoundedWork, type Full } from '../limits/bounded-work.ts';
import type { GatewaySettings } from '../settings.ts';

export type PasswordSettings = Pick<
  GatewaySettings,
  'passwordMemoryKib' | 'passwordPasses' | 'passwordHashesAtOnceMax' | 'passwordHashesWaitingMax'
>;

export class Passwords {
  readonly #settings: PasswordSettings;
  readonly #work: BoundedWork;
  /** The hash of a password that nobody knows, with the present parameters; made when it is first needed. */
  #dummyHash: Promise<string> | undefined;

  constructor(settings: PasswordSettings) {
    this.#settings = settings;
    this.#work = new BoundedWork(settings.passwordHashesAtOnceMax, settings.passwordHashesWaitingMax);
  }

  /** In PHC string format, with a salt of its own. */
  hash(password: string): Promise<string | Full> {
    return this.#work.run(() => this.#compute(password));
  }

  /**
   * True when the hash is that of the password. Without a hash it is false, after the same work, so that the time of the answer does not
   * tell whether there was one.
   */
  matches(passwordHash: string | undefined, password: string): Promise<boolean | Full> {
    return this.#work.run(async () => {
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
}
