/** What a framework must know to decide, beyond what it keeps and hears (T6): nothing but the present. */
import type { Heard } from '../../facts.ts';
import type { EventRules } from '../../kind-declaration.ts';
import type { FrameworkInbox } from './messages.ts';

export type FrameworkEvent = Heard<FrameworkInbox>;

export const frameworkEvents: EventRules<'framework', object> = {
  update: { command: true },
  withdraw: { command: true },
  'container.failed': { command: false },
  'container.again': { command: false },
};
