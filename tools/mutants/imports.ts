/** Which files import which, as far as that matters at run time, and which tests reach a file that way, the nearest first. */
import { readFileSync } from 'node:fs';
import { basename, dirname, extname, join, normalize } from 'node:path';
import ts from 'typescript';

export interface NearTest {
  readonly path: string;
  /** How many imports lie between the test and the file. */
  readonly distance: number;
}

export class Imports {
  /** The files that import each file. */
  readonly #importers = new Map<string, Set<string>>();
  readonly #texts = new Map<string, string>();

  constructor(root: string, files: readonly string[]) {
    const known = new Set(files);
    for (const path of files.filter((path) => /\.(tsx?|js)$/.test(path))) {
      const text = readFileSync(join(root, path), 'utf8');
      this.#texts.set(path, text);
      for (const name of importedBy(path, text)) {
        if (!name.startsWith('.')) continue;
        const target = normalize(join(dirname(path), name));
        const found = [target, `${target}.ts`, `${target}.tsx`].find((file) => known.has(file));
        if (found !== undefined) this.#importersOf(found).add(path);
      }
    }
  }

  /**
   * The nearest first: by the imports between, less the words that both paths have in common, and the name of the file in the test's text
   * (a hub is near to everything). Then the smallest first.
   */
  testsOf(path: string): NearTest[] {
    const distances = new Map([[path, 0]]);
    for (const [file, distance] of distances) {
      for (const importer of this.#importersOf(file)) {
        if (!distances.has(importer)) distances.set(importer, distance + 1);
      }
    }
    const tests = [...distances].filter(([file]) => file.endsWith('.test.ts'));
    const ranks = new Map(tests.map(([file, distance]) => [file, distance - this.#kinship(file, path)]));
    const rank = (file: string) => ranks.get(file) ?? 0;
    tests.sort(([a], [b]) => rank(a) - rank(b) || this.#textOf(a).length - this.#textOf(b).length);
    return tests.map(([file, distance]) => ({ path: file, distance }));
  }

  #importersOf(path: string): Set<string> {
    const importers = this.#importers.get(path) ?? new Set();
    this.#importers.set(path, importers);
    return importers;
  }

  #kinship(test: string, path: string): number {
    const isNamed = this.#textOf(test).includes(basename(path, extname(path)));
    return 2 * commonWords(test, path) + (isNamed ? 3 : 0);
  }

  #textOf(path: string): string {
    return this.#texts.get(path) ?? '';
  }
}

/** A type-only import does not exist at run time. */
function importedBy(path: string, text: string): string[] {
  const names: string[] = [];
  const look = (node: ts.Node): void => {
    const isDeclared = ts.isImportDeclaration(node) || ts.isExportDeclaration(node);
    const isTypes = ts.isImportDeclaration(node)
      ? node.importClause?.isTypeOnly === true
      : ts.isExportDeclaration(node) && node.isTypeOnly;
    const isCalled = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
    const name = isDeclared ? node.moduleSpecifier : isCalled ? node.arguments[0] : undefined;
    if (name !== undefined && ts.isStringLiteralLike(name) && !isTypes) names.push(name.text);
    ts.forEachChild(node, look);
  };
  look(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return names;
}

function commonWords(test: string, path: string): number {
  const own = wordsOf(path);
  return wordsOf(test).filter((word) => own.includes(word)).length;
}

/** `pods` is a word with `pod`. */
function wordsOf(path: string): string[] {
  const stem = join(dirname(path), basename(path).replace(/(\.test)?\.\w+$/, ''));
  return stem.split(/[/\-.]/).map((word) => word.replace(/s$/, ''));
}
