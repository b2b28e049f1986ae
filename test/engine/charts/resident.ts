/** The events of a resident, with their facts. */
import { placeCommands, placeCommandTypes } from '../../../actors/rules/place/commands.ts';
import {
  commons,
  connectionActor,
  homeOf,
  locationActor,
  podActor,
  soulActor,
  stationActor,
} from '../../../actors/rules/place/names.ts';
import type { Message } from '../../../engine/effect.ts';
import { contentHash } from '../../../engine/ids.ts';
import { ada, facts, said, soul } from './facts.ts';

const leads = (place: string, known: boolean, visible = true) => ({
  way: { place, known, visible, asks: known ? connectionActor('req_one') : locationActor(place) },
});
const going = {
  target: podActor('inn'),
  required: null,
  price: 5,
  given: 0,
  balance: 10,
  openCalls: 0,
  wronglyNamed: [],
  found: { source: null },
};
const nobody = { ...going, target: null };
const stranger = { ...going, wronglyNamed: [{ path: 'residents.0', id: 'cleo-3', isDead: false }] };
/** Commands to a place that the resident has to name: it may not exist. */
const commands = placeCommandTypes.flatMap((type) => [
  { type, ...facts(3, going) },
  ...(placeCommands[type].notFound === undefined ? [] : [{ type, pod: 'inn', ...facts(3, nobody) }]),
  { type, ...facts(3, { ...going, required: 'inn' }) },
  { type, ...facts(3, { ...going, required: homeOf(ada) }) },
  { type, ...facts(3, { ...going, price: 11 }) },
  { type, ...facts(3, { ...going, openCalls: 8 }) },
  { type, ...facts(3, { ...going, given: 5 }) },
  { type, ...facts(3, stranger) },
]);

const postable = { job: 'job_one', balance: 2_000, posted: 0, atPlace: 0, isRuin: false };
const sweep = { type: 'post_job', title: 'Sweep', description: 'The square.', reward: 1_000 };
const posts = [
  ...[{}, { isRuin: true }, { balance: 999 }, { posted: 8 }, { atPlace: 500 }].map((known) => ({
    ...sweep,
    ...facts(3, { ...postable, ...known }),
  })),
  { ...sweep, reviewTicks: 13, ...facts(3, postable) },
];
const noVouches = { settings: { ...facts(3).facts.settings, VOUCHES_MAX: 0 } };

const callable = { call: 'call_one', openCalls: 0, balance: 2_000, isAvailable: true, isHalved: false };
const serviceCalls = [{}, { isAvailable: false }, { balance: 999 }, { isHalved: true }, { openCalls: 8 }].map(
  (known) => ({
    type: 'call_global_service',
    service: 'bell',
    operation: 'ring',
    reference: 'kept',
    hold: 2_000,
    halfInStudy: true,
    availability: 'everywhere',
    ...facts(3, { ...callable, ...known }),
  }),
);

const replaced = [{}, { by: 'visitor' }, { by: 'city' }].map((by) => ({
  type: 'replace_token',
  token: 't2',
  ...by,
  ...facts(3),
}));

