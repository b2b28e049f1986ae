/**
 * The statement that a batch is (J0), made for the tables that get any rows of it: each table that is named costs Postgres some 5 us, also
 * where it gets none. A city writes with a few of the statements that there could be; each connection prepares those once.
 */
import { assert } from '../../engine/assert.ts';
import type { FeedEvent, Following } from '../../engine/command.ts';
import type { Batch, KeyRow } from '../../engine/ports.ts';
import { formatVersion } from '../row-codec.ts';
import { departedRow } from './departed.ts';
import { shard } from './shard.ts';

type Parameter = string | number | null;

/** Rows that a batch may have none of: its statement names only the tables that get any. */
interface Part {
  /** Of those rows; undefined where there are none. */
  readonly parameters: (batch: Batch) => readonly (string | number)[] | undefined;
  /** What inserts them: `first` is the number of their first parameter. */
  readonly insert: (first: number) => string;
}

/** Seqs of a batch are consecutive. */
const events: Part = {
  parameters: ({ events }) => {
    const [first] = events;
    return (
      first && [
        first.seq,
        lines(events, (event) => event.type),
        lines(events, (event) => event.audience.join(' ')),
        lines(events, (event, n) => {
          assert(event.seq === first.seq + n, '[J0] the seqs of a batch are consecutive');
          return event.json;
        }),
      ]
    );
  },
  insert: (first) => `news as (
  insert into event (seq, type, audience, body)
  select $${first}::bigint + line.n - 1, line.type, coalesce(line.audience, ''), line.body
  from mine, rows from (string_to_table($${first + 1}::text, E'\\n'), string_to_table($${first + 2}::text, E'\\n'), string_to_table($${first + 3}::text, E'\\n'))
    with ordinality as line (type, audience, body, n)
)`,
};

const letters: Part = {
  parameters: ({ events }) => {
    const letters = lettersOf(events);
    if (letters.length === 0) return undefined;
    return [lines(letters, ([actor]) => actor), lines(letters, ([, seq]) => String(seq))];
  },
  insert: (first) => `addressed as (
  insert into letter (actor, seq)
  select line.actor, line.seq::bigint
  from mine, rows from (string_to_table($${first}::text, E'\\n'), string_to_table($${first + 1}::text, E'\\n')) as line (actor, seq)
)`,
};

const followings: Part = {
  parameters: (batch) => {
    if (batch.followings.length === 0) return undefined;
    const followings = latestOf(batch.followings);
    return [
      lines(followings, ({ actor }) => actor),
      lines(followings, ({ seq }) => String(seq)),
      lines(followings, ({ topic }) => topic ?? ''),
    ];
  },
  insert: (first) => `followed as (
  insert into following (actor, seq, topic)
  select line.actor, line.seq::bigint, nullif(line.topic, '')
  from mine, rows from (string_to_table($${first}::text, E'\\n'), string_to_table($${first + 1}::text, E'\\n'), string_to_table($${first + 2}::text, E'\\n'))
    as line (actor, seq, topic)
  on conflict (actor, seq) do update set topic = excluded.topic
)`,
};

const keys: Part = {
  parameters: ({ keys }) => (keys.length === 0 ? undefined : [JSON.stringify(distinctKeys(keys))]),
  insert: (first) => `kept as (
  insert into idempotency (caller, key, fingerprint, json, at)
  select line.caller, line.key, line.fingerprint, line.json, line.at
  from mine, json_to_recordset($${first}::text::json) as line (caller text, key text, fingerprint text, json text, at bigint)
  on conflict (caller, key) do update
    set fingerprint = excluded.fingerprint, json = excluded.json, at = excluded.at
    where idempotency.at < excluded.at - 86400000
)`,
};

const contents: Part = {
  parameters: ({ contents }) => (contents.length === 0 ? undefined : [JSON.stringify(contents)]),
  insert: (first) => `texts as (
  insert into content (hash, text)
  select line.hash, line.text from mine, json_to_recordset($${first}::text::json) as line (hash text, text text)
  on conflict do nothing
)`,
};

