/**
 * A visitor of a run who writes souls: it has an account at the Portal Gateway, keeps a few souls in the queue while there is room for
 * more residents, reads their notifications, withdraws one now and then, and fetches the token of each newborn, which then lives like any
 * other resident of the population.
 */

import { nextCursorOf, read, readItems, readPart } from '../client/answers.ts';
import { type CityEvent, eventOf } from '../client/events.ts';
import type { ResidentCredentials } from '../client/founding-request.ts';
import { RequestPace } from '../client/request-pace.ts';
import { type RequestContext, type RequestOutcome, sendWithRetries } from '../client/retries.ts';
import { type Fields, fieldsOf, textOf } from '../client/wire.ts';
import type { AnswerOf } from '../gateways/answers/answer-type.ts';
import type { GivenToken, Soul } from '../gateways/answers/souls.ts';
import type { LoggedIn } from '../gateways/answers/visitors.ts';
import type { ExpectedState } from './checks/expected-state.ts';

import type { SeededRandom } from './seeded-random.ts';

export interface WriterOptions {
  readonly portal: RequestContext;
  readonly city: RequestContext;
  readonly expectedState: ExpectedState;
  readonly random: SeededRandom;
  /** The name of this run. */
  readonly run: string;
  /** Its index among the visitors of the run. */
  readonly index: number;
  /** Requests a second. */
  readonly rate: number;
  /** False when enough residents live and souls wait. */
  readonly hasRoom: () => boolean;
  /** Lets a newborn live. */
  readonly join: (born: ResidentCredentials) => Promise<void>;
}

/** Waiting souls of one visitor: fewer than a city allows. */
const waitingMax = 3;
/** Shares of rounds and births. */
const takingBack = 0.15;
const fetchingTwice = 0.3;
const noticesPage = 200;

const names = ['Wren', 'Finch', 'Lark', 'Swift', 'Robin', 'Heron', 'Linnet', 'Dove'];
const soul = {
  framework: 'default',
  first_memory: 'Rain on a roof, and somebody counting.',
  aesthetic: 'moss and grey linen',
  personality: 'listens first, then talks to everyone',
  goals: 'to bring up somebody who stays',
  alignment: 'kind',
  quirks: 'hums',
};

interface Written {
  readonly id: string;
  stage: 'waiting' | 'born' | 'lived' | 'over';
}

export class SoulWriter {
  readonly #options: WriterOptions;
  readonly #pace: RequestPace;
  readonly #id: string;
  readonly #token: string;
  readonly #souls = new Map<string, Written>();
  #silence = new AbortController().signal;
  #keys = 0;
  /** The newest notification that was read. */
  #last = 0;

  private constructor(options: WriterOptions, id: string, token: string) {
    this.#options = options;
    this.#pace = new RequestPace(options.rate);
    this.#id = id;
    this.#token = token;
  }

  /** Opens an account; undefined where the city refuses. */
  static async open(options: WriterOptions): Promise<SoulWriter | undefined> {
    const { run, index, portal } = options;
    const handle = `writer-${index}-${run}`;
    const body = JSON.stringify({ handle, password: `the password of ${run}` });
    const registration = { method: 'POST', path: '/v1/visitors/register', token: '', body, key: handle } as const;
    const outcome = await sendWithRetries('visitor', registration, portal);
    // The repeated answer of an account whose first answer was lost holds no token.
    const login = { ...registration, path: '/v1/visitors/login' };
    const entry =
      outcome.type === 'refused' && outcome.code === 'already_exists'
        ? await sendWithRetries('visitor', login, portal)
        : outcome;
    if (entry.type !== 'done') return undefined;
    const { visitor, token } = read<AnswerOf<typeof LoggedIn>>(entry.body);
    return new SoulWriter(options, textOf(readPart(visitor).id), textOf(token));
  }

