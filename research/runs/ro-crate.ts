/**
 * `ro-crate-metadata.json`: what is in the folder and what made it, as an RO-Crate 1.3 (https://w3id.org/ro/crate/1.3) by the profile
 * Process Run Crate 0.6 (https://w3id.org/ro/wfrun/process/0.6).
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Manifest } from './provenance.ts';

/** What a run is begun with: it reads that, and makes the rest. */
const begunWith = 'manifest.json';
export const crateName = 'ro-crate-metadata.json';
const specification = 'https://w3id.org/ro/crate/1.3';
const license = 'https://spdx.org/licenses/Apache-2.0';
const profile = 'https://w3id.org/ro/wfrun/process/0.6';

const formats: Readonly<Record<string, string>> = {
  json: 'application/json',
  csv: 'text/csv',
  parquet: 'application/vnd.apache.parquet',
  gz: 'application/gzip',
  html: 'text/html',
  md: 'text/markdown',
  cff: 'application/yaml',
};

interface FileEntity {
  readonly '@id': string;
  readonly '@type': 'File';
  readonly encodingFormat: string;
  readonly contentSize: string;
  readonly sha256: string;
}

/** `name`: what the crate is called; `published`: a date, which every crate must have. */
export async function crateOf(folder: string, manifest: Manifest, name: string, published: string): Promise<unknown> {
  const files = await filesIn(folder);
  const references = files.map(({ '@id': id }) => ({ '@id': id }));
  const { version, node, command_line } = manifest;
  return {
    '@context': `${specification}/context`,
    '@graph': [
      {
        ...{ '@id': crateName, '@type': 'CreativeWork' },
        ...{ conformsTo: { '@id': specification }, about: { '@id': './' } },
      },
      {
        ...{ '@id': './', '@type': 'Dataset', name, conformsTo: { '@id': profile } },
        description: 'What a simulated city left: its events, tables of them, and what it was begun with.',
        ...{ datePublished: published, license: { '@id': license } },
        ...{ hasPart: references, mentions: { '@id': '#run' } },
      },
      { '@id': license, '@type': 'CreativeWork', name: 'Apache License 2.0', identifier: 'Apache-2.0' },
      { '@id': profile, '@type': ['CreativeWork', 'Profile'], name: 'Process Run Crate', version: '0.6' },
      {
        ...{ '@id': '#civitas', '@type': 'SoftwareApplication', name: 'civitas', version },
        softwareRequirements: `Node ${node}`,
      },
      {
        ...{ '@id': '#run', '@type': 'CreateAction', name, instrument: { '@id': '#civitas' } },
        description: `civitas ${command_line.join(' ')}`,
        ...{ object: { '@id': begunWith }, result: references.filter(({ '@id': id }) => id !== begunWith) },
        actionStatus: 'http://schema.org/CompletedActionStatus',
      },
      ...files,
    ],
  };
}

async function filesIn(folder: string): Promise<readonly FileEntity[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const files: FileEntity[] = [];
  for (const path of paths.sort()) {
    const id = relative(folder, path).replaceAll('\\', '/');
    if (id === crateName || id === 'process' || id === 'kept') continue;
    const format = formats[id.slice(id.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
    const { size } = await stat(path);
    files.push({
      '@id': encodeURI(id),
      '@type': 'File',
      encodingFormat: format,
      contentSize: String(size),
      sha256: await sha256Of(path),
    });
  }
  return files;
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