const departed: Part = {
  parameters: ({ departed }) => (departed.length === 0 ? undefined : [JSON.stringify(departed.map(departedRow))]),
  insert: (first) => `gone as (
  select line.id, line.crc, line.body, line.keys
  from mine, json_to_recordset($${first}::text::json) as line (id text, crc bigint, body text, keys json)
), remembered as (
  insert into departed (id, crc, body) select id, crc, body from gone on conflict do nothing
), findable as (
  insert into departed_key (key, id) select key, id from gone, json_array_elements_text(gone.keys) as key
  on conflict do nothing
)`,
};

const parts: readonly Part[] = [events, letters, followings, keys, contents, departed];

const statements = new Map<string, string>();

/**
 * `for share` holds the lease row until the commit: without it an old holder's commit lands after a takeover. Every insert selects from
 * `mine`, so that none happens without the lease. `firsts`: the number of the first parameter of each part, 0 for one that is not there.
 */
const statementOf = (firsts: readonly number[]): string => `
with mine as (
  select shard from lease where shard = ${shard} and generation = $1::bigint for share
), entry as (
  insert into journal (shard, batch, first_turn, last_turn, last_seq, format, checksum, body, code)
  select shard, $2::bigint, $3::bigint, $4::bigint, $5::bigint, ${formatVersion}, decode($6::text, 'base64'), decode($7::text, 'base64'), $8::text from mine
  returning batch
)${parts.map(({ insert }, n) => (firsts[n] ? `, ${insert(firsts[n])}` : '')).join('')}
select batch from entry`;

/** The one statement that a batch is, and its parameters. `body` is what `checksum` is of; `code`: the version of the code. */
export function appendOf(
  generation: number,
  batch: Batch,
  body: Buffer,
  checksum: Buffer,
  code: string | null,
): { readonly statement: string; readonly parameters: Parameter[] } {
  const { counters } = batch;
  const parameters: Parameter[] = [generation, batch.batch, batch.firstTurn, counters.turn, counters.seq];
  parameters.push(checksum.toString('base64'), body.toString('base64'), code);
  const firsts = parts.map((part) => {
    const rows = part.parameters(batch);
    return rows === undefined ? 0 : parameters.push(...rows) - rows.length + 1;
  });
  const choice = firsts.join();
  const statement = statements.get(choice) ?? statementOf(firsts);
  statements.set(choice, statement);
  return { statement, parameters };
}

/** One line for each item. A line break inside one would shift all that follow: refused, though no caller can bring one. */
function lines<T>(items: readonly T[], text: (item: T, index: number) => string): string {
  let joined = '';
  for (let i = 0; i < items.length; i++) {
    const line = text(items[i] as T, i);
    assert(!line.includes('\n'), 'a field of an event without line breaks');
    joined += i === 0 ? line : `\n${line}`;
  }
  return joined;
}

function lettersOf(events: readonly FeedEvent[]): (readonly [actor: string, seq: number])[] {
  const letters: (readonly [string, number])[] = [];
  for (const event of events) {
    for (const actor of new Set(event.letters)) letters.push([actor, event.seq]);
  }
  return letters;
}

/** The last following of each actor and seq: `on conflict do update` may touch a row only once in a statement. */
function latestOf(followings: readonly Following[]): readonly Following[] {
  if (followings.length < 2) return followings;
  return [...new Map(followings.map((each) => [`${each.seq} ${each.actor}`, each])).values()];
}

/** The first row of each caller and key, for the same reason. */
function distinctKeys(keys: readonly KeyRow[]): KeyRow[] {
  const first = new Map<string, KeyRow>();
  for (const row of keys) {
    const name = `${row.caller}\n${row.key}`;
    if (!first.has(name)) first.set(name, row);
  }
  return [...first.values()];
}
