/**
 * What strangers are shown of an actor where charts are public (`CHARTS_PUBLIC`).
 *
 * CH5  They see the kinds and fields that are listed here, and nothing else: a field that a context gets does not compile until somebody
 *      has decided whether it is shown, and one that an image has besides is not shown. Hidden and subtle ways, and where no stranger may
 *      walk, are not there for them. States that an actor alone is told of look alike, and which turn changed it is not shown: beside the
 *      counts of transitions it would say who whispers.
 */
import type { ActorKind, Image } from '../engine/actor-kind.ts';
import { nameOf } from '../engine/ids.ts';
import type { Reader } from '../engine/views/views.ts';
import type { ContextOf, KindName } from './registry.ts';

type Fields = Readonly<Record<string, unknown>>;

/** `shown`; `hidden`; `public place`: the name of a place, shown while strangers may walk there. Of a record what holds for each field. */
type Rule<Value> = 'shown' | 'hidden' | 'public place' | (Value extends object ? RulesOf<Value> : never);
type NamesIn<Value> = Value extends unknown ? keyof Value : never;
type FieldIn<Value, Name> = Value extends unknown ? (Name extends keyof Value ? Value[Name] : never) : never;
type RulesOf<Context> = { readonly [Name in NamesIn<Context>]-?: Rule<FieldIn<Context, Name>> };

/** When strangers know that the actor is there. */
type Seen = 'always' | 'where strangers may walk' | 'as a way for strangers' | 'at a public place' | 'never';

type OfKind<Kind extends KindName> =
  | { readonly seen: 'never' }
  | {
      readonly seen: Exclude<Seen, 'never'>;
      readonly fields: RulesOf<ContextOf<Kind>>;
      /** The states within these are not told apart. */
      readonly coarse?: readonly string[];
    };

const code = { code: 'hidden', entry: 'hidden', store: 'hidden' } as const;

const rules: { readonly [Kind in KindName]: OfKind<Kind> } = {
  resident: {
    seen: 'always',
    // Who has been warned that its credits do not last is told so itself, and nobody else.
    coarse: ['alive'],
    fields: {
      ...{ id: 'shown', name: 'shown', framework: 'shown', bornAt: 'shown', diesTick: 'shown', diedAt: 'shown' },
      ...{ cause: 'hidden', location: 'public place' },
      // Whoever is open to strangers is so by its vouches (VO5): its page says it.
      ...{
        soul: 'hidden',
        mentor: 'hidden',
        mentees: 'hidden',
        generation: 'hidden',
        origin: 'hidden',
        heir: 'hidden',
      },
      ...{ token: 'hidden', nextToken: 'hidden', missed: 'hidden' },
      ...{ home: 'hidden', knownLocations: 'hidden', knownExits: 'hidden', library: 'hidden' },
      ...{ estateTo: 'hidden', estateCredits: 'hidden', endowment: 'hidden', crash: 'hidden', deeds: 'hidden' },
      ...{ achievements: 'hidden', vouches: 'hidden', vouchedFor: 'hidden' },
    },
  },
  location: {
    seen: 'always',
    fields: {
      ...{ id: 'shown', kind: 'shown', name: 'shown', owner: 'shown' },
      ...{ runsContainers: 'hidden', sown: 'hidden' },
    },
  },
  pod: {
    seen: 'where strangers may walk',
    fields: {
      ...{ id: 'shown', name: 'shown', tier: 'shown', owner: 'shown', representative: 'shown' },
      ...{
        access: 'hidden',
        pricing: 'hidden',
        features: 'shown',
        collaborators: 'hidden',
        contributors: 'hidden',
        asked: 'hidden',
      },
      ...{ wasHidden: 'hidden', upkeep: 'hidden', birthplace: 'hidden', door: 'hidden', exit: 'hidden' },
      ...{ description: 'hidden', forgetsWords: 'hidden', ...code },
    },
  },
  'connection-request': {
    seen: 'as a way for strangers',
    fields: {
      terms: {
        ...{ from: 'public place', to: 'public place', bidirectional: 'shown', visibility: 'shown' },
        ...{
          access: 'hidden',
          entrance: 'hidden',
          wayBack: 'hidden',
          request: 'hidden',
          exit: 'hidden',
          requester: 'hidden',
        },
      },
      ...{ id: 'hidden', held: 'hidden', approved: 'hidden', requestedAt: 'hidden', expiresTick: 'hidden' },
    },
  },
  job: {
    seen: 'at a public place',
    fields: {
      ...{ id: 'shown', title: 'shown', reward: 'shown', place: 'public place', poster: 'shown', claimer: 'shown' },
      byVisitor: 'shown',
      ...{ postedAt: 'shown', expiresTick: 'shown', reviewTicks: 'shown', claimEndsTick: 'shown', answerTick: 'shown' },
      ...{ description: 'hidden', work: 'hidden', reason: 'hidden', rejections: 'hidden', held: 'hidden' },
    },
  },
  'portal-station': {
    seen: 'always',
    fields: {
      ...{ id: 'shown', name: 'shown', place: 'shown', location: 'public place', registeredAt: 'shown' },
      ...{ number: 'hidden', token: 'hidden' },
    },
  },
  framework: {
    seen: 'always',
    fields: {
      ...{ id: 'shown', name: 'shown', version: 'shown', lifespan: 'shown' },
      ...{ description: 'hidden', schema: 'hidden', runtime: 'hidden', hasFailed: 'hidden' },
    },
  },
  note: {
    seen: 'at a public place',
    fields: {
      ...{ id: 'shown', visitor: 'shown', purpose: 'shown', place: 'public place', endsTick: 'shown', leftAt: 'shown' },
      ...{ text: 'hidden', picture: 'shown' },
    },
  },
  // No stranger may walk into a container (PF1); who asks for what, who pays, who writes a soul, and who is let into a house is nobody
  // else's affair.
  container: { seen: 'never' },
  room: { seen: 'never' },
  soul: { seen: 'never' },
  call: { seen: 'never' },
  'service-call': { seen: 'never' },
  print: { seen: 'never' },
  question: { seen: 'never' },
  visitor: { seen: 'never' },
};

