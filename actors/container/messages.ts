/** What a nested container hears: from its pod, from those who come, and from the sandbox. */
import type { AccountId, ContentHash } from '../../engine/ids.ts';
import type { EventRule, Facts } from '../../engine/kind.ts';
import type { Served } from '../code.ts';
import type { With } from '../facts.ts';
import { payeeOf } from '../payees.ts';

export interface ContainerInput {
  /** `<pod>/<name>`. */
  readonly id: string;
  readonly pod: string;
  readonly name: string;
  /** Who may deploy it. */
  readonly agent: string;
  readonly cpuMillis: number;
  readonly memoryMib: number;
}

export type ContainerEvent =
  | ({ readonly type: 'allow' } & ContainerInput & With)
  | ({
      readonly type: 'start';
      readonly by: string;
      readonly code: ContentHash;
      readonly entry: string | null;
      readonly description: ContentHash | null;
    } & With)
  | ({ readonly type: 'remove'; readonly by: string } & With)
  | ({
      readonly type: 'enter';
      readonly traveller: string;
      readonly exit: string;
      readonly visible: boolean;
      readonly known: boolean;
    } & With)
  | ({ readonly type: 'call_service'; readonly by: string; readonly input: string } & With<{ readonly call: string }>)
  | (Served & With<{ readonly payee: AccountId }>)
  | ({
      readonly type:
        | 'open_workshop'
        | 'request_connection'
        | 'parent.ended'
        | 'sandbox.remove.done'
        | 'sandbox.remove.failed';
    } & With);

export const containerEvents: Readonly<Record<ContainerEvent['type'], EventRule>> = {
  allow: { command: false },
  start: { command: false },
  remove: { command: false },
  enter: { command: false },
  call_service: { command: true, facts: (facts: Facts) => ({ call: facts.mint('call') }) },
  served: { command: false, facts: (facts, _self, event) => ({ payee: payeeOf(facts, String(event['caller'])) }) },
  open_workshop: { command: true },
  request_connection: { command: true },
  'parent.ended': { command: false },
  'sandbox.remove.done': { command: false },
  'sandbox.remove.failed': { command: false },
};
