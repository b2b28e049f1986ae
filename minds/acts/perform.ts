/** Performs acts as requests. A brain learns the outcome as one of four kinds. */
import type { Fields } from '../../client/wire.ts';
import type { Answer, CityDoor } from '../city-client.ts';
import type { Perception } from '../perception/perception.ts';
import { plain } from '../perception/reading.ts';
import type { Act } from './act.ts';
import { type Design, designs } from './designs.ts';
import { prices } from './possible.ts';

export type Outcome =
  | { readonly type: 'done'; readonly body: Fields }
  | { readonly type: 'refused'; readonly code: string }
  | { readonly type: 'away' }
  /** There was nothing to send. */
  | { readonly type: 'rested' };

/** Characters of what is said at once. */
const wordsMax = 600;
const said = (words: string): string => plain(words, wordsMax) || '…';

/** `cause`: the seq of the event to which it answers. */
export async function perform(act: Act, seen: Perception, door: CityDoor, cause?: number): Promise<Outcome> {
  if (act.type === 'rest') return { type: 'rested' };
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

type Asked = Exclude<Act, { type: 'rest' }>;
const socialTypes = ['go', 'say', 'whisper', 'letter', 'vouch', 'adopt', 'give', 'bequeath', 'compose'] as const;
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

function workRequest(act: Exclude<Asked, Social>, seen: Perception): Request {
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
    case 'fund':
      return { path: `/v1/credits/pools/${segment(act.pod)}/fund`, body: { amount: act.amount } };
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
  }
}

/** A brain chooses a design by number; a number that is none means the first. */
const designOf = (design: number): Design => designs[design] ?? designs[0];

function deployment({ workshop, design }: Act & { type: 'deploy' }, { self }: Perception): Fields {
  const { title, description, entrance, input } = designOf(design);
  return {
    source: workshop,
    name: plain(`${title} of ${self.name}`, 80),
    tier: 'tiny',
    description,
    connections: [{ from: 'city-commons', entrance_description: entrance }],
    pricing: { per_query: prices.callMax, input_description: input },
    funding: { initial_credits: prices.poolUsual },
  };
}
