/** Performs acts as requests. A brain learns the outcome as one of four kinds. */
import type { Fields } from '../../client/wire.ts';
import type { Answer, CityDoor } from '../city-client.ts';
import type { Design } from '../designs/design.ts';
import { annexName, designAt, designs } from '../designs/list.ts';
import { commons, type Perception } from '../perception/perception.ts';
import { plain } from '../perception/reading.ts';
import type { Act } from './act.ts';
import { prices } from './possible.ts';

export type Outcome =
  | { readonly type: 'done'; readonly body: Fields }
  | { readonly type: 'refused'; readonly code: string }
  | { readonly type: 'away' }
  /** There was nothing to send. */
  | { readonly type: 'rested' };

/** Characters of what is said at once. */
const wordsMax = 600;
/** The same of an answer to a visitor. */
const answerMax = 280;
const said = (words: string): string => plain(words, wordsMax) || '…';

/** `cause`: the seq of the event to which it answers. */
export async function perform(act: Act, seen: Perception, door: CityDoor, cause?: number): Promise<Outcome> {
  if (act.type === 'rest') return { type: 'rested' };
  if (act.type === 'remove_room') return outcomeOf(await door.remove(`/v1/house/rooms/${segment(act.name)}`));
  const { path, body } = requestOf(act, seen);
  return outcomeOf(await door.post(path, body, cause));
}

function outcomeOf(answer: Answer): Outcome {
  if (answer.type === 'refused') return { type: 'refused', code: answer.code || String(answer.status) };
  return answer.type === 'done' ? { type: 'done', body: answer.body } : { type: 'away' };
}

interface Request {
  readonly path: string;
  readonly body: Fields;
}

const board = '/v1/job-board';
const segment = encodeURIComponent;

type Asked = Exclude<Act, { type: 'rest' | 'remove_room' }>;
const socialTypes = [
  'go',
  'say',
  'whisper',
  'letter',
  'answer',
  'vouch',
  'adopt',
  'give',
  'bequeath',
  'compose',
] as const;
type Social = Extract<Asked, { type: (typeof socialTypes)[number] }>;

const isSocial = (act: Asked): act is Social => socialTypes.some((type) => type === act.type);

const requestOf = (act: Asked, seen: Perception): Request =>
  isSocial(act) ? socialRequest(act, seen) : workRequest(act, seen);

function socialRequest(act: Social, { exits }: Perception): Request {
  switch (act.type) {
    case 'go':
      // At most the price that was seen, which may have changed since.
      return {
        path: '/v1/location/move',
        body: { exit_id: act.exit, max_toll: exits.find(({ id }) => id === act.exit)?.toll ?? 0 },
      };
    case 'say':
      return { path: '/v1/mesh/broadcast', body: { message: said(act.words) } };
    case 'whisper':
      return { path: '/v1/mesh/whisper', body: { to: act.to, message: said(act.words) } };
    case 'letter':
      return { path: '/v1/me/messages/send', body: { to: act.to, message: said(act.words) } };
    case 'answer':
      return {
        path: `/v1/me/questions/${segment(act.question)}/answer`,
        body: { answer: plain(act.words, answerMax) || '…' },
      };
    case 'adopt':
      return { path: '/v1/threshold/adopt', body: { donation: prices.donation } };
    case 'vouch':
      return { path: `/v1/residents/${segment(act.for)}/vouch`, body: { note: said(act.words) } };
    case 'give':
      return { path: '/v1/credits/transfer', body: { to: act.to, amount: act.amount } };
    case 'bequeath':
      return { path: '/v1/legacy/bequeath', body: { heir: act.heir } };
    case 'compose':
      return {
        path: '/v1/legacy/compose',
        body: { title: plain(act.title, 80) || 'What I leave', content: said(act.words) },
      };
  }
}

const jobTypes = ['claim', 'submit', 'accept', 'post_job'] as const;
type OfJob = Extract<Asked, { type: (typeof jobTypes)[number] }>;
const isOfJob = (act: Exclude<Asked, Social>): act is OfJob => jobTypes.some((type) => type === act.type);

const workRequest = (act: Exclude<Asked, Social>, seen: Perception): Request =>
  isOfJob(act) ? jobRequest(act) : placeRequest(act, seen);

function jobRequest(act: OfJob): Request {
  switch (act.type) {
    case 'claim':
      return { path: `${board}/${segment(act.job)}/claim`, body: {} };
    case 'submit':
      return { path: `${board}/${segment(act.job)}/complete`, body: { work: said(act.words) } };
    case 'accept':
      return { path: `${board}/${segment(act.job)}/complete`, body: {} };
    case 'post_job':
      return {
        path: `${board}/submit`,
        body: { title: plain(act.title, 80) || 'A small thing', description: said(act.words), reward: act.reward },
      };
  }
}

