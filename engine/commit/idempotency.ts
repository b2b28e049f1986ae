/**
 * A request with a key acts once (J4): what runs, what was just applied, and what the table remembers. Decided in
 * memory and by look-up before the turn; the key itself is written by the statement that commits its effect.
 */
import { type Caller, type Command, type IdempotencyKey, jsonOf, type Lapsed, type Outcome } from '../command.ts';
import type { Clock, KeyRow, Keys } from '../ports.ts';
import { refused } from '../refusal.ts';
import type { ReadDeadlines } from './read-deadlines.ts';
import { nameOf, RecentAnswers } from './recent-answers.ts';

/**
 * An answer of more characters than this is kept without its large fields: that the request was carried out stays known, its texts do
 * not.
 */
const keptCharsMax = 65_536;
const largeFieldChars = 4_096;

export class Idempotency {
  readonly #keys: Keys;
  readonly #clock: Clock;
  readonly #reads: ReadDeadlines;
  readonly #recent = new RecentAnswers();
  /** Keys of requests that have not been answered yet. */
  readonly #running = new Set<string>();

  constructor(keys: Keys, clock: Clock, reads: ReadDeadlines) {
    this.#keys = keys;
    this.#clock = clock;
    this.#reads = reads;
  }

  /** The answer that the request already has, or that one under way is about to have. */
  async known(caller: Caller, key: IdempotencyKey): Promise<Outcome | undefined> {
    if (this.#running.has(nameOf(caller, key.key))) return { ...refused('request_in_progress'), applied: 'unknown' };
    const now = this.#clock.now();
    const recent = this.#recent.find(caller, key.key, now);
    if (recent !== undefined) return answerOf(recent, key);
    try {
      const row = await this.#reads.wait(this.#keys.find(caller, key.key, now));
      if (row === undefined) return undefined;
      this.#recent.add(row);
      return answerOf(row, key);
    } catch {
      // It could not be found out whether an earlier request under this key was carried out.
      return { ...refused('busy', { retry_after_seconds: 1 }), applied: 'unknown' };
    }
  }

  /**
   * As `known`, or why the request may not run any more. When it resolves to `undefined` the caller runs the request, which is under way
   * from here on until `settled`.
   */
  async begin(caller: Caller, key: IdempotencyKey, lapsed?: Lapsed): Promise<Outcome | undefined> {
    const name = nameOf(caller, key.key);
    if (this.#running.has(name)) return { ...refused('request_in_progress'), applied: 'unknown' };
    const looking = this.known(caller, key);
    this.#running.add(name);
    const known = (await looking) ?? lapsed?.();
    if (known !== undefined) this.#running.delete(name);
    return known;
  }

  /** Called when the request has its answer, or is refused and may be tried anew. */
  settled(caller: Caller, key: IdempotencyKey): void {
    this.#running.delete(nameOf(caller, key.key));
  }

  /** Called when these rows are durable: from here on a repeat needs no look-up. */
  written(rows: readonly KeyRow[]): void {
    for (const row of rows) this.#recent.add(row);
  }

  /** Puts the whole answer of a request into its row, which holds only what it made and what it cost. A repeat gets it from now on. */
  async complete(caller: Caller, { key, fingerprint }: IdempotencyKey, json: string): Promise<void> {
    await this.#reads.wait(this.#keys.complete({ caller, key, fingerprint, json }));
    const recent = this.#recent.find(caller, key, this.#clock.now());
    if (recent?.fingerprint === fingerprint) this.#recent.add({ ...recent, json });
  }

  /** Does the same for an answer whose row lacks some texts, which were fetched after the turn. */
  completeReply({ caller, key }: Pick<Command, 'caller' | 'key'>, json: string): Promise<void> {
    return key?.keepAnswer === true ? this.complete(caller, key, kept(json)) : Promise.resolve();
  }

  /** The row that the commit writes. */
  row(caller: Caller, key: IdempotencyKey, json: string, at: number): KeyRow {
    return {
      caller,
      key: key.key,
      fingerprint: key.fingerprint,
      json: key.keepAnswer ? kept(json) : outline(json),
      at,
    };
  }
}

/** The answer as it is kept; `not_kept` names the fields that were too large. */
function kept(json: string): string {
  if (json.length <= keptCharsMax) return json;
  const answer = JSON.parse(json) as Readonly<Record<string, unknown>>;
  const isLarge = (value: unknown) => JSON.stringify(value).length > largeFieldChars;
  const large = Object.keys(answer).filter((name) => isLarge(answer[name]));
  const emptied = large.map((name) => [name, emptyOf(answer[name])]);
  return JSON.stringify({ ...answer, ...Object.fromEntries([...emptied, ['not_kept', large]]) });
}

function emptyOf(value: unknown): unknown {
  if (typeof value === 'string') return '';
  return Array.isArray(value) ? [] : null;
}

function answerOf(row: KeyRow, key: IdempotencyKey): Outcome {
  if (row.fingerprint !== key.fingerprint) return refused('idempotency_mismatch');
  const kept: unknown = row.json === null ? {} : JSON.parse(row.json);
  const outlined = outlineIn(kept);
  if (outlined !== undefined) return refused('already_exists', outlined);
  return { type: 'applied', turn: 0, json: jsonOf(kept), repeated: true };
}

/** What is kept of an answer that may not be kept itself: the id of what it made, and what it cost, in credits. */
function outline(json: string): string {
  const answer = fieldsOf(JSON.parse(json));
  const charged = answer['charged'];
  return JSON.stringify({ only_id: answer['id'] ?? null, ...(typeof charged === 'number' && { charged }) });
}

function outlineIn(kept: unknown): { readonly id: unknown; readonly charged?: number } | undefined {
  const { only_id: id, charged } = fieldsOf(kept);
  if (id === undefined) return undefined;
  return typeof charged === 'number' ? { id, charged } : { id };
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
