/** Forks of a city that was simulated into a data folder: unchanged, changed, driven by the record, and those that fail. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { kinds } from '../../actors/index.ts';
import { diff } from '../../cli/diff.ts';
import { type ForkOptions, fork } from '../../cli/fork/command.ts';
import { reportOf } from '../../cli/fork/report.ts';
import { impatient } from '../../cli/fork/thread.ts';
import { stateAt, withHistory, withPastFolder } from '../../cli/past-folder.ts';
import { replay } from '../../cli/replay.ts';
import { verify } from '../../cli/verify.ts';
import { why } from '../../cli/why.ts';
import { fieldsOf, parseJson } from '../../client/wire.ts';
import { readConfig } from '../../config/settings.ts';
import { CityEngine } from '../../engine/city.ts';
import { JournalUnavailable } from '../../engine/ports.ts';
import { CityState } from '../../engine/state/city-state.ts';
import { cityOptions } from '../../host/founding/foundation.ts';
import { systemClock } from '../../host/system-clock.ts';
import { startEmbedded } from '../../persistence/embedded/embedded-postgres.ts';
import { connect, type Sql } from '../../persistence/postgres/connections.ts';
import { openPersistence } from '../../persistence/postgres/persistence.ts';
import { openServiceStorage } from '../../persistence/postgres/service-storage.ts';
import { Timeline } from '../../research/past/timeline.ts';
import { EventHash, lineOf } from '../../research/runs/event-log.ts';
import { stateHash } from '../../research/runs/state-hash.ts';
import { keptFolder, secret } from '../persistence/kept-simulation.ts';
import { FakeSandbox, silentLog } from '../world.ts';

t.setTimeout(600_000);

const kept = await keptFolder(t, 60);
// Somebody who leaves after all that is forked.
await withPastFolder({}, kept.folder, async ({ server }) => {
  const sql = connect(server.address, { connectionsMax: 1, deadlineMs: 0, statementTimeoutMs: 0 });
  await sql`insert into departed (id, crc, body) values ('resident:later-1', 0, ${'[2,"",{},[],[],false,999999]\n[]'})`;
  await sql`insert into departed_key (key, id) values ('token later', 'resident:later-1')`;
  await sql.end();
});
/** Runs a statement among the tables of the mailbox. */
const onServices = (statement: string) =>
  withPastFolder({}, kept.folder, async ({ server }) => {
    const migrations = join(import.meta.dirname, '../../services/caddr/migrations');
    const pool = await openServiceStorage(server.address, 'caddr', migrations);
    await pool.run((sql) => sql.unsafe(statement));
    await pool.close();
  });
await onServices("insert into mailbox (owner, address) values ('ada', 'a'), ('vera', 'b')");
mkdirSync(join(kept.folder, 'services'));
writeFileSync(join(kept.folder, 'services', 'caddr.secret'), 'hidden\n');
const last = kept.hashes.get(kept.turns);
const ends = [...kept.hashes.keys()];
/** In the middle of a batch: the wake-ups of a tick are heard in it. */
const amid = (ends[25] ?? 0) - 3;
const place = t.testdir();

const forked = (name: string, more: Partial<ForkOptions>) =>
  fork({}, { data: kept.folder, at: `turn:${amid}`, out: join(place, name), set: [], drive: 'none', ...more });

/** The hash of all events of a folder, and of its state after a turn. */
const eventsOf = (data: string) =>
  withPastFolder({}, data, (folder) =>
    withHistory(folder, async (history) => {
      const hash = new EventHash();
      for await (const event of history.events(0, Number.MAX_SAFE_INTEGER)) hash.add(lineOf(event));
      return hash.digest();
    }),
  );
const stateOf = (data: string, turn: number) =>
  withPastFolder({}, data, (folder) =>
    withHistory(folder, async (history) => stateHash((await stateAt(folder, history, { type: 'turn', turn })).state)),
  );

t.test('[FK1] an unchanged fork driven by its record is the city that it was forked from', async (t) => {
  const before = await eventsOf(kept.folder);
  const done = await forked('same', { drive: 'recorded' });
  t.match(done, { at: amid, turn: kept.turns, stateHash: last, interventions: [], refused: [] });
  t.equal(await eventsOf(join(place, 'same')), before, 'every event, with its audience');
  t.equal(await eventsOf(kept.folder), before, 'and that city is as it was');
  t.same((await verify({}, join(place, 'same'))).damages, []);
});

