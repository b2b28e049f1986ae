/** What a visitor must know to decide, beyond what it keeps and hears (T6). */
import type { Facts } from '../../../engine/actor-kind.ts';
import type { ActorId } from '../../../engine/ids.ts';
import type { Heard } from '../../facts.ts';
import { indexes } from '../../indexes.ts';
import type { EventRules } from '../../kind-declaration.ts';
import { type ImageOf, imageOf } from '../../registry.ts';
import { type FrameworkFound, frameworkFound } from '../../rules/birth/framework-terms.ts';
import { everySoul, queuedBy, queuedFrom } from '../../rules/birth/soul-queue.ts';
import type { VisitorInbox } from './messages.ts';

/** What is known of a soul that is to be created. */
interface Creating {
  /** The number of the soul, counted for the whole city. */
  readonly number: number;
  /** The public id of the soul. */
  readonly soul: string;
  /** How many souls of this visitor wait, and how many of all visitors. */
  readonly queued: number;
  readonly waiting: number;
  /** How many souls wait from all accounts of its network; 0 where no network is known. */
  readonly ofNetwork: number;
  readonly framework: FrameworkFound | null;
}

/** The named soul; null when there is none, or it is another visitor's. */
interface Owned {
  readonly actor: ActorId<'soul'> | null;
}

interface Found {
  /** `message`: its identifier. */
  readonly broadcast: { readonly message: string };
  readonly create_soul: Creating;
  readonly withdraw_soul: Owned;
  readonly fetch_token: Owned;
}

export type VisitorEvent = Heard<VisitorInbox, Found>;

function owned(facts: Facts, { context: { id } }: ImageOf<'visitor'>, { soul }: { readonly soul: string }): Owned {
  const actor = facts.members(indexes.souls, soul, 1)[0];
  const isOwn = actor !== undefined && imageOf(facts, actor)?.context.visitor === id;
  return { actor: isOwn ? actor : null };
}

export const visitorEvents: EventRules<'visitor', Found> = {
  fund: { command: true },
  grant: { command: true },
  broadcast: { command: true, facts: (facts) => ({ message: facts.mint('msg') }) },
  print: { command: true },
  create_soul: {
    command: true,
    facts: (facts, { context }, { framework }) => ({
      number: facts.number(),
      soul: facts.mint('soul'),
      queued: facts.count(indexes.soulQueue, queuedBy(context.id)),
      waiting: facts.count(indexes.soulQueue, everySoul),
      ofNetwork: context.network === undefined ? 0 : facts.count(indexes.soulQueue, queuedFrom(context.network)),
      framework: frameworkFound(facts, framework),
    }),
  },
  withdraw_soul: { command: true, facts: owned },
  fetch_token: { command: true, facts: owned },
};
