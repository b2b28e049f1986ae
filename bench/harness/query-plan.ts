/** What Postgres says that it did for a statement: `explain (analyze, format json)`. */
import { z } from 'zod';

const Node = z.looseObject({
  'Relation Name': z.string().optional(),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.number().optional(),
  'Rows Removed by Index Recheck': z.number().optional(),
  get Plans() {
    return z.array(Node).optional();
  },
});

type Node = z.infer<typeof Node>;

const Explained = z.tuple([z.looseObject({ 'QUERY PLAN': z.tuple([z.looseObject({ Plan: Node })]) })]);

/** Rows of a table that were read, those that did not count among them. Throws where the table was not read at all. */
export function readBy(explained: readonly object[], table: string): number {
  const [{ 'QUERY PLAN': plans }] = Explained.parse([...explained]);
  const nodes = nodesOf(plans[0].Plan).filter((node) => node['Relation Name'] === table);
  if (nodes.length === 0) throw new Error(`the statement does not read ${table}`);
  return nodes.reduce((sum, node) => sum + rowsOf(node), 0);
}

const nodesOf = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Postgres says how many there were in one loop. */
const rowsOf = (node: Node): number =>
  node['Actual Loops'] *
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0));
