/** What the city goes on knowing of the dead: of what and when they died, and who took the estate. Rules ask for no more. */
import { type ActorId, nameOf } from '../../engine/ids.ts';
import type { Image } from '../../engine/kind.ts';
import { homeOf } from '../places.ts';
import type { ResidentContext } from './base.ts';

/** A stone for each cause: one letter. */
const letters: Readonly<Record<NonNullable<ResidentContext['cause']>, string>> = {
  natural: 'n',
  credit: 'c',
  crash: 'x',
  voluntary: 'v',
};

/** A letter for the cause, milliseconds since 1970 in base 36, a space, who took the estate. */
export function inscribe({ context }: Image): string {
  const { cause, diedAt, estateTo } = context as unknown as ResidentContext;
  return `${letters[cause ?? 'natural']}${(diedAt ?? 0).toString(36)} ${estateTo ?? ''}`;
}

/** What is on the stone, and what the name tells: a part of what the dead were. */
type Recalled = Pick<ResidentContext, 'id' | 'cause' | 'diedAt' | 'estateTo' | 'home' | 'location'>;

export function recall(actor: ActorId, inscription: string): Pick<Image, 'state' | 'context'> {
  const id = nameOf(actor);
  const [death = '', estateTo = ''] = inscription.split(' ');
  const cause = (Object.keys(letters) as (keyof typeof letters)[]).find((one) => letters[one] === death[0]) ?? null;
  const home = homeOf(id);
  const context: Recalled = {
    id,
    cause,
    diedAt: Number.parseInt(death.slice(1), 36),
    estateTo: estateTo === '' ? null : estateTo,
    home,
    location: home,
  };
  return { state: 'dead', context: { ...context } };
}
