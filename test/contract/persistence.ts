/** The contract of every persistence, whatever stores it. Named after the design's rules and the promises of reliability. */

import { randomBytes } from 'node:crypto';
import t from 'tap';
import { must } from '../../engine/assert.ts';
import { type ActorId, contentHash } from '../../engine/ids.ts';
import { type Batch, keyKeptMs } from '../../engine/ports.ts';
import type { StoreMaker } from '../persistence/support.ts';
import { credentialPromises, type Promised } from './credentials.ts';
import { gatewayPromises } from './gateway-tables.ts';
import { historyPromises } from './history.ts';
import { postingPromises } from './postings.ts';
import { account, batch, collect, counters, event, image, missed, omar, vera } from './samples.ts';
import { wordPromises } from './words.ts';

const promises: { readonly title: string; readonly test: Promised }[] = [];
const on = (title: string, test: Promised): void => void promises.push({ title, test });

/** Holds `maker` to every promise below. */
export function persistenceContract(maker: StoreMaker): void {
  for (const { title, test } of [
    ...promises,
    ...credentialPromises,
    ...gatewayPromises,
    ...historyPromises,
    ...postingPromises,
    ...wordPromises,
  ])
    t.test(`${maker.name}: ${title}`, async (t) => {
      const store = await maker.fresh();
      const city = await store.open();
      try {
        await city.lease.acquire();
        await test(t, city, store);
      } finally {
        await city.close();
        await store.remove();
      }
    });
}

on('[J1] what was appended is read again after a restart, and nothing else of it', async (t, city, store) => {
  const first = batch(1, {
    actors: [image(1)],
    accounts: [
      ['treasury', account(1, -5)],
      [vera, account(1, 2 ** 53 - 1)],
    ],
  });
  const second = batch(2, { events: [event(1, ['at:city-commons'])] });
  t.equal(await city.journal.append(first), 'durable');
  t.equal(await city.journal.append(second), 'durable');
  await city.close();
  const next = await store.open();
  await next.lease.acquire();
  const rows = await collect(next.journal.read(0));
  const kept = ({ batch, firstTurn, counters, commands, actors, accounts }: Batch) => ({
    batch,
    firstTurn,
    counters,
    commands,
    actors,
    accounts,
  });
  t.strictSame(
    rows.map((row) => kept({ ...first, ...row })),
    [kept(first), kept(second)],
  );
  t.strictSame(
    (await collect(next.journal.read(1))).map((row) => row.batch),
    [2],
  );
  await next.close();
});

on('[OP7] a database that is there answers', async (t, city) => {
  t.equal(city.probe.isAnswering, true, 'as long as nothing else is known');
  city.probe.start();
  await city.journal.append(batch(1));
  t.equal(city.probe.isAnswering, true);
});

on('[J1] many batches come back in order', async (t, city) => {
  for (let n = 1; n <= 50; n++) await city.journal.append(batch(n));
  t.strictSame(
    (await collect(city.journal.read(7))).map((row) => row.batch),
    Array.from({ length: 43 }, (_, i) => i + 8),
  );
});

on(
  '[J3] an append without the lease, or after another city took it, is fenced and leaves nothing',
  async (t, city, store) => {
    await city.journal.append(batch(1));
    await store.usurp();
    const key = { caller: vera, key: 'k', fingerprint: 'f', json: '{}', at: 1 };
    const text = 'never kept';
    const contents = [{ hash: contentHash(text), text }];
    t.equal(
      await city.journal.append(
        batch(2, {
          events: [event(1, ['all'])],
          keys: [key],
          contents,
          followings: [{ actor: vera, seq: 1, topic: 'a' }],
        }),
      ),
      'fenced',
    );
    t.equal((await collect(city.journal.read(0))).length, 1);
    t.strictSame(await missed(city.events, vera), []);
    t.equal(await city.keys.find(vera, 'k', 1), undefined);
    t.equal((await city.events.contents([contentHash(text)])).size, 0);
  },
);

on('[J5] a repeat is durable, and happens once', async (t, city) => {
  const repeated = batch(1, { events: [event(1, ['all'])] });
  t.equal(await city.journal.append(repeated), 'durable');
  t.equal(await city.journal.append({ ...repeated }), 'durable');
  t.equal((await missed(city.events, vera)).length, 1);
  t.equal((await collect(city.journal.read(0))).length, 1);
});

