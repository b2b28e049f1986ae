/**
 * The requests for one perception. The mind's own state and the place are read each time; what changes slowly is read once a tick, or at
 * a new place, so that a mind makes far fewer requests than its rate limit allows.
 */
import type { Fields } from '../../client/wire.ts';
import type { Answer, CityDoor } from '../city-client.ts';
import type { Hearing } from './hearing.ts';
import {
  bounds,
  commons,
  type Job,
  type Perception,
  type Place,
  type Pod,
  type Question,
  type Self,
  type Service,
} from './perception.ts';
import {
  pageOf,
  readCount,
  readExit,
  readHasCode,
  readJob,
  readPerson,
  readPlace,
  readPod,
  readQuestion,
  readRequest,
  readSelf,
  readService,
  readSoulName,
  readWish,
  readWorkshops,
} from './reading.ts';

export type Look =
  | { readonly type: 'seen'; readonly perception: Perception }
  /** The city does not answer now. */
  | { readonly type: 'away' }
  | { readonly type: 'ended'; readonly why: 'dead' | 'taken_over' };

interface SeldomSeen {
  readonly jobs: readonly Job[];
  readonly claimed: readonly Job[];
  readonly posted: readonly Job[];
  readonly nextSoul: string | null;
  readonly workshops: readonly string[] | null;
  readonly written: readonly string[];
  readonly pods: readonly Pod[];
  readonly approvals: readonly string[];
  readonly services: readonly Service[];
  readonly questions: readonly Question[];
  readonly wishes: readonly string[];
}

/** After so many perceptions without a tick or a new place the slow parts are read again. */
const looksMax = 8;
/** The type of an exit that somebody built. */
const builtWay = 'agent-built';
/** Jobs of a board that are read: as many as a page holds. */
const jobsRead = 200;
/** Workshops at home whose code is looked at: a mind has one at a time. */
const workshopsRead = 2;

const bodyOf = (answer: Answer | null): Fields => (answer?.type === 'done' ? answer.body : {});

export class Senses {
  readonly #door: CityDoor;
  readonly #hearing: Hearing;
  #seldom: SeldomSeen | null = null;
  #seenAt = '';
  #looks = 0;
  /** Where in the list of its places it looked last. */
  #podsSeen = 0;
  /** Of so many questions heard it has read all; none before the first look. */
  #questionsRead = -1;
  #commonsWays: number | null = null;
  /** Places that nobody owned when it was last there, with how many built ways they had. */
  readonly #unowned = new Map<string, number>();

  constructor(door: CityDoor, hearing: Hearing) {
    this.#door = door;
    this.#hearing = hearing;
  }

  /** An act may have changed a slow part: it is read again. */
  forget(): void {
    this.#seenAt = '';
  }

