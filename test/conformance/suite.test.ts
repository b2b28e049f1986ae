/**
 * The official conformance suite of the Model Context Protocol against the City API. It needs Node 22 or newer, so it is run by a Node of
 * its own, which npm brings together with the suite.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { gatewayDefaults } from '../../gateways/settings.ts';
import { smallTables, startedWorld } from '../gateways/started-gateways.ts';

const revision = '2026-07-28';
const suitePackage = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
/** The program alone, by the name of this machine's kind. */
const nodePackage = `node-${process.platform}-${process.arch}`;
const isNewEnough = Number(process.versions.node.split('.')[0]) >= 22;
const expected = fileURLToPath(new URL('expected-failures.yaml', import.meta.url));

/** The suite asks more often than strangers may. */
const manyLooks = { anonymousLooksPerMinute: 100_000 };

interface Ran {
  readonly code: number;
  readonly stdout: string;
}

/** What a test is started with would be loaded into the other Node too. */
const { NODE_OPTIONS: _, ...env } = process.env;

const run = (program: string, args: readonly string[]): Promise<Ran> =>
  new Promise((resolve) => {
    execFile(program, args, { env, timeout: 280_000, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : 1, stdout: `${stdout}\n${stderr}` }),
    );
  });

t.test(`the suite of ${revision} passes, but for what is said to fail`, async (t) => {
  const { url, errors } = await startedWorld(t, {}, { settings: { ...gatewayDefaults, ...smallTables, ...manyLooks } });
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const suite = (path: string) => join(folder, 'node_modules', path);
  const node = isNewEnough ? [] : [`${nodePackage}@22.23.3`];
  const installed = await run('npm', ['i', '--no-audit', '--no-fund', '--prefix', folder, suitePackage, ...node]);
  t.equal(installed.code, 0, installed.stdout.slice(-2_000));
  const server = ['server', '--url', `${url}/mcp`, '--requirements', revision, '--expected-failures', expected];
  const program = suite('@modelcontextprotocol/conformance/dist/index.js');
  const { code, stdout } = await run(isNewEnough ? process.execPath : suite(`${nodePackage}/bin/node`), [
    program,
    ...server,
    '-o',
    join(folder, 'results'),
  ]);
  t.equal(code, 0, stdout.slice(-6_000));
  t.match(stdout, /✓ tools-list: 4 passed, 0 failed/);
  t.match(stdout, /✓ dns-rebinding-protection: 2 passed, 0 failed/);
  t.same(errors, []);
});
