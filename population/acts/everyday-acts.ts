/** The everyday acts of residents: their weights at home and elsewhere, and how each is done. */

import type { RequestOutcome } from '../../client/retries.ts';
import { commons } from '../../client/wire.ts';
import type { Resident } from '../resident.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { adopt, birthActNames } from './adopting.ts';
import { performServiceAct, serviceActNames } from './global-services.ts';
import { performSocialAct, socialActNames } from './jobs.ts';
import { performPortalAct, portalActNames } from './portal-acts.ts';

export const everydayActNames = [
  'broadcast',
  'whisper',
  'shout',
  'letter',
  'letters',
  'pay',
  'overpay',
  'passport',
  'look',
  'me',
  'walk',
  ...serviceActNames,
  ...socialActNames,
  ...portalActNames,
  ...birthActNames,
] as const;
export type EverydayAct = (typeof everydayActNames)[number];
/** Weights of acts: whole numbers; unset for acts that are not done. */
export type ActWeights = Partial<Readonly<Record<EverydayAct, number>>>;

/** Anywhere but at home: at the Commons, where most talk happens, and in pods. */
const weightsAwayFromHome: ActWeights = {
  broadcast: 40,
  whisper: 12,
  shout: 1,
  pay: 10,
  overpay: 1,
  passport: 6,
  look: 8,
  me: 6,
  walk: 8,
  remember: 3,
  recall: 3,
  ask_model: 2,
  mail: 3,
  inbox: 2,
  library: 1,
  job: 14,
  vouch: 1,
  portal_message: 2,
  portal_print: 1,
  adopt: 2,
};
/** At home, where letters are written. */
const weightsAtHome: ActWeights = {
  broadcast: 4,
  shout: 1,
  letter: 25,
  letters: 8,
  pay: 6,
  look: 4,
  me: 4,
  walk: 30,
  job: 8,
  adopt: 2,
};

const messageTexts = [
  'good morning, all of you',
  'who has work for me?',
  'the square is full today',
  'I am saving for a workshop',
  'has anyone seen the new tunnel?',
  'ten more ticks and I go home',
  'tell me what you are building',
  'I heard a door open that was not there yesterday',
  'letters are cheaper than shouting',
  'my burn is one a tick, and yours?',
];

/** Chooses the next act. Given weights hold everywhere, but letters are written only at home. */
export function chooseEverydayAct(
  random: SeededRandom,
  atHome: boolean,
  mix: ActWeights | undefined,
): EverydayAct | undefined {
  const weights = mix ?? (atHome ? weightsAtHome : weightsAwayFromHome);
  const possible = everydayActNames.filter((act) => atHome || (act !== 'letter' && act !== 'letters'));
  return random.pickWeighted(possible.map((act) => [act, weights[act] ?? 0] as const));
}

/** Does the act. `others`: residents of the same population. */
export async function performEverydayAct(act: EverydayAct, who: Resident, others: readonly Resident[]): Promise<void> {
  const { random } = who.context;
  const place = who.place;
  if (place === null) return who.locate();
  // Drawn even where nothing is said: else a seed would give other acts than before.
  const spoken = random.pick(messageTexts) ?? '';
  switch (act) {
    case 'broadcast':
    case 'shout':
      return who.say(act, place, spoken);
    case 'whisper':
      return whisper(who, place, others, spoken);
    case 'letter': {
      const to = someOther(who, others);
      if (to !== undefined) await who.say('letter', to.id, spoken);
      return;
    }
    case 'pay':
    case 'overpay':
      return payOther(act, who, others);
    case 'walk':
      await who.walk(place === commons ? 'home' : 'commons');
      return;
    case 'letters':
    case 'passport':
    case 'look':
    case 'me':
      await performRead(act, who, others);
      return;
    case 'job':
    case 'vouch':
      return performSocialAct(act, who, others);
    case 'portal_message':
    case 'portal_print':
      return performPortalAct(act, who);
    case 'adopt':
      return adopt(who);
    default:
      return performServiceAct(act, who, others);
  }
}

/** Whispers to a resident who was here a moment ago. That it may have left meanwhile is allowed by the checks. */
async function whisper(who: Resident, place: string, others: readonly Resident[], words: string): Promise<void> {
  const present = someOther(who, others);
  if (present !== undefined && present.place === place) await who.say('whisper', present.id, words);
}

/** `overpay`: pays more than anybody has, which must be refused. */
async function payOther(act: 'pay' | 'overpay', who: Resident, others: readonly Resident[]): Promise<void> {
  const to = someOther(who, others);
  const amount = 1 + who.context.random.integerBelow(100);
  if (to !== undefined) await who.pay(to.id, act === 'pay' ? amount : 1_000_000_000 + amount);
}

const locationPaths = ['/v1/location', '/v1/location/exits', '/v1/location/residents'] as const;

function performRead(
  act: 'letters' | 'passport' | 'look' | 'me',
  who: Resident,
  others: readonly Resident[],
): Promise<RequestOutcome> {
  switch (act) {
    case 'letters':
      return who.get('letters', '/v1/me/messages');
    case 'passport':
      return who.get('passport', `/v1/residents/${(someOther(who, others) ?? who).id}/passport`);
    case 'look':
      return who.get('location', who.context.random.pick(locationPaths) ?? '/v1/location');
    case 'me':
      return who.get('me', '/v1/me');
  }
}

/** One of the population; undefined when the draw falls on the resident itself. */
function someOther(who: Resident, others: readonly Resident[]): Resident | undefined {
  const met = who.context.random.pick(others);
  return met === who ? undefined : met;
}
