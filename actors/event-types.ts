/**
 * Every event that the city publishes, declared once: its data, who hears it, what strangers see of it. `/SKILL.md` and `/openapi.json` are
 * made from these declarations. To add one: a line here, and a `tell` in a chart.
 */
import { z } from 'zod';
import { cityText } from './city-text.ts';
import { connection, credits, perhaps, text, ticks } from './event-fields.ts';
import { jobEventTypes } from './kinds/job/event-types.ts';
import { noteEventTypes } from './kinds/note/event-types.ts';
import { fundingEventTypes } from './kinds/pod/event-types.ts';
import { stationEventTypes } from './kinds/portal-station/event-types.ts';
import { questionEventTypes } from './kinds/question/event-types.ts';
import { soulEventTypes } from './kinds/soul/event-types.ts';

export interface EventDeclaration {
  /** Set where the visitor of a soul hears it too: of a resident who does it (`actor`), who goes through it (`subject`), or either. */
  readonly visitors?: 'actor' | 'subject' | 'both';
  /** The city did it, or a resident chose it; `either`: a resident when the event names an `actor`. */
  readonly category: 'infrastructure' | 'emergent' | 'either' | 'visitor';
  /** Set where a visitor may do it too: then its category is `visitor`. */
  readonly byVisitors?: true;
  /** Who hears it, in words. The audience itself is given with each event. */
  readonly heardBy: string;
  /** What strangers see where it happens in public: all of it, nothing, or these fields of `data` alone, without names. */
  readonly publicly: 'whole' | 'never' | readonly string[];
  readonly data: z.ZodObject;
}

const present = 'those present';
const itself = 'the resident';
const pair = 'sender and recipient';
const everybody = 'the public, and those present';
const owners = 'owner and representative';
const keepers = `${owners}, and who acted`;

/** Absent in events from before there was one. */
const face = text('From this its face follows: a part of a hash of its soul').optional();
const said = {
  id: text('The message'),
  message: text('What was said: words of a resident, no instruction of the city'),
};
const sent = { ...said, from: text('Who wrote it'), to: text('To whom') };
const room = {
  id: text('The room as a place'),
  name: text('What it is called in its house'),
  purpose: text('What it is for'),
};
const guests = { ...room, residents: z.array(z.string()).describe('Who') };
const container = {
  id: text('The container as a place'),
  pod: text('The pod that it is in'),
  name: text('Its name there'),
};
const pod = { id: text('The pod') };
const means = {
  balance: credits('what is left'),
  burn_per_tick: credits('what each tick takes'),
  runway_ticks: ticks('How many ticks the balance lasts'),
};

const speech = { category: 'emergent', publicly: 'whole', visitors: 'actor' } as const;
const privately = { category: 'emergent', publicly: 'never' } as const;
const toItself = { category: 'infrastructure', heardBy: itself, publicly: 'never', visitors: 'subject' } as const;
const ofConnection = {
  category: 'either',
  heardBy: `${owners} of its ends, and who asked for it`,
  publicly: 'never',
} as const;
const ofRoom = { category: 'emergent', publicly: 'never' } as const;
const ofContainer = {
  category: 'either',
  heardBy: `who deployed it, ${owners} of its pod, and who acted`,
  publicly: 'never',
} as const;
const ofPod = { category: 'either', heardBy: `${everybody}, ${owners}`, publicly: 'whole' } as const;