function placeRequest(act: Exclude<Asked, Social | OfJob>, seen: Perception): Request {
  switch (act.type) {
    case 'fund':
      return { path: `/v1/credits/pools/${segment(act.pod)}/fund`, body: { amount: act.amount } };
    case 'contribute':
      return {
        path: `/v1/pods/${segment(act.pod)}/contribution`,
        body: { accept: act.accepts, ...(act.accepts && { max_share: act.share }) },
      };
    case 'invite_guest':
      return { path: `/v1/house/rooms/${segment(act.room)}/invite`, body: { residents: [act.guest] } };
    case 'call':
      return {
        path: `/v1/services/${segment(act.service)}/call`,
        body: { input: said(act.words), max_price: prices.callMax },
      };
    case 'add_room':
      return { path: '/v1/house/rooms', body: { name: act.name, purpose: 'workshop' } };
    case 'write_code':
      return {
        path: `/v1/workshops/${segment(act.workshop)}/code`,
        body: { files: { 'index.js': designOf(act.design).code } },
      };
    case 'deploy':
      return { path: '/v1/deploy', body: deployment(act, seen) };
    case 'connect':
      return { path: '/v1/connections/request', body: way(act.pod, seen) };
    case 'approve':
      return { path: '/v1/connections/approve', body: { request_id: act.request } };
    case 'set_share':
      return { path: `/v1/pods/${segment(act.pod)}/pricing`, body: pricing(act, seen) };
    case 'enlarge':
      return { path: '/v1/deploy', body: { source: act.pod, tier: 'small' } };
    case 'allow_annex':
      return {
        path: `/v1/pods/${segment(act.pod)}/containers/allow`,
        body: { agent_id: seen.self.id, name: annexName(designOf(act.design)), resource_allocation: annexSize },
      };
    case 'build_annex':
      return {
        path: `/v1/pods/${segment(act.pod)}/containers/deploy`,
        body: {
          name: annexName(designOf(act.design)),
          source: act.workshop,
          description: designOf(act.design).description,
        },
      };
  }
}

/** Of the smallest place that code runs in: its pool pays for it each tick. */
const annexSize = { cpu: '100m', memory: '64Mi' };

/** A brain chooses a design by number; a number that is none means the first. */
const designOf = (design: number | undefined): Design => {
  const found = designs[design ?? 0] ?? designs[0];
  if (found === undefined) throw new Error('there are no designs');
  return found;
};

/** The part of what it earns that a new place gives to who builds it. */
const shareAtFirst = 0.3;

function deployment({ workshop, design, from, partner }: Act & { type: 'deploy' }, { self }: Perception): Fields {
  const { title, description, entrance, input, price } = designOf(design);
  return {
    source: workshop,
    name: plain(`${title} of ${self.name}`, 80),
    tier: 'tiny',
    description,
    connections: [{ from, entrance_description: entrance, exit_description: outside(from) }],
    pricing: {
      ...{ per_query: price, input_description: input },
      revenue_split: splitAmong([self.id, ...(partner === undefined ? [] : [partner])], shareAtFirst),
    },
    funding: { initial_credits: prices.poolUsual, ...(partner !== undefined && { contributors: [partner] }) },
  };
}

/** Who built it together share equally. */
const splitAmong = (owners: readonly string[], share: number): Fields =>
  Object.fromEntries(owners.map((one) => [one, share / owners.length]));

/** What is written over the way out. */
const outside = (to: string): string =>
  to === commons ? 'Back to the square.' : 'A street, and a door at its other end.';

/** A way from here to its own place, for all to see at both ends. */
function way(pod: string, { pods }: Perception): Fields {
  const name = pods.find(({ id }) => id === pod)?.name ?? 'a place';
  return {
    from_pod: 'current',
    to_pod: pod,
    entrance_description: plain(`A street to ${name}.`, 200),
    exit_description: outside(pod),
  };
}

/** All that is set of a place is set anew. Its price stays, and what it says of itself is what its design says. */
function pricing({ pod, share, partners }: Act & { type: 'set_share' }, { self, pods }: Perception): Fields {
  const design = designAt(pod);
  return {
    per_query: pods.find(({ id }) => id === pod)?.price ?? 0,
    ...(share > 0 && { revenue_split: splitAmong([self.id, ...partners], share) }),
    ...(design !== undefined && { input_description: designOf(design).input }),
  };
}