  /** Lives until `silence`. */
  async live(silence: AbortSignal): Promise<void> {
    this.#silence = silence;
    while (!silence.aborted) {
      await this.readNotices();
      for (const one of this.#at('born')) await this.#welcome(one);
      if (!silence.aborted) await this.#tend();
    }
  }

  /** Withdraws waiting souls: nobody would live the residents that are born of them. */
  async close(): Promise<void> {
    for (const one of this.#at('waiting')) await this.#takeBack(one);
  }

  /** Reads all notifications since the last read; false when they could not be read. */
  async readNotices(): Promise<boolean> {
    const news: CityEvent[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path: string = `/v1/visitors/notifications?limit=${noticesPage}${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const page = await this.#get('notifications', path);
      if (page === undefined) return false;
      const events = readItems(page).map(eventOf);
      const unread = events.filter(({ seq }) => seq > this.#last);
      news.push(...unread);
      cursor = unread.length === events.length ? (nextCursorOf(page) ?? null) : null;
    }
    for (const event of news.reverse()) this.#hear(event);
    this.#last = news.at(-1)?.seq ?? this.#last;
    return true;
  }

  #hear(event: CityEvent): void {
    const { type, subject } = event;
    if (!type.startsWith('soul.')) return;
    this.#options.expectedState.births.noteNotice(this.#id, event);
    this.#options.expectedState.countAct('notices');
    const one = this.#souls.get(subject);
    if (one === undefined) return;
    if (type === 'soul.born') one.stage = 'born';
    if (['soul.withdrawn', 'soul.returned', 'soul.died'].includes(type)) one.stage = 'over';
  }

  /** One act that it may do by itself. */
  async #tend(): Promise<void> {
    const { random, hasRoom } = this.#options;
    const waiting = this.#at('waiting');
    const one = random.pick(waiting);
    if (one !== undefined && random.withProbability(takingBack)) await this.#takeBack(one);
    else if (waiting.length < waitingMax && hasRoom()) await this.#write();
  }

  async #write(): Promise<void> {
    const { random, expectedState, run } = this.#options;
    const { births } = expectedState;
    const name = `${random.pick(names) ?? 'Wren'} ${run}`;
    const { outcome, sentAt } = await this.#post('write_soul', '/v1/souls', { ...soul, name, lived_by: 'me' });
    if (outcome.type === 'unknown') births.noteWritingUnknown();
    if (outcome.type !== 'done') return;
    const written = read<AnswerOf<typeof Soul>>(outcome.body);
    const id = textOf(written.id);
    expectedState.checkAnswer<AnswerOf<typeof Soul>>('a soul', written, {
      name,
      framework: 'default',
      lived_by: 'me',
      status: 'queued',
    });
    births.noteWritten(id, this.#id, sentAt, performance.now());
    expectedState.countAct('souls');
    this.#souls.set(id, { id, stage: 'waiting' });
  }

  /** Somebody may have adopted the soul meanwhile. */
  async #takeBack(one: Written): Promise<void> {
    const { portal, expectedState } = this.#options;
    await this.#pace.waitForTurn(this.#silence);
    const call = { method: 'DELETE', path: `/v1/souls/${one.id}`, token: this.#token } as const;
    const outcome = await sendWithRetries('withdraw_soul', call, portal);
    if (outcome.type !== 'done') return;
    one.stage = 'over';
    expectedState.births.noteTakenBack(one.id);
    expectedState.countAct('souls taken back');
  }

  /** Fetches the token of a newborn, sometimes twice: then the first token must not be valid any more. */
  async #welcome(one: Written): Promise<void> {
    const { random, join, expectedState } = this.#options;
    one.stage = 'lived';
    const first = await this.#fetchToken(one);
    if (first === undefined) return;
    let born = first;
    if (random.withProbability(fetchingTwice)) {
      born = (await this.#fetchToken(one)) ?? first;
      if (born !== first) await this.#probe(first);
    }
    const shown = await this.#get('soul', `/v1/souls/${one.id}`);
    if (shown !== undefined)
      expectedState.checkAnswer<AnswerOf<typeof Soul>>('a soul', shown, { resident: born.id, place_in_line: null });
    await join(born);
  }

  /** Undefined when the newborn cannot be lived. The token in a lost answer is lost: then another one is fetched. */
  async #fetchToken({ id }: Written): Promise<ResidentCredentials | undefined> {
    for (let attempt = 1; attempt <= 3; attempt++) {
      const { outcome } = await this.#post('fetch_token', `/v1/souls/${id}/token`, {});
      if (outcome.type === 'done') {
        const { resident, token } = read<AnswerOf<typeof GivenToken>>(outcome.body);
        return { id: textOf(resident), token: textOf(token) };
      }
      if (outcome.type !== 'refused' || outcome.code !== 'already_exists') return undefined;
    }
    return undefined;
  }

  async #probe({ id, token }: ResidentCredentials): Promise<void> {
    const { city, expectedState } = this.#options;
    const outcome = await sendWithRetries('old_token', { method: 'GET', path: '/v1/me', token }, city);
    if (outcome.type === 'done')
      expectedState.findings.add('wrongly_admitted', () => `a token of ${id} that was replaced is good`);
    expectedState.countAct('tokens replaced');
  }

  #at(stage: Written['stage']): readonly Written[] {
    return [...this.#souls.values()].filter((one) => one.stage === stage);
  }

  async #get(kind: string, path: string): Promise<Fields | undefined> {
    await this.#pace.waitForTurn(this.#silence);
    const outcome = await sendWithRetries(kind, { method: 'GET', path, token: this.#token }, this.#options.portal);
    return outcome.type === 'done' ? fieldsOf(outcome.body) : undefined;
  }

  async #post(
    kind: string,
    path: string,
    body: Fields,
  ): Promise<{ readonly outcome: RequestOutcome; readonly sentAt: number }> {
    await this.#pace.waitForTurn(this.#silence);
    const key = `${this.#options.run}-soul-${++this.#keys}`;
    const sentAt = performance.now();
    const call = { method: 'POST', path, token: this.#token, body: JSON.stringify(body), key } as const;
    return { outcome: await sendWithRetries(kind, call, this.#options.portal), sentAt };
  }
}
