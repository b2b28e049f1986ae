/** Visitors, their souls and births of the fake city: as much as its population needs to be checked by, with faults on demand. */
import type { CityEvent } from '../../client/events.ts';
import { type Fields, textOf } from '../../client/wire.ts';
import type { Dweller } from './fake-buildings.ts';

export type SoulsFault =
  /** A soul that was adopted is not removed from the queue. */
  | 'adopt-twice'
  /** The last of the queue is adopted. */
  | 'last-first'
  /** What the mentor gives does not reach the child whole. */
  | 'skim-donation'
  /** The mentor pays more than it gives. */
  | 'dear-donation'
  /** The visitor is not notified that its soul was adopted. */
  | 'mute-adoption'
  /** The visitor is notified of a birth twice. */
  | 'double-notice'
  /** An adoption that is refused takes place. */
  | 'half-refuse-adoption'
  /** The mentor does not hear of the birth. */
  | 'deaf-mentor'
  /** Somebody hears of a birth who has nothing to do with it. */
  | 'leak-birth'
  /** A token that was replaced opens the door. */
  | 'keep-token'
  /** A soul that was taken back is adopted. */
  | 'keep-soul'
  /** A child is not listed by its mentor. */
  | 'lose-mentee'
  /** A notification of one visitor goes to another. */
  | 'leak-notice';

interface FakeSoul {
  readonly id: string;
  readonly visitor: string;
  readonly name: unknown;
  status: 'queued' | 'born' | 'withdrawn';
  mentor: string | null;
  resident: string | null;
}

interface Answer {
  readonly status: number;
  readonly body: Fields;
}

export interface SoulSurroundings {
  readonly strikes: (fault: SoulsFault, after?: number) => boolean;
  readonly suffers: (fault: SoulsFault) => boolean;
  readonly somebody: () => string;
  /** Somebody new, at home, with so many millicredits; returns its id. */
  readonly settle: (balance: number) => string;
  readonly tell: (event: Omit<CityEvent, 'seq' | 'at'>, to: readonly string[]) => number;
}

interface Child {
  readonly mentor: string;
  readonly generation: number;
  readonly earned: number;
}

const seed = 60_000;

export class FakeSouls {
  readonly #souls: FakeSoul[] = [];
  readonly #visitors: string[] = [];
  readonly #notices = new Map<string, Fields[]>();
  readonly #children = new Map<string, Child>();
  /** Those that open the door, by token. */
  readonly #holders = new Map<string, string>();
  readonly #around: SoulSurroundings;
  #tokens = 0;

  constructor(around: SoulSurroundings) {
    this.#around = around;
  }

  /** Who was born and has this token, without its prefix. */
  holder(token: string): string | undefined {
    return this.#holders.get(token);
  }

