/** A row of the table of refusals (`table.ts`): what is said of a code. Types only. */
import type { RefusalCode } from './refusals.ts';

export type Header = readonly [string, string];

/** What is said of the refusals with this context. */
export interface Row<Context> {
  readonly status: number;
  /** What a resident does then, in `/SKILL.md`: codes with the same advice share a line. Null where no resident is told so. */
  readonly advice: string | null;
  readonly message: string | ((context: Context) => string);
  /** Fields of the context that count millicredits: they are shown in credits. */
  readonly credits?: readonly Amount<Context>[];
  /** Fields of the context that the message says, and that are told in no field of their own. */
  readonly inMessage?: readonly (keyof Context & string)[];
  readonly headers?: (context: Context) => readonly Header[];
  /** The code that the caller is told: two may have one of their own and yet be told apart by the status alone. */
  readonly error?: RefusalCode;
}

type Amount<Context> = {
  [Field in keyof Context & string]: Context[Field] extends number ? Field : never;
}[keyof Context & string];

/** A row for each of the refusals: one that has none does not compile. */
export type Rows<All> = { readonly [Code in keyof All]: Row<All[Code]> };
