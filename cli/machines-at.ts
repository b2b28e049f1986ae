/** `civitas answer-machines`: how many actors were in which state after a turn, for `host/traces.ts`, which reads it. */
import { kinds, views } from '../actors/index.ts';
import { NotInThePast } from '../engine/commit/moments.ts';
import { Reader } from '../engine/views/views.ts';
import type { MachinesThen } from '../gateways/portal/routes/past-machines.ts';
import { momentOf, stateAt, withHistory, withPastFolder } from './past-folder.ts';

/** Why there is no such turn is an answer too. Throws for whatever else cannot be opened. */
export async function answerMachines(
  env: Readonly<Record<string, string | undefined>>,
  what: string,
  { data }: { readonly data?: string },
): Promise<MachinesThen> {
  const moment = momentOf('<turn>', what, new Date());
  try {
    const { state } = await withPastFolder(env, data, (folder) =>
      withHistory(folder, (history) => stateAt(folder, history, moment)),
    );
    const { turn, tick, tickAt } = state.counters;
    const reader = new Reader(state, () => undefined, undefined);
    const items = kinds.map(({ name }) => views.machine(reader, { kind: name }));
    return { type: 'opened', machines: { turn, tick, at: tickAt, items } };
  } catch (cause) {
    if (cause instanceof NotInThePast) return { type: 'absent', why: cause.message };
    throw cause;
  }
}
