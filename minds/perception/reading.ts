/** Parses answers of the city into parts of a perception: without trust, each bounded (PC1). */
import { type Fields, fieldsOf, listOf, numberOf, textOf } from '../../client/wire.ts';
import {
  bounds,
  type Exit,
  type Job,
  type Person,
  type Place,
  type Pod,
  type Self,
  type Service,
} from './perception.ts';

/** The text without characters that cannot be shown in a line, and cut to `charsMax` characters. */
export function plain(value: unknown, charsMax: number): string {
  const line = textOf(value)
    .slice(0, 4 * charsMax)
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
  const chars = [...line];
  return chars.length > charsMax ? `${chars.slice(0, charsMax - 1).join('')}…` : line;
}

const name = (value: unknown): string => plain(value, bounds.nameChars);
const words = (value: unknown): string => plain(value, bounds.wordsChars);
/** Identifiers are sent to the city again: one that is too long counts as none. */
const id = (value: unknown): string => {
  const text = textOf(value);
  return text.length <= 200 ? text : '';
};
const idOrNull = (value: unknown): string | null => id(value) || null;
const amount = (value: unknown): number => (Number.isFinite(value) ? numberOf(value) : 0);
const countOrNull = (value: unknown): number | null => (Number.isFinite(value) ? numberOf(value) : null);

/** The first `most` items of the list, each parsed. */
export function itemsOf<T>(list: unknown, most: number, read: (item: Fields) => T): readonly T[] {
  return listOf(list)
    .slice(0, most)
    .map((item) => read(fieldsOf(item)));
}

const ids = (list: unknown): readonly string[] =>
  listOf(list)
    .slice(0, 50)
    .map(id)
    .filter((each) => each !== '');

export function readSelf(me: Fields, tick: number | null): Self {
  const soul = fieldsOf(me['soul']);
  const lineage = fieldsOf(me['lineage']);
  const legacy = fieldsOf(me['legacy']);
  const own = id(me['id']);
  const diesTick = countOrNull(me['dies_tick']);
  return {
    id: own,
    name: name(me['name']) || own,
    home: `city-housing/${own}`,
    soul: {
      aesthetic: words(soul['aesthetic']),
      personality: words(soul['personality'] ?? soul['personality_summary']),
      goals: words(soul['goals']),
      firstMemory: words(soul['first_memory']),
      quirks: words(soul['quirks']),
    },
    isDying: textOf(me['state']).startsWith('dying'),
    balance: amount(me['balance']),
    endowment: amount(me['endowment']),
    burn: amount(me['burn_per_tick']),
    runway: countOrNull(me['runway_ticks']),
    ticksLeft: tick === null || diesTick === null ? null : Math.max(0, diesTick - tick),
    mentor: idOrNull(lineage['mentor']),
    mentees: ids(lineage['mentees']),
    heir: idOrNull(legacy['heir']),
    legacyTitle: idOrNull(legacy['library_contribution']),
    vouchedFor: ids(me['vouched_for']),
    ownedPods: ids(fieldsOf(me['economy'])['owned_pods']),
  };
}

export const readPlace = (place: Fields): Place => ({
  id: id(place['id']),
  kind: id(place['kind']),
  name: name(place['name']),
  description: words(place['description']),
  owner: idOrNull(place['owner']),
});

export const readPerson = (person: Fields): Person => ({ id: id(person['id']), name: name(person['name']) });

export const readExit = (exit: Fields): Exit => ({
  id: id(exit['id']),
  to: id(exit['to']),
  type: id(exit['type']),
  description: words(exit['desc']),
  toll: amount(exit['toll']),
  isOpen: ['public', 'gated'].includes(textOf(fieldsOf(exit['access'])['type'] ?? exit['access'] ?? 'public')),
});

export const readJob = (job: Fields): Job => ({
  id: id(job['id']),
  title: name(job['title']),
  description: words(job['description']),
  reward: amount(job['reward']),
  status: id(job['status']),
  poster: idOrNull(job['poster']),
  claimer: idOrNull(job['claimer']),
  location: id(job['location']),
  work: words(job['work']),
  answerTick: countOrNull(job['answer_due_tick']),
});

export function readPod(pod: Fields): Pod {
  const pool = fieldsOf(pod['pool']);
  const runway = countOrNull(pool['runway_ticks'] ?? pod['runway_ticks']);
  return { id: id(pod['id']), name: name(pod['name']), status: id(pod['status']), poolRunway: runway };
}

export const readService = (service: Fields): Service => ({
  id: id(service['id']),
  pod: id(service['pod']),
  name: name(service['name']),
  price: amount(service['per_query']),
});

/** Names of the workshops of a house. */
export const readWorkshops = (house: Fields): readonly string[] =>
  itemsOf(house['rooms'], 50, (room) => room)
    .filter(
      (room) => ['workshop', 'project-workspace'].includes(textOf(room['purpose'])) && room['status'] !== 'removed',
    )
    .map((room) => id(room['name']));
