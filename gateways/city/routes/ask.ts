/** How a route puts its question: an event of the caller itself, answered by a view of it. */
import type { Command, ViewRequest } from '../../../engine/command.ts';
import type { Message } from '../../../engine/effect.ts';
import type { Resident } from '../../auth.ts';

/** The caller does `event`; the answer is what `reply` shows once it is done. */
export function act(caller: Resident, event: Message, reply: ViewRequest): Command {
  return { to: caller.actor, event, caller: caller.actor, reply };
}

/** A page of what the caller sees where it stands. */
export function seenHere(
  view: string,
  caller: Resident,
  page: { readonly limit: number; readonly cursor?: string | undefined },
): ViewRequest {
  return { view, args: { resident: caller.id, limit: page.limit, cursor: page.cursor ?? null } };
}
