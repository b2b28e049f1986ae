/** `civitas base`, `verify` and `replay` as a researcher runs them: what they print, and what they refuse. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { makeBase } from '../../cli/base.ts';
import { momentOf } from '../../cli/past-folder.ts';
import { replay } from '../../cli/replay.ts';
import { verify } from '../../cli/verify.ts';
import { keptSimulation, secret } from '../persistence/kept-simulation.ts';
import { postgresStores } from '../persistence/support.ts';
import { bareEnv, civitas } from '../run-civitas.ts';

t.setTimeout(900_000);
const stores = await postgresStores();
t.teardown(() => stores.stop());

t.test('a city is opened as it was, verified and given a base, while another holds its lease', async (t) => {
  const { store, hashes, turns } = await keptSimulation(t, stores, 12);
  const { host, port, user, database } = store.address;
  const data = t.testdir({ secret });
  const env = bareEnv({ PGHOST: host, PGPORT: String(port), PGUSER: user, DATABASE_URL: `postgres:///${database}` });
  const ran = (...args: readonly string[]) => civitas(args, env);
  const [turn, hash] = [...hashes][5] ?? [0, ''];
  const past = await ran('replay', '--print', '--data', data, '--at', `turn:${turn}`);
  t.equal(past.code, 0, past.err);
  t.match(past.out, new RegExp(`^turn +${turn} \\(batch \\d+, opened from the beginning\\)$`, 'm'));
  t.match(past.out, new RegExp(`^state +${hash}$`, 'm'));
  t.match(past.out, /^events +1 to \d+; hash [0-9a-f]{64}$/m);
  t.match(past.out, /^living +\d+$/m);
  t.match(past.out, /^treasury +-\d/m);
  const base = await ran('base', '--data', data);
  t.match(base, { code: 0, out: new RegExp(`^the state after turn ${turns} \\(batch \\d+\\) is kept\\n$`) });
  t.match(
    (await ran('replay', '--print', '--data', data, '--to', `turn:${turns}`)).out,
    /opened from the base of batch/,
  );
  const sound = await ran('verify', '--data', data);
  t.match(sound, {
    code: 0,
    out: new RegExp(`Every row can be read\\.\\nTurns that can be opened: 1 to ${turns}\\.\\n$`),
  });
  await store.sql`update journal set body = '' where batch = 9`;
  const damaged = await ran('verify', '--data', data);
  t.equal(damaged.code, 1);
  t.match(damaged.out, /^bad: journal row \(shard 0, batch 9\): its checksum is wrong$/m);
  const refusals: readonly (readonly [moment: string, why: RegExp])[] = [
    [`turn:${turns + 1}`, /^Turn \d+ is not there: the city has turns 1 to \d+\.\n$/],
    [`turn:${turn}`, /^journal row \(.*batch 9\): its checksum is wrong\. `civitas verify` says which turns can be /],
  ];
  for (const moments of [[], ['--at', 'turn:1', '--to', 'turn:2']])
    t.match(await ran('replay', '--data', data, ...moments), { code: 1, out: '', err: /^Say at what moment, once: / });
  for (const [moment, why] of refusals)
    t.match(await ran('replay', '--data', data, '--to', moment), { code: 1, out: '', err: why }, moment);
  await store.sql`insert into migration (name) values ('999-later.sql')`;
  t.match(await ran('verify', '--data', data), {
    code: 1,
    err: /^this database was made by a newer version .*999-later\.sql\. Use that version\.\n$/,
  });
  t.same(readdirSync(data), ['secret'], 'nothing is made in the folder');
});

t.test('a folder without a city is not made one', async (t) => {
  const nowhere = join(t.testdir(), 'nowhere');
  await t.rejects(verify({}, nowhere), /^There is no city in .*nowhere\. /);
  await t.rejects(
    replay({}, { data: nowhere, to: 'turn:1', port: '0' }, { say: () => {}, signal: new AbortController().signal }),
    /^There is no city/,
  );
  await t.rejects(makeBase({}, nowhere), /^There is no city/);
  t.notOk(existsSync(nowhere));
});

t.test('a moment is a turn, a tick or a time that has been', async (t) => {
  const now = new Date('2026-03-31T12:00:00Z');
  t.same(momentOf('--to', 'turn:9000', now), { type: 'turn', turn: 9000 });
  t.same(momentOf('--to', 'tick:120', now), { type: 'tick', tick: 120 });
  t.same(momentOf('--to', '2026-01-02T10:00Z', now), { type: 'time', at: Date.UTC(2026, 0, 2, 10) });
  for (const text of ['', '9000', 'turn:', 'turn:-1', 'turn:1.5', '5 days ago', 'turn:9999999999999999'])
    t.throws(() => momentOf('--to', text, now), /^--to .*: give a turn/, text);
  t.throws(() => momentOf('--to', '2027-01-01', now), /--to 2027-01-01 lies in the future\./);
});
