/** What a visitor must know to decide, beyond what it keeps and hears (T6). */
import type { Facts } from '../../../engine/actor-kind.ts';
import type { ActorId } from '../../../engine/ids.ts';
import type { Heard } from '../../facts.ts';
import { indexes } from '../../indexes.ts';
import type { EventRules } from '../../kind-declaration.ts';
import { type ImageOf, imageOf } from '../../registry.ts';
import { type FrameworkFound, frameworkFound } from '../../rules/birth/framework-terms.ts';
import { everySoul, queuedBy, queuedFrom } from '../../rules/birth/soul-queue.ts';
import { countedUnder, ofVisitor } from '../../rules/people/note-terms.ts';
import { type NotAlive, whyNotAlive } from '../../rules/people/payees.ts';
import { jobActor, noteActor } from '../../rules/place/names.ts';
import { type PostingFacts, postingFacts } from '../../rules/work/job-posting.ts';
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

/** What is known of a question that is to be asked. */
interface Asking {
  readonly question: string;
  /** Who is asked does not live; absent where it does. */
  readonly notAlive?: NotAlive;
  /** Questions that wait: of this visitor, of its network, and for who is asked. */
  readonly ofVisitor: number;
  readonly ofNetwork: number;
  readonly waiting: number;
}

/** What is known of words that are to be left. */
interface Leaving {
  readonly note: string;
  readonly isPublic: boolean;
  /** Those of this visitor that stand, and those that count together with it. */
  readonly ofVisitor: number;
  readonly standing: number;
}

/** The named note; null when there is none, or it is another's. */
interface OwnNote {
  readonly actor: ActorId<'note'> | null;
}

/** What is known of a job that is to be posted. */
interface Posting extends PostingFacts {
  /** Strangers may walk to the place of its board. */
  readonly isPublic: boolean;
}

/** The named job; null when there is none, or it is another's. */
interface OwnJob {
  readonly job: ActorId<'job'> | null;
}

interface Found {
  /** `message`: its identifier. */
  readonly broadcast: { readonly message: string };
  readonly create_soul: Creating;
  readonly withdraw_soul: Owned;
  readonly fetch_token: Owned;
  readonly ask: Asking;
  readonly leave_note: Leaving;
  /** Pictures of this visitor that stand. */
  readonly leave_picture: { readonly ofVisitor: number };
  readonly take_back: OwnNote;
  readonly post_job: Posting;
  readonly accept_job: OwnJob;
  readonly reject_job: OwnJob;
  readonly release_job: OwnJob;
}

export type VisitorEvent = Heard<VisitorInbox, Found>;

function owned(facts: Facts, { context: { id } }: ImageOf<'visitor'>, { soul }: { readonly soul: string }): Owned {
  const actor = facts.members(indexes.souls, soul, 1)[0];
  const isOwn = actor !== undefined && imageOf(facts, actor)?.context.visitor === id;
  return { actor: isOwn ? actor : null };
}

function ownJob(facts: Facts, { context: { id } }: ImageOf<'visitor'>, { named }: { readonly named: string }): OwnJob {
  const image = imageOf(facts, jobActor(named));
  const isOwn = image?.context.byVisitor === true && image.context.poster === id;
  return { job: isOwn ? jobActor(named) : null };
}

function ownNote(facts: Facts, { context: { id } }: ImageOf<'visitor'>, { note }: { readonly note: string }): OwnNote {
  const actor = noteActor(note);
  return { actor: imageOf(facts, actor)?.context.visitor === id ? actor : null };
}

function asking(facts: Facts, { context }: ImageOf<'visitor'>, { resident }: { readonly resident: string }): Asking {
  const notAlive = whyNotAlive(facts, resident);
  return {
    question: facts.mint('question'),
    ...(notAlive !== undefined && { notAlive }),
    ofVisitor: facts.count(indexes.questionsOf, `asked ${context.id}`),
    ofNetwork: context.network === undefined ? 0 : facts.count(indexes.questionsFrom, context.network),
    waiting: facts.count(indexes.questionsTo, `asked ${resident}`),
  };
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
  ask: { command: true, facts: asking },
  leave_note: {
    command: true,
    facts: (facts, { context }, { purpose, place }) => ({
      note: facts.mint('note'),
      isPublic: facts.isPublic(place),
      ofVisitor: facts.count(indexes.notes, ofVisitor(purpose, context.id)),
      standing: facts.count(indexes.notes, countedUnder(purpose, place)),
    }),
  },
  leave_picture: {
    command: true,
    facts: (facts, { context }) => ({ ofVisitor: facts.count(indexes.notes, ofVisitor('picture', context.id)) }),
  },
  take_back: { command: true, facts: ownNote },
  post_job: {
    command: true,
    facts: (facts, { id, context }, { place }) => ({
      ...postingFacts(facts, id, context.id, place),
      isPublic: facts.isPublic(place),
    }),
  },
  accept_job: { command: true, facts: ownJob },
  reject_job: { command: true, facts: ownJob },
  release_job: { command: true, facts: ownJob },
};
