/** Parses answers of the city into parts of a perception: without trust, each bounded (PC1). */
import { read, readPart, says } from '../../client/answers.ts';
import { fieldsOf, listOf, numberOf, textOf } from '../../client/wire.ts';
import type { AnswerOf } from '../../gateways/answers/answer-type.ts';
import type { ReadCode } from '../../gateways/answers/code.ts';
import type { Connection } from '../../gateways/answers/connections.ts';
import type { Exit as ExitShown } from '../../gateways/answers/exit.ts';
import type { House } from '../../gateways/answers/house.ts';
import type { Job as JobShown } from '../../gateways/answers/jobs.ts';
import type { Location, Present } from '../../gateways/answers/location.ts';
import type { Note as NoteShown } from '../../gateways/answers/notes.ts';
import type { OwnPassport } from '../../gateways/answers/passport.ts';
import type { Pod as PodShown } from '../../gateways/answers/pods.ts';
import type { Question as QuestionShown } from '../../gateways/answers/questions.ts';
import type { Service as ServiceShown } from '../../gateways/answers/services.ts';
import type { WaitingSoul } from '../../gateways/answers/threshold.ts';
import {
  type Annex,
  bounds,
  type Exit,
  type Job,
  type Person,
  type Place,
  type Pod,
  type Question,
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
  return text.length <= bounds.idChars ? text : '';
};
const idOrNull = (value: unknown): string | null => id(value) || null;
const amount = (value: unknown): number => (Number.isFinite(value) ? numberOf(value) : 0);
const countOrNull = (value: unknown): number | null => (Number.isFinite(value) ? numberOf(value) : null);

/** The first `most` items of the list, each parsed. */
export const itemsOf = <T>(list: unknown, most: number, readItem: (item: unknown) => T): readonly T[] =>
  listOf(list)
    .slice(0, most)
    .map((item) => readItem(item));

/** The same of a page. */
export const pageOf = <T>(page: unknown, most: number, readItem: (item: unknown) => T): readonly T[] =>
  itemsOf(read<{ readonly items: readonly unknown[] }>(page).items, most, readItem);

const ids = (list: unknown): readonly string[] =>
  listOf(list)
    .slice(0, 50)
    .map(id)
    .filter((each) => each !== '');

export function readSelf(answer: unknown, tick: number | null): Self {
  const me = read<AnswerOf<typeof OwnPassport>>(answer);
  const soul = readPart(me.soul);
  const lineage = readPart(me.lineage);
  const legacy = readPart(me.legacy);
  const own = id(me.id);
  const diesTick = countOrNull(me.dies_tick);
  return {
    id: own,
    name: name(me.name) || own,
    home: `city-housing/${own}`,
    soul: {
      aesthetic: words(soul.aesthetic),
      personality: words(soul['personality'] ?? soul.personality_summary),
      goals: words(soul['goals']),
      firstMemory: words(soul['first_memory']),
      quirks: words(soul['quirks']),
    },
    isDying: says(me.state, 'dying.legacy'),
    balance: amount(me.balance),
    endowment: amount(me.endowment),
    burn: amount(me.burn_per_tick),
    runway: countOrNull(me.runway_ticks),
    ticksLeft: tick === null || diesTick === null ? null : Math.max(0, diesTick - tick),
    mentor: idOrNull(lineage.mentor),
    mentees: ids(lineage.mentees),
    heir: idOrNull(legacy.heir),
    legacyTitle: idOrNull(legacy.library_contribution),
    vouchedFor: ids(me.vouched_for),
    ownedPods: ids(readPart(me.economy).owned_pods),
  };
}

export function readPlace(answer: unknown): Place {
  const place = read<AnswerOf<typeof Location>>(answer);
  return {
    id: id(place.id),
    kind: id(place.kind),
    name: name(place.name),
    description: words(place.description),
    owner: idOrNull(place.owner),
  };
}

/** How many are there; NaN where that is not told. */
export const readCount = (answer: unknown): number => numberOf(read<AnswerOf<typeof Location>>(answer).residents_count);

