/** The code of a workshop: read as a whole, written by file. */
import { z } from 'zod';
import type { Manifest } from '../../../actors/rules/code/messages.ts';
import { type Shown, view } from '../../../actors/views.ts';
import { must } from '../../../engine/assert.ts';
import type { City } from '../../../engine/city-interface.ts';
import type { Command, Outcome } from '../../../engine/command.ts';
import type { Refused } from '../../../engine/refusal.ts';
import { ReadCode, WrittenCode } from '../../answers/code.ts';
import type { SandboxAbout } from '../../gateway.ts';
import { refused } from '../../refusals/gateway-refusals.ts';
import type { Resident } from '../../route/auth.ts';
import { withCause, withKey } from '../../route/keyed-command.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { Files } from '../../schema/code-files.ts';
import { WorkshopId } from '../../schema/fields.ts';
import { merge } from '../code-merging.ts';
import { act } from './ask.ts';

const WorkshopParams = z.strictObject({ id: WorkshopId });
const refusals = ['access_denied', 'pod_shut_down'] as const;

type CodeShown = Shown<'code'>;

/** A missing manifest is a defect, not an empty one: the next write would remove all files. */
const filesIn = (manifest: Manifest | null): Manifest => must(manifest, 'a manifest');

const seenBy = (caller: Resident, workshop: string) => view('code', { workshop, resident: caller.id });

/** How often a write is merged again because somebody else has written meanwhile. */
const writesTriedMax = 5;

/** A writer names the manifest from which it started: of two concurrent writes one is merged again. */
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
  // The manifest of many long names is not kept for a repeat; that the write has happened is said all the same.
  reshape: ({ id, status, entry, manifest }: CodeShown) => ({
    id,
    status,
    entry,
    files: Object.keys(manifest ?? {}),
    ...(manifest === null && { not_kept: ['files'] }),
  }),
  refusals: [...refusals, 'not_invited', 'invalid_state'],
  perform: async ({ caller, params, body, key, cause }, city) => {
    for (let tried = 0; tried < writesTriedMax; tried++) {
      const command = await writing(caller, params.id, body.files, city);
      if ('code' in command) return command;
      const outcome = await city.submit(withCause(withKey(command, key), cause));
      if (!isStale(outcome)) return outcome;
    }
    return refused('busy', { retry_after_seconds: 1 });
  },
});

const isStale = (outcome: Outcome): boolean => outcome.type === 'refused' && outcome.code === 'stale_code';

/** The event that writes the files, merged into the workshop's present code. */
async function writing(
  caller: Resident,
  workshop: string,
  written: ReadonlyMap<string, string | null>,
  city: City,
): Promise<Command<CodeShown> | Refused> {
  const viewed = await city.view(seenBy(caller, workshop));
  if (viewed.type === 'refused') return viewed;
  const { base, manifest } = viewed.value;
  const merged = merge(filesIn(manifest), written);
  if ('clash' in merged) {
    const issue = { path: `files.${merged.clash}`, message: 'is a file, and a folder of that name is needed too' };
    return refused('invalid_request', { issues: [issue] });
  }
  const { contents, ...after } = merged;
  const command = act(caller, { type: 'write_code', workshop, base, ...after }, seenBy(caller, workshop));
  return { ...command, contents };
}

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
      const { id, status, entry, manifest } = viewed.value;
      const named = Object.entries(filesIn(manifest));
      const hashes = [...new Set(named.map(([, { hash }]) => hash))].join(' ');
      const fetched = await city.view(view('texts', { hashes }));
      if (fetched.type === 'refused') return fetched;
      const texts = fetched.value;
      // A missing text is a defect, not an empty file: the next write would keep it empty.
      const files = Object.fromEntries(named.map(([name, { hash }]) => [name, must(texts[hash], name)]));
      return { type: 'shown', value: { id, status, entry, files, sandbox: (await sandbox?.()) ?? null } };
    },
  });
