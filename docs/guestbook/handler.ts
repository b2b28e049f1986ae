/** What the guest book does for each of its operations. */
import { answer, type Handlers, type Storage } from '../../services/contract.ts';
import { actOnce } from '../../services/idempotent-calls.ts';
import type { manifest } from './manifest.ts';

/** Entries that the book keeps; the oldest go first. */
const entriesMax = 10_000;

interface Row {
  readonly id: number;
  readonly text: string;
  readonly yours: boolean;
}

export const handlersOf = (storage: Storage): Handlers<typeof manifest> => ({
  async read({ query, caller }) {
    const items = await storage.run(
      (sql) => sql<Row[]>`
        select id, text, author = ${caller.pseudonym} as yours from entry order by id desc limit ${query.limit}`,
    );
    return answer({ items: [...items] });
  },

  // A repeat under the same key gets here only after a failure, of which nobody knows what it wrote: it is written once all the same.
  async sign({ body, caller, key, hold }) {
    const made = await actOnce(
      storage,
      { caller: caller.pseudonym, key },
      (sql, first) => sql<{ answer: { id: number } }[]>`
        with ${first(sql`select jsonb_build_object('id', nextval('entry_id_seq'))`)},
          gone as (
            delete from entry where id in (select id from entry order by id desc offset ${entriesMax - 1})
              and exists (select from first)
          ),
          written as (
            insert into entry (id, author, text)
            select (answer->>'id')::bigint, ${caller.pseudonym}, ${body.text} from first
          )
        select answer from first`,
    );
    if (made?.type === 'answer') return { ...made, cost: hold, body: (bill) => ({ ...made.body(bill), ...bill }) };
    return made ?? { type: 'refused', code: 'service_failed', reason: 'nothing was written' };
  },
});
