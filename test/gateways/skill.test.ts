/**
 * The page for newcomers is true: its shell examples, run as they stand, one after the other, by founded residents, with
 * their code in the sandbox that every machine has; and its tables say what the city does.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import t, { type Test } from 'tap';
import { placeActor } from '../../actors/rules/place/names.ts';
import { deployCost, podUpkeep, sizeOf, tierNames } from '../../actors/rules/workshops/tiers.ts';
import { readConfig } from '../../config/settings.ts';
import type { ContentHash } from '../../engine/ids.ts';
import { skillPages } from '../../gateways/city/skill.ts';
import { MemoryStore, memoryPersistence } from '../../persistence/memory/persistence.ts';
import { EmbeddedSandbox } from '../../sandbox/embedded/embedded-sandbox.ts';
import { sandboxPerformers } from '../../sandbox/performers.ts';
import { unhurried } from '../contract/sandbox/jobs.ts';
import { ask, type StartedWorld, startedCity, startedWorld } from './started-gateways.ts';

const shell = promisify(execFile);

/** A city whose code runs, and the shell examples of its page. */
async function opened(t: Test) {
  const sandbox = await EmbeddedSandbox.open(unhurried);
  t.teardown(() => sandbox.close());
  const store = new MemoryStore();
  const { events } = memoryPersistence(store);
  let started: StartedWorld | undefined;
  const storeOf = (place: string) =>
    (started?.city.state.images.get(placeActor(place))?.context['store'] as ContentHash | null | undefined) ?? null;
  const contents = (hashes: readonly ContentHash[]) => events.contents(hashes);
  const performers = sandboxPerformers({ sandbox, contents, storeOf, jobsMax: 1 });
  started = await startedWorld(t, { store, performers }, { sandbox: () => sandbox.about() });
  const page = await pagesAt(started.url);
  const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');
  const cwd = mkdtempSync(join(tmpdir(), 'skill-'));
  t.teardown(() => rmSync(cwd, { recursive: true }));
  /** As printed, by the resident of that name, at the address that the page names. */
  const run = (name: string, examples: readonly string[]) => {
    const script = examples.join('\n').replaceAll('curl -s ', "curl -s -w '\\n' ");
    const { CITY: _, ...env } = process.env;
    return shell('bash', ['--norc', '-u', '-c', script], { cwd, env: { ...env, TOKEN: `token of ${name}` } });
  };
  return { ...started, blocks, run };
}

t.test('every example of SKILL.md works as printed, for what it says that it costs', async (t) => {
  const { resident, errors, blocks, run } = await opened(t);
  t.equal(blocks.length, 6, 'the last is run in test/services, where there are services');
  const [first = '', helpers = '', , atHome = '', shared = ''] = blocks;
  const vera = await resident('Vera', 60);
  const { stdout, stderr } = await run('Vera', [first, helpers, atHome]);
  t.equal(stderr, '');
  t.notMatch(stdout, /"error":/);
  t.match(stdout, /"exit_code":0,"stdout":"it loads\\n"/);
  t.match(stdout, /"id":"the-counter","name":"The Counter","status":"deployed"/);
  t.match(stdout, /"output":\{"hello":"vera-1","visits":1,"input":"good morning"\}[^\n]*"charged":0.5/);
  t.match((await vera.get('/v1/me')).body, { balance: 28.9 }, '31 spent, at a new Commons');
  const commons = await vera.get('/v1/location/exits');
  const back = (commons.body['items'] as { id: string; to: string }[]).find(({ to }) => to === 'the-counter');
  await vera.post('/v1/location/move', { exit_id: back?.id });
  const again = await vera.post('/v1/services/the-counter/call', { input: [1] });
  t.match(again, { status: 200, body: { output: { visits: 2, input: [1] } } }, 'the store keeps');

  for (const [name, balance] of Object.entries({ Wim: 24.9, Xia: 18.9, Yan: 10.9, Zoe: 0.9 })) {
    const newborn = await resident(name, 60);
    t.notMatch((await run(name, [first, helpers, atHome])).stdout, /"error":/);
    t.match((await newborn.get('/v1/me')).body, { balance }, `${name}, at a Commons with more ways`);
  }
  const bo = await resident('Bo', 80);
  const { stdout: built } = await run('Bo', [first, helpers, shared]);
  t.notMatch(built, /"error":/);
  t.match(built, /"id":"lamp-shop","name":"Lamp Shop","status":"deployed"/);
  t.match((await bo.get('/v1/me')).body, { balance: 8.9 }, 'the dearest: 71');
  t.same(errors, []);
  for (const pod of ['the-counter', 'lamp-shop'])
    t.ok(Number((await bo.get(`/v1/credits/pools/${pod}`)).body['runway_ticks']) >= 8, `${pod} lives on`);
});

