/** Portal stations, walked, in a room of a house or where strangers walk: spoken through, printed at, given pictures, silent, closed. */

import type { StationEvent } from '../../actors/kinds/portal-station/facts.ts';
import { portalStation } from '../../actors/kinds/portal-station/index.ts';
import type { StationContext, StationInput } from '../../actors/kinds/portal-station/messages.ts';
import { command } from '../../actors/registry.ts';
import {
  commonsExit,
  homeOf,
  innerPlace,
  residentActor,
  stationActor,
  visitorActor,
} from '../../actors/rules/place/names.ts';
import { contentHash } from '../../engine/ids.ts';
import { addRoom, buildPod } from './building.ts';
import { present, rules } from './facts.ts';
import { defineModel, type Situation, type Variants } from './kind-model.ts';
import type { Refusal, Resident, Shown, Stage, Station, Visitor } from './stage.ts';
import { picturesOfStation } from './visitor-pictures.ts';

interface Life {
  readonly name: string;
  readonly stage: Stage;
  readonly self: Station;
  readonly place: string;
  /** The owner of the place, who is there. */
  readonly owner: Resident;
  readonly visitor: Visitor;
  /** When prints were asked for last. */
  askedTick: number | null;
}

type At = Situation<StationContext>;
type StationVariants = Variants<Life, StationEvent, StationContext>;
type Said<Type extends StationEvent['type']> = Extract<StationEvent, { type: Type }>;

const room = 'hall';
const shop = 'shop';
/** Strangers walk to the pod, and to no room. */
const isPublic = ({ context }: At) => context.location === shop;
const text = 'A poem.';
const cost = (rules['PRINT_COST'] ?? 0) / 1000;
const ofResidentMax = rules['PRINTS_PER_RESIDENT_MAX'] ?? 0;
const hereMax = rules['PRINTS_PER_STATION_MAX'] ?? 0;
const windowTicks = rules['PRINT_WINDOW_TICKS'] ?? 0;

const is =
  (...states: readonly string[]) =>
  ({ state }: At) =>
    states.includes(state);
const isActive = is('active');
const isInactive = is('inactive');
const stands = is('active', 'inactive');

const none = { count: 0, freeIn: 0 };
const takes = (payer: Said<'print'>['payer'], known: Partial<Said<'print'>['facts']> = {}): Said<'print'> => ({
  type: 'print',
  payer,
  content: contentHash(text),
  facts: { ...present, print: 'print_1', here: none, ofPayer: none, ...known },
});
const answers = (isOwn: boolean): Said<'answer_print'> => ({
  type: 'answer_print',
  print: 'print_1',
  status: 'printed',
  facts: { ...present, isOwn },
});
const speaks: Said<'broadcast'> = {
  type: 'broadcast',
  by: 'vis-1',
  message: 'msg_1',
  text,
  facts: { ...present, isPublic: false },
};

const reports = ({ stage, name }: Life, type: 'silent' | 'heard'): Promise<Refusal> =>
  stage.submit(command(stationActor(name), { type }, { caller: 'city' }));

/** What was asked for before counts no more. */
async function inNewWindow(life: Life): Promise<void> {
  if (life.askedTick !== null) await life.stage.passTo(life.askedTick + windowTicks);
  life.askedTick = life.stage.tick;
}

async function visitorPrints({ stage, visitor, name }: Life): Promise<Refusal> {
  await stage.grant(visitor, cost);
  return visitor.post(`/v1/portals/${name}/print`, { content: text });
}

const ownerPrints = ({ owner }: Life): Promise<Refusal> => owner.post('/v1/portals/print', { content: text });

async function last(count: number, ask: () => Promise<Refusal>): Promise<Refusal> {
  let refusal: Refusal;
  for (let n = 0; n < count; n++) refusal = await ask();
  return refusal;
}

/** A print that waits here, or at another station of the same room. */
async function waiting(life: Life, station = life.name): Promise<string> {
  const { stage, visitor } = life;
  await stage.grant(visitor, cost);
  const made = await visitor.make(`/v1/portals/${station}/print`, { content: text });
  return String(made['id']);
}

