/** What a job must know to decide, beyond what it keeps and hears (T6). */
import type { Facts } from '../../../engine/actor-kind.ts';
import type { AccountId } from '../../../engine/ids.ts';
import type { Heard } from '../../facts.ts';
import { indexes } from '../../indexes.ts';
import type { EventRules } from '../../kind-declaration.ts';
import { type ImageOf, type InboxOf, imageOf } from '../../registry.ts';
import { payeeOf } from '../../rules/people/payees.ts';
import { residentActor, visitorActor } from '../../rules/place/names.ts';

interface Payee {
  /** Who gets the reward back. */
  readonly payee: AccountId;
}

interface AtBoard {
  /** Where the resident who asks stands, and whether the job's board is there. */
  readonly location: string;
  readonly isAtBoard: boolean;
}

interface Found {
  /** The claimer's jobs that have not ended, and how many of them are public works. */
  readonly claim_job: AtBoard & { readonly claims: number; readonly publicWorks: number };
  readonly complete_job: AtBoard;
  readonly 'job.expires': Payee;
  readonly 'place.ended': Payee;
  readonly 'poster.ended': Payee;
}

export type JobEvent = Heard<InboxOf<'job'>, Found>;

/** A visitor never ends; a resident may have died meanwhile (L8). */
function payee(facts: Facts, { context: { poster, byVisitor } }: ImageOf<'job'>): Payee {
  if (poster === null) return { payee: 'treasury' };
  return { payee: byVisitor === true ? visitorActor(poster) : payeeOf(facts, poster) };
}

function atBoard(facts: Facts, { context: { place } }: ImageOf<'job'>, by: string): AtBoard {
  const location = imageOf(facts, residentActor(by))?.context.location ?? '';
  return { location, isAtBoard: location === place };
}

export const jobEvents: EventRules<'job', Found> = {
  claim_job: {
    command: true,
    facts: (facts, self, { by }) => ({
      ...atBoard(facts, self, by),
      claims: facts.count(indexes.claimedJobs, by),
      publicWorks: facts.count(indexes.publicWorks, by),
    }),
  },
  complete_job: { command: true, facts: (facts, self, { by }) => atBoard(facts, self, by) },
  reject_job: { command: true },
  release_job: { command: true },
  'job.expires': { command: false, facts: payee },
  'answer.due': { command: false },
  forgotten: { command: false },
  'place.ended': { command: false, facts: payee },
  'poster.ended': { command: false, facts: payee },
  'claimer.ended': { command: false },
};
