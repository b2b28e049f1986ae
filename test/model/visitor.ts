/** Visitors, walked: what one does, what its wallet is given, and what it does not know. */
import { defaultFramework } from '../../actors/kinds/framework/built-in.ts';
import type { VisitorEvent } from '../../actors/kinds/visitor/facts.ts';
import { visitor } from '../../actors/kinds/visitor/index.ts';
import type { VisitorContext, VisitorInput } from '../../actors/kinds/visitor/messages.ts';
import { command } from '../../actors/registry.ts';
import { sharedPlaces } from '../../actors/rules/birth/soul-queue.ts';
import { commons, homeOf, locationActor, soulActor, visitorActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import { foundingBody } from '../../client/founding-request.ts';
import type { Command } from '../../engine/command.ts';
import { contentHash } from '../../engine/ids.ts';
import { present, rules } from './facts.ts';
import { frameworksPath, publish, soul as soulSung } from './framework.ts';
import { defineModel, type Situation, type Variants } from './kind-model.ts';
import type { Refusal, Resident, Shown, Stage, Visitor } from './stage.ts';
import { visitorHand } from './visitor-hand.ts';
import { picturesOfVisitor } from './visitor-pictures.ts';

interface Life {
  readonly name: string;
  readonly stage: Stage;
  readonly self: Visitor;
  readonly friend: Resident;
  /** What the wallet holds, in credits. */
  balance: number;
}

type At = Situation<VisitorContext>;
/** With an event that no visitor takes. */
type ChartEvent = VisitorEvent | { readonly type: 'paid'; readonly facts: object };

type Said<Type extends VisitorEvent['type']> = Extract<VisitorEvent, { type: Type }>;

const queuedMax = rules['SOULS_QUEUED_MAX'] ?? 0;
const waitingMax = rules['SOULS_WAITING_MAX'] ?? 0;
const networkMax = rules['SOULS_PER_NETWORK_MAX'] ?? 0;
const sharedMax = sharedPlaces(waitingMax);
const granted = 5;

const fillWallet = async (life: Life): Promise<Refusal> => {
  life.balance += granted;
  return life.stage.grant(life.self, granted);
};

const unknownSoul = 'soul_aaaaaaaaaaaaaaaa';
const { id: framework, schema } = defaultFramework.input;
const takes = { id: framework, isPublished: true, canRun: true, schema, runtime: 'external', lifespan: null } as const;

function creates(known: Partial<Said<'create_soul'>['facts']> = {}, livedBy: 'city' | 'me' = 'me'): ChartEvent {
  const written = { name: 'Wren', framework, schema, soul: contentHash(''), livedBy } as const;
  const facts = {
    ...present,
    number: 7,
    soul: unknownSoul,
    queued: 0,
    waiting: 0,
    ofNetwork: 0,
    framework: takes,
    ...known,
  };
  return { type: 'create_soul', ...written, facts };
}

const own = { ...present, actor: soulActor('000000000007') };
const nobodys = { ...present, actor: null };
const withdraws = (facts: Said<'withdraw_soul'>['facts']): ChartEvent => ({
  type: 'withdraw_soul',
  soul: unknownSoul,
  facts,
});
const fetches = (facts: Said<'fetch_token'>['facts']): ChartEvent => ({
  type: 'fetch_token',
  soul: unknownSoul,
  token: '',
  facts,
});

const soul: object = foundingBody({ name: 'Wren' });

/** Visitors write so many souls, each as many as it may. */
async function fill(stage: Stage, count: number): Promise<void> {
  for (let n = 0; n < count; n += queuedMax) {
    const other = await stage.register();
    for (let own = 0; own < Math.min(queuedMax, count - n); own++) await other.make('/v1/souls', soul);
  }
}

/** Visitors write souls until so many wait, more than half of the places: of the last half each takes one. */
async function fillUpTo(stage: Stage, count: number): Promise<void> {
  await stage.emptyQueue();
  await fill(stage, sharedMax);
  for (let n = sharedMax; n < count; n++) await fill(stage, 1);
}

/** So many visitors without a known network write a soul each. Returns the commands that take these back. */
async function fillFromElsewhere(stage: Stage, count: number): Promise<readonly Command[]> {
  const withdrawals: Command[] = [];
  for (let n = 0; n < count; n++) {
    const login = `${stage.tick} elsewhere ${n}`;
    const registering = { type: 'register_visitor', handle: 'eve', login } as const;
    await stage.submit(command(locationActor(commons), registering, { caller: 'city' }));
    const visitor = String((await stage.view(view('visitor_of_login', { login })))['id']);
    const caller = visitorActor(visitor);
    const writing = {
      type: 'create_soul',
      name: 'Wren',
      framework,
      schema,
      soul: contentHash('{}'),
      livedBy: 'me',
    } as const;
    const reply = view('soul_created', { visitor });
    const { id } = await stage.obtain(command(caller, writing, { caller, contents: ['{}'], reply }));
    withdrawals.push(command(caller, { type: 'withdraw_soul', soul: String(id) }, { caller }));
  }
  return withdrawals;
}

/** The id of a soul that waits. */
const written = async ({ self }: Life): Promise<unknown> => (await self.make('/v1/souls', soul))['id'];

/** The id of a soul whose resident has been born. */
async function born(life: Life): Promise<unknown> {
  await life.stage.emptyQueue();
  const id = await written(life);
  await life.friend.make('/v1/threshold/adopt', {});
  return id;
}

const souls: Variants<Life, ChartEvent, VisitorContext> = {
  'writes a soul': {
    hears: [creates()],
    play: ({ self }) => self.post('/v1/souls', soul),
  },
  'writes a soul that its framework does not take': {
    hears: [creates({ framework: { ...takes, isPublished: false } })],
    play: async ({ stage, self }) => {
      const withdrawn = await publish(stage);
      await stage.operate('DELETE', `${frameworksPath}/${withdrawn}`);
      return self.post('/v1/souls', { framework: withdrawn, ...soulSung });
    },
  },
  'leaves a soul to minds that are not there': {
    hears: [creates({}, 'city')],
    play: ({ self }) => self.post('/v1/souls', { ...soul, lived_by: 'city' }),
  },
  'writes one soul too many': {
    hears: [creates({ queued: queuedMax })],
    play: async (life) => {
      for (let n = 0; n < queuedMax; n++) await written(life);
      return life.self.post('/v1/souls', soul);
    },
  },
  'writes a soul where so many wait already': {
    hears: [creates({ waiting: waitingMax })],
    play: async ({ stage, self }) => {
      await fillUpTo(stage, networkMax);
      const others = await fillFromElsewhere(stage, waitingMax - networkMax);
      const refusal = await self.post('/v1/souls', soul);
      for (const withdrawal of others) await stage.submit(withdrawal);
      await stage.emptyQueue();
      return refusal;
    },
  },
  'writes a second soul where only the last half has room': {
    hears: [creates({ queued: 1, waiting: sharedMax })],
    play: async (life) => {
      await life.stage.emptyQueue();
      await written(life);
      await fill(life.stage, sharedMax - 1);
      return life.self.post('/v1/souls', soul);
    },
  },
  'writes a soul where so many of its network wait already': {
    hears: [creates({ ofNetwork: networkMax })],
    play: async ({ stage, self }) => {
      await fillUpTo(stage, networkMax);
      const refusal = await self.post('/v1/souls', soul);
      await stage.emptyQueue();
      return refusal;
    },
  },
  'takes a soul back': {
    hears: [withdraws(own)],
    play: async (life) => life.self.remove(`/v1/souls/${await written(life)}`),
  },
  'takes back a soul that is not its own': {
    hears: [withdraws(nobodys)],
    play: ({ self }) => self.remove(`/v1/souls/${unknownSoul}`),
  },
  'fetches a token': {
    hears: [fetches(own)],
    play: async (life) => life.self.post(`/v1/souls/${await born(life)}/token`),
  },
  'fetches a token of somebody who was not born of its soul': {
    hears: [fetches(nobodys)],
    play: ({ self }) => self.post(`/v1/souls/${unknownSoul}/token`),
  },
};

const printCost = (rules['PRINT_COST'] ?? 0) / 1000;

const portals: Variants<Life, ChartEvent, VisitorContext> = {
  'speaks through a portal station': {
    hears: [{ type: 'broadcast', station: 'library-1', text: 'Hello.', facts: { ...present, message: 'msg_1' } }],
    play: async ({ stage, self }) =>
      self.post(`/v1/portals/${(await stage.station()).id}/broadcast`, { message: 'Hello.' }),
  },
  'has something printed': {
    hears: [{ type: 'print', station: 'library-1', content: contentHash('A poem.'), facts: present }],
    play: async (life) => {
      if (life.balance < printCost) await fillWallet(life);
      life.balance -= printCost;
      const { id } = await life.stage.stationAt(homeOf(life.friend.id));
      return life.self.post(`/v1/portals/${id}/print`, { content: 'A poem.' });
    },
  },
};

const variants: Variants<Life, ChartEvent, VisitorContext> = {
  ...souls,
  ...portals,
  ...picturesOfVisitor,
  ...visitorHand,
  'is given credits': {
    hears: [{ type: 'grant', amount: granted * 1_000, facts: present }],
    play: fillWallet,
  },
  'gives credits to a resident': {
    hears: [{ type: 'fund', resident: 'friend', amount: 1_000, facts: present }],
    play: async (life) => {
      if (life.balance < 1) await fillWallet(life);
      life.balance -= 1;
      return life.self.post('/v1/visitors/fund', { resident: life.friend.id, amount: 1 });
    },
  },
  'hears what it does not know': {
    hears: [{ type: 'paid', facts: present }],
    behind: 'nobody says such a thing to a visitor',
    play: ({ stage, name }) =>
      stage.submit({ to: visitorActor(name), caller: 'city', event: { type: 'paid', from: 'x-1', amount: 1 } }),
  },
};

const input: VisitorInput = { id: 'vis-1', handle: 'ada', login: 'login' };

export const visitorModel = defineModel({
  kind: visitor,
  births: { 'a visitor': { ...input, facts: present } },
  project: ({ state }: At) => state,
  variants,
  begin: async (stage): Promise<Life> => {
    const friend = await stage.found('Friend', { credits: 200, lifespanTicks: 288 });
    const self = await stage.register();
    return { name: self.id, stage, self, friend, balance: 0 };
  },
  shown: ({ self }): Promise<Shown> => self.get('/v1/visitors/me'),
  foretold: (_at, { name, self, balance }) => ({ id: name, handle: self.handle, balance }),
});
