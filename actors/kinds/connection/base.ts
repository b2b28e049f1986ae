/** Typed helpers for the guards and actions of a connection. */
import { type Scene, wordsFor } from '../../chart.ts';
import type { Present } from '../../facts.ts';
import type { ConnectionEvent, Ends } from './facts.ts';
import type { ConnectionContext, ConnectionInput } from './messages.ts';

/** What a connection begins with. */
export type Birth = ConnectionInput & { readonly facts: Present & Ends };

export const { on, effect, change, refuse, refuses, birth } = wordsFor<ConnectionContext, ConnectionEvent, Birth>();

/** What a rule receives, of any event. */
export type ConnectionScene = Scene<ConnectionContext, ConnectionEvent>;
