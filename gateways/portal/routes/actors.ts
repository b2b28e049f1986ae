/** One actor, for the operator and where charts are public for anybody; and why something happened, for the operator. */
import { z } from 'zod';
import { view } from '../../../actors/views.ts';
import type { City, CityControl } from '../../../engine/city-interface.ts';
import type { ActorId as EngineActorId } from '../../../engine/ids.ts';
import type { Clock } from '../../../engine/ports.ts';
import { isoTime } from '../../../engine/turn/seal.ts';
import type { Asked, Chain } from '../../../engine/why/causes.ts';
import { Actor } from '../../answers/actor.ts';
import type { AnswerOf } from '../../answers/answer-type.ts';
import { Why } from '../../answers/why.ts';
import type { LookUpLimit } from '../../limits/look-up-limit.ts';
import { refused } from '../../refusals/gateway-refusals.ts';
import type { Answered } from '../../route/answered.ts';
import { type Connection, defineRoute, type Route } from '../../route/route.ts';
import { ActorId, EventSeq, TurnNumber } from '../../schema/fields.ts';
import { whyAnswer } from '../why-answer.ts';
import type { Charts } from './machines.ts';

/** How a question about the past ended. `absent`, `untraceable`: the sentence says why. */
export type Traced =
  | { readonly type: 'traced'; readonly chain: Chain }
  | { readonly type: 'absent' | 'untraceable'; readonly why: string }
  /** Others have asked before, as many as can wait. */
  | { readonly type: 'busy' };

/** Opens the past of the city to say what led to something, through so many turns at most. Resolves also when it is aborted. */
export type Trace = (asked: Asked, linksMax: number, signal: AbortSignal) => Promise<Traced>;

export const noTrace: Trace = () =>
  Promise.resolve({
    type: 'untraceable',
    why: 'This gateway opens no past. `civitas why` does, beside the data folder.',
  });

interface ActorRoutes {
  readonly control: Pick<CityControl, 'health'>;
  readonly charts: Charts;
  readonly trace: Trace;
  readonly clock: Pick<Clock, 'now'>;
  /** Of strangers. */
  readonly looks: LookUpLimit;
}

export const actorRoutes = (of: ActorRoutes): readonly Route[] => [actor(of), turn(of), why(of)];

const actor = ({ charts, clock, looks }: ActorRoutes) =>
  defineRoute({
    method: 'GET',
    path: '/v1/dashboard/actors/:id',
    summary:
      'One actor: its state, what it keeps, which events it would take now and which guards stand in the way, its newest refusals and turns',
    caller: 'looker',
    params: z.strictObject({ id: ActorId }),
    answer: Actor,
    refusals: ['not_found'],
    perform: async ({ caller, params: { id } }, city) => {
      const looker = caller.id;
      const look = () => city.view(view('actor', { id, at: clock.now(), looker }));
      // What has left the city is read from the database.
      const viewed = await (looker === 'operator' ? look() : looks.run(look));
      if (viewed.type === 'refused') return viewed;
      const { isThere, events, ...shown } = viewed.value;
      return {
        type: 'shown',
        value: {
          ...shown,
          is_there: isThere,
          events: events.map(({ isCommand, inTheWay, ...event }) => {
            return { ...event, is_command: isCommand, in_the_way: inTheWay };
          }),
          // (CH5)
          ...(looker === 'operator' ? lastOf(charts, id) : { refusals: [], turns: [] }),
        },
      };
    },
  });

const lastOf = (charts: Charts, id: EngineActorId): Pick<AnswerOf<typeof Actor>, 'refusals' | 'turns'> => ({
  refusals: charts.refusalsOf(id).map(({ at, ...refusal }) => ({ ...refusal, at: isoTime(at) })),
  turns: charts.turnsOf(id).map(({ at, seq, published, ...turn }) => {
    return { ...turn, at: isoTime(at), events: published === 0 ? null : { from: seq, to: seq + published - 1 } };
  }),
});

/** Turns that one answer tells of at most. */
const linksMax = 20;
const query = z.strictObject({
  links: z
    .string()
    .regex(/^[0-9]{1,2}$/)
    .transform(Number)
    .pipe(z.int().min(1).max(linksMax))
    .optional()
    .transform((links) => links ?? linksMax)
    .meta({
      description: 'How many turns are told of at most; each may have to be run again',
      override: { type: 'integer', minimum: 1, maximum: linksMax, default: linksMax },
    }),
});
/** When the past is opened for others. */
const retryAfterSeconds = 5;
const refusals = ['not_found', 'untraceable', 'busy'] as const;

const turn = ({ control, trace }: ActorRoutes) =>
  defineRoute({
    method: 'GET',
    path: '/v1/dashboard/turns/:turn',
    summary: 'A turn: its command, messages, transitions and postings, then the turn that led to it, and so on',
    caller: 'operator',
    params: z.strictObject({ turn: TurnNumber }),
    query,
    answer: Why,
    refusals,
    perform: ({ params: { turn: asked }, query: { links } }, _city: City, connection) => {
      const { committedTurn } = control.health;
      if (asked > committedTurn) return Promise.resolve(later('turn', asked, committedTurn));
      return traced(trace, { type: 'turn', turn: asked }, links, connection);
    },
  });

const why = ({ control, trace }: ActorRoutes) =>
  defineRoute({
    method: 'GET',
    path: '/v1/dashboard/events/:seq/why',
    summary:
      'What led to an event: its turn, then the turn that led to that, until a command, a tick or an answer from outside',
    caller: 'operator',
    params: z.strictObject({ seq: EventSeq }),
    query,
    answer: Why,
    refusals,
    perform: ({ params: { seq }, query: { links } }, _city: City, connection) => {
      const newest = control.health.seq;
      if (seq > newest) return Promise.resolve(later('event', seq, newest));
      return traced(trace, { type: 'event', seq }, links, connection);
    },
  });

const later = (kind: 'turn' | 'event', asked: number, newest: number) =>
  refused('not_found', { kind, id: String(asked), advice: `The city has come to ${kind} ${newest}.` });

async function traced(
  trace: Trace,
  asked: Asked,
  links: number,
  connection: Connection,
): Promise<Answered<AnswerOf<typeof Why>>> {
  const found = await trace(asked, links, connection.goneSignal());
  switch (found.type) {
    case 'traced':
      return { type: 'shown', value: whyAnswer(found.chain) };
    case 'busy':
      return refused('busy', { retry_after_seconds: retryAfterSeconds });
    case 'untraceable':
      return refused('untraceable', { reason: found.why });
    case 'absent':
      return asked.type === 'turn'
        ? refused('not_found', { kind: 'turn', id: String(asked.turn), advice: found.why })
        : refused('not_found', { kind: 'event', id: String(asked.seq), advice: found.why });
  }
}
