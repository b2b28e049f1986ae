/** The operator's look at the charts of the past: how many actors were in which state after a turn, and who. */
import { z } from 'zod';
import type { City, CityControl } from '../../../engine/city-interface.ts';
import type { ActorId } from '../../../engine/ids.ts';
import type { Refused } from '../../../engine/refusal.ts';
import { isoTime } from '../../../engine/turn/seal.ts';
import type { ActorTurns } from '../../answers/actor.ts';
import type { AnswerOf } from '../../answers/answer-type.ts';
import { PastActors, PastMachines } from '../../answers/charts.ts';
import { refused } from '../../refusals/gateway-refusals.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { TurnNumber } from '../../schema/fields.ts';
import { params as ofKind, ofState } from './machines.ts';

/** `at`: milliseconds since 1970. */
type WithMs<Answer extends { readonly at: string }> = Omit<Answer, 'at'> & { readonly at: number };

/** `absent`, `untraceable`: the sentence says why it is not opened; `busy`: others have asked before, as many as can wait. */
type Unopened = { readonly type: 'absent' | 'untraceable'; readonly why: string } | { readonly type: 'busy' };

export type PastMachinesOutcome =
  | { readonly type: 'opened'; readonly machines: WithMs<AnswerOf<typeof PastMachines>> }
  | Unopened;
export type PastActorsOutcome =
  | { readonly type: 'opened'; readonly actors: WithMs<AnswerOf<typeof PastActors>> }
  | Unopened;

/** A page of who was in a state: of the kind's chart that is named, or of the first one (null); behind this id. */
export interface PastActorsAsked {
  readonly kind: string;
  readonly chart: string | null;
  readonly state: string;
  readonly after: string | null;
  readonly limit: number;
}

/** Turns of an actor before this one, so many at most. */
export interface ActorTurnsAsked {
  readonly actor: ActorId;
  readonly before: number;
  readonly limit: number;
}
type JournaledTurn = WithMs<AnswerOf<typeof ActorTurns>['items'][number]>;
/** `next`: the turn before which the next page begins; null: there is none. */
export type PastTurnsOutcome =
  | {
      readonly type: 'opened';
      readonly page: { readonly turns: readonly JournaledTurn[]; readonly next: number | null };
    }
  | Unopened;

/** Open the past of the city after a turn. Resolve also when they are aborted. */
export interface PastCharts {
  machinesAt(turn: number, signal: AbortSignal): Promise<PastMachinesOutcome>;
  actorsAt(turn: number, asked: PastActorsAsked, signal: AbortSignal): Promise<PastActorsOutcome>;
  turnsOf(asked: ActorTurnsAsked, signal: AbortSignal): Promise<PastTurnsOutcome>;
}

const unopened = (): Promise<Unopened> =>
  Promise.resolve({
    type: 'untraceable',
    why: 'This gateway opens no past. `civitas replay` does, beside the data folder.',
  });
export const noPastCharts: PastCharts = { machinesAt: unopened, actorsAt: unopened, turnsOf: unopened };

/** When the past is opened for others. */
const retryAfterSeconds = 5;

export const pastMachineRoutes = (control: Pick<CityControl, 'health'>, past: PastCharts): readonly Route[] => [
  pastMachines(control, past),
  pastActors(control, past),
];

const refusals = ['not_found', 'untraceable', 'busy'] as const;

const pastMachines = (control: Pick<CityControl, 'health'>, past: PastCharts): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/dashboard/turns/:turn/machines',
    summary: 'The state charts of the city after a turn: how many actors of each kind were in which state',
    caller: 'operator',
    params: z.strictObject({ turn: TurnNumber }),
    answer: PastMachines,
    refusals,
    perform: async ({ params: { turn } }, _city: City, connection) => {
      const outcome = later(control, turn) ?? (await past.machinesAt(turn, connection.goneSignal()));
      if (outcome.type !== 'opened') return notOpened(outcome, turn);
      return { type: 'shown', value: { ...outcome.machines, at: isoTime(outcome.machines.at) } };
    },
  });

const pastActors = (control: Pick<CityControl, 'health'>, past: PastCharts): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/dashboard/turns/:turn/machines/:kind/actors',
    summary:
      'Who was in a state of a chart of this kind after a turn, or in one within that, in the order of their ids',
    caller: 'operator',
    params: ofKind.extend({ turn: TurnNumber }),
    query: ofState,
    answer: PastActors,
    refusals,
    perform: async ({ params: { turn, kind }, query }, _city: City, connection) => {
      const { state, chart = null, limit, cursor: after = null } = query;
      const asked = { kind, chart, state, limit, after };
      const outcome = later(control, turn) ?? (await past.actorsAt(turn, asked, connection.goneSignal()));
      if (outcome.type !== 'opened') return notOpened(outcome, turn);
      return { type: 'shown', value: { ...outcome.actors, at: isoTime(outcome.actors.at) } };
    },
  });

function later({ health: { committedTurn } }: Pick<CityControl, 'health'>, turn: number): Unopened | undefined {
  return turn > committedTurn ? { type: 'absent', why: `The city has come to turn ${committedTurn}.` } : undefined;
}

/** The refusal of whoever asked for a turn that was not opened. */
export function notOpened(outcome: Unopened, turn: number): Refused {
  switch (outcome.type) {
    case 'busy':
      return refused('busy', { retry_after_seconds: retryAfterSeconds });
    case 'untraceable':
      return refused('untraceable', { reason: outcome.why });
    case 'absent':
      return refused('not_found', { kind: 'turn', id: String(turn), advice: outcome.why });
  }
}
