/** Follows turns while they are run, to tell afterwards what happened in them. Nothing of a turn depends on it. */
import type { Image } from '../actor-kind.ts';
import type { JournalCommand } from '../command.ts';
import type { Message, Wake } from '../effect.ts';
import type { ActorId } from '../ids.ts';

export interface TurnObserver {
  /** The draft of a turn: declared as a method, so that an observer may name its type, which knows the state that holds the observer. */
  begins(draft: object, command: JournalCommand): void;
  /** The next message is this one of the queue, before what its actor has to hear first. */
  takes(queued: number): void;
  /** The actor's wake-up is taken, mostly to be heard now. */
  wakes(actor: ActorId, wake: Wake): void;
  /** What is heard next follows from the map or the end of another. */
  derives(): void;
  hears(image: Image, event: Message): void;
  /** The state in which the actor is after what it heard last. */
  decided(state: string): void;
  /** An actor came into being, by what was heard last. */
  born(actor: ActorId): void;
  /** The actor asked for a wake-up. */
  sets(actor: ActorId, event: Message): void;
  /** The turn is drafted. Of one that is refused nothing is said. */
  ends(): void;
}
