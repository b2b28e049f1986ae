/** What every persistence must do with bases and history: a part of `persistence.ts`. */
import { retiredState } from '../../engine/actor-kind.ts';
import { must } from '../../engine/assert.ts';
import type { Base, History } from '../../engine/ports.ts';
import type { Promised } from './credentials.ts';
import { account, batch, collect, counters, event, image, later, omar, vera } from './samples.ts';

export const historyPromises: { readonly title: string; readonly test: Promised }[] = [];
const on = (title: string, test: Promised): void => void historyPromises.push({ title, test });

/** A base's images and accounts, in the order of ids. */
async function loaded(history: History, base: Base) {
  const slices = await collect(history.load(base));
  const byId = <T>(entries: readonly (readonly [string, T])[]) => [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
  const images = slices.flatMap(({ actors }) => actors.map((each) => [each.id, each] as const));
  return { images: byId(images), accounts: byId(slices.flatMap(({ accounts }) => accounts)) };
}

on(
  'a base holds the newest images after a batch, and nothing of who left without a tombstone',
  async (t, city, store) => {
    const stone = { state: retiredState, context: { inscription: 'here lies vera' } };
    await city.journal.append(
      batch(1, { actors: [image(1), image(1, { id: omar })], accounts: [[vera, account(1, 5)]] }),
    );
    await city.journal.append(later(batch(2, { actors: [image(2)], accounts: [['treasury', account(2, -5)]] })));
    await city.journal.append(batch(3, { actors: [image(3, { id: omar, state: retiredState })] }));
    await city.journal.append(batch(4, { actors: [image(4, stone)] }));
    const history = await store.history();
    t.teardown(() => history.close?.());
    t.equal(await city.bases.newest(), undefined);
    // Of nothing, of the base before, and of one that is there.
    for (const number of [2, 3, 4, 4, 2]) {
      const base = must(await city.bases.make(number), 'a base');
      t.match(base, { batch: number, counters: { turn: number, settings: counters(1, 0).settings } });
      const { images, accounts } = await loaded(history, base);
      const vera2 = [vera, number < 4 ? image(2) : image(4, stone)];
      t.strictSame(images, number === 2 ? [[omar, image(1, { id: omar })], vera2].sort() : [vera2], `after ${number}`);
      t.strictSame(accounts, [
        [vera, account(1, 5)],
        ['treasury', account(2, -5)],
      ]);
    }
    t.strictSame(
      (await history.bases()).map((base) => base.batch),
      [2, 3, 4],
    );
    t.match(await city.bases.newest(), { batch: 4 });
    t.match(await city.bases.make(), { batch: 4 }, 'of the newest batch, unless another is named');
  },
);

on('history has every row with the version of the code that made it', async (t, city, store) => {
  const history = await store.history();
  t.teardown(() => history.close?.());
  t.equal(await history.extent(), undefined);
  t.equal(await history.head(1), undefined);
  t.equal(await history.row(1), undefined);
  for (let n = 1; n <= 40; n++) await city.journal.append(batch(n, { actors: [image(n)] }));
  t.strictSame(await history.extent(), { first: 1, last: 40 });
  t.strictSame(await history.head(7), { batch: 7, firstTurn: 7, lastTurn: 7 });
  t.match(await history.row(8), {
    batch: 8,
    firstTurn: 8,
    code: 'this code',
    commands: [{ turn: 8 }],
    actors: [{ turn: 8 }],
  });
  const rows = await collect(history.read(3, 39));
  t.strictSame(
    rows.map((row) => row.batch),
    Array.from({ length: 36 }, (_, i) => i + 4),
  );
});

on('[J8] a prune makes a base of the last batch that it removes; older ones go', async (t, city, store) => {
  for (let n = 1; n <= 6; n++) await city.journal.append(batch(n, { actors: [image(n)], events: [event(n, ['all'])] }));
  await city.checkpoints.write([image(5)], []);
  await city.checkpoints.complete(5, batch(5).counters);
  await city.bases.make(2);
  t.match(await city.housekeeping.prune(4), { batches: 3 });
  const history = await store.history();
  t.teardown(() => history.close?.());
  const [base, ...more] = await history.bases();
  t.match(base, { batch: 3 });
  t.same(more, []);
  t.strictSame((await loaded(history, must(base, 'a base'))).images, [[vera, image(3)]]);
  t.strictSame((await history.extent())?.first, 4);
});

on('no base is made of a batch between which and the base before one is missing', async (t, city) => {
  await city.journal.append(batch(2));
  await city.journal.append(batch(3));
  t.equal(await city.bases.make(3), undefined);
});
