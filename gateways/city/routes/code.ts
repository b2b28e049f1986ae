/** The code of a workshop: read whole, written file by file. */
import { z } from 'zod';
import { view } from '../../../actors/views.ts';
import { must } from '../../../engine/assert.ts';
import type { City } from '../../../engine/city-interface.ts';
import type { Command, Outcome } from '../../../engine/command.ts';
import type { Refused } from '../../../engine/refusal.ts';
import type { SandboxAbout } from '../../gateway.ts';
import { refused } from '../../refusals/refusals.ts';
import type { Resident } from '../../route/auth.ts';
import { defineRoute, type Route, withKey } from '../../route/route.ts';
import { Files } from '../../schema/code-files.ts';
import { WorkshopId } from '../../schema/fields.ts';
import { merge, SeenCode } from '../merging.ts';
import { act } from './ask.ts';

const WorkshopParams = z.strictObject({ id: WorkshopId });
const refusals = ['access_denied', 'pod_shut_down'] as const;

const seenBy = (caller: Resident, workshop: string) => view('code', { workshop, resident: caller.id });

const Seen = z.looseObject({
  id: z.string(),
  status: z.string(),
  entry: z.string().nullable().meta({ description: 'The file that a run begins with: index.js, else main.py' }),
});

const WrittenCode = Seen.extend({ files: z.array(z.string()) });

/** How often a write is merged anew because somebody else has written in between. */
const writesTriedMax = 5;

/** Whoever writes says from which manifest it started: of two who write at once, one merges again. */
export const writeCode = defineRoute({
  method: 'POST',
  path: '/v1/workshops/:id/code',
  summary: 'Write files of the workshop: those not named stay, null removes one; the answer lists all that there are',
  caller: 'resident',
  at: 'workshop',
  params: WorkshopParams,
  body: z.strictObject({ files: Files }),
  bodyBytesMax: (settings) => settings.codeBytesMax,
  answer: WrittenCode,
  reshape: (value) => {
    const seen = SeenCode.safeParse(value);
    if (!seen.success) return value;
    const { id, status, entry, manifest } = seen.data;
    return { id, status, entry, files: [...manifest.keys()] };
  },
  refusals: [...refusals, 'not_invited', 'invalid_state'],
  perform: async ({ caller, params, body, key }, city) => {
    for (let tried = 0; tried < writesTriedMax; tried++) {
      const command = await writing(caller, params.id, body.files, city);
      if ('code' in command) return command;
      const outcome = await city.submit(withKey(command, key));
      if (!isStale(outcome)) return outcome;
    }
    return refused('busy', { retry_after_seconds: 1 });
  },
});

const isStale = (outcome: Outcome): boolean => outcome.type === 'refused' && outcome.code === 'stale_code';

/** The files, merged into what the workshop holds now. */
async function writing(
  caller: Resident,
  workshop: string,
  written: ReadonlyMap<string, string | null>,
  city: City,
): Promise<Command | Refused> {
  const viewed = await city.view(seenBy(caller, workshop));
  if (viewed.type === 'refused') return viewed;
  const { base, manifest } = SeenCode.parse(viewed.value);
  const merged = merge(manifest, written);
  if ('clash' in merged) {
    const issue = { path: `files.${merged.clash}`, message: 'is a file, and a folder of that name is needed too' };
    return refused('invalid_request', { issues: [issue] });
  }
  const { contents, ...after } = merged;
  const command = act(caller, { type: 'write_code', workshop, base, ...after }, seenBy(caller, workshop));
  return { ...command, contents };
}

const ReadCode = Seen.extend({
  files: z.record(z.string(), z.string()),
  sandbox: z
    .looseObject({ sandbox: z.string(), entries: z.array(z.unknown()), cannot: z.array(z.string()) })
    .nullable()
    .meta({ description: 'What runs the code here, and what it cannot do' }),
});

export const readCode = (sandbox: (() => Promise<SandboxAbout>) | undefined): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/workshops/:id/code',
    summary: 'The files of the workshop, and what would run them',
    caller: 'resident',
    at: 'workshop',
    params: WorkshopParams,
    answer: ReadCode,
    refusals,
    perform: async ({ caller, params }, city) => {
      const viewed = await city.view(seenBy(caller, params.id));
      if (viewed.type === 'refused') return viewed;
      const { id, status, entry, manifest } = SeenCode.parse(viewed.value);
      const hashes = [...new Set([...manifest.values()].map(({ hash }) => hash))].join(' ');
      const fetched = await city.view(view('texts', { hashes }));
      if (fetched.type === 'refused') return fetched;
      const texts = fetched.value;
      // A text that is gone is a defect, not an empty file: the next write would look harmless.
      const files = Object.fromEntries([...manifest].map(([name, { hash }]) => [name, must(texts[hash], name)]));
      return { type: 'shown', value: { id, status, entry, files, sandbox: (await sandbox?.()) ?? null } };
    },
  });
