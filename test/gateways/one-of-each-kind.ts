/** An actor of every kind, with all that its kind can keep: what strangers must not see stands out. */
import type { ContextOf, KindName, StateOf } from '../../actors/registry.ts';
import { actorId, contentHash } from '../../engine/ids.ts';

export const hash = contentHash('a text that strangers do not read');
/** Stands wherever an actor keeps what strangers must not see; numbers are `amount` there, texts `hash`. */
export const forbidden = 'forbidden-to-strangers';
export const amount = 123_454_321;

type Kept = {
  readonly [Kind in KindName]: { readonly state: StateOf<Kind>; readonly context: Required<ContextOf<Kind>> };
};

const code = { code: hash, entry: forbidden, store: hash };
const publicAccess = { type: 'public', allowed: [forbidden] } as const;
const terms: Kept['connection-request']['context']['terms'] = {
  ...{ from: 'city-commons', to: 'open-pod', bidirectional: true, visibility: 'visible', access: publicAccess },
  ...{ entrance: hash, wayBack: hash, request: forbidden, exit: forbidden, requester: forbidden },
};
const asked = { share: amount, until: amount, open: [forbidden], paid: [forbidden], declined: [forbidden] };

const resident: Kept['resident']['context'] = {
  ...{ id: 'kept-1', name: 'Kept', framework: 'letta-v1', soul: hash, token: forbidden, mentor: forbidden },
  ...{ generation: amount, bornAt: 7, diesTick: 70, home: forbidden, location: 'city-commons', heir: forbidden },
  ...{ origin: { soul: forbidden, soulId: forbidden, visitor: forbidden } },
  ...{ knownLocations: [forbidden], knownExits: [forbidden], estateTo: forbidden, estateCredits: amount },
  ...{ endowment: { credits: amount, since: amount, until: amount }, deeds: { words: amount }, vouches: amount },
  ...{ library: { title: forbidden, content: hash }, achievements: ['wanderer'], vouchedFor: [forbidden] },
  ...{ nextToken: forbidden, missed: { state: 'waits', tick: amount } },
  ...{ mentees: [forbidden], cause: 'voluntary', diedAt: null, crash: forbidden },
};
const pod: Kept['pod']['context'] = {
  ...{ id: 'open-pod', name: 'Open', tier: 'small', owner: 'ada-1', representative: 'ada-1', features: [] },
  ...{ collaborators: [forbidden], contributors: [forbidden], asked, wasHidden: true, upkeep: amount, door: forbidden },
  forgetsWords: true,
  ...{ birthplace: forbidden, exit: forbidden, description: hash, access: publicAccess, ...code },
  pricing: { perEntry: amount, perQuery: amount, split: { [forbidden]: amount }, input: hash },
};
const soul: Kept['soul']['context'] = {
  ...{ id: forbidden, name: forbidden, framework: forbidden, soul: hash, schema: hash, livedBy: 'me', held: amount },
  ...{ soulId: forbidden, visitor: forbidden, network: forbidden, runtime: 'external', createdAt: amount },
  ...{ returnTick: amount, mentor: null, resident: forbidden, death: { cause: 'voluntary', at: amount } },
};

/** One of every kind, each with all that its kind can keep. */
export const kept: Kept = {
  resident: { state: 'alive.active', context: resident },
  location: {
    state: 'house',
    context: { id: 'city-housing/kept-1', kind: 'house', name: 'Its house', owner: 'kept-1' },
  },
  pod: { state: 'deployed', context: pod },
  container: {
    state: 'running',
    context: {
      ...{ id: 'open-pod/box', pod: 'open-pod', name: 'box', agent: forbidden, cpuMillis: 100, memoryMib: 64 },
      ...{ upkeep: amount, description: hash, source: forbidden, ...code },
    },
  },
  'connection-request': {
    state: 'approved.open',
    context: {
      ...{ id: 'open-way', terms, held: amount, approved: { from: true, to: true } },
      ...{ requestedAt: amount, expiresTick: amount },
    },
  },
  job: {
    state: 'open',
    context: {
      ...{ id: 'kept-job', title: 'A job', reward: 5, place: 'city-commons', poster: 'ada-1', claimer: null },
      byVisitor: true,
      ...{ description: hash, work: hash, reason: hash, rejections: amount, held: amount, reviewTicks: 3 },
      ...{ postedAt: 7, expiresTick: 70, claimEndsTick: null, answerTick: null },
    },
  },
  'portal-station': {
    state: 'active',
    context: {
      ...{ id: 'kept-station', name: 'Station', place: 'a hall', location: 'city-commons', token: forbidden },
      ...{ number: amount, registeredAt: 7 },
    },
  },
  framework: {
    state: 'published',
    context: {
      ...{ id: 'kept-framework', name: 'Kept', version: 1, lifespan: 70, description: hash, schema: hash },
      runtime: { type: 'container', image: forbidden, command: [forbidden], env: { [forbidden]: forbidden } },
      hasFailed: true,
    },
  },
  room: {
    state: 'workshop',
    context: {
      ...{ id: forbidden, house: forbidden, owner: forbidden, name: forbidden, purpose: 'workshop', description: hash },
      ...{ upkeep: amount, invited: [forbidden], ...code },
    },
  },
  soul: { state: 'queued', context: soul },
  call: {
    state: 'running',
    context: {
      ...{ id: forbidden, task: 'call', place: forbidden, caller: forbidden, price: amount, charged: amount },
      placeActor: actorId('pod', 'open-pod'),
    },
  },
  'service-call': {
    state: 'open',
    context: {
      ...{ id: forbidden, caller: forbidden, held: amount, isHalved: true, service: forbidden, operation: forbidden },
    },
  },
  print: {
    state: 'queued',
    context: {
      ...{ id: forbidden, station: forbidden, place: forbidden, payer: actorId('resident', forbidden), content: hash },
      ...{ fee: amount, held: amount, askedAt: amount, answerTick: amount, countsUntil: amount, isCounted: true },
    },
  },
  question: {
    state: 'asked',
    context: {
      ...{ id: forbidden, visitor: forbidden, network: forbidden, resident: forbidden, text: forbidden, answer: hash },
      ...{ price: amount, held: amount, askedAt: amount, lapsesTick: amount, answeredAt: amount },
    },
  },
  note: {
    state: 'standing',
    context: {
      ...{ id: 'kept-note', visitor: 'vis-1', purpose: 'wish', place: 'city-commons', endsTick: 70, leftAt: 7 },
      ...{ text: hash, picture: { station: 'library-1', width: 8, height: 8 } },
    },
  },
  visitor: {
    state: 'registered',
    context: { id: forbidden, handle: forbidden, login: forbidden, network: forbidden, registeredAt: amount },
  },
};
