/** Types for archiving: a service that remembers hands the memories of the dead on, the one that keeps entries takes them. */

/** A message that a resident was told to remember. */
export interface MemoryMessage {
  readonly session: string;
  /** Who said it. */
  readonly peer: string;
  readonly content: string;
  readonly created_at: Date;
}

/** A resident that has died. `Text`: the text of its composition, or the hash by which the city names it. */
export interface Deceased<Text = string> {
  readonly resident: string;
  readonly name: string;
  readonly framework: string;
  readonly generation: number;
  readonly mentor: string | null;
  readonly mentees: readonly string[];
  /** Milliseconds since 1970. */
  readonly bornAt: number;
  readonly diedAt: number;
  readonly diedTick: number;
  readonly cause: string;
  /** The text that it wrote for residents after it. */
  readonly composition: { readonly title: string; readonly content: Text } | null;
}

export interface RemembersResidents {
  /** The newest messages that it remembers for a resident, the oldest of them first. May be repeated. */
  exportNewest(resident: string, limit: number): Promise<readonly MemoryMessage[]>;
  /** Removes all memories of a resident. What was removed before it rejects is gone; it must be repeated. */
  forget(resident: string): Promise<void>;
}

export interface KeepsEntries {
  /** Keeps the entry of a dead resident, with its memories, the oldest first. May be repeated: an entry that exists is not changed. */
  keep(deceased: Deceased, memories: readonly MemoryMessage[]): Promise<void>;
}

/** Knows which of the dead are to have an entry soon: the city. */
export interface AwaitsEntries {
  /** True from a death until its archiving is done. Rejects while that is not known. */
  isOnItsWay(resident: string): Promise<boolean>;
}
