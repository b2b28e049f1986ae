/**
 * Events as sockets send them, of each type that `actors/event-types.ts` declares: whole, and without names, as strangers see those of the
 * economy.
 */
import { z } from 'zod';
import { type DataOf, type EventType, eventTypes } from '../../actors/event-types.ts';
import type { AnswerOf } from './answer-type.ts';

export type { EventType };

type Declared = (typeof eventTypes)[EventType];
type Category = 'infrastructure' | 'emergent' | 'visitor';

function categoriesOf(declared: Declared): readonly Category[] {
  const { category } = declared;
  const own: readonly Category[] = category === 'either' ? ['infrastructure', 'emergent'] : [category];
  return 'byVisitors' in declared ? [...own, 'visitor'] : own;
}

/** The names of all types. */
export const eventTypeNames = Object.keys(eventTypes) as EventType[];

const envelopeOf = <Type extends EventType>(type: Type) => ({
  v: z.literal(1),
  seq: z.int().positive().describe('Counts the events of the city; those that you do not hear are left out'),
  type: z.literal(type),
  at: z.iso.datetime().describe('When, in UTC'),
  tick: z.int().nonnegative().describe('At which tick'),
  category: z
    .enum(categoriesOf(eventTypes[type]))
    .describe('`infrastructure`: the city did it; `emergent`: a resident chose it; `visitor`: a visitor did'),
  location: z.string().nullable().describe('Where'),
});

function seenByStrangers(publicly: Declared['publicly']): string {
  if (publicly === 'never') return 'Strangers do not see it.';
  if (publicly === 'whole') return 'Strangers see it where they may walk.';
  return `Strangers see it where they may walk, without names: of \`data\` only ${publicly.map((field) => `\`${field}\``).join(', ')}.`;
}

/** Of one among several types, the part of that type. */
const partOf = <Whole, Name extends keyof Whole>(whole: Whole, name: Name): Whole[Name] => whole[name];

const eventOf = <Type extends EventType>(type: Type) =>
  z
    .strictObject({
      ...envelopeOf(type),
      actor: z.string().nullable().describe('Who did it'),
      subject: z.string().nullable().describe('To whom or what'),
      data: partOf(eventTypes[type], 'data'),
    })
    .meta({
      id: `event.${type}`,
      description: `Heard by: ${eventTypes[type].heardBy}. ${seenByStrangers(eventTypes[type].publicly)}`,
    });

/** An event of this type. */
export type EventOf<Type extends EventType> = Type extends EventType
  ? AnswerOf<ReturnType<typeof eventOf<Type>>>
  : never;

type First<Item> = readonly [Item, ...Item[]];

const isFilled = <Item>(items: readonly Item[]): items is First<Item> => items.length > 0;

function oneOf<Item extends z.ZodObject>(items: readonly Item[]): z.ZodDiscriminatedUnion<First<Item>, 'type'> {
  if (!isFilled(items)) throw new Error('no type of event is declared');
  return z.discriminatedUnion('type', items);
}

const events = eventTypeNames.map((type) => eventOf(type));

export const Event = oneOf(events).meta({
  id: 'Event',
  description: 'What the city tells. A type that is not known here is to be passed over: others may come.',
});

/** Those of the fields of `data` that strangers see; none of an event that they see whole, or not at all. */
function publicFieldsOf(type: EventType): readonly string[] {
  const { publicly } = eventTypes[type];
  return typeof publicly === 'string' ? [] : publicly;
}

type PublicField<Type extends EventType> = (typeof eventTypes)[Type]['publicly'] extends readonly (infer Field extends
  keyof DataOf<Type>)[]
  ? Field
  : never;

function namelessOf(type: EventType) {
  const { shape }: z.ZodObject = eventTypes[type].data;
  const fields = publicFieldsOf(type);
  return z
    .strictObject({
      ...envelopeOf(type),
      actor: z.null(),
      subject: z.null(),
      data: z.strictObject(Object.fromEntries(Object.entries(shape).filter(([name]) => fields.includes(name)))),
    })
    .meta({ id: `nameless.${type}`, description: 'As strangers see it, without names' });
}

const namelessTypes = eventTypeNames.filter((type) => publicFieldsOf(type).length > 0);

/** Events of the economy without names, as strangers see them. */
const nameless = namelessTypes.map(namelessOf);

const wholeToStrangers = events.filter(({ shape }) => eventTypes[shape.type.value].publicly === 'whole');

/** Whatever the Portal sends of an event, a schema for each. */
export const seenEvents: readonly z.ZodObject[] = [...events, ...nameless];

/** What strangers hear of an event. */
export const StrangersEvent = oneOf<z.ZodObject>([...wholeToStrangers, ...nameless]);

/** Whatever the Portal sends of an event: whole to visitors to whom it is addressed. */
export const SeenEvent = z.union([Event, oneOf(nameless)]);

/** An event of this type as the Portal sends it. */
export type SeenEventOf<Type extends EventType> = Type extends EventType
  ? EventOf<Type> | ([PublicField<Type>] extends [never] ? never : NamelessEventOf<Type>)
  : never;

type NamelessEventOf<Type extends EventType> = Omit<EventOf<Type>, 'actor' | 'subject' | 'data'> & {
  readonly actor: null;
  readonly subject: null;
  readonly data: Readonly<Pick<DataOf<Type>, PublicField<Type>>>;
};
