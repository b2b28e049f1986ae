/** The job board and the vouches of the fake city: as much as its residents need to be checked by, with faults on demand. */
import type { CityEvent } from '../../client/events.ts';
import { type Fields, textOf } from '../../client/wire.ts';
import type { Dweller } from './fake-buildings.ts';

export type JobsFault =
  /** A reward is acknowledged and published, and never paid. */
  | 'lose-reward'
  /** The poster does not hear that its job is done. */
  | 'mute-submission'
  /** Somebody elsewhere hears of a job that is none of its business. */
  | 'leak-job'
  /** What somebody has claimed can be claimed again. */
  | 'two-claims'
  /** Posting takes more than the reward. */
  | 'dear-job'
  /** A reward is published twice. */
  | 'double-reward'
  /** A vouch is acknowledged, published and forgotten. */
  | 'lose-vouch';

interface FakeJob {
  readonly id: string;
  readonly location: string;
  readonly poster: string;
  readonly title: unknown;
  readonly description: unknown;
  /** Millicredits. */
  readonly reward: number;
  status: 'open' | 'claimed' | 'submitted' | 'completed';
  claimer: string | null;
  rejections: number;
  work: unknown;
}

interface Answer {
  readonly status: number;
  readonly body: Fields;
}

export interface JobSurroundings {
  readonly strikes: (fault: JobsFault, after?: number) => boolean;
  readonly suffers: (fault: JobsFault) => boolean;
  readonly somebody: () => string;
  readonly present: (place: string) => readonly string[];
  readonly pay: (to: string, amount: number) => void;
  readonly tell: (event: Omit<CityEvent, 'seq' | 'at'>, to: readonly string[]) => void;
}

export class FakeJobs {
  readonly #jobs = new Map<string, FakeJob>();
  readonly #vouches = new Map<string, number>();
  readonly #done = new Map<string, number>();
  readonly #around: JobSurroundings;

  constructor(around: JobSurroundings) {
    this.#around = around;
  }

  /** Undefined: nothing of its business. */
  answer(method: string, path: string, who: Dweller, body: Fields): Answer | undefined {
    const [, , area, id = '', act = ''] = path.split('/');
    if (method === 'GET') return undefined;
    if (area === 'residents' && act === 'vouch') return this.#vouch(who, id);
    if (area !== 'job-board') return undefined;
    if (id === 'submit') return this.#post(who, body);
    const job = this.#jobs.get(id);
    if (job === undefined) return refuse(404, 'not_found');
    if (act === 'claim') return this.#claim(who, job);
    if (act === 'release') return this.#release(who, job);
    return act === 'reject' ? this.#reject(who, job) : this.#complete(who, job, body);
  }

  /** What somebody sees of itself. */
  passport(id: string): Fields {
    return { reputation: { vouches: this.#vouches.get(id) ?? 0, jobs_completed: this.#done.get(id) ?? 0 } };
  }

  #vouch(who: Dweller, to: string): Answer {
    if (!this.#around.strikes('lose-vouch', 1)) this.#vouches.set(to, (this.#vouches.get(to) ?? 0) + 1);
    const told = { type: 'resident.vouched', actor: who.id, subject: to, location: '', data: {} } as const;
    this.#around.tell(told, [who.id, to]);
    return { status: 201, body: { id: to } };
  }

  #post(who: Dweller, body: Fields): Answer {
    const reward = Math.round(Number(body['reward']) * 1000);
    if (reward > who.balance) return refuse(402, 'insufficient_credits');
    who.balance -= reward + (this.#around.strikes('dear-job', 3) ? 5 : 0);
    const { title, description } = body;
    const id = `job_${this.#jobs.size + 1}`;
    const rest = { status: 'open', claimer: null, rejections: 0, work: null } as const;
    const job: FakeJob = { id, location: who.place, poster: who.id, title, description, reward, ...rest };
    this.#jobs.set(id, job);
    this.#tell('job.posted', job, who.id);
    return { status: 201, body: this.#shown(job, who) };
  }

  #claim(who: Dweller, job: FakeJob): Answer {
    const isTaken = job.status !== 'open' && !(job.status === 'claimed' && this.#around.suffers('two-claims'));
    if (isTaken) return refuse(409, 'already_claimed');
    job.status = 'claimed';
    job.claimer = who.id;
    this.#tell('job.claimed', job, who.id);
    return ok(this.#shown(job, who));
  }

  #release(who: Dweller, job: FakeJob): Answer {
    if (job.status !== 'claimed' || job.claimer !== who.id) return refuse(409, 'invalid_state');
    this.#reopen(job, who.id);
    return ok(this.#shown(job, who));
  }

  #reopen(job: FakeJob, by: string): void {
    this.#tell('job.reopened', job, by);
    job.status = 'open';
    job.claimer = null;
    job.rejections = 0;
  }

  #reject(who: Dweller, job: FakeJob): Answer {
    if (job.status !== 'submitted' || job.poster !== who.id) return refuse(409, 'invalid_state');
    job.status = 'claimed';
    this.#tell('job.rejected', job, who.id);
    if (++job.rejections > 2) this.#reopen(job, who.id);
    return ok(this.#shown(job, who));
  }

  #complete(who: Dweller, job: FakeJob, body: Fields): Answer {
    if (job.status === 'claimed' && job.claimer === who.id) {
      job.status = 'submitted';
      job.work = body['work'];
      this.#tell('job.submitted', job, who.id);
      return ok(this.#shown(job, who));
    }
    if (job.status !== 'submitted' || job.poster !== who.id) return refuse(409, 'invalid_state');
    job.status = 'completed';
    this.#tell('job.completed', job, who.id);
    this.#reward(textOf(job.claimer), job);
    return ok(this.#shown(job, who));
  }

  #reward(to: string, { reward, poster }: FakeJob): void {
    this.#done.set(to, (this.#done.get(to) ?? 0) + 1);
    if (!this.#around.strikes('lose-reward', 2)) this.#around.pay(to, reward);
    const data = { reason: 'reward', from: poster, amount: reward / 1000 };
    const told = { type: 'credits.received', actor: '', subject: to, location: '', data } as const;
    this.#around.tell(told, [to]);
    if (this.#around.strikes('double-reward', 2)) this.#around.tell(told, [to]);
  }

  #tell(type: CityEvent['type'], job: FakeJob, actor: string): void {
    const { id, title, reward, poster, claimer, location } = job;
    const data = { id, title, reward: reward / 1000, poster, claimer };
    const isMuted = type === 'job.submitted' && this.#around.strikes('mute-submission', 2);
    const concerned = [...(isMuted ? [] : [poster]), ...(claimer === null ? [] : [claimer])];
    const present = this.#around.present(location).filter((one) => !isMuted || one !== poster);
    const leaked = this.#around.suffers('leak-job') ? [this.#around.somebody()] : [];
    this.#around.tell({ type, actor, subject: id, location, data }, [...present, ...concerned, ...leaked]);
  }

  #shown(job: FakeJob, who: Dweller): Fields {
    return { ...job, reward: job.reward / 1000, balance: who.balance / 1000 };
  }
}

const ok = (body: Fields): Answer => ({ status: 200, body });
const refuse = (status: number, error: string): Answer => ({ status, body: { error, message: error, applied: false } });
