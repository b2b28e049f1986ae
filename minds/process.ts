/**
 * The process of the minds: lives the residents that its host names on standard input, and reports on standard output what becomes of
 * them (MP1-MP5).
 */
import { LineSplitter } from './lines.ts';
import type { LivingMind } from './mind.ts';
import { type FromMinds, idleMsMin, idleNamesMax, lineBytesMax, messageIn, ToMinds } from './protocol.ts';

export interface ProcessPorts {
  readonly input: AsyncIterable<Buffer>;
  readonly say: (message: FromMinds) => void;
  /** Writes a complaint for people; it never holds what was on standard input (MP1). */
  readonly complain: (text: string) => void;
  /** Begins to live a resident. `onLiving` is called when the city knows the token. */
  readonly begin: (token: string, resident: string, onLiving: () => void) => LivingMind;
}

export class HostedMinds {
  readonly #ports: ProcessPorts;
  readonly #minds = new Map<string, LivingMind>();
  /** Messages are handled in order: a resident that is lived anew ends first. */
  #queue: Promise<void> = Promise.resolve();

  constructor(ports: ProcessPorts) {
    this.#ports = ports;
  }

  /** Resolves when standard input and all minds have ended (MP3). */
  async run(): Promise<void> {
    const lines = new LineSplitter(lineBytesMax, {
      onLine: (line) => this.#hear(line),
      onTooLong: () => this.#ports.complain(`skipped a line of more than ${lineBytesMax} bytes`),
    });
    try {
      for await (const chunk of this.#ports.input) lines.push(chunk);
    } catch {
      this.#ports.complain('standard input broke off');
    }
    await this.#queue;
    await Promise.all([...this.#minds.values()].map((mind) => mind.stop()));
  }

  #hear(line: string): void {
    const message = messageIn(ToMinds, line);
    if (message === undefined) this.#ports.complain('skipped a line that is no message of a host');
    else if (message.type === 'ping') this.#ports.say(this.#pong());
    else this.#queue = this.#queue.then(() => this.#obey(message));
  }

  #pong(): FromMinds {
    const idle = [...this.#minds].filter(([, mind]) => mind.idleMs() >= idleMsMin);
    return { type: 'pong', idle: idle.length, named: idle.slice(0, idleNamesMax).map(([resident]) => resident) };
  }

  async #obey(message: Exclude<ToMinds, { readonly type: 'ping' }>): Promise<void> {
    const { resident } = message;
    await this.#minds.get(resident)?.stop();
    if (message.type === 'live') this.#live(message.token, resident);
  }

  #live(token: string, resident: string): void {
    const mind = this.#ports.begin(token, resident, () => this.#ports.say({ type: 'living', resident }));
    this.#minds.set(resident, mind);
    void mind.ended.then((why) => {
      if (this.#minds.get(resident) === mind) this.#minds.delete(resident);
      this.#ports.say({ type: 'ended', resident, why });
    });
  }
}
