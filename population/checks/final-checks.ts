/** The checks of a whole population when none acts any more, in their order: each resident has heard what it had to, then what follows. */
import { inParallel } from '../../client/parallel.ts';
import type { Checked } from '../report.ts';
import type { Resident } from '../resident.ts';
import type { ExpectedState } from './expected-state.ts';
import type { Findings } from './findings.ts';
import { fallSilent, type LastArrival } from './last-arrival.ts';
import type { Payments } from './payments.ts';
import { auditBuildings } from './pod-audit.ts';
import { auditBalance, auditLetters, auditMoves, auditReputation, type OpeningBalance } from './resident-audit.ts';

export interface FallenSilent extends LastArrival {
  readonly residents: readonly Resident[];
  /** Ids of those who have died. */
  readonly dead: ReadonlySet<string>;
  readonly openings: ReadonlyMap<Resident, OpeningBalance>;
  readonly expectedState: ExpectedState;
  readonly payments: Payments;
  readonly findings: Findings;
}

const atOnce = 64;

/** How much they examined. */
export async function checkAtEnd(of: FallenSilent): Promise<Partial<Checked>> {
  const { residents, dead, expectedState, payments } = of;
  const heardAll = new Set<string>();
  await inParallel(atOnce, residents, async (resident) => {
    if (await fallSilent(resident, of)) heardAll.add(resident.id);
  });
  // Alone, before the balances, since it finds refunded fees.
  const buildings = await auditBuildings(expectedState, residents, heardAll);
  const audited = await auditAll(of, heardAll);
  const news = expectedState.events.judgeAll(heardAll);
  expectedState.jobs.judgeAll(heardAll);
  expectedState.births.judgeAll(heardAll, dead);
  payments.close(heardAll);
  return { ...buildings, ...audited, news, births: expectedState.births.newcomers };
}

async function auditAll(
  { residents, openings, findings }: FallenSilent,
  heardAll: ReadonlySet<string>,
): Promise<Pick<Checked, 'letters' | 'balances'>> {
  const sums = { letters: 0, balances: 0 };
  const heard = residents.filter(({ id }) => heardAll.has(id));
  await inParallel(atOnce, heard, async (resident) => {
    auditMoves(resident, findings);
    await auditReputation(resident, findings, (child) => heardAll.has(child));
    // Not `+= await`: that reads the sum before it waits, and residents are audited in parallel.
    const letters = await auditLetters(resident, findings);
    sums.letters += letters;
    if (await auditBalance(resident, openings.get(resident) ?? null, findings)) sums.balances++;
  });
  return sums;
}