const variants: StationVariants = {
  ...picturesOfStation(isPublic),
  'takes a print of a resident': {
    when: isActive,
    hears: [takes(residentActor('owner'))],
    play: async (life) => {
      await inNewWindow(life);
      return ownerPrints(life);
    },
  },
  'is asked by a resident who has had enough printed': {
    when: isActive,
    hears: [takes(residentActor('owner'), { ofPayer: { count: ofResidentMax, freeIn: 12 } })],
    play: async (life) => {
      await inNewWindow(life);
      return last(ofResidentMax + 1, () => ownerPrints(life));
    },
  },
  'is asked when it has printed enough': {
    when: isActive,
    hears: [takes(visitorActor('vis-1'), { here: { count: hereMax, freeIn: 12 } })],
    play: async (life) => {
      await inNewWindow(life);
      await last(ofResidentMax, () => ownerPrints(life));
      await last(hereMax - ofResidentMax, () => visitorPrints(life));
      return visitorPrints({ ...life, visitor: await life.stage.visitor() });
    },
  },
  'is asked to print by a visitor': {
    when: stands,
    hears: [takes(visitorActor('vis-1'))],
    play: async (life) => {
      await inNewWindow(life);
      return visitorPrints(life);
    },
  },
  'is spoken through': {
    hears: [speaks],
    play: ({ visitor, name }) => visitor.post(`/v1/portals/${name}/broadcast`, { message: text }),
  },
  'answers a print': {
    when: isActive,
    hears: [answers(true)],
    play: async (life) => {
      await inNewWindow(life);
      return life.self.answer(await waiting(life), 'printed');
    },
  },
  'answers a print that it took before it fell silent': {
    when: isInactive,
    hears: [answers(true)],
    play: async (life) => {
      await inNewWindow(life);
      await reports(life, 'heard');
      const print = await waiting(life);
      await reports(life, 'silent');
      return life.self.answer(print, 'printed');
    },
  },
  'answers a print of another station': {
    when: stands,
    hears: [answers(false)],
    play: async (life) => {
      const other = await life.stage.stationAt(life.place);
      const print = await waiting(life, other.id);
      return life.self.answer(print, 'printed');
    },
  },
  'falls silent': {
    when: stands,
    hears: [{ type: 'silent', facts: present }],
    behind: '[PS5] the gateway says so when no heartbeat has come for a minute',
    play: (life) => reports(life, 'silent'),
  },
  'is heard of': {
    when: isActive,
    hears: [{ type: 'heard', facts: present }],
    behind: '[PS5] of an active one heartbeats stay with the gateway',
    play: (life) => reports(life, 'heard'),
  },
  'is heard of again': {
    when: isInactive,
    hears: [{ type: 'heard', facts: present }],
    play: ({ self }) => self.heartbeat(),
  },
  'is closed': {
    hears: [{ type: 'close', facts: present }],
    play: async ({ stage, name }) => (await stage.operate('DELETE', `/v1/portals/${name}`)).refusal,
  },
  'loses its place': {
    when: (at) => stands(at) && !isPublic(at),
    hears: [{ type: 'place.ended', facts: present }],
    play: ({ owner }) => owner.remove(`/v1/house/rooms/${room}`),
  },
};

const births = { inRoom: 'a portal station', inPod: 'a portal station to which strangers walk' } as const;

async function begin(stage: Stage, birth: string): Promise<Life> {
  const owner = await stage.found('Owner', { credits: 1_000, lifespanTicks: 288 });
  const place = birth === births.inPod ? await podOf(owner) : await roomOf(owner);
  const self = await stage.stationAt(place);
  return { name: self.id, stage, self, place, owner, visitor: await stage.register(), askedTick: null };
}

async function roomOf(owner: Resident): Promise<string> {
  const place = innerPlace(homeOf(owner.id), room);
  await addRoom(owner, room, 'meeting');
  await owner.move(place);
  return place;
}

async function podOf(owner: Resident): Promise<string> {
  const { id, exit } = await buildPod(owner, { funding: 400 });
  await owner.move(commonsExit);
  await owner.move(exit);
  return id;
}

const input: StationInput = {
  id: 'library-1',
  number: 1,
  name: 'Library',
  place: 'Main Street',
  location: innerPlace(homeOf('owner'), room),
  token: '',
};

export const stationModel = defineModel({
  kind: portalStation,
  births: {
    [births.inRoom]: { ...input, facts: present },
    [births.inPod]: { ...input, location: shop, facts: present },
  },
  project: ({ state }: At) => state,
  variants,
  begin,
  shown: async ({ stage, name }): Promise<Shown> => (await stage.operate('GET', `/v1/portals/${name}`)).shown,
  foretold: (at: At, { name, place }) => ({
    id: name,
    name: at.context.name,
    place: at.context.place,
    location: isPublic(at) ? place : null,
    status: at.state,
  }),
});
