/** A lineage as a tree, and how the keyboard walks over it. */
import type { Lineage, LineageMember } from './answers.ts';

export interface Branch {
  readonly kin: LineageMember;
  /** 1 for the resident at the top. */
  readonly level: number;
  readonly branches: readonly Branch[];
  /** Mentees that are not among those shown. */
  readonly hidden: number;
}

/** The resident, and below it the descendants in the answer. */
export function treeOf({ resident, descendants }: Lineage): Branch {
  const known = new Map(descendants.map((kin) => [kin.id, kin]));
  // A resident that is in the tree already is skipped, so that this ends with any answer.
  const placed = new Set([resident.id]);
  const grown = (kin: LineageMember, level: number): Branch => {
    const mentees = kin.mentees.flatMap((id) => {
      const mentee = placed.has(id) ? undefined : known.get(id);
      if (mentee !== undefined) placed.add(id);
      return mentee === undefined ? [] : [mentee];
    });
    const branches = mentees.map((mentee) => grown(mentee, level + 1));
    return { kin, level, branches, hidden: kin.mentees.length - branches.length };
  };
  return grown(resident, 1);
}

/** The visible branches, in order, without those below a branch in `folded`. */
export function shownOf(tree: Branch, folded: ReadonlySet<string>): readonly Branch[] {
  const below = folded.has(tree.kin.id) ? [] : tree.branches.flatMap((branch) => shownOf(branch, folded));
  return [tree, ...below];
}

/** What a key does at a branch: go to another, fold or unfold it; undefined for any other key. */
export type Step = { readonly type: 'go'; readonly to: string } | { readonly type: 'fold' | 'unfold' };

/** As trees work on desktops (WAI-ARIA, tree view). */
export function stepOf(key: string, at: string, tree: Branch, folded: ReadonlySet<string>): Step | undefined {
  const shown = shownOf(tree, folded);
  const index = shown.findIndex(({ kin }) => kin.id === at);
  const here = shown[index];
  if (here === undefined) return undefined;
  const go = (branch: Branch | undefined): Step | undefined => branch && { type: 'go', to: branch.kin.id };
  const isOpen = here.branches.length > 0 && !folded.has(at);
  switch (key) {
    case 'ArrowDown':
      return go(shown[index + 1]);
    case 'ArrowUp':
      return go(shown[index - 1]);
    case 'Home':
      return go(shown[0]);
    case 'End':
      return go(shown.at(-1));
    case 'ArrowRight':
      if (here.branches.length === 0) return undefined;
      return isOpen ? go(here.branches[0]) : { type: 'unfold' };
    case 'ArrowLeft':
      return isOpen ? { type: 'fold' } : go(shown.slice(0, index).findLast(({ level }) => level < here.level));
    default:
      return undefined;
  }
}
