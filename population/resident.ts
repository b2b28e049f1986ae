/**
 * A resident, as the program that lives it: its id, its place as far as it knows, its listener, and its three kinds of request (get,
 * post, delete). Its choice of acts is in `acts/`.
 *
 * - It awaits each answer before its next request.
 * - It numbers what it says (channel.ts), and says nothing while it does not know where it is.
 */
import { isDeepStrictEqual } from 'node:util';
import { read, readPart, says } from '../client/answers.ts';
import type { EventStreamReader } from '../client/event-stream-reader.ts';
import type { ResidentCredentials } from '../client/founding-request.ts';
import { type RequestContext, type RequestOutcome, sendWithRetries } from '../client/retries.ts';
import { type Fields, fieldsOf, houseOf, milli, numberOf, textOf } from '../client/wire.ts';
import type { AnswerOf } from '../gateways/answers/answer-type.ts';
import type { Transferred } from '../gateways/answers/credits.ts';
import type { Arrival, Location } from '../gateways/answers/location.ts';
import type { Message } from '../gateways/answers/messages.ts';
import type { Voice } from './checks/channel.ts';
import type { Utterance } from './checks/channel-registry.ts';
import type { KeptNotes } from './checks/kept-notes.ts';
import type { Listener, SharedChecks } from './checks/listener.ts';
import type { SeededRandom } from './seeded-random.ts';

export interface ResidentContext extends SharedChecks {
  /** Its index in the order of founding. */
  readonly index: number;
  readonly requests: RequestContext;
  readonly random: SeededRandom;
  readonly listener: Listener;
  readonly stream: EventStreamReader;
  /** Share of acknowledged writes that are sent again under the same key. */
  readonly repeats: number;
  /** Texts that were given to global services. */
  readonly notes: KeptNotes;
  /** Addresses of mailboxes, by resident. */
  readonly addresses: Map<string, string>;
}

export class Resident {
  readonly id: string;
  readonly token: string;
  readonly home: string;
  readonly context: ResidentContext;
  /** Its place by its own last answer; null when it does not know. */
  place: string | null;
  /** Acknowledged moves, and moves without a known outcome. */
  moves = 0;
  movesUnknown = 0;
  /** All charges by the answers, millicredits. */
  charged = 0;
  /** Messages and other acts without a known outcome, and so without a known price. */
  unpriced = 0;
  /** Journeys begun: a resident that is at a place before and after without one has been there all the time. */
  journeys = 0;
  #gone = false;
  #keys = 0;

  constructor(born: ResidentCredentials, place: string, context: ResidentContext) {
    this.id = born.id;
    this.token = born.token;
    this.home = houseOf(born.id);
    this.context = context;
    this.place = place;
  }

  /** True when it has died: by its listener, by its stream, or by the answer to a read. */
  get dead(): boolean {
    return this.#gone || this.context.listener.died || this.context.stream.refused;
  }

  get atHome(): boolean {
    return this.place === this.home;
  }

  /** A read. */
  async get(kind: string, path: string): Promise<RequestOutcome> {
    const outcome = await sendWithRetries(kind, { method: 'GET', path, token: this.token }, this.context.requests);
    if (outcome.type === 'refused' && outcome.status === 410) this.#gone = true;
    return this.#noted(outcome);
  }

  /** A write, under a key of its own; now and then repeated under the same key to check that the answer is the same. */
  async post(kind: string, path: string, body: Fields): Promise<RequestOutcome> {
    const key = `${this.context.channels.run}-${++this.#keys}`;
    const call = { method: 'POST', path, token: this.token, body: JSON.stringify(body), key } as const;
    const outcome = this.#noted(await sendWithRetries(kind, call, this.context.requests));
    if (outcome.type === 'done' && this.context.random.withProbability(this.context.repeats)) {
      const again = await sendWithRetries('repeat', call, this.context.requests);
      this.#compare(kind, outcome, again);
    }
    return outcome;
  }

  async locate(): Promise<void> {
    const outcome = await this.get('location', '/v1/location');
    if (outcome.type === 'done') this.place = textOf(read<AnswerOf<typeof Location>>(outcome.body).id);
  }

  walk(exit: 'home' | 'commons'): Promise<RequestOutcome> {
    return this.travel(exit);
  }