export const residentEvents: readonly Message[] = [
  ...serviceCalls,
  ...posts,
  ...['bo-2', 'ada-1'].map((to) => ({ type: 'vouch', to, note: null, ...facts(3) })),
  { type: 'vouch', to: 'cy-3', note: null, ...facts(3, noVouches) },
  { type: 'vouched', by: 'bo-2', note: 'kind', ...facts(3) },
  ...[leads(homeOf(ada), false, false), leads(commons, false), leads('inn', true), { way: null }].map((way) => ({
    type: 'move',
    exit: 'exit_one',
    max_toll: 7,
    ...facts(3, way),
  })),
  ...[homeOf(ada), commons].flatMap((place) =>
    [true, false].map((known) => ({
      type: 'admitted',
      place,
      exit: 'exit_one',
      known,
      visible: !known,
      toll: 0,
      ...facts(3, { balance: 0 }),
    })),
  ),
  {
    type: 'admitted',
    place: 'inn',
    exit: 'exit_one',
    known: true,
    visible: true,
    toll: 1,
    ...facts(3, { balance: 0 }),
  },
  { type: 'relocated', place: 'inn', ...facts(3) },
  ...commands,
  ...[true, false].flatMap((isKept) => [
    { type: 'broadcast', text: 'hello', ...facts(3, { message: 'msg_one', isKept }) },
    { type: 'shout', text: 'hey', ...facts(3, { message: 'msg_two', within: [commons], isKept }) },
  ]),
  ...['bo-2', 'ada-1'].flatMap((to) => [
    { type: 'whisper', to, text: 'psst', ...said },
    { type: 'letter', to, text: 'dear', ...said },
    { type: 'transfer', to, amount: 1500, ...facts(3, { balance: 1_500 }) },
  ]),
  { type: 'answer_question', question: 'question_1', text: 'because', answer: contentHash('because'), ...said },
  ...[homeOf('ada-1'), commons].map((place) => ({
    type: 'whispered',
    from: 'bo-2',
    place,
    text: 'psst',
    message: 'msg_3',
    ...facts(3),
  })),
  { type: 'written', from: 'bo-2', text: 'dear', message: 'msg_4', ...facts(3) },
  ...[10, 10_000].map((amount) => ({ type: 'paid', from: 'bo-2', amount, ...facts(3) })),
  ...[10, 0].map((amount) => ({ type: 'estate', from: 'bo-2', amount, ...facts(3) })),
  { type: 'estate.taken', by: 'bo-2', ...facts(3) },
  ...['leaves', 'archive.due'].map((type) => ({ type, ...facts(3, { mentees: [] }) })),
  { type: 'archive.done', result: {}, ...facts(3) },
  { type: 'archive.failed', ...facts(3) },
  { type: 'compose', title: 'Title', content: contentHash('text'), ...facts(3) },
  { type: 'bequeath', heir: 'ada-1', ...facts(3, { heir: { is: 'alive' } }) },
  ...[{ is: 'alive' }, { is: 'dead', died_at: 'then', cause: 'natural' }, { is: 'unknown' }].map((heir) => ({
    type: 'bequeath',
    heir: 'bo-2',
    ...facts(3, { heir }),
  })),
  ...[{}, { next: null }, { balance: 25_999 }].map((known) => ({
    type: 'adopt',
    donation: null,
    ...facts(3, { next: soulActor('000000000007'), balance: 26_000, burn: 1_000, owed: 0, ...known }),
  })),
  {
    type: 'adopt',
    donation: 24_999,
    ...facts(3, { next: soulActor('000000000007'), balance: 26_000, burn: 1_000, owed: 0 }),
  },
  { type: 'think', text: 'hm', ...said },
  ...[[], [stationActor('library-7')]].flatMap((stations) => [
    { type: 'portal_message', text: 'hello', ...facts(3, { message: 'msg_five', stations }) },
    { type: 'portal_print', content: contentHash('a poem'), ...facts(3, { stations }) },
  ]),
  ...replaced,
  ...['t', 't2'].map((token) => ({ type: 'end_token', token, ...facts(3) })),
  { type: 'funded', visitor: 'vis-3', amount: 10, ...facts(3) },
  { type: 'shut_down', ...facts(4) },
  { type: 'account.low', ...facts(4, { balance: 6_000, burn: 1_000 }) },
  { type: 'account.dry', ...facts(5, { balance: 0, burn: 1_000, owed: 400 }) },
  ...[0, 1_399, 1_400, 5_000].map((balance) => ({
    type: 'upkeep.due',
    ...facts(6, { balance, burn: 1_000, owed: 400, mentees: [] }),
  })),
  { type: 'life.warning', ...facts(70) },
  { type: 'life.closing', ...facts(71) },
  ...[0, 7].map((balance) => ({
    type: 'life.ends',
    ...facts(72, { balance, burn: 1_000, mentees: [] }),
  })),
  ...['crashed', 'finished'].map((how) => ({
    type: 'core.ended',
    how,
    reason: 'ended with a code',
    ...facts(5, { balance: 7, burn: 1_000, owed: 0, mentees: [] }),
  })),
  { type: 'estate.settled', ...facts(72, { pods: [podActor('inn')] }) },
  { type: 'pods.settled', ...facts(72, { mentees: [], children: [], isSeen: true }) },
  { type: 'death.told', ...facts(72) },
  { type: 'core.due', ...facts(6) },
  ...['core.start', 'core.remove'].flatMap((effect) => [
    { type: `${effect}.done`, result: {}, ...facts(6) },
    { type: `${effect}.failed`, ...facts(6) },
  ]),
  { type: 'transfer', to: 'bo-2', amount: 100_000, ...facts(3, { balance: 1_000_000 }) },
  ...['rooms', 'gifts'].map((deed) => ({ type: 'counted', deed, ...facts(3) })),
  // A first failure passes nothing on.
  ...[0, 5].map((reward) => ({ type: 'rewarded', worker: 'bo-2', reward, ...facts(3) })),
  { type: 'nonsense', ...facts(3) },
];

/** What happens to its token, and how it begins to die. */
export const tokenEvents: readonly Message[] = [
  ...replaced,
  ...['t', 't2'].flatMap((token) => [
    { type: 'end_token', token, ...facts(3) },
    { type: 'renew_token', token: 't3', oldToken: token, ...facts(3) },
  ]),
  ...['t', 't2', 't3', 't4'].map((token) => ({ type: 'show_token', token, ...facts(3) })),
  { type: 'recover_token', of: 'bo-2', token: 't4', ...facts(3) },
  ...['bo-2', 'eve-3'].flatMap((by) =>
    [3, 20].map((tick) => ({ type: 'token.missed', token: 't4', by, ...facts(tick, { isLeftToMinds: false }) })),
  ),
  { type: 'token.missed', token: 't4', by: 'eve-3', ...facts(3, { isLeftToMinds: true }) },
  { type: 'shut_down', ...facts(4) },
  { type: 'life.ends', ...facts(72, { balance: 7, burn: 1_000, mentees: [] }) },
];

/** Of a soul, in a core container. */
export const ofContainer = { soul: '000000000007', soulId: 'soul_one', visitor: 'vis-3', core: true };

export const born = {
  id: 'ada-1',
  name: 'Ada',
  framework: 'default',
  soul,
  token: 't',
  generation: 0,
  credits: 60_000,
  lifespan: 72,
  ...facts(0),
};
