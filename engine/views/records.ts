/** What a view has to wait for: what was kept of those who have left is read back, and then the view is begun again. */
import type { ActorId } from '../ids.ts';
import type { Departed } from '../ports.ts';

/** What was kept of an actor that has left for a tombstone. */
export type Remembered = Omit<Departed, 'keys'>;

/** What was read back for one view, which is then begun again with it. */
export class Records {
  readonly departed = new Map<ActorId, Remembered | undefined>();
  readonly under = new Map<string, readonly ActorId[]>();
}

/** Thrown by the reader. The view is begun again when this has been read back, or the kind is listed by its states. */
export class RecordWanted extends Error {
  readonly want: { readonly departed: ActorId } | { readonly under: string } | { readonly listed: string };
  constructor(want: RecordWanted['want']) {
    super('something is not at hand');
    this.want = want;
  }
}
