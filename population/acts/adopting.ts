/** Residents adopt souls from the queue, so that newborns come into the city. */
import { fieldsOf } from '../../client/wire.ts';
import type { AnswerOf } from '../../gateways/answers/answer-type.ts';
import type { Mentee as MenteeShown } from '../../gateways/answers/passport.ts';
import type { Resident } from '../resident.ts';

export const birthActNames = ['adopt'] as const;

/** Millicredits: more than the least that a city demands by default, so that children can adopt in their turn. */
const donationMin = 30_000;
const donationSpread = 20_000;

type Mentee = AnswerOf<typeof MenteeShown>;

/** Adopts when a soul waits. Another resident may be quicker, and a poor one is refused. */
export async function adopt(who: Resident): Promise<void> {
  const { expectedState, random } = who.context;
  const { births } = expectedState;
  const donation = donationMin + random.integerBelow(donationSpread);
  if (births.waiting === 0) return;
  const outcome = await who.post('adopt', '/v1/threshold/adopt', { donation: donation / 1000 });
  if (outcome.type === 'unknown') {
    who.unpriced++;
    births.noteAdoptionUnknown(who.id);
  }
  if (outcome.type !== 'done') return;
  who.noteCharge(donation);
  const child = fieldsOf(outcome.body);
  const lineage = fieldsOf(child['lineage']);
  const born = { status: 'alive', mentor: who.id, mentees: [] } as const;
  expectedState.checkAnswer<Pick<Mentee, 'status'> & Mentee['lineage']>('an adoption', { ...child, ...lineage }, born);
  births.noteAdopted(who.id, donation, child);
  expectedState.countAct('adoptions');
}
