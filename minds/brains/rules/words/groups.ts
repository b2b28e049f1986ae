/** All sentences that are said to somebody, by group: `told.opened`, `asks.person`. A group says what is done by its words. */

import { childPlans } from './aims.ts';
import { answers, reactions as topicReactions } from './answers.ts';
import * as inquiries from './inquiries.ts';
import * as legacies from './legacies.ts';
import * as moves from './moves.ts';
import * as phrases from './phrases.ts';
import * as quarrels from './quarrels.ts';
import { questions } from './questions.ts';
import * as reactions from './reactions.ts';
import * as tellings from './tellings.ts';
import * as told from './told.ts';
import { welcomes } from './welcomes.ts';

type Tree = readonly string[] | { readonly [name: string]: Tree | undefined };

function flat(tree: Tree, path: string): readonly (readonly [string, readonly string[]])[] {
  if (isList(tree)) return [[path, tree]];
  return Object.entries(tree).flatMap(([name, part]) =>
    part === undefined ? [] : flat(part, path === '' ? name : `${path}.${name}`),
  );
}

function isList(tree: Tree): tree is readonly string[] {
  return Array.isArray(tree);
}

export const groups: ReadonlyMap<string, readonly string[]> = new Map([
  ...flat({ ...told, ...reactions, ...moves, ...quarrels, ...legacies, ...inquiries, ...phrases, ...tellings }, ''),
  ...flat({ childPlans, welcomes, questions, answers, topicReactions }, ''),
]);

/** The sentences of a group; none where there is no such group. */
export const linesOf = (group: string): readonly string[] => groups.get(group) ?? [];