  async look(): Promise<Look> {
    const [me, place, exits, people] = await Promise.all([
      this.#door.get('/v1/me'),
      this.#door.get('/v1/location'),
      this.#door.get(`/v1/location/exits?limit=${bounds.exits}`),
      this.#door.get(`/v1/location/residents?limit=${bounds.people + 1}`),
    ]);
    if (me.type === 'refused' && me.status === 401) return { type: 'ended', why: 'taken_over' };
    if (me.type === 'refused' && me.status === 410) return { type: 'ended', why: 'dead' };
    if (me.type !== 'done' || place.type !== 'done') return { type: 'away' };
    const self = readSelf(me.body, this.#hearing.tick);
    const where = readPlace(place.body);
    if (self.id === '' || where.id === '') return { type: 'away' };
    const seldom = await this.#lookSeldom(self, where.id);
    const ways = pageOf(bodyOf(exits), bounds.exits, readExit).filter(({ id }) => id !== '');
    this.#countWays(where, ways.filter(({ type }) => type === builtWay).length);
    const others = pageOf(bodyOf(people), bounds.people + 1, readPerson).filter(({ id }) => id !== self.id);
    const count = readCount(place.body);
    const perception: Perception = {
      tick: this.#hearing.tick,
      self,
      place: where,
      people: others,
      peopleCount: Math.max(others.length, Number.isFinite(count) ? count - 1 : 0),
      exits: ways,
      commonsWays: this.#commonsWays,
      unownedPlaces: [...this.#unowned].map(([id, ways]) => ({ id, ways })),
      heard: this.#hearing.heard,
      happenings: this.#hearing.happenings,
      lastEventOf: this.#hearing.lastEventOf,
      lastHeardFrom: this.#hearing.lastHeardFrom,
      asks: this.#hearing.asks,
      ...seldom,
    };
    return { type: 'seen', perception };
  }

  #countWays({ id, kind, owner }: Place, ways: number): void {
    if (id === commons) this.#commonsWays = ways;
    this.#unowned.delete(id);
    if (kind === 'pod' && owner === null) this.#unowned.set(id, ways);
    const [oldest] = this.#unowned.keys();
    if (oldest !== undefined && this.#unowned.size > bounds.unownedPlaces) this.#unowned.delete(oldest);
  }

  /** Who has more places than it looks at together looks at others each time. */
  #someOf(pods: readonly string[]): readonly string[] {
    if (pods.length <= bounds.pods) return pods;
    this.#podsSeen = (this.#podsSeen + bounds.pods) % pods.length;
    return [...pods, ...pods].slice(this.#podsSeen, this.#podsSeen + bounds.pods);
  }

  async #lookSeldom(self: Self, place: string): Promise<SeldomSeen> {
    const at = `${place} ${this.#hearing.tick}`;
    const isFresh =
      this.#seenAt === at && this.#questionsRead === this.#hearing.questionsHeard && ++this.#looks < looksMax;
    if (this.#seldom !== null && isFresh) return this.#seldom;
    const before = this.#seldom;
    const [open, claimed, posted, souls, services, pods, pending] = await Promise.all([
      this.#jobs('status=open'),
      this.#jobs('which=claimed'),
      this.#jobs('which=posted'),
      this.#door.get('/v1/threshold/souls?limit=1'),
      place === commons || place.startsWith('city-housing/') ? null : this.#door.get('/v1/services'),
      Promise.all(this.#someOf(self.ownedPods).map((pod) => this.#door.get(`/v1/pods/${encodeURIComponent(pod)}`))),
      self.ownedPods.length === 0 ? null : this.#door.get(`/v1/connections/pending?limit=${bounds.approvals}`),
    ]);
    const isHome = place === self.home;
    const [house, wishes] = isHome
      ? await Promise.all([this.#door.get('/v1/house'), this.#door.get(`/v1/wishes?limit=${bounds.wishes}`)])
      : [null, null];
    const questions = await this.#questions(before?.questions ?? []);
    const [soul] = pageOf(bodyOf(souls), 1, readSoulName);
    const workshops = house?.type === 'done' ? readWorkshops(house.body) : (before?.workshops ?? null);
    this.#seldom = {
      jobs: open,
      claimed,
      posted,
      nextSoul: soul ?? null,
      workshops,
      written: isHome ? await this.#written(workshops ?? []) : (before?.written ?? []),
      pods: pods.flatMap((pod) => (pod.type === 'done' ? [readPod(pod.body, self.id)] : [])),
      approvals: pageOf(bodyOf(pending), bounds.approvals, (each) => readRequest(each, self.id)).filter(
        (id) => id !== '',
      ),
      questions,
      wishes: wishes === null ? (before?.wishes ?? []) : pageOf(bodyOf(wishes), bounds.wishes, readWish),
      services: services === null ? [] : pageOf(bodyOf(services), bounds.services, readService),
    };
    this.#seenAt = at;
    this.#looks = 0;
    return this.#seldom;
  }

  /** Those of its workshops in which somebody has written code: guests may. */
  async #written(workshops: readonly string[]): Promise<readonly string[]> {
    const few = workshops.slice(0, workshopsRead);
    const answers = await Promise.all(
      few.map((one) => this.#door.get(`/v1/workshops/${encodeURIComponent(one)}/code`)),
    );
    return few.filter((_, at) => readHasCode(bodyOf(answers[at] ?? null)));
  }

  /** Read while there are some, at first, and when it hears of one: most minds are asked nothing. */
  async #questions(before: readonly Question[]): Promise<readonly Question[]> {
    const heard = this.#hearing.questionsHeard;
    if (before.length === 0 && this.#questionsRead === heard) return [];
    this.#questionsRead = heard;
    const answer = await this.#door.get(`/v1/me/questions?limit=${bounds.questions}`);
    return pageOf(bodyOf(answer), bounds.questions, readQuestion).filter(({ id }) => id !== '');
  }

  async #jobs(query: string): Promise<readonly Job[]> {
    const answer = await this.#door.get(`/v1/job-board?limit=${jobsRead}&${query}`);
    const jobs = pageOf(bodyOf(answer), jobsRead, readJob).filter(({ id }) => id !== '');
    // Public works first: many small jobs of somebody else do not hide them.
    return jobs.sort((a, b) => Number(b.poster === null) - Number(a.poster === null)).slice(0, bounds.jobs);
  }
}
