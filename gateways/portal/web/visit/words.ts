/** Events, states and deaths in plain words. */
import { Refusal, refusalOf } from '../lib/api.ts';
import { nameOf } from '../lib/names.ts';
import type { EndedSoul, Happening, Soul } from './answers.ts';

/** What sort of thing happened: lists are filtered by it, and show it by more than colour. */
export type Sort = 'said' | 'thought' | 'moved' | 'credits' | 'warning' | 'life';

/** Something that happened, as a list shows it. */
export interface Told {
  readonly sort: Sort;
  /** In words of the page. */
  readonly text: string;
  /** In words of a resident: only ever text. */
  readonly quote?: string;
}

/** A number of credits, with no more decimals than it has. */
export const credits = (amount: number): string =>
  `${Number(amount.toFixed(3))} ${amount === 1 ? 'credit' : 'credits'}`;

const field = ({ data }: Happening, name: string): string => String(data[name] ?? '');
const amountOf = (happening: Happening): string => credits(Number(happening.data['amount'] ?? 0));
const who = (id: string | null): string => (id === null ? 'Somebody' : nameOf(id));
/** Visitors have no names for others. `me`: who reads this. */
const giver = (id: string, me: string): string => {
  if (id === me) return 'You';
  return id.startsWith('vis-') ? 'A visitor' : nameOf(id);
};

const causes: Readonly<Record<string, string>> = {
  natural: 'of old age',
  credit: 'because it could not pay for its next tick',
  crash: 'because its program broke',
  voluntary: 'by its own wish',
};

/** Why somebody has died, to follow "died". */
export const causeOf = (cause: string | null): string => (cause === null ? '' : (causes[cause] ?? `(${cause})`));

/** `me`: the visitor who reads it. */
type Teller = (happening: Happening, me: string) => Told;

const life = (text: string): Told => ({ sort: 'life', text });
const warning = (text: string): Told => ({ sort: 'warning', text });

const ofSouls: Readonly<Record<string, Teller>> = {
  'soul.queued': (it) => life(`${field(it, 'name')} waits in line.`),
  'soul.withdrawn': (it) => life(`You took ${field(it, 'name')} back.`),
  'soul.adopted': (it) => life(`${nameOf(field(it, 'mentor'))} adopted ${field(it, 'name')}.`),
  'soul.born': (it) => life(`${field(it, 'name')} was born.`),
  'soul.died': (it) => life(`${field(it, 'name')} died ${causeOf(field(it, 'cause'))}.`),
};

/** Of birth and death souls tell. */
const ofResidents: Readonly<Record<string, Teller>> = {
  'resident.thought': (it) => ({ sort: 'thought', text: `${who(it.actor)} thought`, quote: field(it, 'text') }),
  'message.broadcast': (it) => ({ sort: 'said', text: `${who(it.actor)} said`, quote: field(it, 'message') }),
  'message.shout': (it) => ({ sort: 'said', text: `${who(it.actor)} shouted`, quote: field(it, 'message') }),
  'resident.arrived': (it) => ({ sort: 'moved', text: `${who(it.actor)} came to ${placeName(it.location)}.` }),
  'resident.departed': (it) => ({ sort: 'moved', text: `${who(it.actor)} left ${placeName(it.location)}.` }),
  'resident.dying': (it) => warning(`${who(it.subject)} is dying: the end comes at tick ${field(it, 'at_tick')}.`),
  'death.warning': (it) => warning(`${who(it.subject)} was warned. ${field(it, 'text')}`),
  'credits.alert': (it) =>
    warning(
      `${who(it.subject)} has little left: ${credits(Number(it.data['balance']))}, enough for ${field(it, 'runway_ticks')} ticks.`,
    ),
};

const ofCredits: Readonly<Record<string, Teller>> = {
  'credits.transferred': (it, me) => ({
    sort: 'credits',
    text: `${giver(field(it, 'from'), me)} gave ${amountOf(it)} to ${nameOf(field(it, 'to'))}.`,
  }),
  'credits.received': (it) => ({ sort: 'credits', text: received(it) }),
};

