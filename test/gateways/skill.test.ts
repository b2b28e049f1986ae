/**
 * The page for newcomers is true: its shell examples, run as they stand, one after the other, by a founded resident, with
 * its code in the sandbox that every machine has.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { placeActor } from '../../actors/places.ts';
import type { ContentHash } from '../../engine/ids.ts';
import { MemoryStore, memoryPersistence } from '../../persistence/memory.ts';
import { EmbeddedSandbox } from '../../sandbox/embedded/sandbox.ts';
import { sandboxPerformers } from '../../sandbox/performers.ts';
import { type StartedWorld, startedWorld } from './started.ts';

const shell = promisify(execFile);

t.test('every example of SKILL.md works as printed', async (t) => {
  const sandbox = await EmbeddedSandbox.open();
  t.teardown(() => sandbox.close());
  const store = new MemoryStore();
  const { events } = memoryPersistence(store);
  let started: StartedWorld | undefined;
  const storeOf = (place: string) =>
    (started?.city.state.images.get(placeActor(place))?.context['store'] as ContentHash | null | undefined) ?? null;
  const contents = (hashes: readonly ContentHash[]) => events.contents(hashes);
  const performers = sandboxPerformers({ sandbox, contents, storeOf, jobsMax: 1 });
  started = await startedWorld(t, { store, performers }, { sandbox: () => sandbox.about() });
  const { url, resident, errors } = started;
  const vera = await resident('Vera', 200);

  const page = await (await fetch(`${url}/SKILL.md`)).text();
  const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');
  t.equal(blocks.length, 4);
  const cwd = mkdtempSync(join(tmpdir(), 'skill-'));
  t.teardown(() => rmSync(cwd, { recursive: true }));
  const script = blocks.join('\n').replaceAll('curl -s ', "curl -s -w '\\n' ");
  const env = { ...process.env, CITY: url, TOKEN: 'token of Vera' };
  const { stdout, stderr } = await shell('bash', ['-eu', '-c', script], { cwd, env });
  t.equal(stderr, '');
  t.notMatch(stdout, /"error":/);
  t.match(stdout, /"exit_code":0,"stdout":"it loads\\n"/);
  t.match(stdout, /"id":"the-counter","name":"The Counter","status":"deployed"/);
  t.match(stdout, /"output":\{"hello":"vera-1","visits":1,"input":"good morning"\}[^\n]*"charged":0.5/);
  t.match(stdout, /"id":"lamp-shop","name":"Lamp Shop","status":"deployed"/);
  const commons = await vera.get('/v1/location/exits');
  const back = (commons.body['items'] as { id: string; to: string }[]).find(({ to }) => to === 'the-counter');
  await vera.post('/v1/location/move', { exit_id: back?.id });
  const again = await vera.post('/v1/services/the-counter/call', { input: [1] });
  t.match(again, { status: 200, body: { output: { visits: 2, input: [1] } } }, 'the store keeps');
  t.same(errors, []);
});
