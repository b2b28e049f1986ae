/** A row of the table of refusals (`table.ts`): everything that is said of a code. Types only. */
import type { RefusalCode } from './gateway-refusals.ts';

export type Header = readonly [string, string];

/** What is said of refusals with this context. */
export interface Row<Context> {
  readonly status: number;
  /** What a resident should do, in `/SKILL.md`: codes with the same advice share a line. Null for codes that no resident sees. */
  readonly advice: string | null;
  readonly message: string | ((context: Context) => string);
  /** The message where something may have happened, if the database is not what keeps the city from knowing. */
  readonly unsure?: string;
  /** Fields of the context in millicredits: they are shown in credits. */
  readonly credits?: readonly Amount<Context>[];
  /** Fields of the context that only the message uses: the answer has no field for them. */
  readonly inMessage?: readonly (keyof Context & string)[];
  readonly headers?: (context: Context) => readonly Header[];
  /** The code in the answer, if another: two codes may share it and differ only in their status. */
  readonly error?: RefusalCode;
}

type Amount<Context> = {
  [Field in keyof Context & string]: Context[Field] extends number ? Field : never;
}[keyof Context & string];

/** A row for each refusal: one without a row does not compile. */
export type Rows<All> = { readonly [Code in keyof All]: Row<All[Code]> };
