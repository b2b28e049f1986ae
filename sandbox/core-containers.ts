/**
 * What the city knows of core containers: the containers in which residents of container frameworks live. One
 * implementation stands behind it, `docker/cores/`; where there is none, such frameworks are not available.
 *
 * A container is made before its resident is born and started once the birth is committed (CC1). It goes on while the city
 * restarts (X5). Between `prepare` and `remove` it is kept, and started again unless its program has ended by itself; how such a
 * program ended is told to whoever opened this (CC2, CC3).
 */
import type { ContentHash } from '../engine/ids.ts';

/** What a container is made of. */
export interface WantedCore {
  /** The public id of the soul: by this the container is known. */
  readonly soul: string;
  /** What the resident is told of itself, as JSON text: `CITY_SOUL`. */
  readonly about: string;
  /** An image that the engine has already. */
  readonly image: string;
  /** In the place of what the image would run; empty for what it runs. */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** How a program ended by itself. One that was ended is none of these: it is started again. */
export interface CoreEnd {
  readonly how: 'crashed' | 'finished';
  /** Words for the operator and the visitor, at most 200 characters. */
  readonly reason: string;
}

/**
 * What the city says of a soul: somebody lives in its container, or is about to be born in it, or nobody does or will. It is asked
 * whenever something is to be decided, and tells only what cannot be undone.
 */
export type Standing = 'lived in' | 'awaited' | 'unwanted';
export type StandingOf = (soul: string) => Promise<Standing>;

/** Whom it tells. What rejects is told again at the next look. */
export interface CoreListener {
  /** The program of this soul has ended (CC2, CC3). Told at least once for each end. */
  ended(soul: string, end: CoreEnd): Promise<void>;
  /** Whether another container can be made here; told whenever that changes. */
  available(isAvailable: boolean): void;
}

export interface Cores {
  /** Whether another container can be made here now. */
  readonly isAvailable: boolean;
  /**
   * Makes a container ready, not started, and gives the hash of the token that lies in it; of one that is there already, its
   * own. Rejects when that cannot be done; then nothing of it is left.
   */
  prepare(wanted: WantedCore): Promise<ContentHash>;
  /** Starts the program, unless it runs. Rejects when it cannot; it is tried again at a later look all the same. */
  start(soul: string): Promise<void>;
  /** Nothing of it is left when this resolves, if the engine can be reached; else a later look sees to it. Never rejects. */
  remove(soul: string): Promise<void>;
  /** Looks at all of them: those unwanted go, those lived in run. Called at start and regularly; until then none is touched. */
  reconcile(standingOf: StandingOf): Promise<void>;
  /** Ends the city's side. The containers go on. */
  close(): Promise<void>;
}
