/** What a chart hears: a message, and the facts that its rule found out for it (T6). Types only. */
import type { Settings } from '../engine/actor-kind.ts';

/** Facts that every event carries, whatever else its rule asks for. */
export interface Present {
  readonly tick: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly settings: Settings;
}

/** An event with its facts. */
export type With<Extra = object> = { readonly facts: Present & Extra };

/** A message out of an inbox, which says for each type of message what it holds. */
export type MessageOf<Inbox, Type extends keyof Inbox = keyof Inbox> = Type extends string
  ? { readonly type: Type } & Inbox[Type]
  : never;

/** What the chart of an inbox hears; `Found` says for some types of message which facts it needs beyond those of the present. */
export type Heard<Inbox, Found = object, Type extends keyof Inbox = keyof Inbox> = Type extends string
  ? { readonly type: Type } & Inbox[Type] & With<Type extends keyof Found ? Found[Type] : object>
  : never;
