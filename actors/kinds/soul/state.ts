/** The states of a soul, as paths of its chart's leaves (`RulesOf` holds the chart to them), and predicates on them. */
export type SoulState = 'queued' | 'adopted' | 'born' | 'dead' | 'withdrawn' | 'returned' | 'left';

type Soul = { readonly state: SoulState };

/** The states in which somebody sees it. In the others it leaves the city. */
export const soulStatuses = ['queued', 'adopted', 'born', 'dead'] as const;
type SoulStatus = (typeof soulStatuses)[number];

export const isInTheCity = <One extends Soul>(soul: One): soul is One & { readonly state: SoulStatus } =>
  soulStatuses.some((status) => status === soul.state);

export const isQueued = ({ state }: Soul): boolean => state === 'queued';

/** Its core container is being made ready. */
export const isAdopted = ({ state }: Soul): boolean => state === 'adopted';

/** Its resident lives. */
export const isBorn = ({ state }: Soul): boolean => state === 'born';
