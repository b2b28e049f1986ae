/** The operator's look at the charts of the past: how many actors were in which state after a turn. */
import { z } from 'zod';
import type { City, CityControl } from '../../../engine/city-interface.ts';
import { isoTime } from '../../../engine/turn/seal.ts';
import type { AnswerOf } from '../../answers/answer-type.ts';
import { PastMachines } from '../../answers/charts.ts';
import { refused } from '../../refusals/gateway-refusals.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { TurnNumber } from '../../schema/fields.ts';

type Counts = Pick<AnswerOf<typeof PastMachines>, 'turn' | 'tick' | 'items'> & {
  /** Milliseconds since 1970. */
  readonly at: number;
};

/** `absent`, `untraceable`: the sentence says why it is not opened; `busy`: others have asked before, as many as can wait. */
export type MachinesThen =
  | { readonly type: 'opened'; readonly machines: Counts }
  | { readonly type: 'absent' | 'untraceable'; readonly why: string }
  | { readonly type: 'busy' };

/** Opens the past of the city after a turn. Resolves also when it is aborted. */
export type MachinesAt = (turn: number, signal: AbortSignal) => Promise<MachinesThen>;

export const noMachinesAt: MachinesAt = () =>
  Promise.resolve({
    type: 'untraceable',
    why: 'This gateway opens no past. `civitas replay` does, beside the data folder.',
  });

/** When the past is opened for others. */
const retryAfterSeconds = 5;

export const pastMachines = (control: Pick<CityControl, 'health'>, machinesAt: MachinesAt): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/dashboard/turns/:turn/machines',
    summary: 'The state charts of the city after a turn: how many actors of each kind were in which state',
    caller: 'operator',
    params: z.strictObject({ turn: TurnNumber }),
    answer: PastMachines,
    refusals: ['not_found', 'untraceable', 'busy'],
    perform: async ({ params: { turn } }, _city: City, connection) => {
      const absent = (advice: string) => refused('not_found', { kind: 'turn', id: String(turn), advice });
      const { committedTurn } = control.health;
      if (turn > committedTurn) return absent(`The city has come to turn ${committedTurn}.`);
      const then = await machinesAt(turn, connection.goneSignal());
      switch (then.type) {
        case 'opened':
          return { type: 'shown', value: { ...then.machines, at: isoTime(then.machines.at) } };
        case 'busy':
          return refused('busy', { retry_after_seconds: retryAfterSeconds });
        case 'untraceable':
          return refused('untraceable', { reason: then.why });
        case 'absent':
          return absent(then.why);
      }
    },
  });