t.test('a fork that is not driven opens as a city, which goes on', async (t) => {
  const at = ends[30] ?? 0;
  const done = await forked('still', { at: `turn:${at}` });
  t.match(done, { at, turn: at, stateHash: kept.hashes.get(at) });
  const folder = join(place, 'still');
  t.equal(await stateOf(folder, ends[10] ?? 0), kept.hashes.get(ends[10] ?? 0), 'its past is that of the city');
  const embedded = await startEmbedded({ dataDir: folder, log: silentLog });
  const persistence = await openPersistence({ address: { ...embedded.connection } });
  t.teardown(async () => {
    await persistence.close();
    await embedded.stop();
  });
  const later = (sql: Sql) =>
    sql`select from departed where (split_part(body, E'\n', 1)::json ->> 6)::bigint > ${at}::bigint`;
  const sql = connect({ ...embedded.connection }, { connectionsMax: 1, deadlineMs: 0, statementTimeoutMs: 0 });
  t.same([...(await later(sql)), ...(await sql`select from departed_key where key = 'token later'`)], []);
  t.same([...(await sql`select from idempotency`), ...(await sql`select from visitor_session`)], []);
  await sql.end();
  await persistence.lease.acquire();
  const { journal, checkpoints, events, keys } = persistence;
  const ports = { journal, checkpoints, events, keys, clock: systemClock, log: silentLog, onFatal: () => {} };
  const config = readConfig({ MINDS: '0', NEWBORN_SEED_CREDITS: '100' });
  const performers = new FakeSandbox().performers();
  const city = await CityEngine.open({ ...cityOptions(config), ...ports, performers, secret });
  t.equal(stateHash(city.state), kept.hashes.get(at));
  t.equal(await city.tick(), 'done');
  t.ok(await city.checkpoint());
  await city.close(10_000);
});

t.test('a folder of its own: another id, the same name secret, nothing that was of people', async (t) => {
  const read = (name: string) => readFileSync(join(place, 'same', name), 'utf8').trim();
  t.equal(read('secret'), secret);
  t.match(read('id'), /^[0-9a-f]{16}$/);
  t.match(fieldsOf(parseJson(read('fork.json'))), {
    id: read('id'),
    drive: 'recorded',
    parent: { data: kept.folder, turn: amid },
    state_hash: last,
  });
  t.notOk(existsSync(join(place, 'same', 'operator.token')));
});

/** What the mailbox of a folder keeps; undefined where it has none. */
const mailboxesIn = (data: string) =>
  withPastFolder({}, data, async ({ server }) => {
    const sql = connect(server.address, { connectionsMax: 1, deadlineMs: 0, statementTimeoutMs: 0 });
    try {
      return (await sql.unsafe('select owner from service_caddr.mailbox order by owner')).map(({ owner }) => owner);
    } catch {
      return undefined;
    } finally {
      await sql.end();
    }
  });

t.test('what services keep is not in a fork, or is there as it is now, which is said', async (t) => {
  const at = `turn:${ends[20]}`;
  await forked('bare', { at });
  t.equal(await mailboxesIn(join(place, 'bare')), undefined);
  t.match(fieldsOf(parseJson(readFileSync(join(place, 'bare', 'fork.json'), 'utf8'))), { services: { as_of: 'none' } });
  const done = await forked('later', { at, services: 'now' });
  t.same(await mailboxesIn(join(place, 'later')), ['ada', 'vera']);
  t.equal(readFileSync(join(place, 'later', 'services', 'caddr.secret'), 'utf8'), 'hidden\n');
  t.match(fieldsOf(parseJson(readFileSync(join(place, 'later', 'fork.json'), 'utf8'))), {
    services: { as_of: 'now', know_the_future: true, rows: { 'service_caddr.mailbox': 2 } },
  });
  const said = `2 rows of global services are as they are now: they know the future, what came after turn ${ends[20]}`;
  t.ok(reportOf(done, 'later').includes(said), reportOf(done, 'later').join('\n'));
  await onServices("delete from migration where name = '003-shares.sql'");
  await t.rejects(
    forked('older', { at, services: 'now' }),
    /^The tables of caddr are of another version: start the city once with this one, then fork\.$/,
  );
  t.notOk(existsSync(join(place, 'older')));
});

