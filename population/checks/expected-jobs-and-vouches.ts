/**
 * Jobs and vouches as they follow from acknowledged acts and from what is heard: what each job is waiting for, who has earned by it, and
 * what others must see of that. The stream of a job's poster decides what becomes of the job: it hears all of it, in order.
 *
 * JC1  The poster of a job and its claimer hear of each acknowledged act, and of no other; other residents only at its place.
 * JC2  Nobody claims a job that another has, and nobody is paid twice.
 * JC3  A reward in an event is the reward of a job that was completed.
 */
import type { CityEvent } from '../../client/events.ts';
import { milli, textOf } from '../../client/wire.ts';
import { type ExpectedEvents, eventKey } from './expected-events.ts';
import type { Findings } from './findings.ts';

export interface ExpectedJob {
  readonly id: string;
  readonly poster: string;
  /** Millicredits. */
  readonly reward: number;
  status: 'open' | 'claimed' | 'submitted' | 'over';
  claimer: string | null;
}

/** What a resident gained by jobs and vouches. */
interface Gains {
  /** Millicredits: rewards of completed jobs, and refunds. */
  income: number;
  /** The part of the rewards that `credits.received` named. */
  told: number;
  paid: number;
  done: number;
  vouches: number;
  vouchesUnknown: number;
  readonly vouchedFor: Set<string>;
}

const statusAfter: Readonly<Record<string, ExpectedJob['status']>> = {
  'job.posted': 'open',
  'job.claimed': 'claimed',
  'job.submitted': 'submitted',
  'job.rejected': 'claimed',
  'job.reopened': 'open',
  'job.completed': 'over',
  'job.expired': 'over',
  'job.cancelled': 'over',
};

export class ExpectedJobs {
  readonly #jobs = new Map<string, ExpectedJob>();
  readonly #gains = new Map<string, Gains>();
  /** Events that its poster heard before the job was acknowledged. */
  readonly #early = new Map<string, CityEvent[]>();
  readonly #findings: Findings;
  readonly #events: ExpectedEvents;

  constructor(findings: Findings, events: ExpectedEvents) {
    this.#findings = findings;
    this.#events = events;
  }

  /** A posted job, with the events that its poster has heard meanwhile. */
  add(job: ExpectedJob): void {
    this.#jobs.set(job.id, job);
    for (const event of this.#early.get(job.id) ?? []) this.#follow(event);
    this.#early.delete(job.id);
  }

  jobs(status: ExpectedJob['status'], wanted: (job: ExpectedJob) => boolean): readonly ExpectedJob[] {
    return [...this.#jobs.values()].filter((job) => job.status === status && wanted(job));
  }

  /** An act on a job was acknowledged: `concerned` hear of it (JC1). */
  acknowledge(type: string, job: string, concerned: readonly string[]): void {
    this.#events.mustBeHeard(eventKey(type, job), concerned);
  }

  gainsOf(resident: string): Gains {
    const known = this.#gains.get(resident);
    if (known !== undefined) return known;
    const made = { income: 0, told: 0, paid: 0, done: 0, vouches: 0, vouchesUnknown: 0, vouchedFor: new Set<string>() };
    this.#gains.set(resident, made);
    return made;
  }

  /** The poster of these jobs has died, and nobody follows them any more. */
  forget(poster: string): void {
    for (const job of this.#jobs.values()) if (job.poster === poster) job.status = 'over';
  }

  /** True when the listener hears the event wherever it is. */
  concerns(listener: string, { data }: CityEvent): boolean {
    return listener === data.poster || listener === data.claimer;
  }

  hear(listener: string, event: CityEvent): void {
    const { type, data, subject, actor } = event;
    if (type === 'credits.received') {
      if (data.reason === 'reward' && subject === listener) this.gainsOf(listener).told += milli(data.amount);
      return;
    }
    if (!type.startsWith('job.')) return;
    if (listener === data.poster) this.#hearAsPoster(event);
    if (type === 'job.completed' && listener === data.claimer) this.#hearReward(listener, event);
    // Acts of the city itself are not acknowledged to anybody.
    if (this.concerns(listener, event) && actor !== '')
      this.#events.noteHeard(listener, eventKey(type, subject), actor);
  }

  /** The final check: rewards in events are those of completed jobs (JC3). */
  judgeAll(heardAll: ReadonlySet<string>): void {
    for (const [resident, { told, paid }] of this.#gains)
      if (heardAll.has(resident) && told !== paid)
        this.#findings.add(
          'lost_payment',
          () => `${resident} was told of rewards of ${told / 1000}, and its jobs brought ${paid / 1000}`,
        );
  }

  #hearReward(listener: string, { data }: CityEvent): void {
    const gains = this.gainsOf(listener);
    gains.done++;
    gains.paid += milli(data.reward);
    gains.income += milli(data.reward);
  }

  #hearAsPoster(event: CityEvent): void {
    const { type, subject, data } = event;
    if (type === 'job.expired' || type === 'job.cancelled')
      this.gainsOf(textOf(data.poster)).income += milli(data.reward);
    if (this.#jobs.has(subject)) this.#follow(event);
    else this.#early.set(subject, [...(this.#early.get(subject) ?? []), event]);
  }

  /** Events that its poster hears, in order (JC2). */
  #follow({ type, subject, data, actor }: CityEvent): void {
    const job = this.#jobs.get(subject);
    const status = statusAfter[type];
    if (job === undefined || status === undefined) return;
    const claimer = textOf(data.claimer);
    if (type === 'job.claimed' && job.claimer !== null)
      this.#findings.add('doubled', () => `${claimer} claimed ${job.id}, which ${job.claimer} has`);
    if (type === 'job.completed' && job.status === 'over')
      this.#findings.add('doubled', () => `${job.id} was completed when it was over`);
    if (type === 'job.completed' && actor === '' && job.status !== 'submitted')
      this.#findings.add('unasked', () => `${job.id} was completed by itself while it was ${job.status}`);
    job.status = status;
    job.claimer = status === 'open' || claimer === '' ? null : claimer;
  }
}
