/** What the guest book does for each of its operations. */
import { answer, type Handlers, paidAnswer, type Storage } from '../../services/contract.ts';
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
        select id, text, author = ${caller.reference} as yours from entry order by id desc limit ${query.limit}`,
    );
    return answer({ items: [...items] });
  },

  async sign({ body, caller, hold }) {
    const [row] = await storage.run(
      (sql) => sql<{ id: number }[]>`
        with gone as (
          delete from entry where id in (select id from entry order by id desc offset ${entriesMax - 1})
        )
        insert into entry (author, text) values (${caller.reference}, ${body.text}) returning id`,
    );
    return row === undefined
      ? { type: 'refused', code: 'service_failed', reason: 'nothing was written' }
      : paidAnswer(hold, { id: row.id });
  },
});
