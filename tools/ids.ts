/**
 * Ids of rules and promises: one or two capitals and a number. Each is defined once, in docs/ARCHITECTURE.md or
 * docs/RULES.md (`- **<id>** ...`), or in the head of the one file that keeps it (` * <id>  ...`, with two blanks). It is quoted
 * in brackets: round ones where it is kept, square ones in the names and messages of the tests that prove it.
 */

export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

export interface Ids {
  /** Where each id is defined. */
  readonly defined: ReadonlyMap<string, string>;
  /** Defined ids that no test quotes. */
  readonly untested: readonly string[];
  readonly faults: readonly string[];
}

interface Mention {
  readonly id: string;
  readonly path: string;
  /** Path and line. */
  readonly where: string;
  readonly is: 'definition' | 'quote' | 'bare';
}

/** Files whose list items define ids. */
const definingDocs = ['docs/ARCHITECTURE.md', 'docs/RULES.md'];
/** Words of the same form that are no ids. */
const otherWords = ['V8', 'MD5'];

const word = /(?<![\w"%/.-])[A-Z]{1,2}[0-9]{1,2}(?![\w-])/g;
const brackets = /[([][^()[\]]*[)\]]/g;
const itemOfDocs = /^- \*\*([A-Z]{1,2}[0-9]{1,2})\*\* \S/;
const lineOfHead = /^ \* ([A-Z]{1,2}[0-9]{1,2}) {2}\S/;

/** The ids that `files` define, and mistakes in how they quote them. */
export function idsOf(files: readonly SourceFile[]): Ids {
  const mentions = files.flatMap(mentionsIn);
  const definitions = mentions.filter(({ is }) => is === 'definition');
  const quotes = mentions.filter(({ is }) => is !== 'definition');
  const defined = new Map(definitions.map(({ id, where }) => [id, where]));
  const inTests = idsQuotedBy(quotes, isTest);
  const inCode = idsQuotedBy(quotes, (path) => !isTest(path) && !path.endsWith('.md'));
  const isKept = ({ id, path }: Mention): boolean => inCode.has(id) || (!path.endsWith('.md') && inTests.has(id));
  return {
    defined,
    untested: [...defined.keys()].filter((id) => !inTests.has(id)),
    faults: [
      ...definitions.filter(({ id, where }) => defined.get(id) !== where).map(fault('is defined twice')),
      ...definitions.filter((definition) => !isKept(definition)).map(fault('is defined and never quoted in the code')),
      ...quotes.filter(({ id }) => !defined.has(id)).map(fault('is defined nowhere')),
      ...quotes.filter(({ is }) => is === 'bare').map(fault('is quoted without brackets')),
    ],
  };
}

function mentionsIn({ path, text }: SourceFile): Mention[] {
  return text.split('\n').flatMap((line, n) => {
    const definition = definitionIn(path, line);
    const enclosed = [...line.matchAll(brackets)].map((match) => [match.index, match.index + match[0].length] as const);
    return [...line.matchAll(word)]
      .filter(([id]) => !otherWords.includes(id))
      .map((match, nth): Mention => {
        const isEnclosed = enclosed.some(([from, to]) => from < match.index && match.index < to);
        const is = definition === match[0] && nth === 0 ? 'definition' : isEnclosed ? 'quote' : 'bare';
        return { id: match[0], path, where: `${path}:${n + 1}`, is };
      });
  });
}

function definitionIn(path: string, line: string): string | undefined {
  if (definingDocs.includes(path)) return itemOfDocs.exec(line)?.[1];
  return path.endsWith('.md') ? undefined : lineOfHead.exec(line)?.[1];
}

function idsQuotedBy(quotes: readonly Mention[], isMeant: (path: string) => boolean): ReadonlySet<string> {
  return new Set(quotes.filter(({ path }) => isMeant(path)).map(({ id }) => id));
}

function isTest(path: string): boolean {
  return path.startsWith('test/');
}

function fault(what: string): (mention: Mention) => string {
  return ({ id, where }) => `${where}: ${id} ${what}`;
}
