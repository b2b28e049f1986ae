/**
 * Who follows which topic, and publishing to many of them in slices: a text to 10,000 sockets takes 130 ms of system calls, in which no
 * request would be answered. A topic of more than `partSockets` sockets has several parts, each a topic of uWebSockets; a turn of the event
 * loop sends to one of them, and what is published meanwhile waits behind.
 *
 * SL1  A socket hears the texts of its topics in the order in which they were published, each once.
 * SL2  A socket is in a part only if it is to hear all that waits for that part. So before anything else is done with a socket it is sent
 *      what waits for it, and goes into parts for which nothing waits.
 * SL3  At most `waitingTextsMax` texts wait. One more, and all are sent at once, to each socket in one go, which costs less for each.
 */
import { must } from '../../engine/assert.ts';

type Text = string | Buffer;

/** What a socket of uWebSockets is asked for here. */
interface Raw {
  subscribe(name: string): unknown;
  unsubscribe(name: string): unknown;
  send(text: Text, isBinary: boolean): unknown;
}

interface Part {
  /** Of the topic of uWebSockets. */
  readonly name: string;
  sockets: number;
  /** Texts that wait for it. */
  waiting: number;
}

/** A socket with the parts in which it is, by topic. */
export interface Member {
  readonly raw: Raw;
  readonly parts: Map<string, Part>;
}

/** Texts to one topic, one after the other. */
interface Stretch {
  readonly topic: string;
  readonly texts: Text[];
  readonly parts: readonly Part[];
  /** The first part to which they were not sent. */
  next: number;
}

const partSockets = 1_000;
const waitingTextsMax = 32;

export class Topics {
  readonly #publish: (name: string, text: Text) => void;
  readonly #partSockets: number;
  /** By topic. A list is never changed: another takes its place. */
  readonly #parts = new Map<string, readonly Part[]>();
  #waiting: Stretch[] = [];
  #texts = 0;
  #named = 0;
  #isScheduled = false;

  /** `publish`: of uWebSockets. `partSize`: sockets to which one turn sends. */
  constructor(publish: (name: string, text: Text) => void, partSize = partSockets) {
    this.#publish = publish;
    this.#partSockets = partSize;
  }

  follows(topic: string): boolean {
    return this.#parts.has(topic);
  }

  /** Texts that wait for some of their sockets. */
  get waiting(): number {
    return this.#texts;
  }

  /** Follows a topic from the next text on. */
  join(member: Member, topic: string): void {
    if (member.parts.has(topic)) return;
    const parts = this.#parts.get(topic) ?? [];
    const room = ({ sockets, waiting }: Part) => sockets < this.#partSockets && waiting === 0;
    const part = parts.find(room) ?? this.#newPart(topic, parts);
    part.sockets += 1;
    member.parts.set(topic, part);
    member.raw.subscribe(part.name);
  }

  /** The first part has the name of its topic, as long as that is free. Audiences have no spaces. */
  #newPart(topic: string, parts: readonly Part[]): Part {
    this.#named += 1;
    const part = { name: parts.length === 0 ? topic : `${topic} ${this.#named}`, sockets: 0, waiting: 0 };
    this.#parts.set(topic, [...parts, part]);
    return part;
  }

  leave(member: Member, topic: string): void {
    const part = member.parts.get(topic);
    if (part === undefined) return;
    this.settle(member);
    this.#leave(member, topic, must(member.parts.get(topic), 'the part of a settled socket'));
  }

  /** It hears nothing more: what waits for it is not sent. */
  leaveAll(member: Member): void {
    for (const [topic, part] of member.parts) this.#leave(member, topic, part);
  }

  #leave(member: Member, topic: string, part: Part): void {
    member.raw.unsubscribe(part.name);
    this.#forget(member, topic, part);
  }

  /** The socket is closed, and uWebSockets has taken it from every topic. */
  gone(member: Member): void {
    for (const [topic, part] of member.parts) this.#forget(member, topic, part);
  }

  #forget(member: Member, topic: string, part: Part): void {
    member.parts.delete(topic);
    part.sockets -= 1;
    if (part.sockets > 0) return;
    const left = (this.#parts.get(topic) ?? []).filter((one) => one !== part);
    if (left.length === 0) this.#parts.delete(topic);
    else this.#parts.set(topic, left);
  }

  /** Sends the socket what waits for it (SL2). To be called before anything is sent to it alone, and before its end. */
  settle(member: Member): void {
    if (this.#texts === 0) return;
    for (const { topic, texts, parts, next } of this.#waiting) {
      const part = member.parts.get(topic);
      if (part !== undefined && parts.indexOf(part) >= next)
        for (const text of texts) member.raw.send(text, typeof text !== 'string');
    }
    for (const [topic, part] of [...member.parts]) {
      if (part.waiting === 0) continue;
      this.#leave(member, topic, part);
      this.join(member, topic);
    }
  }

  publish(topic: string, text: Text): void {
    const parts = this.#parts.get(topic);
    if (parts === undefined) return;
    const [only] = parts;
    if (parts.length === 1 && only !== undefined && this.#texts === 0) this.#publish(only.name, text);
    else this.#wait(topic, parts, text);
  }

  #wait(topic: string, parts: readonly Part[], text: Text): void {
    const last = this.#waiting.at(-1);
    if (last?.parts === parts && last.next === 0) last.texts.push(text);
    else this.#waiting.push({ topic, texts: [text], parts, next: 0 });
    for (const part of parts) part.waiting += 1;
    this.#texts += 1;
    if (this.#texts > waitingTextsMax) this.flush();
    else this.#schedule();
  }

  /** Sends all that waits (SL3). */
  flush(): void {
    while (this.#texts > 0) this.#sendSlice();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#sendSlice();
      if (this.#texts > 0) this.#schedule();
    });
  }

  /** Sends to as many sockets as one turn may, and to one part at least. */
  #sendSlice(): void {
    let left = this.#partSockets;
    for (let stretch = this.#waiting[0]; stretch !== undefined && left > 0; stretch = this.#waiting[0]) {
      const { texts, parts } = stretch;
      const part = must(parts[stretch.next], 'a part to send to');
      stretch.next += 1;
      part.waiting -= texts.length;
      if (part.sockets > 0) for (const text of texts) this.#publish(part.name, text);
      left -= part.sockets;
      if (stretch.next < parts.length) continue;
      this.#waiting.shift();
      this.#texts -= texts.length;
    }
  }
}