on('[J5] another batch under the same number is fatal', async (t, city) => {
  await city.journal.append(batch(1, { events: [event(1, ['all'])] }));
  await t.rejects(city.journal.append(batch(1, { firstTurn: 1, actors: [image(1)], events: [event(1, ['all'])] })), {
    name: 'JournalConflict',
  });
});

on('[J1] a batch keeps each part that it has, whatever others it lacks', async (t, city) => {
  const parts = 5;
  for (let choice = 0; choice < 2 ** parts; choice++) {
    const number = choice + 1;
    const has = (part: number): boolean => (choice & (1 << part)) !== 0;
    const who = `resident:of-${number}` as ActorId;
    const contents = [{ hash: contentHash(`text ${number}`), text: `text ${number}` }];
    const key = { caller: who, key: 'k', fingerprint: 'f', json: '{}', at: 1000 };
    const leaving = { image: image(number, { id: who }), account: account(number, 0), keys: [] };
    const appended = await city.journal.append(
      batch(number, {
        events: has(0) ? [{ ...event(number, ['at:library']), letters: [who] }] : [],
        followings: has(1) ? [{ actor: who, seq: number, topic: 'at:library' }] : [],
        keys: has(2) ? [key] : [],
        contents: has(3) ? contents : [],
        departed: has(4) ? [leaving] : [],
      }),
    );
    t.equal(appended, 'durable');
    const found = [
      (await city.events.letters(who, 99, 9)).length === 1,
      (await city.keys.find(who, 'k', 1000)) !== undefined,
      (await city.events.contents([contentHash(`text ${number}`)])).size === 1,
      (await city.events.departed(who)) !== undefined,
      (await missed(city.events, who, { after: choice, until: number })).length === 1,
    ];
    t.strictSame(found, [has(0), has(2), has(3), has(4), has(0) && has(1)], String(choice));
  }
});

on('[J4] a key is kept with its commit, for 24 h, and the first answer is never replaced', async (t, city) => {
  const row = { caller: vera, key: 'line\nbreak', fingerprint: 'f1', json: '{"a":"\\n"}', at: 1000 };
  const secret = { ...row, key: 'secret', json: null };
  await city.journal.append(batch(1, { keys: [row, secret, { ...row, fingerprint: 'f2' }] }));
  await city.journal.append(batch(2, { keys: [{ ...row, fingerprint: 'f3' }] }));
  t.strictSame(await city.keys.find(vera, 'line\nbreak', 2000), row);
  t.strictSame(await city.keys.find(vera, 'secret', 2000), secret);
  t.equal(await city.keys.find(omar, 'secret', 2000), undefined);
  t.equal(await city.keys.find(vera, 'secret', 1001 + keyKeptMs), undefined, 'older than a day');
  const again = { ...row, fingerprint: 'f4', at: 1001 + keyKeptMs };
  await city.journal.append(batch(3, { keys: [again] }));
  t.strictSame(await city.keys.find(vera, 'line\nbreak', again.at), again, 'after a day the key may be used anew');
  t.equal(await city.housekeeping.pruneKeys(again.at), 1);
  t.strictSame(await city.keys.find(vera, 'line\nbreak', again.at), again);
});

on('[A3] a text is kept once, under its hash', async (t, city) => {
  const text = 'two\nlines "quoted" \\ and 🌳';
  const contents = [{ hash: contentHash(text), text }];
  await city.journal.append(batch(1, { contents: [...contents, ...contents] }));
  await city.journal.append(batch(2, { contents }));
  t.strictSame(
    [...(await city.events.contents([contentHash(text), contentHash('missing')]))],
    [[contentHash(text), text]],
  );
  t.equal((await city.events.contents([])).size, 0);
});

on('events heard are those of the topic followed then, those that name one, and those for all', async (t, city) => {
  await city.journal.append(
    batch(1, {
      events: [event(1, ['at:commons']), event(2, ['at:library']), event(3, ['to:resident:vera-7', 'at:library'])],
      followings: [
        { actor: vera, seq: 2, topic: null },
        { actor: vera, seq: 2, topic: 'at:commons' },
      ],
    }),
  );
  await city.journal.append(
    batch(2, {
      events: [event(4, ['at:commons', 'public']), event(5, ['at:library']), event(6, ['all'])],
      followings: [{ actor: vera, seq: 5, topic: 'at:library' }],
    }),
  );
  await city.journal.append(
    batch(3, {
      events: [event(7, ['at:commons']), event(8, ['at:library']), event(9, []), event(10, ['at:library'])],
      followings: [{ actor: vera, seq: 10, topic: null }],
    }),
  );
  const seqs = async (actor: ActorId | null, after: number, until: number, limit: number) =>
    (await missed(city.events, actor, { after, until, limit })).map(({ seq }) => seq);
  t.strictSame(await seqs(vera, 0, 99, 99), [3, 4, 5, 6, 8], 'born at 2, moved at 5, follows nothing from 10 on');
  t.strictSame(await seqs(vera, 3, 6, 99), [4, 5, 6], 'after < seq <= until');
  t.strictSame(await seqs(vera, 4, 99, 2), [5, 6], 'at most limit, in order');
  t.strictSame(await seqs(vera, 8, 99, 99), []);
  t.strictSame(await seqs(omar, 0, 99, 99), [6], 'who follows nothing hears only what is for all');
  t.strictSame(await seqs(null, 0, 99, 99), [4], 'the public');
  t.strictSame(await missed(city.events, null), [event(4, ['at:commons', 'public'])]);
});

