/**
 * What actors hear, as messages of Stately's inspector (`@statelyai/inspect` 0.7, https://github.com/statelyai/inspect): what it reads can
 * be passed on to it as it comes. Ids of sessions are ids of actors.
 */
import { z } from 'zod';

const common = {
  rootId: z.string().describe('That of the actor itself: every actor of the city is a root'),
  sessionId: z.string().describe('The id of the actor, which is that of the session'),
  createdAt: z.string().describe('When the turn was, in milliseconds of Unix time'),
  id: z.string().describe('`<turn>.<n>`, unique in a stream'),
  _version: z.literal('0.7.2'),
};

const Event = z.looseObject({ type: z.string() });

type StateValue = string | { readonly [key: string]: StateValue };
const StateValue: z.ZodType<StateValue> = z.lazy(() => z.union([z.string(), z.record(z.string(), StateValue)]));

const Snapshot = z.strictObject({
  status: z.enum(['active', 'done']),
  value: StateValue,
  context: z.record(z.string(), z.unknown()).describe('What it keeps after the turn; of tokens only that there is one'),
});

const ActorFrame = z.strictObject({
  type: z.literal('@xstate.actor'),
  name: z.string(),
  snapshot: Snapshot,
  definition: z.string().describe('The configuration of its machine, as JSON'),
  ...common,
});

const EventFrame = z.strictObject({
  type: z.literal('@xstate.event'),
  event: Event,
  sourceId: z.string().optional().describe('Of a command its caller, where that is an actor'),
  ...common,
});

const SnapshotFrame = z.strictObject({
  type: z.literal('@xstate.snapshot'),
  event: Event,
  snapshot: Snapshot,
  ...common,
});

/** A message of our own: the inspector passes over it. */
const SkippedFrame = z
  .strictObject({ type: z.literal('skipped'), steps: z.int().min(1) })
  .describe(
    'So many more were heard since the last frame: too fast for this stream, or by more actors than it follows',
  );

export const InspectionFrame = z.discriminatedUnion('type', [ActorFrame, EventFrame, SnapshotFrame, SkippedFrame]);
export type InspectionFrame = z.infer<typeof InspectionFrame>;