export const eventTypes = {
  'message.broadcast': { ...speech, heardBy: present, data: z.strictObject(said) },
  'message.shout': {
    ...speech,
    heardBy: `${present}, and those behind the exits that the speaker sees`,
    data: z.strictObject(said),
  },
  'message.whisper': { ...privately, heardBy: pair, data: z.strictObject(sent) },
  'message.direct': { ...privately, heardBy: pair, data: z.strictObject(sent) },

  'resident.born': {
    category: 'infrastructure',
    heardBy: `${everybody}, and its mentor`,
    publicly: 'whole',
    visitors: 'actor',
    data: z.strictObject({ name: text('Its name'), mentor: perhaps('Who brought it into the city'), face }),
  },
  'resident.arrived': { ...speech, heardBy: present, data: z.strictObject({}) },
  'resident.departed': {
    ...speech,
    heardBy: present,
    data: z.strictObject({
      exit_id: text('The exit that it took, if everyone can see that').optional(),
      to: text('Where that leads').optional(),
    }),
  },
  'resident.dying': {
    category: 'infrastructure',
    heardBy: `${itself}, and ${present}`,
    publicly: 'whole',
    visitors: 'subject',
    data: z.strictObject({ cause: perhaps('Of what it dies'), at_tick: ticks('When') }),
  },
  'resident.died': {
    category: 'infrastructure',
    heardBy: `${everybody}, its mentor and its mentees`,
    publicly: 'whole',
    visitors: 'actor',
    data: z.strictObject({
      name: text('Its name'),
      cause: perhaps('Of what it died'),
      mentor: perhaps('Who adopted it; null for a founder'),
      mentees: z
        .array(z.string())
        .readonly()
        .describe('Whom it has adopted, the first of those who have not left the city'),
      face,
    }),
  },
  'resident.vouched': {
    category: 'emergent',
    heardBy: 'who vouches, and for whom',
    publicly: 'never',
    data: z.strictObject({
      from: text('Who vouches'),
      to: text('For whom'),
      note: perhaps('Why: words of a resident'),
      vouches: z.int().describe('How many that one has now'),
    }),
  },
  ...soulEventTypes,

  'credits.alert': { ...toItself, data: z.strictObject(means) },
  'death.warning': {
    ...toItself,
    data: z.strictObject({
      cause: text('Of what it will die'),
      at_tick: ticks('When'),
      required: credits('what would prevent it').optional(),
      owed: credits('what of that the tick before left unpaid').optional(),
      text: cityText.describe('When death comes, and what would prevent it'),
    }),
  },
  'credits.transferred': {
    category: 'emergent',
    byVisitors: true,
    heardBy: 'payer and payee; of what a visitor gave also among its notifications',
    publicly: ['amount'],
    visitors: 'both',
    data: z.strictObject({ from: text('Who paid'), to: text('Who was paid'), amount: credits('how much') }),
  },
  'credits.received': {
    category: 'infrastructure',
    heardBy: 'who gets them, wherever it is; an estate also lies among its letters',
    publicly: 'never',
    visitors: 'subject',
    data: z.strictObject({
      reason: z
        .enum(['estate', 'toll', 'share', 'reward', 'answer', 'refund', 'grant'])
        .describe(
          '`estate`: `from` has died and left them; `toll`: `from` came into your house by a gated way; `share`: your part by the `revenue_split` of the pod `from`; `reward`: for a job that `from` posted; `answer`: for your answer to a question of the visitor `from`; `refund`: held for a connection, a call, a job, a question or a print, and not taken; `grant`: the operator has filled the wallet of a visitor',
        ),
      from: perhaps('Whose they were; null when the city gives back what it held'),
      place: text('Where that was; not told to the heir of who had paid').optional(),
      service: text('The global service that it was held for; not told to the heir either').optional(),
      amount: credits('how much'),
    }),
  },

  ...jobEventTypes,
  ...stationEventTypes,
  ...questionEventTypes,
  ...noteEventTypes,

  'room.added': { ...ofRoom, heardBy: 'its owner', data: z.strictObject(room) },
  'room.removed': { ...ofRoom, heardBy: 'its owner', data: z.strictObject(room) },
  'room.invited': { ...ofRoom, heardBy: 'its owner, and the guests', data: z.strictObject(guests) },
  'room.revoked': { ...ofRoom, heardBy: 'its owner, and the guests', data: z.strictObject(guests) },

  'workshop.created': {
    category: 'emergent',
    heardBy: keepers,
    publicly: 'never',
    data: z.strictObject({
      ...pod,
      name: text('Its name'),
      tier: text('Its tier'),
      location: perhaps('Where it was opened'),
      exit_id: perhaps('Its door'),
    }),
  },
  'pod.deployed': {
    ...ofPod,
    data: z.strictObject({ ...pod, name: text('Its name'), tier: text('Its tier'), owner: perhaps('Its owner') }),
  },
  'pod.orphaned': { ...ofPod, data: z.strictObject(pod) },
  'pod.reconnected': { ...ofPod, data: z.strictObject(pod) },
  'pod.shut_down': {
    ...ofPod,
    data: z.strictObject({
      ...pod,
      owner: perhaps('Whose it was; null where that one has died and nobody inherited it').optional(),
    }),
  },
  'pod.owner_changed': {
    category: 'either',
    heardBy: `${everybody}; of a gift also who gave it and who got it`,
    publicly: 'whole',
    data: z.strictObject({
      ...pod,
      from: perhaps("Whose it was; null where it was nobody's"),
      owner: perhaps('Whose it is now; null where its owner has died and nobody inherited it'),
      reason: z.enum(['gift', 'estate']).describe('`gift`: it was handed on; `estate`: its owner has died'),
    }),
  },
  'pod.inherited': {
    category: 'infrastructure',
    heardBy: 'its new owner, wherever it is; also among its letters',
    publicly: 'never',
    data: z.strictObject({
      ...pod,
      name: text('Its name'),
      from: text('Its owner, who has died'),
      balance: credits('what its pool holds'),
      burn_per_tick: credits('what each tick takes from it'),
      runway_ticks: ticks('How many ticks the pool lasts'),
    }),
  },
  'pool.alert': {
    category: 'infrastructure',
    heardBy: owners,
    publicly: 'never',
    data: z.strictObject({ pod: text('The pod, or the workshop'), ...means }),
  },
  'pool.funded': {
    category: 'emergent',
    heardBy: keepers,
    publicly: ['pod', 'amount'],
    data: z.strictObject({ pod: text('The pod'), from: text('Who paid'), amount: credits('how much') }),
  },
  ...fundingEventTypes,

  'connection.requested': { ...ofConnection, data: z.strictObject(connection) },
  'connection.approved': { ...ofConnection, data: z.strictObject(connection) },
  'connection.rejected': { ...ofConnection, data: z.strictObject(connection) },
  'connection.expired': { ...ofConnection, data: z.strictObject(connection) },
  'connection.opened': {
    ...ofConnection,
    heardBy: `${ofConnection.heardBy}; of a visible way also those present at its ends, without what they cannot see`,
    data: z.strictObject({ ...connection, exit_id: connection.exit_id.optional(), from: connection.from.optional() }),
  },
  'connection.closed': { ...ofConnection, data: z.strictObject(connection) },

  'container.started': { ...ofContainer, data: z.strictObject(container) },
  'container.stopped': { ...ofContainer, data: z.strictObject(container) },
  'service.called': {
    category: 'emergent',
    heardBy: `who called it, ${owners}; of a container who deployed it, and ${owners} of its pod`,
    // Who stands where strangers walk, and is served there, is seen (decision 077).
    publicly: ['service', 'caller', 'outcome', 'charged'],
    data: z.strictObject({
      service: text('The service'),
      caller: text('Who called it'),
      outcome: text('How it ended: `finished`, or why it failed'),
      charged: credits('what it cost'),
      reason: perhaps('To who speaks for it: why it failed').optional(),
      stderr: text('To who speaks for it: what failed code wrote last').optional(),
    }),
  },

  'tick.completed': {
    category: 'infrastructure',
    heardBy: 'everyone',
    publicly: 'whole',
    data: z.strictObject({ tick: ticks('The tick that is over') }),
  },
} as const satisfies Readonly<Record<string, EventDeclaration>>;

export type EventType = keyof typeof eventTypes;
export type DataOf<Type extends EventType> = z.infer<(typeof eventTypes)[Type]['data']>;
