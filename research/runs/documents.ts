/** What stands beside the data of a run or a grid: a report, the model in words, where it comes from, how to cite it. */
import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse';
import { kinds } from '../../actors/index.ts';
import { chartsOf } from '../charts/chart.ts';
import type { comparisonOf } from './grid-comparison.ts';
import { oddOf } from './odd-protocol.ts';
import { type Manifest, provenanceOf, readManifest } from './provenance.ts';
import { reportOfGrid, reportOfRun } from './report.ts';
import { crateName, crateOf } from './ro-crate.ts';

/** Of a run whose data are in the folder. `date`: of the crate, which must have one. */
export async function documentRun(folder: string, hash: string, date: string): Promise<void> {
  const manifest = await manifestIn(folder);
  const ticks: Readonly<Record<string, string>>[] = [];
  for await (const row of createReadStream(join(folder, 'ticks.csv')).pipe(parse({ columns: true }))) ticks.push(row);
  await write(folder, manifest, { hash, date, report: reportOfRun(provenanceOf(manifest, hash), ticks) });
}

export async function documentGrid(
  folder: string,
  hash: string,
  date: string,
  comparison: ReturnType<typeof comparisonOf>,
): Promise<void> {
  const manifest = await manifestIn(folder);
  await write(folder, manifest, { hash, date, report: reportOfGrid(provenanceOf(manifest, hash), comparison) });
}

const manifestIn = async (folder: string): Promise<Manifest> =>
  readManifest(await readFile(join(folder, 'manifest.json'), 'utf8'));

interface Written {
  readonly hash: string;
  readonly date: string;
  readonly report: string;
}

async function write(folder: string, manifest: Manifest, { hash, date, report }: Written): Promise<void> {
  const name = `Simulated city ${hash.slice(0, 16)}`;
  await writeFile(join(folder, 'report.html'), report);
  await writeFile(join(folder, 'odd.md'), oddOf(manifest, [...chartsOf(kinds).values()]));
  await writeFile(join(folder, 'CITATION.cff'), citationOf(manifest, name, hash));
  const crate = await crateOf(folder, manifest, name, date);
  await writeFile(join(folder, crateName), `${JSON.stringify(crate, null, 2)}\n`);
}

/** Citation File Format 1.2.0; every text in it is ours or a hash. */
const citationOf = ({ version }: Manifest, name: string, hash: string): string =>
  [
    'cff-version: 1.2.0',
    'message: If you use these data, cite them by their hash.',
    'type: dataset',
    `title: ${name}`,
    'authors:',
    '  - name: To be named by you',
    `version: "${version}"`,
    'license: Apache-2.0',
    'identifiers:',
    '  - type: other',
    `    value: sha256:${hash}`,
    '    description: SHA-256 of all events with their audiences, in order; of a grid, over those of its runs',
    '',
  ].join('\n');
