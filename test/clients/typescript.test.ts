/** The client for TypeScript, made from the document of a city: its types hold what a program does with it, and it lives a day. */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t from 'tap';
import { startedWorld } from '../gateways/started-gateways.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const within = { cwd: root, timeout: 120_000 };

/** As strict as a program of somebody who uses it may be. */
const strict = {
  compilerOptions: {
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
  },
  files: ['a-day.ts'],
};

t.test('a day by the client for TypeScript', async (t) => {
  const world = await startedWorld(t);
  await world.resident('Vera', 60);
  const folder = mkdtempSync(join(tmpdir(), 'client-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  await run(process.execPath, ['clients/typescript/generate.js', world.url, join(folder, 'city')], within);
  copyFileSync(new URL('fixtures/a-day.ts.txt', import.meta.url), join(folder, 'a-day.ts'));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(strict));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  await t.resolves(run('node_modules/.bin/tsc', ['-p', folder], within), 'its types hold');
  const program = ['--experimental-websocket', '--import', 'tsx', join(folder, 'a-day.ts'), world.url, 'token of Vera'];
  const { stdout } = await run(process.execPath, program, within);
  t.same(JSON.parse(stdout), {
    name: 'Vera',
    to: 'city-commons',
    refused: 'exit_not_found',
    heard: ['message.broadcast once', 'message.broadcast between two connections'],
    isCounted: true,
  });
  t.same(world.errors, []);
});