  /** What the Portal Gateway answers; undefined where it is none of its business. */
  visit(method: string, path: string, token: string, body: Fields): Answer | undefined {
    if (path === '/v1/visitors/register') return this.#register(body);
    const visitor = this.#visitors.find((id) => token === `vis_${id}`);
    if (visitor === undefined) return undefined;
    const [, , area, id = '', act] = path.split('/');
    if (area === 'visitors') return ok({ items: [...(this.#notices.get(visitor) ?? [])].reverse(), next_cursor: null });
    if (area !== 'souls') return undefined;
    if (method === 'POST' && id === '') return this.#write(visitor, body);
    const soul = this.#souls.find((one) => one.id === id && one.visitor === visitor);
    if (soul === undefined) return refuse(404, 'not_found');
    if (method === 'GET') return ok(shown(soul));
    return act === 'token' ? this.#fetch(soul) : this.#withdraw(soul);
  }

  /** What the City API answers. */
  answer(path: string, who: Dweller, body: Fields): Answer | undefined {
    return path === '/v1/threshold/adopt' ? this.#adopt(who, Math.round(Number(body['donation']) * 1000)) : undefined;
  }

  /** What somebody sees of itself. */
  passport({ id, balance }: Dweller): Fields {
    const { mentor = null, generation = 0, earned = balance } = this.#children.get(id) ?? {};
    const mentees = [...this.#children].filter(([, one]) => one.mentor === id).map(([child]) => child);
    const listed = this.#around.suffers('lose-mentee') ? mentees.slice(1) : mentees;
    return {
      status: 'alive',
      balance: balance / 1000,
      economy: { lifetime_earned: earned / 1000, lifetime_spent: (earned - balance) / 1000 },
      lineage: { mentor, generation, mentees: listed },
    };
  }

  #register({ handle }: Fields): Answer {
    const id = `vis-${this.#visitors.length + 1}`;
    this.#visitors.push(id);
    return { status: 201, body: { visitor: { id, handle }, token: `vis_${id}` } };
  }

  #write(visitor: string, { name }: Fields): Answer {
    const rest = { status: 'queued', mentor: null, resident: null } as const;
    const soul: FakeSoul = { id: `soul_${this.#souls.length + 1}`, visitor, name, ...rest };
    this.#souls.push(soul);
    this.#tell('soul.queued', soul, visitor);
    return { status: 201, body: shown(soul) };
  }

  #withdraw(soul: FakeSoul): Answer {
    if (soul.status !== 'queued') return refuse(409, 'invalid_state');
    this.#tell('soul.withdrawn', soul, soul.visitor);
    if (!this.#around.strikes('keep-soul', 0)) soul.status = 'withdrawn';
    return ok(shown(soul));
  }

  #fetch(soul: FakeSoul): Answer {
    if (soul.resident === null) return refuse(409, 'invalid_state');
    const token = `${soul.resident}.${++this.#tokens}`;
    for (const [before, holder] of this.#holders)
      if (holder === soul.resident && !this.#around.suffers('keep-token')) this.#holders.delete(before);
    this.#holders.set(token, soul.resident);
    return { status: 201, body: { token: `res_${token}`, resident: soul.resident } };
  }

  #adopt(who: Dweller, donation: number): Answer {
    const { strikes, suffers } = this.#around;
    const queue = this.#souls.filter(({ status }) => status === 'queued');
    const soul = suffers('last-first') ? queue.at(-1) : queue[0];
    if (soul === undefined) return refuse(409, 'soul_queue_empty');
    if (donation > who.balance) return refuse(402, 'insufficient_credits');
    who.balance -= donation + (strikes('dear-donation', 2) ? 5 : 0);
    const earned = seed + donation - (strikes('skim-donation', 2) ? 1 : 0);
    const resident = this.#around.settle(earned);
    const generation = (this.#children.get(who.id)?.generation ?? 0) + 1;
    this.#children.set(resident, { mentor: who.id, generation, earned });
    Object.assign(soul, { status: strikes('adopt-twice', 2) ? 'queued' : 'born', mentor: who.id, resident });
    this.#birth(soul, who.id, resident);
    if (strikes('half-refuse-adoption', 2)) {
      who.balance += donation;
      return refuse(402, 'insufficient_credits');
    }
    const lineage = { mentor: who.id, generation, mentees: [] };
    return { status: 201, body: { id: resident, name: soul.name, status: 'alive', lineage } };
  }

  #birth(soul: FakeSoul, mentor: string, resident: string): void {
    const { strikes, suffers, somebody, tell } = this.#around;
    if (!strikes('mute-adoption', 2)) this.#tell('soul.adopted', soul, mentor);
    this.#tell('soul.born', soul, resident);
    if (strikes('double-notice', 2)) this.#tell('soul.born', soul, resident);
    const about = { actor: resident, subject: resident, location: `city-housing/${resident}` };
    const hearers = [...(strikes('deaf-mentor', 2) ? [] : [mentor]), ...(suffers('leak-birth') ? [somebody()] : [])];
    tell({ type: 'resident.born', ...about, data: { name: soul.name, mentor } }, hearers);
  }

  /** Nobody of the city hears it: it takes its place among the events. */
  #tell(type: CityEvent['type'], { id, name, visitor, mentor, resident }: FakeSoul, actor: string): void {
    const data = { soul: id, name, mentor, resident };
    const event = { type, actor, subject: id, location: '', data };
    const seq = this.#around.tell(event, []);
    const other = this.#visitors.find((one) => one !== visitor);
    const to = this.#around.strikes('leak-notice', 5) ? textOf(other) : visitor;
    this.#notices.set(to, [...(this.#notices.get(to) ?? []), { seq, ...event }]);
  }
}

const shown = ({ id, status, name, mentor, resident }: FakeSoul): Fields => ({
  id,
  status,
  name,
  framework: 'default',
  lived_by: 'me',
  place_in_line: status === 'queued' ? 1 : null,
  mentor,
  resident,
});

const ok = (body: Fields): Answer => ({ status: 200, body });
const refuse = (status: number, error: string): Answer => ({ status, body: { error, message: error, applied: false } });
