/** Which residents a mind of the city lives (MD2): a rule that a soul asks of itself, and a resident of the soul of which it was born. */
import type { SoulContext } from '../../kinds/soul/messages.ts';

/** A resident in a core container needs no mind. */
export const isLeftToMinds = ({ livedBy, runtime }: Pick<SoulContext, 'livedBy' | 'runtime'>): boolean =>
  livedBy === 'city' && runtime === 'external';
