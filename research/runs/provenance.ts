/** Where a run comes from, in the words of its manifest. Nothing of it tells the time: the same run says the same. */
import { z } from 'zod';

const Manifest = z.object({
  seed: z.int().optional(),
  runs: z.array(z.string()).optional(),
  seeds: z.object({ from: z.int(), to: z.int() }).optional(),
  residents: z.int(),
  ticks: z.int(),
  policy: z.object({ name: z.string(), sha256: z.string().nullable() }),
  settings: z.record(z.string(), z.object({ value: z.string(), origin: z.string() })),
  until: z.string().nullable(),
  runs_code: z.boolean(),
  outage: z.object({ from: z.int(), to: z.int() }).nullable(),
  version: z.string(),
  node: z.string(),
  command_line: z.array(z.string()),
});
/** What of `manifest.json` is read again. */
export type Manifest = z.infer<typeof Manifest>;

export const readManifest = (text: string): Manifest => Manifest.parse(JSON.parse(text));

export type Provenance = Readonly<Record<string, string | number>>;

export function provenanceOf(manifest: Manifest, hash: string): Provenance {
  const { seed, runs, seeds, residents, ticks, policy, settings, until, runs_code, outage, version } = manifest;
  const changed = Object.entries(settings).filter(([, { origin }]) => origin !== 'default');
  return {
    hash,
    city: version,
    policy: policy.sha256 === null ? policy.name : `${policy.name} (SHA-256 ${policy.sha256})`,
    residents,
    ticks,
    ...(seed === undefined ? {} : { seed }),
    ...(runs === undefined ? {} : { runs: runs.length }),
    ...(seeds === undefined ? {} : { seeds: seeds.from === seeds.to ? seeds.from : `${seeds.from} to ${seeds.to}` }),
    ...(until === null ? {} : { until }),
    ...(runs_code ? { code: 'runs' } : {}),
    ...(outage === null ? {} : { outage: `ticks ${outage.from} to ${outage.to}` }),
    ...Object.fromEntries(changed.map(([name, { value, origin }]) => [name, `${value} (${origin})`])),
  };
}

/** In one line, for below a figure. */
export const provenanceLine = (provenance: Provenance): string =>
  Object.entries(provenance)
    .map(([name, value]) => `${name} ${name === 'hash' ? String(value).slice(0, 16) : value}`)
    .join(', ');