on('letters come newest first, before a seq', async (t, city) => {
  const letter = (seq: number, ...to: (typeof vera)[]) => ({ ...event(seq, [], 'credits.received'), letters: to });
  await city.journal.append(
    batch(1, {
      events: [
        letter(1, vera, omar),
        event(2, ['to:resident:vera-7'], 'credits.received'),
        letter(3, vera),
        letter(4, omar),
        letter(5, vera, vera),
      ],
    }),
  );
  const seqs = async (...args: Parameters<typeof city.events.letters>) =>
    (await city.events.letters(...args)).map(({ seq }) => seq);
  t.strictSame(await seqs(vera, 99, 99), [5, 3, 1], 'each once, and not what only names her');
  t.strictSame(await seqs(vera, 5, 1), [3]);
  t.strictSame(await seqs(omar, 4, 9), [1]);
});

on('[J2] the image with the highest turn wins, and only complete checkpoints count', async (t, city, store) => {
  t.equal(await city.checkpoints.latest(), undefined);
  await city.checkpoints.write([image(5), image(4, { id: omar })], [[vera, account(5, 50)]]);
  await city.checkpoints.write(
    [image(3, { state: 'older' })],
    [
      [vera, account(4, 40)],
      ['treasury', account(1, -90)],
    ],
  );
  t.equal(await city.checkpoints.latest(), undefined, 'not complete');
  await city.checkpoints.complete(7, counters(5, 3));
  await city.checkpoints.write([image(9, { state: 'newer' })], []);
  await city.close();
  const next = await store.open();
  await next.lease.acquire();
  t.strictSame(
    await next.checkpoints.latest(),
    { batch: 7, counters: counters(5, 3) },
    'the interrupted one is ignored',
  );
  const slices = await collect(next.checkpoints.load());
  const actors = new Map(slices.flatMap((slice) => slice.actors).map((each) => [each.id, each]));
  t.strictSame(actors.get(vera), image(9, { state: 'newer' }), 'its newer image does no harm');
  t.strictSame(actors.get(omar), image(4, { id: omar }));
  t.equal(actors.size, 2);
  t.strictSame(
    new Map(slices.flatMap((slice) => slice.accounts)),
    new Map([
      [vera, account(5, 50)],
      ['treasury', account(1, -90)],
    ]),
  );
  await next.checkpoints.complete(8, counters(9, 4));
  t.equal((await next.checkpoints.latest())?.batch, 8);
  await next.close();
});

on('[J2] what a checkpoint forgets is not loaded again; the others are', async (t, city, store) => {
  const third = image(6, { id: 'resident:third-11' as typeof vera });
  await city.checkpoints.write([image(5), image(4, { id: omar }), third], [[vera, account(5, 50)]]);
  await city.checkpoints.complete(7, counters(6, 3));
  await city.checkpoints.forget([vera, third.id, 'call:never-there' as typeof vera], []);
  await city.checkpoints.forget([], []);
  await city.checkpoints.write([image(8, { id: third.id })], []);
  await city.checkpoints.complete(9, counters(8, 3));
  await city.close();
  const next = await store.open();
  await next.lease.acquire();
  const slices = await collect(next.checkpoints.load());
  t.strictSame(
    slices.flatMap(({ actors }) => actors.map(({ id, turn }) => [id, turn])).sort(),
    [
      [omar, 4],
      [third.id, 8],
    ],
    'one that came back is there',
  );
  t.equal(slices.flatMap(({ accounts }) => accounts).length, 1, 'its page in the book stays');
  await store.usurp();
  await t.rejects(next.checkpoints.forget([omar], []), { name: 'Fenced' });
  await next.close();
});

