/** The resident as a kind of actor. */
import type { KindRules } from '../../../engine/actor-kind.ts';
import { indexes } from '../../indexes.ts';
import { defineKind } from '../../kind.ts';
import { at } from '../../rules/place/names.ts';
import { isUnarchived } from './archiving.ts';
import { itsVisitor } from './base.ts';
import { coreOf } from './core.ts';
import { residentEvents } from './facts.ts';
import { residentMachine } from './machine.ts';
import type { ResidentContext } from './messages.ts';
import { restore, summary } from './tombstone.ts';

const lives = ({ state }: { readonly state: string }) => state !== 'dead';

const rules: KindRules<ResidentContext> = {
  machine: residentMachine,
  // Natural wins over debt on one tick (DY4).
  wakeOrder: ['life.ends', 'upkeep.due', 'life.closing', 'life.warning'],
  indexes: {
    [indexes.present]: (image) => (lives(image) ? image.context.location : undefined),
    [indexes.status]: (image) => (lives(image) ? 'alive' : 'dead'),
    [indexes.mentees]: ({ context }) => context.mentor ?? undefined,
    [indexes.token]: ({ context }) => context.token ?? undefined,
    [indexes.cores]: (image) => (lives(image) ? coreOf(image.context) : undefined),
  },
  tomb: { of: (id) => id, summary, restore, foundBy: [indexes.token, indexes.mentees] },
  waits: (image) => (isUnarchived(image) ? { for: 'archiving', since: image.context.diedAt ?? 0 } : undefined),
  ended: (image) => !lives(image),
  follows: (image) => (lives(image) ? at(image.context.location) : undefined),
  watchers: ({ context }) => itsVisitor(context),
  runwayAlert: (settings) => settings['CREDIT_ALERT_TICKS'] ?? 0,
  accountShare: (settings) => settings['PUBLIC_WORKS_SUPPLY_PER_RESIDENT'] ?? Number.POSITIVE_INFINITY,
  supervision: { failuresMax: 3, withinTicks: 6, essential: () => false },
};

export const resident = defineKind('resident', rules, residentEvents);