t.test('what is changed is a turn, and what came from outside may be refused then', async (t) => {
  writeFileSync(
    join(place, 'acts.jsonl'),
    `${JSON.stringify({ to: 'location:city-commons', event: { type: 'x' } })}\n`,
  );
  const done = await forked('dearer', { set: ['MESSAGE_PRICE=1000'], drive: 'recorded' });
  t.same(done.interventions, [amid + 1]);
  t.not(done.stateHash, last);
  t.ok(done.refused.length > 0, 'nobody can pay for a word any more');
  t.match(done.refused[0], { turn: Number, type: String, code: String });
  t.same((await verify({}, join(place, 'dearer'))).damages, []);
  await t.rejects(
    forked('refused', { command: join(place, 'acts.jsonl') }),
    /^The city refuses x to location:city-commons after turn/,
  );
  writeFileSync(join(place, 'acts.jsonl'), '{"to":"location:city-commons","event":{"type":"constructor"}}\n');
  await t.rejects(
    forked('refused', { command: join(place, 'acts.jsonl') }),
    /^The city cannot carry out constructor to location:city-commons after turn/,
  );
  writeFileSync(join(place, 'acts.jsonl'), '{"to":"resident:vera-7"}\n');
  await t.rejects(forked('refused', { command: join(place, 'acts.jsonl') }), /acts\.jsonl, line 1: event: /);
});

t.test('[FK3] [FK4] what is left out of the record does not come, and all else does', async (t) => {
  const ownEvents = await withPastFolder({}, kept.folder, (folder) =>
    withHistory(folder, async (history) => {
      const spoken: number[] = [];
      for await (const { commands } of history.read(0, Number.MAX_SAFE_INTEGER))
        for (const command of commands)
          if (command.turn > amid && command.type === 'event' && command.event.type === 'broadcast')
            spoken.push(command.turn);
      return spoken;
    }),
  );
  const [one = 0, other = 0] = ownEvents;
  const done = await forked('quieter', { drive: 'recorded', without: `${one},${other}` });
  t.equal(done.turn, kept.turns - 2);
  t.not(done.stateHash, last);
  t.same(done.refused, [], 'nobody answers a word in this city, and nobody is paid for one');
  const lines = await diff({}, kept.folder, join(place, 'quieter'));
  t.match(lines.join('\n'), new RegExp(`turn ${one}\\b`), 'they part where the first was said');
  for (const [without, says] of [
    [
      `${kept.turns + 1}`,
      new RegExp(`^--without ${kept.turns + 1}: nothing came from outside in that turn after turn ${amid}`),
    ],
    [`${amid}`, new RegExp(`^--without ${amid}: nothing came from outside`)],
    ['some', /^--without some: /],
  ] as const)
    await t.rejects(forked('missed', { drive: 'recorded', without }), says);
  await t.rejects(forked('missed', { drive: 'none', without: '9' }), /^--without 9: it is for --drive recorded\.$/);
  t.notOk(existsSync(join(place, 'missed')));
});

t.test('interventions are marked where somebody looks, and stay so in a fork of the fork', async (t) => {
  const dearer = join(place, 'dearer');
  const shown = async (data: string, what: string) =>
    (await why({}, what, { data, format: 'text', links: '20' })).join('\n');
  const text = await shown(dearer, `turn:${amid + 1}`);
  t.match(text, /: settings change \(an intervention: whoever made this fork added it\); no event\n/);
  t.match(text, /It began with an intervention in a fork\.$/);
  t.notMatch(await shown(dearer, 'turn:1'), /intervention/);
  const lines: string[] = [];
  const looked = { say: (line: string) => lines.push(line), signal: new AbortController().signal };
  await replay({}, { data: dearer, to: `turn:${amid + 1}`, print: true, port: '0' }, looked);
  t.ok(lines.includes(`a fork      of ${kept.folder}, after turn ${amid}`), lines.join('\n'));
  t.equal(lines.at(-1), `intervened  in turns ${amid + 1}`);
  lines.length = 0;
  await replay({}, { data: dearer, to: `turn:${amid}`, print: true, port: '0' }, looked);
  t.match(lines.at(-1), /^a fork /, 'not before it was made');
  const from = (at: number, name: string) =>
    forked(name, { data: dearer, at: `turn:${at}`, set: ['RESIDENT_UPKEEP=2'], drive: 'recorded' });
  t.same((await from(amid + 3, 'after')).interventions, [amid + 1, amid + 4], 'what was, and its own');
  t.same((await from(amid, 'before')).interventions, [amid + 1, amid + 2], 'its own, and what comes again');
  t.match(await shown(join(place, 'before'), `turn:${amid + 2}`), /It began with an intervention in a fork/);
});

