/** Why something happened, for the operator: what led to a turn, or to an event. */
import { z } from 'zod';
import type { City, CityControl } from '../../../engine/city-interface.ts';
import type { Asked, Chain } from '../../../engine/why/causes.ts';
import type { AnswerOf } from '../../answers/answer-type.ts';
import { Why } from '../../answers/why.ts';
import { refused } from '../../refusals/gateway-refusals.ts';
import type { Answered } from '../../route/answered.ts';
import { type Connection, defineRoute, type Route } from '../../route/route.ts';
import { EventSeq, TurnNumber } from '../../schema/fields.ts';
import { whyAnswer } from '../why-answer.ts';

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

interface WhyRoutes {
  readonly control: Pick<CityControl, 'health'>;
  readonly trace: Trace;
}

export const whyRoutes = (of: WhyRoutes): readonly Route[] => [turn(of), why(of)];

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

const turn = ({ control, trace }: WhyRoutes) =>
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

const why = ({ control, trace }: WhyRoutes) =>
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
