/** What becomes of what the dead remembered: types. A service that remembers hands it on, the one that keeps entries takes it. */

/** A message that a resident was told to remember. */
export interface MemoryMessage {
  readonly session: string;
  /** Who said it. */
  readonly peer: string;
  readonly content: string;
  readonly created_at: Date;
}

/** Who has died. `Text`: of the composition, or the hash by which the city has it. */
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
  /** What it wrote for those after it. */
  readonly composition: { readonly title: string; readonly content: Text } | null;
}

export interface RemembersResidents {
  /** The newest messages that it remembers for a resident, the oldest of them first. May be repeated. */
  exportNewest(resident: string, limit: number): Promise<readonly MemoryMessage[]>;
  /** Removes all that it remembers for a resident. What was removed when it rejects stays so: repeat it. */
  forget(resident: string): Promise<void>;
}

export interface KeepsEntries {
  /** Keeps the entry of one who has died, with its memories, the oldest first. May be repeated: an entry that is there stays as it is. */
  keep(deceased: Deceased, memories: readonly MemoryMessage[]): Promise<void>;
}

/** Who knows which of the dead are to have an entry soon: the city. */
export interface AwaitsEntries {
  /** True from a death until its archiving is done. Rejects while that cannot be said. */
  isOnItsWay(resident: string): Promise<boolean>;
}