  /** Moves through any exit; pays `limit` millicredits at most. A resident that is there already does not move, and no event comes. */
  async travel(exit: string, limit?: number): Promise<RequestOutcome> {
    this.journeys++;
    const max = limit === undefined ? {} : { max_toll: limit / 1000 };
    const outcome = await this.post('move', '/v1/location/move', { exit_id: exit, ...max });
    if (outcome.type === 'done') {
      const body = read<AnswerOf<typeof Arrival>>(outcome.body);
      if (textOf(body.from) !== textOf(body.to)) this.moves++;
      this.place = textOf(readPart(body.location).id);
      this.noteCharge(milli(body.toll_paid));
    } else if (outcome.type === 'unknown') {
      this.movesUnknown++;
      this.unpriced++;
      this.place = null;
    }
    return outcome;
  }

  /** Notes the millicredits that an answer says were taken. */
  noteCharge(amount: number): void {
    if (Number.isNaN(amount)) this.unpriced++;
    else this.charged += amount;
  }

  /** A removal. Without a key: DELETE takes none, so a repeat after a lost answer finds nothing to remove. */
  async delete(kind: string, path: string): Promise<RequestOutcome> {
    const outcome = await sendWithRetries(kind, { method: 'DELETE', path, token: this.token }, this.context.requests);
    return this.#noted(outcome);
  }

  /** Says a numbered message: to a place (broadcast, shout) or to a resident (whisper, letter). */
  async say(voice: Voice, scope: string, words: string): Promise<void> {
    const utterance = this.context.channels.begin(voice, this.id, scope, words);
    const addressed = voice === 'whisper' || voice === 'letter';
    const path = voice === 'letter' ? '/v1/me/messages/send' : `/v1/mesh/${voice}`;
    const message = utterance.text;
    const outcome = await this.post(voice, path, addressed ? { to: scope, message } : { message });
    this.#settle(utterance, outcome, addressed);
    this.context.channels.settle(utterance);
  }

  /** Pays `amount` millicredits. */
  async pay(to: string, amount: number): Promise<void> {
    const { payments, findings } = this.context;
    const payment = { from: this.id, to, amount };
    const outcome = await this.post('pay', '/v1/credits/transfer', { to, amount: amount / 1000 });
    if (outcome.type === 'unknown') payments.giveUp(payment);
    if (outcome.type !== 'done') return;
    const body = read<AnswerOf<typeof Transferred>>(outcome.body);
    const same = says(body.from, this.id) && says(body.to, to) && milli(body.amount) === amount;
    if (!same)
      findings.add(
        'answer_differs',
        () => `a payment of ${amount / 1000} to ${to} was answered ${JSON.stringify(body)}`,
      );
    payments.acknowledge(numberOf(body.seq), payment);
  }

  #settle({ channel, number, text }: Utterance, outcome: RequestOutcome, addressed: boolean): void {
    if (outcome.type === 'refused') channel.refuse(number);
    if (outcome.type === 'unknown') this.unpriced++;
    if (outcome.type !== 'done') return;
    const body = read<AnswerOf<typeof Message>>(outcome.body);
    channel.acknowledge(number, numberOf(body.seq));
    if (channel.voice === 'letter') channel.ids.set(number, textOf(body.id));
    this.noteCharge(milli(body.charged));
    const elsewhere = !addressed && !says(body.location, channel.scope);
    if (elsewhere || !says(body.message, text)) {
      this.context.findings.add('answer_differs', () => `${channel.name(number)} was answered ${JSON.stringify(body)}`);
    }
  }

  #compare(kind: string, first: RequestOutcome, again: RequestOutcome): void {
    if (again.type === 'unknown' || first.type !== 'done' || again.status === 410 || again.status === 401) return;
    this.context.requests.statistics.repeatsCompared++;
    if (again.type === 'done' && again.status === first.status && isDeepStrictEqual(again.body, first.body)) return;
    // A repeat of a paid call whose answer could not be kept is answered with its cost.
    if (again.type === 'refused' && again.code === 'already_exists' && 'charged' in fieldsOf(again.body)) return;
    const both = () => `${this.id} ${kind}: first ${JSON.stringify(first)}, then ${JSON.stringify(again)}`;
    this.context.findings.add('repeat_differs', both);
  }

  #noted(outcome: RequestOutcome): RequestOutcome {
    // A resident that was refused because of its place, or of who is there, reads its place again before it goes on.
    if (outcome.type === 'refused' && outcome.code === 'location_required') this.place = null;
    return outcome;
  }
}
