/**
 * `civitas answer-machines` and `civitas answer-actors`: how many actors were in which state after a turn, and who, for `host/traces.ts`,
 * which reads it.
 */
import { setImmediate as round } from 'node:timers/promises';
import { kinds, views } from '../actors/index.ts';
import { NotInThePast } from '../engine/commit/moments.ts';
import type { CityState } from '../engine/state/city-state.ts';
import { Reader, ViewRefused } from '../engine/views/views.ts';
import type {
  PastActorsAsked,
  PastActorsOutcome,
  PastMachinesOutcome,
} from '../gateways/portal/routes/past-machines.ts';
import { momentOf, stateAt, withHistory, withPastFolder } from './past-folder.ts';

type Env = Readonly<Record<string, string | undefined>>;
interface Folder {
  readonly data?: string;
}
interface Absent {
  readonly type: 'absent';
  readonly why: string;
}

const absent = (why: string): Absent => ({ type: 'absent', why });
const readerOf = (state: CityState) => new Reader(state, () => undefined, undefined);

/** Why there is no such turn is an answer too. Throws for whatever else cannot be opened. */
export async function answerMachines(env: Env, what: string, folder: Folder): Promise<PastMachinesOutcome> {
  const outcome = await opened(env, what, folder);
  if (outcome.type === 'absent') return outcome;
  const { state } = outcome;
  const reader = readerOf(state);
  const items = kinds.map(({ name }) => views.machine(reader, { kind: name }));
  return { type: 'opened', machines: { ...momentIn(state), items } };
}

/** The same of a page of who was in a state. */
export async function answerActors(
  env: Env,
  what: string,
  asked: PastActorsAsked,
  folder: Folder,
): Promise<PastActorsOutcome> {
  const outcome = await opened(env, what, folder);
  if (outcome.type === 'absent') return outcome;
  const { state } = outcome;
  await state.actorsByState.list(asked.kind, { yield: () => round() });
  const { after: cursor, ...of } = asked;
  try {
    const page = views.actors_in_state(readerOf(state), { ...of, cursor, looker: 'operator' });
    return { type: 'opened', actors: { ...momentIn(state), ...page } };
  } catch (cause) {
    if (cause instanceof ViewRefused) return absent(`There is no chart ${asked.chart ?? asked.kind}.`);
    throw cause;
  }
}

const momentIn = ({ counters: { turn, tick, tickAt } }: CityState) => ({ turn, tick, at: tickAt });

async function opened(
  env: Env,
  what: string,
  { data }: Folder,
): Promise<Absent | { readonly type: 'opened'; readonly state: CityState }> {
  const moment = momentOf('<turn>', what, new Date());
  try {
    const { state } = await withPastFolder(env, data, (folder) =>
      withHistory(folder, (history) => stateAt(folder, history, moment)),
    );
    return { type: 'opened', state };
  } catch (cause) {
    if (cause instanceof NotInThePast) return absent(cause.message);
    throw cause;
  }
}
