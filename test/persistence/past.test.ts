/** The past of a city on Postgres: opened while another holds the lease, from bases, without a change; and what is damaged is named. */
import t, { type Test } from 'tap';
import { kinds } from '../../actors/index.ts';
import { openPast } from '../../engine/commit/past.ts';
import type { ActorId } from '../../engine/ids.ts';
import { CityState } from '../../engine/state/city-state.ts';
import { codeVersion } from '../../host/code-version.ts';
import { PostgresBases } from '../../persistence/postgres/bases.ts';
import { PostgresHistory } from '../../persistence/postgres/history.ts';
import { readPast } from '../../persistence/postgres/past-reading.ts';
import { verifyCity } from '../../persistence/postgres/verification.ts';
import { stateHash } from '../../research/runs/state-hash.ts';
import { type KeptSimulation, keptSimulation, secret } from './kept-simulation.ts';
import { type PostgresStore, postgresStores } from './support.ts';

t.setTimeout(900_000);

const stores = await postgresStores();
t.teardown(() => stores.stop());

async function open(store: PostgresStore, turn: number) {
  const history = await PostgresHistory.open(store.address);
  try {
    const state = new CityState(kinds, secret, {});
    const opened = await openPast(state, history, { type: 'turn', turn }, codeVersion());
    return { opened, hash: stateHash(state) };
  } finally {
    await history.close();
  }
}

/** A base, a row behind it that is damaged later, and two bases behind that: how many turns a batch takes is up to the machine. */
async function batchesOf({ sql }: PostgresStore) {
  const [row] = await sql<{ last: number }[]>`select max(batch)::int as last from journal`;
  const at = (share: number) => Math.floor((row?.last ?? 0) * share);
  return { first: at(0.25), damaged: at(0.35), second: at(0.5), third: at(0.75) };
}

const rowsOf = async ({ sql }: PostgresStore) =>
  (await sql`select md5(string_agg(md5(journal::text), '' order by batch)) as sum from journal`)[0]?.['sum'];

t.test('[PT1] any turn of a simulated city, beside it, from its beginning and from bases', async (t) => {
  const kept = await keptSimulation(t, stores, 70);
  const { store, hashes, turns } = kept;
  t.ok(turns > 1_000, `${turns} turns`);
  const before = await rowsOf(store);
  const ends = [...hashes.keys()];
  const some = ends.filter((_, i) => i % 7 === 0 || i === ends.length - 1);
  for (const turn of some) t.match(await open(store, turn), { opened: { turn, base: 0 }, hash: hashes.get(turn) });
  // Within a batch too: the turns around the end of a tick give what leads to it.
  const bases = new PostgresBases(store.address);
  const { first, second, third } = await batchesOf(store);
  for (const batch of [first, second, third]) t.match(await bases.make(batch), { batch });
  let fromBases = 0;
  for (const turn of some) {
    const { opened, hash } = await open(store, turn);
    t.equal(hash, hashes.get(turn), `turn ${turn} from base ${opened.base}`);
    fromBases += Number(opened.base > 0);
  }
  t.ok(fromBases > 3);
  t.equal(await rowsOf(store), before, 'the journal is as it was');
  await t.test('what came later', (t) => nothingLater(t, kept));
  await t.test('verify', (t) => damaged(t, kept));
});

/** [PT3] The latest who got a letter, and what the public heard, as it was in the middle. */
async function nothingLater(t: Test, { store, turns }: KeptSimulation): Promise<void> {
  const [letter] = await store.sql<{ actor: ActorId; seq: number }[]>`
    select actor, seq::int as seq from letter order by seq desc limit 1`;
  if (letter === undefined) throw new Error('a letter');
  const seq = letter.seq - 1;
  const reading = readPast(store.address, { turn: turns, seq, tick: 1 });
  const letters = await reading.events.letters(letter.actor, Number.MAX_SAFE_INTEGER, 1_000);
  t.ok(letters.every((event) => event.seq <= seq));
  const back = { after: 0, until: Number.MAX_SAFE_INTEGER, limit: 100_000, reach: Number.MAX_SAFE_INTEGER };
  t.ok((await reading.events.missed(null, back)).through <= seq);
  await reading.close();
}

/** Damages rows one after the other, and looks what is said. */
async function damaged(t: Test, { store, turns }: KeptSimulation): Promise<void> {
  const sound = await verifyCity(store.address);
  t.same(sound.damages, []);
  t.same(sound.openable, [{ from: 1, to: turns }]);
  const { damaged: at, second } = await batchesOf(store);
  const [row] = await store.sql<{ first: number; last: number }[]>`
    select first_turn::int as first, last_turn::int as last from journal where batch = ${at}`;
  const [base] = await store.sql<
    { last: number }[]
  >`select last_turn::int as last from journal where batch = ${second}`;
  if (row === undefined || base === undefined) throw new Error('a row and a base');
  await store.sql`update journal set body = set_byte(body, 40, 255 - get_byte(body, 40)) where batch = ${at}`;
  const openable = [
    { from: 1, to: row.first - 1 },
    { from: base.last, to: turns },
  ];
  const flipped = await verifyCity(store.address);
  t.same(flipped.damages, [`journal row (shard 0, batch ${at}): its checksum is wrong`]);
  t.same(flipped.openable, openable);
  t.equal((await open(store, row.first - 1)).opened.turn, row.first - 1);
  await t.rejects(open(store, row.last + 1), { message: `journal row (shard 0, batch ${at}): its checksum is wrong` });
  t.equal((await open(store, base.last)).opened.base, second);
  await store.sql`delete from journal where batch = ${at}`;
  const gone = await verifyCity(store.address);
  t.same(gone.damages, [`journal rows (batches ${at} to ${at}) are missing`]);
  t.same(gone.openable, openable);
  await store.sql`update event set body = '{' where seq = 9`;
  await store.sql`delete from event where seq in (11, 12)`;
  await store.sql`update content set text = 'other' where hash = (select min(hash) from content)`;
  await store.sql`update base_slice set bodies = replace(bodies, 'resident', 'visitor!') where batch = ${second} and number = 0`;
  const more = await verifyCity(store.address);
  t.equal(more.damages.length, 5);
  t.match(more.damages[0], /^actor row \(id [^)]*\): its checksum is wrong$/);
  t.match(more.damages[2], /^event row \(seq 9\) cannot be read: /);
  t.equal(more.damages[3], 'event rows (seqs 11 to 12) are missing');
  t.match(more.damages[4], /^content row \(hash [^)]*\): its text has another hash$/);
  t.equal(more.openable.length, 2);
  t.equal(more.openable[1]?.to, turns, 'from the last base on');
}