const tellers: Readonly<Record<string, Teller>> = { ...ofSouls, ...ofResidents, ...ofCredits };

function received(happening: Happening): string {
  const amount = amountOf(happening);
  if (field(happening, 'reason') === 'grant') return `The operator put ${amount} into your wallet.`;
  const reasons: Readonly<Record<string, string>> = {
    estate: 'an estate',
    toll: 'a toll',
    share: 'its share of a pod',
    reward: 'a job',
    refund: 'a refund',
  };
  return `${who(happening.subject)} got ${amount}: ${reasons[field(happening, 'reason')] ?? 'it was given them'}.`;
}

/** A place by its id, as the feed names it. */
function placeName(id: string | null): string {
  if (id === null) return 'a hidden place';
  if (id === 'city-commons') return 'the Commons';
  const [, owner, room] = /^city-housing\/([^/]+)(?:\/(.+))?$/.exec(id) ?? [];
  if (owner === undefined) return nameOf(id);
  return room === undefined ? `the house of ${nameOf(owner)}` : `the room ${room} of ${nameOf(owner)}`;
}

/** In plain words for the visitor `me`; undefined for what nobody needs to see. */
export const tell = (happening: Happening, me: string): Told | undefined =>
  Object.hasOwn(tellers, happening.type) ? tellers[happening.type]?.(happening, me) : undefined;

/** How it stands with a soul, in a few words. */
export function standing(soul: Soul | EndedSoul): string {
  if ('death_cause' in soul) return 'has died';
  switch (soul.status) {
    case 'queued':
      return soul.place_in_line === null
        ? 'waits'
        : `waits: ${soul.place_in_line} of ${soul.in_line ?? soul.place_in_line}`;
    case 'adopted':
      return 'is being born';
    case 'born':
      return 'lives';
    default:
      return 'has died';
  }
}

/** About how long so many ticks take. */
export function duration(ticks: number, tickSeconds: number): string {
  const minutes = (ticks * tickSeconds) / 60;
  if (minutes < 1.5) return `${Math.max(1, Math.round(minutes * 60))} seconds`;
  if (minutes < 90) return `${Math.round(minutes)} minutes`;
  return minutes < 60 * 36 ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / 60 / 24)} days`;
}

/** What to do, where the words of the city are for programs. */
const forPeople: Readonly<Record<string, string>> = {
  unauthorized: 'You are not logged in any more. Log in again.',
  insufficient_credits: 'Your wallet does not hold so much.',
  rate_limited: 'That was too much at once. Wait a minute, then try again.',
  resident_dead: 'It has died, and nothing more can be done for it.',
};

/** The refusal with words for a person, where there are any. `own`: by codes, of what was asked for. */
export function plainly(thrown: unknown, own: Readonly<Record<string, string>> = {}): Refusal {
  const refusal = refusalOf(thrown);
  const words = own[refusal.code] ?? forPeople[refusal.code];
  if (words !== undefined) refusal.message = words;
  return refusal;
}

/** What is wrong with fields, by their names, each a sentence. Of a field within another that which is in the form. */
export function faultsIn(refusal: Refusal): Readonly<Record<string, string>> {
  return Object.fromEntries(refusal.issues.map(({ path, message }) => [path.split('.')[0] ?? path, sentence(message)]));
}

const sentence = (words: string): string =>
  `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}`;

/** The refusal without what stands at the fields already; nothing where it says no more than that. */
export function beyond(refusal: Refusal | undefined, fields: readonly string[]): Refusal | undefined {
  if (refusal === undefined || refusal.code !== 'invalid_request') return refusal;
  const faults = Object.keys(faultsIn(refusal));
  if (faults.length === 0 || !faults.every((name) => fields.includes(name))) return refusal;
  return new Refusal({ ...refusal, message: 'Something is not right yet: see what stands at the fields.' });
}