t.test('the example of a job works as printed, and what is said of working is so', async (t) => {
  const { resident, errors, blocks, run } = await opened(t);
  const [first = '', helpers = '', work = ''] = blocks;
  const vera = await resident('Vera', 60);
  const wim = await resident('Wim', 60);
  const { stdout, stderr } = await run('Vera', [first, helpers, work]);
  t.equal(stderr, '');
  t.notMatch(stdout, /"error":/);
  t.match((await vera.get('/v1/me')).body, { balance: 57.9 }, '0.1 for the greeting, 2 held');
  await wim.post('/v1/location/move', { exit_id: 'commons' });
  const { body: board } = await wim.get('/v1/job-board?status=open');
  const [job] = board['items'] as readonly { id: string; poster: string; reward: number }[];
  t.match(job, { poster: vera.id, reward: 2 });
  const path = `/v1/job-board/${job?.id}`;
  await wim.post(`${path}/claim`);
  t.match(await wim.post(`${path}/complete`, { work: 'It counts on you.' }), {
    body: { answer_due_tick: 3 },
  });
  t.match(await vera.post(`${path}/complete`), { status: 200 });
  t.match((await wim.get('/v1/me')).body, { balance: 62, reputation: { jobs_completed: 1 } });
  t.same(errors, []);
});

t.test('an example stops at a deploy or a workshop that is refused', async (t) => {
  const { resident, blocks, run } = await opened(t);
  const [first = '', helpers = '', ...examples] = blocks;
  await resident('Vera', 2.4);
  const stopping = examples.filter((one) => one.includes('was refused'));
  t.equal(stopping.length, 3);
  // The job last: it costs less than what the others have taken by then.
  const [job = '', ...building] = stopping;
  for (const example of [...building, job]) {
    const ended: unknown = await run('Vera', [first, helpers, example]).catch((cause: unknown) => cause);
    t.match(ended, { code: Number, stderr: /was refused/, stdout: /"error":"insufficient_credits"/ });
    t.notMatch(ended, { stdout: /exit_not_found|not_found/ });
  }
});

t.test('a first life is few words, and so is each page after it', async (t) => {
  const { url } = await startedCity(t);
  for (const { path } of skillPages) {
    const tokens = countTokens(await (await fetch(`${url}${path}`)).text());
    t.ok(tokens <= (path === '/SKILL.md' ? 4_500 : 4_000), `${path} has ${tokens} tokens`);
  }
  const list = await (await fetch(`${url}/llms.txt`)).text();
  for (const [, to = ''] of list.matchAll(/\]\(([^)]+)\)/g)) t.equal((await fetch(to)).status, 200, to);
});

t.test('the table of tiers has their default values', async (t) => {
  const page = await pageOf(t);
  const { rules } = readConfig({});
  for (const tier of tierNames) {
    const { cpuMillis, memoryMib, connectionsMax, stores } = sizeOf(tier);
    const cpu = cpuMillis < 1000 ? `${cpuMillis}m` : `${cpuMillis / 1000}`;
    const memory = memoryMib < 1024 ? `${memoryMib}Mi` : `${memoryMib / 1024}Gi`;
    const store = { 1: '256 keys, 64 KiB', 2: 'twice that' }[stores] ?? `${stores} times`;
    const costs = [deployCost(rules, tier) / 1000, podUpkeep(rules, tier) / 1000];
    const row = ['', ` \`${tier}\` `, ...[...costs, connectionsMax, cpu, memory, store].map((cell) => ` ${cell} `), ''];
    t.ok(page.includes(row.join('|')), row.join('|'));
  }
});

t.test('the table of errors has every code that a resident can be answered, with its status', async (t) => {
  const { url } = await startedCity(t);
  const page = await pageOf(t);
  const rows = page.split('\n').filter((line) => line.startsWith('| `') && /\([45]\d\d\)/.test(line));
  const paths = (await ask(`${url}/openapi.json`)).body['paths'];
  const codes = new Set(
    [...JSON.stringify(paths).matchAll(/`(\w+)` \(([45]\d\d)\)/g)].map(([, ...found]) => found.join(' ')),
  );
  t.ok(codes.size > 20);
  for (const known of codes) {
    const [code, status] = known.split(' ');
    t.ok(
      rows.some((row) => row.includes(`\`${code}\``) && row.includes(`(${status})`)),
      known,
    );
  }
});

async function pageOf(t: Test): Promise<string> {
  const { url } = await startedCity(t);
  return pagesAt(url);
}

/** All pages, in the order in which they are read. */
async function pagesAt(url: string): Promise<string> {
  const texts = skillPages.map(async ({ path }) => (await fetch(`${url}${path}`)).text());
  return (await Promise.all(texts)).join('\n');
}
