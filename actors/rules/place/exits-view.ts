/** The exits of a place as a resident there sees them, in pages. `exits.ts` finds the exits. */

import { must } from '../../../engine/assert.ts';
import type { ActorId } from '../../../engine/ids.ts';
import type { Reader } from '../../../engine/views/views.ts';
import { indexes } from '../../indexes.ts';
import { imageOf } from '../../registry.ts';
import { tollAt } from '../toll/toll.ts';
import type { Access } from './access.ts';
import { type Identity, identityOf } from './appearance.ts';
import { doorsFor, implicitPlaces, type Position } from './exits.ts';
import { commons, commonsExit, homeExit } from './names.ts';

/** Houses, rooms and containers that the resident sees from here; connections are paged. */
const implicitMax = 200;

const exitTypes = {
  commons: 'commons',
  house: 'house',
  room: 'room',
  pod: 'agent-built',
  container: 'container',
} as const satisfies Readonly<Record<Identity['kind'], string>>;

const exitDescription = ({ id, name }: Pick<Identity, 'id' | 'name'>): string =>
  id === commons ? 'The way out to the Commons.' : `The way to ${name}.`;

interface ShownExit {
  readonly id: string;
  readonly type: (typeof exitTypes)[keyof typeof exitTypes];
  readonly owner: string | null;
  readonly desc: string | null;
  readonly access: Access['type'];
  readonly to: string;
  readonly direction: 'bidirectional' | 'one-way';
  readonly toll: number;
}

/** An exit to a place that needs no connection. The ways home and to the Commons have names of their own. */
function implicitExit(reader: Reader, who: Position, place: string): ShownExit {
  const { kind, name, owner } = identityOf(reader, place);
  return {
    id: place === commons ? commonsExit : place === who.home ? homeExit : place,
    type: exitTypes[kind],
    owner,
    desc: exitDescription({ id: place, name }),
    access: kind === 'commons' || kind === 'container' || kind === 'pod' ? 'public' : 'private',
    to: place,
    direction: 'bidirectional',
    toll: 0,
  };
}

/** An exit that is a connection, as it looks to anyone here. */
function connectionExit(reader: Reader, location: string, id: ActorId<'connection-request'>): ShownExit {
  const { terms } = must(imageOf(reader, id), id).context;
  const isBack = location !== terms.from;
  const to = isBack ? terms.from : terms.to;
  const far = identityOf(reader, to);
  const text = isBack ? terms.wayBack : terms.entrance;
  return {
    id: terms.exit,
    type: 'agent-built',
    owner: far.owner,
    desc: text === null ? exitDescription(far) : reader.text(text),
    access: isBack ? 'public' : terms.access.type,
    to,
    direction: terms.bidirectional ? 'bidirectional' : 'one-way',
    toll: tollAt(far.image, !isBack && terms.access.type === 'gated', reader.settings) / 1000,
  };
}

/** A cursor among the exits of the place itself and doors: `#n`. Such a page may go on with connections. */
const ownCursor = /^#[0-9]{1,4}$/;

/** A page of the exits that the resident sees: those of the place itself first, then doors, then connections. */
export function exitsPage(reader: Reader, who: Position, cursor: string | null, limit: number) {
  const begun = cursor === null ? 0 : ownCursor.test(cursor) ? Number(cursor.slice(1)) : undefined;
  const own = begun === undefined ? [] : ownExits(reader, who).slice(begun, begun + limit + 1);
  const shown = own.slice(0, limit).map((show) => show());
  if (begun !== undefined && own.length > limit) return { items: shown, next_cursor: `#${begun + limit}` };
  const left = limit - shown.length;
  const page = reader.page(
    indexes.exits,
    `visible ${who.location}`,
    begun === undefined ? String(cursor) : '',
    left + 1,
  );
  const connections = page.slice(0, left).map((id) => connectionExit(reader, who.location, id));
  const next = page.length > left ? (page[left - 1] ?? `#${(begun ?? 0) + shown.length}`) : null;
  return { items: [...shown, ...connections], next_cursor: next };
}

/** Connections of a place from which on their list is kept: one is sooner read than found, and most places are houses without any. */
const keptFrom = 2;

/** The first page as an answer to a move has it: connections look alike to everyone here, and are kept. */
export function exitsAfterMove(reader: Reader, who: Position, limit: number): readonly ShownExit[] {
  const { location } = who;
  const key = `visible ${location}`;
  const own = ownExits(reader, who)
    .slice(0, limit)
    .map((show) => show());
  const left = limit - own.length;
  const connections = (reader: Reader) =>
    reader.page(indexes.exits, key, '', left).map((id) => connectionExit(reader, location, id));
  if (reader.count(indexes.exits, key) < keptFrom) return [...own, ...connections(reader)];
  return reader.withKept(own, 'connections of a place', { location, left }, connections);
}

/** Lazy: each exit is read only when it is shown. */
const ownExits = (reader: Reader, who: Position) => [
  ...implicitPlaces(reader, who, implicitMax).map((place) => () => implicitExit(reader, who, place)),
  ...doorsFor(reader, who, implicitMax).map((id) => () => connectionExit(reader, who.location, id)),
];

export function exitsCount(reader: Reader, who: Position): number {
  const { id, location } = who;
  return (
    implicitPlaces(reader, who, implicitMax).length +
    reader.count(indexes.exits, `visible ${location}`) +
    reader.count(indexes.exits, `door ${location} ${id}`)
  );
}
