/** What the doctor says of Node and of the addon that is built for it. */
import t, { type Test } from 'tap';
import type { Finding } from '../../cli/doctor-finding.ts';
import { checkAddon, checkNode } from '../../cli/doctor-node.ts';

/** It fails or warns, and gives advice that a person can follow. */
function assertAdvises(t: Test, finding: Finding, level: Finding['level'], advice: RegExp): void {
  t.equal(finding.level, level, `${finding.name}: ${finding.detail}`);
  t.match(finding.level === 'ok' ? '' : finding.advice, advice);
}

t.test('Node: 22 and 24, 20 with a warning, and nothing else', async (t) => {
  for (const good of ['22.12.0', '22.19.0', '24.0.0', '24.11.1']) t.equal(checkNode(good).level, 'ok', good);
  t.match(checkNode('24.11.1').detail, /the default is 22/);
  for (const old of ['20.19.0', '20.20.2']) assertAdvises(t, checkNode(old), 'warn', /Install Node 22/);
  for (const bad of ['18.20.0', '20.18.3', '21.7.0', '22.11.0', '23.1.0', '25.0.0', '26.1.0'])
    assertAdvises(t, checkNode(bad), 'fail', /Install Node 22\.12/);
});

/** However slow the machine is. */
const patienceMs = 120_000;
const crash = ['--eval', 'process.abort()'];
const throws = (message: string) => ['--eval', `throw new Error(${JSON.stringify(message)})`];

t.test('the addon loads, one that is missing does not, and one that ends the process is survived', async (t) => {
  t.equal((await checkAddon(undefined, undefined, patienceMs)).level, 'ok');
  const missing = await checkAddon(throws("Cannot find package 'x'"), '22.19.0', patienceMs);
  assertAdvises(t, missing, 'fail', /npm ci/);
  t.match(missing.detail, /Cannot find package/);
  const ended = await checkAddon(crash, '22.19.0', patienceMs);
  assertAdvises(t, ended, 'fail', /npm ci/);
  t.match(ended.detail, /SIGABRT/);
});

t.test('that of Node 24 is named where it is missing, and not where glibc is too old for it', async (t) => {
  const missing = await checkAddon(throws("Cannot find package 'x'"), '24.11.1', patienceMs);
  assertAdvises(t, missing, 'fail', /npm install --no-save @btc-vision\/uwebsockets\.js@\d/);
  const old = throws("inner\n\nError: libc.so.6: version `GLIBC_2.38' not found");
  assertAdvises(t, await checkAddon(old, '24.11.1', patienceMs), 'fail', /^Use Node 22: .*\(2\.38\)/);
});
