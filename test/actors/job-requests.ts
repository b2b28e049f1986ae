/** The messages of residents about jobs, and a job in quarantine. */
import { jobActor, residentActor } from '../../actors/rules/place/names.ts';
import type { Message } from '../../engine/effect.ts';
import { contentHash } from '../../engine/ids.ts';
import type { Town } from './given-residents.ts';

/** Rewards are in millicredits. */
export const posting = (rest: { readonly reward?: number; readonly reviewTicks?: number } = {}): Message => ({
  type: 'post_job',
  title: 'A lamp',
  description: contentHash('Light it.'),
  reward: 5_000,
  ...rest,
});

export const claim = (job: string): Message => ({ type: 'claim_job', job });
export const submit = (job: string): Message => ({ type: 'complete_job', job, work: contentHash('It is lit.') });
export const accept = (job: string): Message => ({ type: 'complete_job', job, work: null });
export const reject = (job: string): Message => ({ type: 'reject_job', job, reason: contentHash('Dark.') });
export const release = (job: string): Message => ({ type: 'release_job', job });

/** Puts an open job into quarantine: it throws at each of these messages (S1). */
export async function quarantineJob({ world }: Town, job: string): Promise<void> {
  const unreadable = { type: 'claim_job', by: Object.create(null) };
  for (const caller of ['u-7', 'v-8', 'w-9', 'x-10'])
    await world.city.submit({ to: jobActor(job), caller: residentActor(caller), event: unreadable });
}
