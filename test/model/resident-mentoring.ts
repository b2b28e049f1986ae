/** A resident brings others into the city, and is lived by whoever has its token. */

import type { ResidentEvent } from '../../actors/kinds/resident/facts.ts';
import { command } from '../../actors/registry.ts';
import { residentActor, soulActor } from '../../actors/rules/place/names.ts';
import { foundingBody } from '../../client/founding-request.ts';
import { contentHash } from '../../engine/ids.ts';
import { present, rules } from './facts.ts';
import {
  counted,
  isNewborn,
  type Life,
  lives,
  minted,
  not,
  type ResidentVariants,
  type Said,
} from './resident-base.ts';
import type { Refusal } from './stage.ts';

const least = rules['MENTOR_DONATION'] ?? 0;
const newborn: object = foundingBody({ name: 'Wren' });

function adopts(known: Partial<Said<'adopt'>['facts']> = {}, donation: number | null = null): ResidentEvent {
  const plain = { next: soulActor('000000000007'), balance: 1_000_000, burn: 1_000, owed: 0 };
  return { type: 'adopt', donation, facts: { ...present, ...plain, ...known } };
}

/** Somebody waits, and nobody else. */
async function write({ stage }: Life): Promise<void> {
  await stage.emptyQueue();
  await (await stage.visitor()).make('/v1/souls', newborn);
}

const adopt =
  (donation?: number) =>
  async (life: Life): Promise<Refusal> => {
    await write(life);
    return life.self.post('/v1/threshold/adopt', donation === undefined ? {} : { donation });
  };

export const replaced: ResidentEvent = { type: 'replace_token', token: 'another', facts: present };
const ended = (token: string): ResidentEvent => ({ type: 'end_token', token, facts: present });

export async function getsToken({ stage, self }: Life): Promise<Refusal> {
  const { refusal, shown } = await stage.operate('POST', `/v1/admin/residents/${self.id}/token`);
  if (refusal === undefined) self.renew(String(shown['token']));
  return refusal;
}

/** Nobody can look at it before it has a token again. */
export async function endsToken(life: Life): Promise<Refusal> {
  const refusal = await life.self.remove('/v1/me/token');
  const after = await life.self.refusalOf('/v1/me');
  if (after !== 'unauthorized') throw new Error(`a token that has ended: ${after}`);
  return refusal;
}

export const residentMentoring: ResidentVariants = {
  'adopts when nobody waits': {
    when: isNewborn,
    hears: [adopts({ next: null })],
    play: async ({ stage, self }) => {
      await stage.emptyQueue();
      return self.post('/v1/threshold/adopt');
    },
  },
  'adopts for too little': { when: isNewborn, hears: [adopts({}, 1_000)], play: adopt(1) },
  'adopts and would have nothing left': { when: isNewborn, hears: [adopts({ balance: least })], play: adopt() },
  adopts: {
    when: isNewborn,
    hears: [adopts(), counted('mentees')],
    play: async (life) => {
      await life.friend.pay(life.self, least / 1_000);
      return adopt()(life);
    },
  },
  'adopts, and says that the token of its mentee is lost': {
    when: isNewborn,
    hears: [adopts(), counted('mentees'), { type: 'recover_token', of: 'wren', token: 'next', facts: present }],
    play: async (life) => {
      await life.friend.pay(life.self, least / 1_000);
      await write(life);
      const { id } = await life.self.make('/v1/threshold/adopt', {});
      await life.stage.operate('POST', `/v1/admin/residents/${id}/token`);
      return life.self.post(`/v1/residents/${id}/token`);
    },
  },
  'notes a thought': {
    when: isNewborn,
    hears: [{ type: 'think', text: '', facts: minted }],
    play: ({ self }) => self.post('/v1/me/thoughts', { text: 'Hm.' }),
  },
  'gets another token': {
    hears: [replaced],
    play: getsToken,
  },
  'ends its token, and gets another': {
    hears: [replaced, ended('another'), replaced],
    when: lives,
    play: async (life) => {
      await getsToken(life);
      return (await endsToken(life)) ?? getsToken(life);
    },
  },
  'ends a token that it has no more': {
    when: lives,
    hears: [ended('before')],
    behind: 'it comes to this only when it was let in while another token was given out',
    play: ({ stage, self }) => {
      const event = { type: 'end_token', token: contentHash('before') } as const;
      return stage.submit(command(residentActor(self.id), event, { caller: residentActor(self.id) }));
    },
  },
  'ends its token when it is dead': {
    when: not(lives),
    hears: [ended('')],
    behind: 'the dead are not let in',
    play: ({ stage, self }) => {
      const event = { type: 'end_token', token: contentHash('before') } as const;
      return stage.submit(command(residentActor(self.id), event, { caller: residentActor(self.id) }));
    },
  },
};
