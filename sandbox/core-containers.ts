/**
 * What the city knows of core containers: the containers in which residents of container frameworks live. One
 * implementation stands behind it, `docker/cores/`; where there is none, such frameworks are not available.
 *
 * A container is made before its resident is born and started once the birth is committed (CC1). It goes on while the city
 * restarts (X5). Between `prepare` and `remove` it is kept, and started again unless its program has ended by itself; the listener is
 * notified of how such a program ended (CC2, CC3).
 */
import type { ContentHash } from '../engine/ids.ts';

/** What a container is made of. */
export interface WantedCore {
  /** The public id of the soul, by which the container is known. */
  readonly soul: string;
  /** What the resident is told of itself, as JSON text: the environment variable `CITY_SOUL`. */
  readonly about: string;
  /** An image that the engine has already. */
  readonly image: string;
  /** Replaces the command of the image; empty: the command of the image runs. */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** How a program ended by itself. A program that somebody ended is started again, and has no such end. */
export interface CoreEnd {
  readonly how: 'crashed' | 'finished';
  /** Why, in words for the operator and the visitor, at most 200 characters. */
  readonly reason: string;
}

/**
 * What the city says of the container of a soul: somebody lives in it, or is about to be born in it, or nobody does or will. The city is
 * asked whenever something is to be decided, and its answer rests only on what cannot be undone.
 */
export type Standing = 'lived in' | 'awaited' | 'unwanted';
export type StandingOf = (soul: string) => Promise<Standing>;

/** Receives notifications. A notification whose promise rejects is repeated at the next reconciliation. */
export interface CoreListener {
  /** The program of this soul has ended (CC2, CC3). Notified at least once for each end. */
  ended(soul: string, end: CoreEnd): Promise<void>;
  /** Whether another container can be made here. Notified whenever that changes. */
  available(isAvailable: boolean): void;
}

export interface Cores {
  /** Whether another container can be made here now. */
  readonly isAvailable: boolean;
  /**
   * Makes a container ready, without starting it, and resolves to the hash of the token that lies in it; for a container that is there
   * already, to the hash of its own token. Rejects when that cannot be done; then nothing of it is left.
   */
  prepare(wanted: WantedCore): Promise<ContentHash>;
  /** Starts the program, unless it runs. Rejects when it cannot; it is tried again at a later reconciliation all the same. */
  start(soul: string): Promise<void>;
  /**
   * Nothing of the container is left when this resolves, if the engine can be reached; else a later reconciliation removes it. Never
   * rejects.
   */
  remove(soul: string): Promise<void>;
  /**
   * Inspects all containers: unwanted ones are removed, those that somebody lives in run. Called at start and regularly; before the first
   * call none is touched.
   */
  reconcile(standingOf: StandingOf): Promise<void>;
  /** Ends the city's side. The containers keep running. */
  close(): Promise<void>;
}
