/**
 * Runs the import rules of .dependency-cruiser.mjs over the whole tree. The tool succeeds when it parsed nothing ("0 modules"), as with a
 * compiler that it cannot load; so this also fails when it has not seen a source file on disk, or no import.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { rooms } from './rooms.js';

const files = [...readdirSync('.'), ...rooms.flatMap(filesBelow)].filter(isSource);

const { modules, summary } = await cruiseTree();
const seen = new Set(modules.map((module) => module.source));
const unseen = files.filter((file) => !seen.has(file));

for (const { rule, from, to, cycle } of summary.violations) {
  const path = cycle === undefined ? to : cycle.map((step) => step.name).join(' -> ');
  console.error(`${rule.severity} ${rule.name}: ${from} -> ${path}`);
}
for (const file of unseen) console.error(`error unseen: ${file}`);
const imports = summary.totalDependenciesCruised ?? 0;
console.log(`imports: ${files.length} files, ${imports} imports, ${summary.violations.length} violations`);
if (files.length === 0 || imports === 0) console.error('error: no file or no import was seen');
if (files.length === 0 || imports === 0 || unseen.length > 0 || summary.violations.length > 0) process.exitCode = 1;

async function cruiseTree(): Promise<ICruiseResult> {
  const options = await extractOptions('./.dependency-cruiser.mjs');
  const { output } = await cruise(files, options, undefined, { tsConfig: extractTsConfig('tsconfig.json') });
  if (typeof output === 'string') throw new Error(`expected a cruise result, got text: ${output}`);
  return output;
}

function filesBelow(room: string): string[] {
  return readdirSync(room, { recursive: true, encoding: 'utf8' }).map((file) => join(room, file));
}

function isSource(file: string): boolean {
  return /\.tsx?$/.test(file) && !file.endsWith('.d.ts');
}
