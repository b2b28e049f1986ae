/** The resident as a kind of actor. */
import { indexes } from '../../indexes.ts';
import { defineKind, type RulesOf } from '../../kind-declaration.ts';
import { at } from '../../rules/place/names.ts';
import { isUnarchived } from './archiving.ts';
import { itsVisitor } from './base.ts';
import { coreOf } from './core-container.ts';
import { residentEvents } from './facts.ts';
import { residentMachine } from './machine.ts';
import { isDead } from './state.ts';
import { restore, summary } from './tombstone.ts';

const rules: RulesOf<'resident', typeof residentMachine> = {
  machine: residentMachine,
  // On one tick, a natural death comes before death from debt (DY4).
  wakeOrder: ['life.ends', 'upkeep.due', 'life.closing', 'life.warning'],
  indexes: {
    [indexes.present]: (image) => (isDead(image) ? undefined : image.context.location),
    [indexes.status]: (image) => (isDead(image) ? 'dead' : 'alive'),
    [indexes.mentees]: ({ context }) => context.mentor ?? undefined,
    [indexes.token]: ({ context: { token, nextToken } }) => [token, nextToken].flatMap((hash) => hash ?? []),
    [indexes.cores]: (image) => (isDead(image) ? undefined : coreOf(image.context)),
  },
  tomb: { of: (id) => id, summary, restore, foundBy: [indexes.token, indexes.mentees] },
  waits: (image) => (isUnarchived(image) ? { for: 'archiving', since: image.context.diedAt ?? 0 } : undefined),
  ended: isDead,
  follows: (image) => (isDead(image) ? undefined : at(image.context.location)),
  watchers: ({ context }) => itsVisitor(context),
  runwayAlert: (settings) => settings['CREDIT_ALERT_TICKS'] ?? 0,
  accountShare: (settings) => settings['PUBLIC_WORKS_SUPPLY_PER_RESIDENT'] ?? Number.POSITIVE_INFINITY,
  supervision: { failuresMax: 3, withinTicks: 6, essential: () => false },
};

export const resident = defineKind('resident', rules, residentEvents);
