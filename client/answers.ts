/**
 * Answers of the city, read without trust: what one is to say is known by its type (`gateways/answers/`), what has come may be anything. So
 * a field is named as the city names it, a word is compared with those that the city may say, and what a later city says besides is
 * passed over.
 */
import { type Fields, fieldsOf, listOf, textOf } from './wire.ts';

/** For the compiler alone: nothing has it. */
declare const said: unique symbol;

/** What has come where a `Value` is to be: it may be anything, and is read as such (`wire.ts`). */
export interface Came<Value> {
  readonly [said]?: Value;
}

type NamesIn<Answer> = Answer extends unknown ? keyof Answer : never;
type FieldIn<Answer, Name> = Answer extends unknown ? (Name extends keyof Answer ? Answer[Name] : never) : never;

/** What has come as an answer: its fields, by the names that one of its forms gives them. */
export type Read<Answer> = { readonly [Name in NamesIn<Answer>]?: Came<FieldIn<Answer, Name>> };

/** The fields of what has come; none where it is no object. */
export function read<Answer extends object>(came: unknown): Read<Answer>;
export function read(came: unknown): Fields {
  return fieldsOf(came);
}

/** The same of a field that is to be an object. */
export function readPart<Value>(came: Came<Value> | undefined): Read<NonNullable<Value>>;
export function readPart(came: unknown): Fields {
  return fieldsOf(came);
}

/** Whether a field says one of these words, each of which the city may say there. */
export const says = <Word>(came: Came<Word> | undefined, ...words: readonly NoInfer<Word>[]): boolean =>
  words.some((word) => word === came);

interface Page<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}

/** The items of a page, each as it came. */
export const readItems = <Item extends object>(page: unknown): readonly Read<Item>[] =>
  listOf(read<Page<Item>>(page).items).map((item) => read<Item>(item));

/** The cursor of the next page; undefined where there is none. */
export const nextCursorOf = (page: unknown): string | undefined =>
  textOf(read<Page<unknown>>(page).next_cursor) || undefined;
