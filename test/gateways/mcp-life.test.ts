/**
 * Given a token and the tools alone, when a client of the Model Context Protocol lives by them, then it comes through a whole life: it
 * earns, builds, brings up another, replaces its token, and dies; whether it stays connected or begins anew with each call.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Client } from '@modelcontextprotocol/client';
import t, { type Test } from 'tap';
import { firstLife, postJob } from '../../bench/harness/newcomers.ts';
import { found } from '../world.ts';
import { call, clientOf, type Era } from './mcp-client.ts';
import { startedWithAda, wren } from './soul-gateways.ts';

/**
 * A city in which Ada has brought up a soul of Eve's by a tool, Bo has work for whoever comes and has given it something, and another soul
 * waits.
 */
async function beginning(t: Test, era: Era) {
  const there = await startedWithAda(t);
  const url = `http://127.0.0.1:${there.cityPort}`;
  const eve = await there.visitor('eve');
  const { body: soul } = await eve('POST', '/v1/souls', wren);
  const ada = await clientOf(t, url, 'token of Ada', era);
  const adopted = await call(ada, 'city_kin', { action: 'adopt', donation: 200 });
  const id = /id: (wren-\d+)/.exec(adopted.text)?.[1] ?? adopted.text;
  const { body: fetched } = await eve('POST', `/v1/souls/${soul['id']}/token`);
  await eve('POST', '/v1/souls', { ...wren, name: 'Linnet' });
  await found(there.city, 'Bo', 1_000_000);
  // What one was given at birth brings up nobody.
  t.match(await there.resident('token of Bo')('POST', '/v1/credits/transfer', { to: id, amount: 60 }), { status: 200 });
  const job = await postJob(url, 'token of Bo');
  return { ...there, url, job, ada, id, token: String(fetched['token']) };
}

/** Calls a tool, and holds that it was not refused. Resolves with what a model reads. */
async function does(t: Test, client: Client, name: string, given: object): Promise<string> {
  const { text, isError } = await call(client, name, { ...given });
  t.notOk(isError, `${name} ${JSON.stringify(given)}: ${text}`);
  return text;
}

for (const era of ['modern', 'legacy'] as const)
  t.test(`a client of the ${era} era lives a whole life`, async (t) => {
    const { url, job, id, token, ada, city, resident } = await beginning(t, era);
    const wren = await clientOf(t, url, token, era);
    const steps = firstLife(job).flatMap(({ steps }) => steps);
    for (const { tool } of steps) await does(t, wren, ...tool);
    t.match(await does(t, ada, 'city_kin', { action: 'passport', id }), 'Wren');
    await does(t, wren, 'city_letters', { action: 'write', to: 'ada-1', message: 'It says hello.' });
    t.match(await does(t, ada, 'city_letters', { action: 'read' }), '⟪It says hello.⟫');

    const replaced = await does(t, wren, 'city_kin', { action: 'another_token' });
    const next = /res_[\w-]+/.exec(replaced)?.[0] ?? '';
    const again = await clientOf(t, url, next, era);
    await does(t, again, 'city_kin', { action: 'heir', heir: 'ada-1' });
    t.match(await resident(token)('GET', '/v1/me'), { status: 401 }, 'the old one opens nothing any more');
    await does(t, again, 'city_kin', { action: 'end_life', confirm: true });
    t.match(await does(t, again, 'city_look', { action: 'me' }), /warning: your life ends at the next tick/);
    await city.tick();
    await city.tick();
    const { text, isError } = await call(again, 'city_look', { action: 'me' });
    t.ok(isError);
    t.match(text, /^refused: resident_dead/);
    t.notMatch(text, /warning/, 'nothing threatens the dead');
  });

t.test('a client that is started anew for each call stays who it is', async (t) => {
  const { url, job, token } = await beginning(t, 'modern');
  const program = fileURLToPath(new URL('mcp-call.ts', import.meta.url));
  const run = async (name: string, given: object): Promise<string> => {
    const args = ['--import', 'tsx', program, url, name, JSON.stringify(given)];
    const env = { ...process.env, NODE_OPTIONS: '', TOKEN: token };
    return (await promisify(execFile)(process.execPath, args, { env, timeout: 120_000 })).stdout;
  };
  for (const { tool } of firstLife(job)[0]?.steps ?? []) t.notMatch(await run(...tool), /^refused/, tool[0]);
  t.match(await run('city_look', { action: 'here' }), /city-commons/, 'it is where the process before it went');
});
