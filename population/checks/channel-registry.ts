/** All channels of a population, by name and by scope, and the messages that are under way. */

import { commons, isHouse } from '../../client/wire.ts';
import { Channel, type Voice } from './channel.ts';
import type { Findings } from './findings.ts';

const letters: Readonly<Record<Voice, string>> = { broadcast: 'b', whisper: 'w', shout: 's', letter: 'l' };
const voices = new Map<string, Voice>([
  ['b', 'broadcast'],
  ['w', 'whisper'],
  ['s', 'shout'],
  ['l', 'letter'],
]);

/** A message under way. It is settled once its answer came or was given up. */
export interface Utterance {
  readonly channel: Channel;
  readonly number: number;
  readonly text: string;
  readonly ticket: number;
}

export class ChannelRegistry {
  readonly run: string;
  readonly #findings: Findings;
  readonly #all = new Map<string, Channel>();
  readonly #byScope = new Map<string, Channel[]>();
  /** Tickets of messages without an answer, oldest first. */
  readonly #underWay = new Set<number>();
  #tickets = 0;
  readonly #prefix: string;

  constructor(run: string, findings: Findings) {
    this.run = run;
    this.#findings = findings;
    this.#prefix = `#${run}:`;
  }

  begin(voice: Voice, speaker: string, scope: string, words: string): Utterance {
    const channel = this.channel(voice, speaker, scope);
    const number = channel.begin();
    const ticket = ++this.#tickets;
    this.#underWay.add(ticket);
    return { channel, number, ticket, text: `${this.#prefix}${letters[voice]}${number} ${words}` };
  }

  /** The message has its answer, or was given up. */
  settle(utterance: Utterance): void {
    this.#underWay.delete(utterance.ticket);
  }

  /** Tickets given so far: every message that the city has sent by now was begun with one of them. */
  get tickets(): number {
    return this.#tickets;
  }

  /** The oldest ticket without an answer; one past the last ticket when there is none. */
  get oldestUnderWay(): number {
    for (const ticket of this.#underWay) return ticket;
    return this.#tickets + 1;
  }

  channel(voice: Voice, speaker: string, scope: string): Channel {
    const key = `${voice}|${speaker}|${scope}`;
    const known = this.#all.get(key);
    if (known !== undefined) return known;
    const made = new Channel(voice, speaker, scope, this.#findings);
    this.#all.set(key, made);
    this.#list(scope, made);
    // A house's one visible exit leads to the Commons: a shout at home is heard there.
    if (voice === 'shout' && isHouse(scope) && scope.split('/').length === 2) this.#list(commons, made);
    return made;
  }

  /** Channels that a listener at this place, or this resident, must hear. */
  heardBy(scope: string): readonly Channel[] {
    return this.#byScope.get(scope) ?? [];
  }

  all(): Iterable<Channel> {
    return this.#all.values();
  }

  /** Voice and number of a text of this run; null for any other text. */
  read(text: string): { readonly voice: Voice; readonly number: number } | null {
    if (!text.startsWith(this.#prefix)) return null;
    const at = this.#prefix.length;
    const voice = voices.get(text.charAt(at));
    const end = text.indexOf(' ', at);
    const number = Number(text.slice(at + 1, end < 0 ? undefined : end));
    return voice !== undefined && Number.isSafeInteger(number) && number > 0 ? { voice, number } : null;
  }

  #list(scope: string, channel: Channel): void {
    const listed = this.#byScope.get(scope);
    if (listed === undefined) this.#byScope.set(scope, [channel]);
    else listed.push(channel);
  }
}