/** The same by names that come from outside. */
const ruleNamed = (kind: string) => Object.entries(rules).find(([name]) => name === kind)?.[1];

/** Whether strangers know of the actor. */
export function isSeenByStrangers(reader: Reader, kind: ActorKind, image: Image): boolean {
  switch (ruleNamed(kind.name)?.seen) {
    case 'always':
      return true;
    case 'where strangers may walk':
      return reader.isPublic(nameOf(image.id));
    case 'at a public place':
      return isPublicPlace(reader, image.context['place']);
    case 'as a way for strangers': {
      const way = kind.publicWay?.(image);
      return way !== undefined && reader.isPublic(way.from) && reader.isPublic(way.to);
    }
    default:
      return false;
  }
}

/** Its state as far as strangers are told. */
export function stateForStrangers(kind: ActorKind, { state }: Pick<Image, 'state'>): string {
  const rule = ruleNamed(kind.name);
  const coarse = rule !== undefined && rule.seen !== 'never' ? rule.coarse : undefined;
  return coarse?.find((path) => state.startsWith(`${path}.`)) ?? state;
}

/** What its context has for strangers. */
export function contextForStrangers(reader: Reader, kind: ActorKind, { context }: Image): Fields {
  const rule = ruleNamed(kind.name);
  return rule === undefined || rule.seen === 'never' ? {} : partOf(reader, rule.fields, context);
}

function partOf(reader: Reader, fields: Fields, context: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, rule]) => {
      const value = Object.hasOwn(context, name) ? context[name] : undefined;
      if (value === undefined || rule === 'hidden') return [];
      if (rule === 'shown') return [[name, value]];
      if (rule === 'public place') return [[name, isPublicPlace(reader, value) ? value : null]];
      return isRecord(rule) && isRecord(value) ? [[name, partOf(reader, rule, value)]] : [];
    }),
  );
}

const isPublicPlace = (reader: Reader, value: unknown): boolean => typeof value === 'string' && reader.isPublic(value);

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
