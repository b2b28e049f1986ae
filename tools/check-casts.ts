/**
 * Counts casts: for each 1,000 lines of a room, and those by way of `unknown`, which are allowed only in the files listed here. The
 * limits are the present numbers: they may fall, not rise.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Casts for each 1,000 lines, at most. */
const limits: Readonly<Record<string, number>> = {
  '.': 0,
  actors: 1.4,
  bench: 6.5,
  cli: 0,
  client: 0,
  config: 2.6,
  engine: 3.6,
  gateways: 1.1,
  host: 0,
  minds: 0,
  persistence: 2.7,
  population: 0,
  research: 0,
  sandbox: 2.3,
  test: 3.1,
  tools: 2.8,
  web: 0.5,
};
/** Files that may cast by way of `unknown`. */
const throughUnknown = ['engine/turn/decide.ts', 'test/engine/toy-places.ts', 'test/engine/toy-actors.ts'];

interface Casts {
  lines: number;
  casts: number;
  readonly double: string[];
}

function castsOf(room: string): Casts {
  const found: Casts = { lines: 0, casts: 0, double: [] };
  const recursive = room !== '.';
  const files = readdirSync(room, { recursive, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  for (const path of files.map((file) => join(room, file))) {
    const text = readFileSync(path, 'utf8');
    found.lines += text.split('\n').length - 1;
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    visit(source, (node) => count(node, path, found));
  }
  return found;
}

function visit(node: ts.Node, look: (node: ts.Node) => void): void {
  look(node);
  ts.forEachChild(node, (child) => visit(child, look));
}

/** `as const` does not count, nor does XState's `{} as Type`, which declares the context and events of a chart. */
function count(node: ts.Node, path: string, found: Casts): void {
  if (!ts.isAsExpression(node) || ts.isConstTypeReference(node.type)) return;
  const { expression, type } = node;
  if (ts.isObjectLiteralExpression(expression) && expression.properties.length === 0) return;
  if (type.kind === ts.SyntaxKind.UnknownKeyword && ts.isAsExpression(node.parent)) {
    if (!throughUnknown.includes(path)) found.double.push(path);
    return;
  }
  found.casts += 1;
}

let isWrong = false;
for (const [room, limit] of Object.entries(limits)) {
  const { lines, casts, double } = castsOf(room);
  const share = (1_000 * casts) / lines;
  console.log(`${room}: ${casts} casts in ${lines} lines, ${share.toFixed(1)} for each 1,000`);
  for (const path of double) console.error(`error: ${path} casts by way of unknown`);
  if (share > limit) console.error(`error: ${room} may have ${limit} for each 1,000`);
  if (lines === 0) console.error(`error: ${room} has no files`);
  isWrong ||= share > limit || double.length > 0 || lines === 0;
}
if (isWrong) process.exitCode = 1;
