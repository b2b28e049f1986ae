/** `civitas base`: makes a base of the newest turn, from which later ones are opened fast. The city may run. */
import type { Base } from '../engine/ports.ts';
import { openPersistence } from '../persistence/postgres/persistence.ts';
import { withPastFolder } from './past-folder.ts';

/** Throws an error of one sentence, with nothing changed, when it cannot be made. */
export function makeBase(env: Readonly<Record<string, string | undefined>>, data: string | undefined): Promise<Base> {
  return withPastFolder(env, data, async ({ server }) => {
    const persistence = await openPersistence({ address: server.address });
    try {
      const base = await persistence.bases.make();
      if (base === undefined)
        throw new Error(`No base can be made: batches of the journal are missing. \`civitas verify\` says which.`);
      return base;
    } finally {
      await persistence.close();
    }
  });
}
