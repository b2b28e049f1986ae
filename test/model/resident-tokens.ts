/** What happens to the token of a resident: it asks for another itself, or its mentor says that it is lost. */
import type { ResidentEvent } from '../../actors/kinds/resident/facts.ts';
import { command } from '../../actors/registry.ts';
import { residentActor } from '../../actors/rules/place/names.ts';
import { contentHash } from '../../engine/ids.ts';
import { present, rules } from './facts.ts';
import { all, diesTick, isActive, isInCore, type Life, lives, not, type ResidentVariants } from './resident-base.ts';
import { isTakenOver } from './resident-core.ts';
import { getsToken, replaced } from './resident-mentoring.ts';
import type { Refusal } from './stage.ts';

/** After `replaced`, its token is `another`. */
const renewed = (oldToken: string): ResidentEvent => ({ type: 'renew_token', token: 'next', oldToken, facts: present });
const shows = (token: string): ResidentEvent => ({ type: 'show_token', token, facts: present });
const missed = (by = 'friend', tick = 0): ResidentEvent => ({
  type: 'token.missed',
  ...{ by, token: 'next' },
  facts: { ...present, tick, isLeftToMinds: false },
});
const later = rules['TOKEN_MISSED_TICKS'] ?? 0;
const closing: ResidentEvent = { type: 'life.closing', facts: present };

const path = ({ self }: Life) => `/v1/residents/${self.id}/token`;
const isMissed = (life: Life): Promise<Refusal> => life.friend.post(path(life));
const isShown = ({ self }: Life): Promise<Refusal> => self.refusalOf('/v1/me');

/** Its mentor asks again, gets a token and hands it on. */
async function isGiven(life: Life): Promise<Refusal> {
  const { token } = await life.friend.make(path(life), {});
  life.self.renew(String(token));
  return isShown(life);
}

/** By the resident itself, past the gateways. */
const says =
  (event: { readonly type: 'show_token' | 'renew_token'; readonly token: string; readonly oldToken?: string }) =>
  ({ stage, self }: Life): Promise<Refusal> =>
    stage.submit(command(residentActor(self.id), { oldToken: '', ...event }, { caller: residentActor(self.id) }));

export const residentTokens: ResidentVariants = {
  'replaces its token': {
    when: lives,
    hears: [replaced, renewed('another'), shows('next')],
    play: async (life) => {
      await getsToken(life);
      const { token } = await life.self.make('/v1/me/token', {});
      life.self.renew(String(token));
      return isShown(life);
    },
  },
  'asks for a token by one that it has no more': {
    when: lives,
    hears: [renewed('before')],
    behind: 'it comes to this only when it was let in while another token was given out',
    play: says({ type: 'renew_token', token: contentHash('next'), oldToken: contentHash('before') }),
  },
  'shows a token of which nothing comes': {
    when: lives,
    hears: [shows('before')],
    behind: 'gateways say only what the city waits for',
    play: says({ type: 'show_token', token: contentHash('before') }),
  },
  'is missed by somebody else': {
    hears: [missed('witness')],
    play: async (life) => (await life.stage.witness()).post(path(life)),
  },
};

export const menteeTokens: ResidentVariants = {
  'asks for another token in its container': {
    when: all(lives, isInCore),
    hears: [renewed('')],
    play: ({ self }) => self.post('/v1/me/token'),
  },
  'is missed in its container': { when: all(lives, isInCore), hears: [missed()], play: isMissed },
  'is missed, and missed again': {
    when: all(lives, isTakenOver),
    hears: [replaced, missed(), missed()],
    play: async (life) => {
      await getsToken(life);
      return (await isMissed(life)) ?? isMissed(life);
    },
  },
  'is missed, shows its token, and is missed again': {
    when: all(lives, isTakenOver),
    hears: [replaced, missed(), shows('another'), missed()],
    play: async (life) => {
      await getsToken(life);
      return (await isMissed(life)) ?? (await isShown(life)) ?? isMissed(life);
    },
  },
  'is missed, and lived by what its mentor gets': {
    when: all(isActive, isTakenOver),
    hears: [replaced, missed(), missed('friend', later), shows('next')],
    play: async (life) => {
      await getsToken(life);
      await isMissed(life);
      await life.stage.passTick();
      return isGiven(life);
    },
  },
  'is missed before its last tick, and lived by what its mentor gets': {
    when: all(isActive, isTakenOver),
    hears: [replaced, missed(), closing, missed('friend', later), shows('next')],
    play: async (life) => {
      await life.stage.passTo(diesTick(life) - 2);
      await getsToken(life);
      await isMissed(life);
      await life.stage.passTick();
      return isGiven(life);
    },
  },
  'is missed when it is dead': { when: all(not(lives), isTakenOver), hears: [missed()], play: isMissed },
};
