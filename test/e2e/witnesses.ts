/** Who hears what: everybody listens at `/ws` of their own gateway, and what each heard is put side by side. */
import type { Test } from 'tap';
import { fieldsOf, textOf } from '../../client/wire.ts';
import { Client, type Frame } from '../gateways/feed-client.ts';

/** Events of the city's clock are everybody's. */
const isOfInterest = ({ type, seq }: Frame): boolean =>
  seq !== undefined && type.includes('.') && type !== 'tick.completed';

export class Witnesses {
  readonly #t: Test;
  readonly #clients = new Map<string, Client>();
  /** Names under which ids are written. */
  readonly #names = new Map<string, string>();

  constructor(t: Test) {
    this.#t = t;
  }

  /** Listens as `name`; resolves once it hears everything that happens from now on. */
  async add(name: string, port: number, token?: string): Promise<void> {
    const client = new Client(this.#t, port, token);
    this.#clients.set(name, client);
    const { seq } = await client.until('hello');
    client.send({ type: 'resume', since: seq });
    await client.until('resumed');
  }

  name(id: string, name: string): void {
    this.#names.set(id, name);
  }

  /** Resolves when everybody has heard of this tick. */
  async heardOf(tick: number): Promise<void> {
    for (const [name, client] of this.#clients) {
      const has = () => client.frames.some(({ type, ...frame }) => type === 'tick.completed' && frame['tick'] === tick);
      while (!has()) {
        if (client.socket.readyState === client.socket.CLOSED) break;
        await client.next().catch(() => undefined);
      }
      this.#t.comment(`${name} has heard of tick ${tick}`);
    }
  }

  /** Forgets what was heard so far. */
  forget(): void {
    for (const { frames } of this.#clients.values()) frames.splice(0);
  }

  /** A line for each event, in their order: what, by whom, to whom, and who heard it. */
  matrix(): readonly string[] {
    const lines = new Map<number, { readonly whole: string; readonly heard: string[] }>();
    for (const [name, { frames }] of this.#clients)
      for (const frame of frames.filter(isOfInterest)) {
        const seq = frame.seq ?? 0;
        const line = this.#lineOf(frame);
        const known = lines.get(seq) ?? { whole: line, heard: [] };
        // A witness that may not learn names sees fewer.
        const longer = known.whole.length >= line.length ? known.whole : line;
        lines.set(seq, { whole: longer, heard: [...known.heard, name] });
      }
    const inOrder = [...lines].sort(([a], [b]) => a - b);
    return inOrder.map(([, { whole, heard }]) => `${whole}: ${heard.sort().join(' ')}`);
  }

  #lineOf({ type, actor, subject }: Frame): string {
    const named = [actor, subject].map((id) => this.#names.get(textOf(id ?? '')) ?? textOf(id ?? ''));
    return [type, ...named].filter((word) => word !== '').join(' ');
  }

  /** What `name` heard of this type, the data of each. */
  heard(name: string, type: string): readonly Record<string, unknown>[] {
    const frames = this.#clients.get(name)?.frames ?? [];
    return frames.filter((frame) => frame.type === type).map((frame) => fieldsOf(frame['data']));
  }

  /** How its socket ended. */
  ended(name: string): Promise<{ code: number }> | undefined {
    return this.#clients.get(name)?.closed;
  }
}