export function readPerson(answer: unknown): Person {
  const person = read<AnswerOf<typeof Present>>(answer);
  return { id: id(person.id), name: name(person.name) };
}

export function readExit(answer: unknown): Exit {
  const exit = read<AnswerOf<typeof ExitShown>>(answer);
  return {
    id: id(exit.id),
    to: id(exit.to),
    type: id(exit.type),
    description: words(exit.desc),
    toll: amount(exit.toll),
    isOpen: exit.access === undefined || says(exit.access, 'public', 'gated'),
  };
}

export function readJob(answer: unknown): Job {
  const job = read<AnswerOf<typeof JobShown>>(answer);
  return {
    id: id(job.id),
    title: name(job.title),
    description: words(job.description),
    reward: amount(job.reward),
    status: id(job.status),
    poster: idOrNull(job.poster),
    claimer: idOrNull(job.claimer),
    location: id(job.location),
    work: words(job.work),
    answerTick: countOrNull(job.answer_due_tick),
  };
}

export function readQuestion(answer: unknown): Question {
  const question = read<AnswerOf<typeof QuestionShown>>(answer);
  return { id: id(question.id), words: words(question.question) };
}

/** The words of a wish. */
export const readWish = (answer: unknown): string => words(read<AnswerOf<typeof NoteShown>>(answer).text);

/** A pod as its representative sees it. `self`: who that is. */
export function readPod(answer: unknown, self = ''): Pod {
  const pod = read<AnswerOf<typeof PodShown>>(answer);
  const own = id(pod.id);
  const pricing = readPart(pod.pricing);
  return {
    id: own,
    name: name(pod.name),
    status: id(pod.status),
    poolRunway: countOrNull(readPart(pod.pool).runway_ticks),
    tier: id(pod.tier),
    ways: itemsOf(pod.connections, bounds.ways, (way) => farEnd(way, own)).filter((far) => far !== ''),
    waysMax: amount(pod.connections_max),
    share: amount(fieldsOf(pricing.revenue_split)[self]),
    partners: Object.keys(fieldsOf(pricing.revenue_split))
      .filter((one) => one !== self && id(one) !== '')
      .slice(0, bounds.partners),
    price: amount(pricing.per_query),
    annexes: itemsOf(pod.containers, bounds.annexes, readAnnex).flat(),
  };
}

function readAnnex(inner: unknown): readonly Annex[] {
  const { name: named, agent_id, status } = read<AnswerOf<typeof PodShown>['containers'][number]>(inner);
  const state = id(status);
  return state === 'stopped' ? [] : [{ name: name(named), agent: id(agent_id), isRunning: state === 'running' }];
}

function farEnd(way: unknown, own: string): string {
  const { from, to } = read<AnswerOf<typeof PodShown>['connections'][number]>(way);
  return id(from) === own ? id(to) : id(from);
}

/** The id of a request for a way that waits for `self`; '' of one that waits for another. */
export function readRequest(answer: unknown, self: string): string {
  const request = read<AnswerOf<typeof Connection>>(answer);
  return id(request.requires_approval_from) === self ? id(request.request_id) : '';
}

export function readService(answer: unknown): Service {
  const service = read<AnswerOf<typeof ServiceShown>>(answer);
  return { id: id(service.id), pod: id(service.pod), name: name(service.name), price: amount(service.per_query) };
}

export const readSoulName = (answer: unknown): string => name(read<AnswerOf<typeof WaitingSoul>>(answer).name);

/** There is code in a workshop that can be run. */
export const readHasCode = (code: unknown): boolean => id(read<AnswerOf<typeof ReadCode>>(code).entry) !== '';

/** Names of the workshops of a house. */
export const readWorkshops = (house: unknown): readonly string[] =>
  itemsOf(read<AnswerOf<typeof House>>(house).rooms, 50, (item) => read<AnswerOf<typeof House>['rooms'][number]>(item))
    .filter((room) => says(room.purpose, 'workshop') && !says(room.status, 'removed'))
    .map((room) => id(room.name));