t.test('where two of them part is told, and why', async (t) => {
  const [same, dearer] = [join(place, 'same'), join(place, 'dearer')];
  t.same(await diff({}, kept.folder, same), ['Nothing differs.']);
  const lines = await diff({}, kept.folder, dearer);
  t.match(lines[0], /^They part at event \d+\.$/);
  t.match(lines[1], new RegExp(`^${kept.folder}: \\{"v":1,`));
  t.ok(lines.includes(`why: turn ${amid + 1} is the first that differs`), lines.join('\n'));
  t.ok(lines.some((line) => line.startsWith(`${dearer}: {"type":"settings.changed"`)));
  t.ok(lines.some((line) => /^tick \d+: .*message\.broadcast \d+\|0/.test(line)));
  await t.rejects(diff({}, same, join(place, 'nowhere')), /^There is no city in .*nowhere/);
});

t.test('a fork whose journal cannot be written ends with why', async (t) => {
  const journal = { append: () => Promise.reject(new Error('no space left on device')), read: async function* () {} };
  const state = new CityState(kinds, secret, {});
  const timeline = new Timeline({ state, journal, lastBatch: 0, at: 1, clock: systemClock, log: silentLog });
  t.equal(timeline.run({ type: 'settings.changed', settings: {} }), undefined);
  await t.rejects(timeline.end(), /no space left on device/);
  await t.rejects(timeline.end(), /no space left on device/, 'and stays so');
  const cause = Object.assign(new Error('could not extend file'), { code: '53100' });
  const unavailable = new JournalUnavailable('the database did not answer: 53100', { cause });
  const full = impatient({ ...journal, append: () => Promise.reject(unavailable) });
  const fresh = { state: new CityState(kinds, secret, {}), journal: full, lastBatch: 0, at: 1 };
  const onFull = new Timeline({ ...fresh, clock: systemClock, log: silentLog });
  t.equal(onFull.run({ type: 'settings.changed', settings: {} }), undefined);
  await t.rejects(onFull.end(), /^The fork cannot be written: the disk is full\. Nothing was kept\.$/);
});

t.test('a fork that cannot be made leaves nothing', async (t) => {
  const before = readdirSync(place).sort();
  const refusals: readonly (readonly [Partial<ForkOptions>, RegExp])[] = [
    [{ at: 'turn:999999' }, /^Turn 999999 is not there: the city has turns 1 to \d+\.$/],
    [{ out: join(place, 'same') }, /same is there already: a fork overwrites nothing/],
    [{ out: '/proc/nowhere/fork' }, /^--out \/proc\/nowhere\/fork cannot be written: /],
    [
      { out: join(place, 'acts.jsonl', 'fork') },
      /fork cannot be written: .*\. Name a folder in which you may write\.$/,
    ],
    [{ out: join(place, 'deep', 'x'.repeat(250)) }, /x cannot be written: ENAMETOOLONG/],
    [
      { out: join(kept.folder, 'x') },
      /x lies in the data folder of the city, which is only read\. Name another folder\.$/,
    ],
    [{ out: '' }, /^--out is empty: name a folder\.$/],
    [{ services: 'then' }, /^--services then: there are none and now\.$/],
    [{ set: ['RESIDENT_UPKEEP=x'] }, /^--set RESIDENT_UPKEEP=x: /],
    [{ set: ['PORTAL_PORT=1'] }, /^--set PORTAL_PORT=1: no rule reads PORTAL_PORT: it changes nothing in a fork\.$/],
    [
      { set: ['UPKEP=1'] },
      /^--set UPKEP=1: there is no setting UPKEP\. docs\/SETTINGS\.md lists those that rules read\.$/,
    ],
    [{ set: ['MESSAGE_PRISE=1'] }, /^--set .*: there is no setting MESSAGE_PRISE\. Did you mean MESSAGE_PRICE\?$/],
    [{ command: join(place, 'no such file') }, /cannot be read/],
  ];
  for (const [more, why] of refusals) await t.rejects(forked('none', more), { message: why }, why.source);
  t.same(readdirSync(place).sort(), before);
});
