/** Checks whether a mutant compiles: one that does not proves nothing about tests. Only the file itself is checked, not its importers. */
import { dirname, join } from 'node:path';
import ts from 'typescript';
import type { Mutant } from './mutant.ts';

export class TypeCheck {
  readonly #root: string;
  readonly #service: ts.LanguageService;
  #path = '';
  #text = '';
  #version = 0;

  /** `near`: a file of the project whose settings apply, since pages have others than the city. */
  constructor(root: string, near: string) {
    this.#root = root;
    const config = ts.findConfigFile(dirname(join(root, near)), ts.sys.fileExists);
    const options = config === undefined ? {} : optionsOf(config);
    this.#service = ts.createLanguageService({
      getCompilationSettings: () => options,
      getCurrentDirectory: () => root,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      getScriptFileNames: () => [this.#path],
      getScriptVersion: (name) => (name === this.#path ? `${this.#version}` : '0'),
      getScriptSnapshot: (name) => snapshotOf(name === this.#path ? this.#text : ts.sys.readFile(name)),
      fileExists: ts.sys.fileExists,
      readFile: ts.sys.readFile,
      directoryExists: ts.sys.directoryExists,
      getDirectories: ts.sys.getDirectories,
    });
  }

  compiles({ path }: Mutant, text: string): boolean {
    this.#path = join(this.#root, path);
    this.#text = text;
    this.#version += 1;
    if (this.#service.getSyntacticDiagnostics(this.#path).length > 0) return false;
    return this.#service.getSemanticDiagnostics(this.#path).length === 0;
  }
}

/** Names that a removed statement leaves unused are no errors. */
function optionsOf(config: string): ts.CompilerOptions {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, ts.sys.readFile).config,
    ts.sys,
    dirname(config),
  );
  return { ...options, noUnusedLocals: false, noUnusedParameters: false, allowUnreachableCode: true };
}

function snapshotOf(text: string | undefined): ts.IScriptSnapshot | undefined {
  return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
}
