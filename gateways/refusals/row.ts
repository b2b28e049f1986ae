/** What is said of how a refusal is answered over HTTP: its status, its message, its headers. Types only. */
import type { RefusalCode } from './refusals.ts';

export type Header = readonly [string, string];

/** How the refusals with this context are answered. */
export interface Answer<Context> {
  readonly status: number;
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
export type Answers<All> = { readonly [Code in keyof All]: Answer<All[Code]> };
