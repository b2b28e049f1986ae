#!/usr/bin/env -S node --max-semi-space-size=64
/**
 * The command on the path. Plain JavaScript, because Node 20 reads no TypeScript: it checks the version before anything
 * is loaded that needs it, builds what has changed, and hands over to cli/civitas.ts.
 */
import { readFileSync } from 'node:fs';

const [major, minor] = process.versions.node.split('.').map(Number);
const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const least = [...engines.node.matchAll(/\^(\d+)\.(\d+)/g)].find(([, line]) => Number(line) === major)?.[2];

if (least === undefined || minor < Number(least)) {
  process.stderr.write(
    'civitas needs Node 22.12 or later of that line, or 20.19, or 24: the HTTP server is a native addon built for these, and what builds ' +
      `the pages wants no older ones. This is ${process.version}.\n`,
  );
  process.exit(1);
}
if (major === 20 && process.argv[2] === 'start')
  process.stderr.write(
    'Node 20 has had no security fixes since April 2026: the city runs on it, but Node 22 is better.\n',
  );

const { program } = await import('../tools/program.js');
const address = await program().catch((cause) => {
  process.stderr.write(`civitas cannot run: ${cause.message}\n`);
  process.exit(1);
});
await import(address);
