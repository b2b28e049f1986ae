/** `civitas replay`: the city as it was after a turn, at a tick or at a time. */
import { EventHash, lineOf } from '../research/simulation/event-log.ts';
import { cityFigures } from '../research/simulation/figures.ts';
import { stateHash } from '../research/simulation/state-hash.ts';
import { momentOf, stateAt, withHistory, withPastFolder } from './past-folder.ts';

export interface ReplayOptions {
  readonly data?: string;
  readonly to: string;
}

/** What is said of the moment, a line each. Throws an error of one sentence for whatever cannot be opened. */
export function replay(
  env: Readonly<Record<string, string | undefined>>,
  { data, to }: ReplayOptions,
): Promise<readonly string[]> {
  const moment = momentOf('--to', to, new Date());
  return withPastFolder(env, data, (folder) =>
    withHistory(folder, async (history) => {
      const { state, opened } = await stateAt(folder, history, moment);
      const events = new EventHash();
      let first: number | undefined;
      for await (const event of history.events(0, state.counters.seq)) {
        first ??= event.seq;
        events.add(lineOf(event));
      }
      const { turn, seq, tick, tickAt } = state.counters;
      const { population, gini, balances } = cityFigures(state);
      return [
        ...(opened.wanted === undefined
          ? []
          : [`Another version of the code made turn ${opened.wanted}: this is the end of its batch.`]),
        `turn        ${turn} (batch ${opened.batch}, opened from ${opened.base === 0 ? 'the beginning' : `the base of batch ${opened.base}`})`,
        `tick        ${tick}, begun ${new Date(tickAt).toISOString()}`,
        `state       ${stateHash(state)}`,
        `events      ${first === undefined ? 'none' : `${first} to ${seq}`}; hash ${events.digest()}`,
        `living      ${population}`,
        `gini        ${gini ?? 'nobody has anything'}`,
        ...Object.entries(balances).map(([holder, held]) => `${holder.padEnd(12)}${held / 1000} credits`),
      ];
    }),
  );
}
