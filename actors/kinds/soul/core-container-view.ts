/** Core containers, as their keeper asks for them: whether one is wanted, and who lives in it. */
import { nameOf } from '../../../engine/ids.ts';
import type { Reader, ViewTable } from '../../../engine/views/views.ts';
import { indexes } from '../../indexes.ts';
import { imageOf } from '../../registry.ts';
import { isAdopted } from './state.ts';

/**
 * Whether the core container of the soul is wanted: it is being made ready, or somebody lives in it (`resident`, else null). A view shows
 * only what is durable (T3), so nothing is removed for a death that a crash could undo.
 */
const core = (reader: Reader, { soul }: { readonly soul: string }) => {
  const inhabitant = reader.first(indexes.cores, soul);
  if (inhabitant !== undefined) return { is_wanted: true, resident: nameOf(inhabitant) };
  const actor = reader.first(indexes.souls, soul);
  const image = actor && imageOf(reader, actor);
  return { is_wanted: image !== undefined && isAdopted(image), resident: null };
};

export const coreViews = { core } satisfies ViewTable;
