/** What of a request goes along with its command: its key, and what its caller says of its cause. */
import type { Command, IdempotencyKey } from '../../engine/command.ts';

/** The command under the key of its request. */
export const withKey = <Value>(command: Command<Value>, key: IdempotencyKey | undefined): Command<Value> =>
  key === undefined ? command : { ...command, key };

/** The command with what its caller says of its cause. */
export const withCause = <Value>(command: Command<Value>, cause: number | undefined): Command<Value> =>
  cause === undefined ? command : { ...command, cause };

/** The command of a request. */
export const asAsked = <Value>(
  command: Command<Value>,
  { key, cause }: { readonly key: IdempotencyKey | undefined; readonly cause: number | undefined },
): Command<Value> => withCause(withKey(command, key), cause);
