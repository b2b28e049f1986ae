/** What a chart hears: a message, and the facts that its rule found for it (T6). Types only. */
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

/** A message out of an inbox, which declares the fields of each type of message. */
export type MessageOf<Inbox, Type extends keyof Inbox = keyof Inbox> = Type extends string
  ? { readonly type: Type } & Inbox[Type]
  : never;

/** What the chart of an inbox hears. `Found` declares, for some types of message, facts that they need beyond those of the present. */
export type Heard<Inbox, Found = object, Type extends keyof Inbox = keyof Inbox> = Type extends string
  ? { readonly type: Type } & Inbox[Type] & With<Type extends keyof Found ? Found[Type] : object>
  : never;
