/**
 * Small faults that can be put into a source file: a comparison turned, a boundary shifted, a condition negated, an operator exchanged,
 * a constant or a word changed, a statement, an early exit, a guard or an action of a chart removed. Statements that only assert
 * (`assert`, `throw new Error`) or log are not changed, since no test reaches them; nor are types and imports.
 */
import ts from 'typescript';

export interface Mutant {
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  readonly change: string;
  readonly start: number;
  readonly end: number;
  /** Replaces the text from `start` to `end`. */
  readonly text: string;
}

type Found = Omit<Mutant, 'path' | 'line'>;

/** Every operator with its replacements. */
const operators: ReadonlyMap<ts.SyntaxKind, readonly string[]> = new Map([
  [ts.SyntaxKind.LessThanToken, ['<=', '>=']],
  [ts.SyntaxKind.LessThanEqualsToken, ['<', '>']],
  [ts.SyntaxKind.GreaterThanToken, ['>=', '<=']],
  [ts.SyntaxKind.GreaterThanEqualsToken, ['>', '<']],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, ['!==']],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, ['===']],
  [ts.SyntaxKind.AmpersandAmpersandToken, ['||']],
  [ts.SyntaxKind.BarBarToken, ['&&']],
  [ts.SyntaxKind.PlusToken, ['-']],
  [ts.SyntaxKind.MinusToken, ['+']],
  [ts.SyntaxKind.AsteriskToken, ['/']],
  [ts.SyntaxKind.SlashToken, ['*']],
  [ts.SyntaxKind.PlusEqualsToken, ['-=']],
  [ts.SyntaxKind.MinusEqualsToken, ['+=']],
]);
/** Calls that neither decide nor do anything. */
const idle = /^(assert|must|unreachable|log|[\w.#]*\blog)\b/;
const chartLists = ['actions', 'entry', 'exit'];
const words = ['type', 'target', 'state', 'status'];

/** All mutants of a file, in the order of the text. */
export function mutantsOf(path: string, text: string): Mutant[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: Found[] = [];
  visit(source, source, found);
  return found.map((one) => ({
    path,
    line: source.getLineAndCharacterOfPosition(one.start).line + 1,
    ...one,
  }));
}

function visit(node: ts.Node, source: ts.SourceFile, found: Found[]): void {
  if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || isIdle(node, source)) return;
  for (const look of [operatorAt, conditionAt, constantAt, wordAt, statementAt, guardAt, actionAt])
    found.push(...look(node, source));
  ts.forEachChild(node, (child) => visit(child, source, found));
}

function isIdle(node: ts.Node, source: ts.SourceFile): boolean {
  if (ts.isMethodDeclaration(node) || ts.isFunctionDeclaration(node))
    return /^assert/.test(node.name?.getText(source) ?? '');
  if (ts.isCallExpression(node)) return idle.test(node.expression.getText(source));
  if (!ts.isThrowStatement(node)) return false;
  return /^new (Error|TypeError|RangeError)\b/.test(node.expression.getText(source));
}

function replaced(node: ts.Node, source: ts.SourceFile, change: string, text: string): Found {
  return { change, start: node.getStart(source), end: node.getEnd(), text };
}

function operatorAt(node: ts.Node, source: ts.SourceFile): Found[] {
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return [replaced(node, source, 'negation removed', node.operand.getText(source))];
  if (!ts.isBinaryExpression(node)) return [];
  const token = node.operatorToken;
  const others = operators.get(token.kind) ?? [];
  return others.map((other) => replaced(token, source, `${token.getText(source)} -> ${other}`, other));
}

/** The operator of a comparison is exchanged already. */
function conditionAt(node: ts.Node, source: ts.SourceFile): Found[] {
  const condition = ts.isConditionalExpression(node)
    ? node.condition
    : ts.isIfStatement(node)
      ? node.expression
      : undefined;
  if (condition === undefined || ts.isPrefixUnaryExpression(condition)) return [];
  if (ts.isBinaryExpression(condition) && operators.has(condition.operatorToken.kind)) return [];
  return [replaced(condition, source, 'condition negated', `!(${condition.getText(source)})`)];
}

function constantAt(node: ts.Node, source: ts.SourceFile): Found[] {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [replaced(node, source, 'true -> false', 'false')];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [replaced(node, source, 'false -> true', 'true')];
  if (!ts.isNumericLiteral(node)) return [];
  const value = Number(node.text);
  const other = String(value <= 10 ? value + 1 : value * 2);
  return [replaced(node, source, `${node.getText(source)} -> ${other}`, other)];
}

/** The name of an event or a state, where it is compared or passed on. */
function wordAt(node: ts.Node, source: ts.SourceFile): Found[] {
  if (!ts.isStringLiteral(node)) return [];
  const { parent } = node;
  const isNamed = ts.isPropertyAssignment(parent) && words.includes(parent.name.getText(source));
  const isCompared = ts.isBinaryExpression(parent) || ts.isCaseClause(parent);
  if (!isNamed && !isCompared) return [];
  return [replaced(node, source, 'word changed', `'${node.text}-changed'`)];
}

function statementAt(node: ts.Node, source: ts.SourceFile): Found[] {
  if (ts.isExpressionStatement(node)) {
    const call = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression;
    return isIdle(call, source) ? [] : [replaced(node, source, 'statement removed', ';')];
  }
  if (ts.isContinueStatement(node) || (ts.isReturnStatement(node) && node.expression === undefined))
    return [replaced(node, source, 'exit removed', ';')];
  if (!ts.isIfStatement(node) || node.elseStatement !== undefined || isIdle(node.thenStatement, source)) return [];
  const isExit = ts.isReturnStatement(node.thenStatement) || ts.isThrowStatement(node.thenStatement);
  return isExit ? [replaced(node, source, 'exit removed', ';')] : [];
}

function guardAt(node: ts.Node, source: ts.SourceFile): Found[] {
  if (!ts.isPropertyAssignment(node) || node.name.getText(source) !== 'guard') return [];
  return [without(node, node.parent.properties, source, 'guard removed')];
}

function actionAt(node: ts.Node, source: ts.SourceFile): Found[] {
  if (!ts.isArrayLiteralExpression(node) || !ts.isPropertyAssignment(node.parent)) return [];
  if (!chartLists.includes(node.parent.name.getText(source))) return [];
  return node.elements.map((element) => without(element, node.elements, source, 'action removed'));
}

/** The list without one of its members, and without the comma beside it. */
function without(one: ts.Node, list: ts.NodeArray<ts.Node>, source: ts.SourceFile, change: string): Found {
  const at = list.indexOf(one);
  const next = list[at + 1];
  const before = list[at - 1];
  if (next !== undefined) return { change, start: one.getStart(source), end: next.getStart(source), text: '' };
  return { change, start: before?.getEnd() ?? one.getStart(source), end: one.getEnd(), text: '' };
}
