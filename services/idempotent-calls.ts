/**
 * Free calls that act once under their `Idempotency-Key`. The key is taken in the same statement as the effect, so that a
 * crash leaves both or neither, and of two calls at the same time one acts. A service with such calls has this in its migrations:
 *
 *   create table once (
 *     caller text not null,
 *     key text not null,
 *     fingerprint text not null,
 *     answer jsonb not null,
 *     made_at timestamptz not null default now(),
 *     primary key (caller, key)
 *   );
 *   create index on once (made_at);
 */
import type postgres from 'postgres';
import { answer, type CallKey, type ServiceOutcome, type Sql, type Storage } from './contract.ts';

/** A key, and whose it is: the resident's, or the pseudonym's. */
export interface KeyedCall {
  readonly caller: string;
  readonly key: CallKey | null;
}

/**
 * Two names of a `with`: `pruned`, and `first`, which has one row with the column `answer` when the effect is to happen. `choose`
 * is a `select` of that answer, one `jsonb`; no row of it means that what the call needs is not there.
 */
export type First = (choose: postgres.Fragment) => postgres.Fragment;

/** Rows that are too old to count, of which one call removes so many. */
const prunedAtOnce = 100;

/**
 * Runs one statement, whose effects are to come from `first`, and resolves to its answer, or to the one that was given under this
 * key before. `undefined`: nothing was done, since `choose` had no row.
 *
 *   actOnce(storage, { caller, key }, (sql, first) => sql<{ answer: { id: string } }[]>`
 *     with ${first(sql`select jsonb_build_object('id', ${id}::text) from shelf where name = ${name}`)},
 *       kept as (insert into book (id, text) select ${id}, ${text} from first)
 *     select answer from first`);
 */
export async function actOnce<Answer extends object>(
  storage: Storage,
  call: KeyedCall,
  statement: (sql: Sql, first: First) => PromiseLike<readonly { readonly answer: Answer }[]>,
): Promise<ServiceOutcome<never, Answer> | undefined> {
  const [made] = await storage.run((sql) => statement(sql, (choose) => firstOf(sql, call, choose)));
  if (made !== undefined) return answer(made.answer);
  const { caller, key } = call;
  if (key === null) return undefined;
  // In a statement of its own: the one above does not see what another transaction has committed meanwhile.
  const [earlier] = await storage.run(
    (sql) => sql<{ answer: Answer; is_same: boolean }[]>`
      select answer, fingerprint = ${key.fingerprint} as is_same from once
      where caller = ${caller} and key = ${key.key} and made_at > now() - interval '24 hours'`,
  );
  if (earlier === undefined) return undefined;
  return earlier.is_same ? answer(earlier.answer) : { type: 'refused', code: 'idempotency_mismatch' };
}

function firstOf(sql: Sql, { caller, key }: KeyedCall, choose: postgres.Fragment): postgres.Fragment {
  if (key === null) return sql`first as (select answer from (${choose}) as chosen (answer))`;
  return sql`
    pruned as (
      delete from once where (caller, key) in (
        select caller, key from once
        where made_at <= now() - interval '24 hours' and (caller, key) <> (${caller}, ${key.key})
        limit ${prunedAtOnce} for update skip locked
      )
    ),
    first as (
      insert into once (caller, key, fingerprint, answer)
      select ${caller}, ${key.key}, ${key.fingerprint}, answer from (${choose}) as chosen (answer)
      on conflict (caller, key) do update
        set fingerprint = excluded.fingerprint, answer = excluded.answer, made_at = excluded.made_at
        where once.made_at <= now() - interval '24 hours'
      returning answer
    )`;
}