on('[J8] pruning stops at the checkpoint and keeps the latest following', async (t, city) => {
  for (let n = 1; n <= 6; n++) {
    const topic = n === 1 ? 'at:commons' : 'at:library';
    const followings = n <= 2 ? [{ actor: vera, seq: n, topic }] : [];
    await city.journal.append(batch(n, { events: [{ ...event(n, ['at:library']), letters: [omar] }], followings }));
  }
  t.equal((await city.housekeeping.prune(4)).events, 0, 'nothing without a checkpoint');
  await city.checkpoints.complete(4, counters(4, 4));
  t.strictSame(await city.housekeeping.prune(4), { oldest: 4, events: 3, batches: 3 });
  t.strictSame(await city.housekeeping.prune(6), { oldest: 5, events: 1, batches: 1 }, 'not beyond the checkpoint');
  t.strictSame(
    (await missed(city.events, vera)).map(({ seq }) => seq),
    [5, 6],
  );
  t.strictSame(
    (await city.events.letters(omar, 99, 99)).map(({ seq }) => seq),
    [6, 5],
  );
  t.strictSame(
    (await collect(city.journal.read(4))).map((row) => row.batch),
    [5, 6],
  );
  t.strictSame(await city.housekeeping.prune(new Date(0)), { oldest: 5, events: 0, batches: 0 });
});

on('[J8] of the newest batches those are kept that fit into so many bytes, with their events', async (t, city) => {
  const chars = 200_000;
  // Nothing that could be compressed.
  const text = randomBytes(chars).toString('base64').slice(0, chars);
  for (let n = 1; n <= 8; n++) {
    const said = { ...event(n, ['all']), json: JSON.stringify({ seq: n, said: text }) };
    await city.journal.append(batch(n, { events: [said], actors: [{ ...image(n), context: { said: text } }] }));
  }
  const { journal, checkpoints, housekeeping } = city;
  await checkpoints.complete(8, counters(8, 8));
  t.equal(await housekeeping.oldestWithin(100 * chars), undefined, 'all of them fit');
  const oldest = must(await housekeeping.oldestWithin(7 * chars), 'the oldest seq within three batches');
  t.ok(oldest >= 5 && oldest <= 6, String(oldest));
  t.match(await housekeeping.prune(oldest), { batches: oldest - 1, events: oldest - 1 });
  t.equal((await collect(journal.read(0))).length, 9 - oldest);
  t.equal(await housekeeping.oldestWithin(7 * chars), undefined, 'what was removed does not count');
});

on('[OP6] a second city is refused while the first lives, and comes in once it is gone', async (t, city, store) => {
  const second = await store.open();
  await t.rejects(second.lease.acquire(), { name: 'LeaseHeld', message: /host .+, pid \d+, since 2/ });
  await city.close();
  t.equal(await second.lease.acquire(), 2);
  t.equal(await second.journal.append(batch(1)), 'durable');
  await second.close();
});

on('who left for a tombstone is kept by the commit, and found by id and key', async (t, city) => {
  const one = { image: image(3), account: account(3, 0), keys: ['token abc', 'mentees omar-9'] };
  const other = { image: image(3, { id: omar }), account: account(2, 0), keys: ['mentees omar-9'] };
  t.equal(await city.events.departed(vera), undefined);
  const leaving = batch(1, { departed: [one, other] });
  t.equal(await city.journal.append(leaving), 'durable');
  t.equal(await city.journal.append(leaving), 'durable', '[J5] a repeat does no harm');
  t.strictSame({ ...(await city.events.departed(vera)), keys: one.keys }, one);
  t.strictSame(await city.events.departedUnder('token abc', 9), [vera]);
  t.strictSame(await city.events.departedUnder('mentees omar-9', 9), [omar, vera], 'in the order of their ids');
  t.strictSame(await city.events.departedUnder('mentees omar-9', 1), [omar]);
  t.strictSame(await city.events.departedUnder("token ' or true --", 9), []);
});

on('[J2] a checkpoint that forgets closes accounts too', async (t, city) => {
  const accounts = [
    [vera, account(5, 0)],
    [omar, account(4, 1)],
  ] as const;
  await city.checkpoints.write([image(5), image(4, { id: omar })], accounts);
  await city.checkpoints.forget([], [vera]);
  const slices = await collect(city.checkpoints.load());
  t.equal(slices.flatMap(({ actors }) => actors).length, 2, 'their rows stay');
  t.strictSame(
    slices.flatMap((slice) => slice.accounts.map(([id]) => id)),
    [omar],
  );
});
