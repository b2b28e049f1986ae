/** Outside effects of the city of the walks: nothing real, and as slow as a walk wants. */
import type { Performer } from '../../engine/ports.ts';
import type { FakeSandbox } from '../world.ts';
import type { Bell } from './bell-service.ts';

/** The performers of all outside effects. */
export interface Outside {
  /** What comes of code that is run. */
  readonly sandbox: FakeSandbox;
  /** What comes of calls of the global service. */
  readonly bell: Bell;
  /** What goes before an outside effect, by its name: it may take its time, or fail. */
  readonly before: Map<string, () => Promise<void>>;
}

export function performersOf({ sandbox, bell, before }: Outside): Readonly<Record<string, Performer>> {
  const service = bell.calls.performer();
  const performers: [string, Performer][] = Object.entries({ ...sandbox.performers(), service });
  const delayed = performers.map(([effect, { perform, ...rest }]): [string, Performer] => {
    const performed: Performer['perform'] = async (id, input) => {
      await before.get(effect)?.();
      return perform(id, input);
    };
    return [effect, { ...rest, perform: performed }];
  });
  return Object.fromEntries(delayed);
}
