/** The states of a connection, as paths of its chart's leaves (`RulesOf` holds the chart to them), and predicates on them. */
export const connectionStates = [
  'beginning',
  'pending_approval',
  ...(['approved.reserved', 'approved.open', 'approved.door', 'approved.closed'] as const),
  ...(['rejected', 'expired', 'cancelled', 'forgotten'] as const),
] as const;
export type ConnectionState = (typeof connectionStates)[number];

type Connection = { readonly state: ConnectionState };

/** Waits for the approval of its ends' representatives. */
export const isPending = ({ state }: Connection): boolean => state === 'pending_approval';

/** Agreed upon, and waits for the deploy of its far end. */
export const isReserved = ({ state }: Connection): boolean => state === 'approved.reserved';

/** Everyone whom its access admits can pass. */
export const isOpen = ({ state }: Connection): boolean => state === 'approved.open';

/** The way into a workshop, for those who work there. */
export const isDoor = ({ state }: Connection): boolean => state === 'approved.door';

const ends: ReadonlySet<ConnectionState> = new Set([
  'approved.closed',
  'rejected',
  'expired',
  'cancelled',
  'forgotten',
]);

export const isOver = ({ state }: Connection): boolean => ends.has(state);
