/**
 * A place from inside: its floor and wall, its furniture, who is there, what they say as they say it, and ways out as doors. It draws what
 * strangers see of a public place and nothing else. It is a picture of what the page also lists: whoever uses the keyboard or has the page
 * read aloud has the lists, and is not told everything twice.
 */
import { createMemo, createSignal, For, type JSX, onCleanup, onMount, Show } from 'solid-js';
import { colours } from '../../../drawing/faces/look.ts';
import { figureOf, figureSize } from '../../../drawing/faces/people.ts';
import { shortened, signsOf } from '../../../drawing/trade.ts';
import { hashOf } from '../../../land/random.ts';
import { Drawn } from '../../faces/face.tsx';
import { faceOf } from '../../faces/known-faces.ts';
import { nameOf } from '../../lib/names-read-alike.ts';
import { placePath, residentPath } from '../links.tsx';
import { door, gate, pieceSize } from './furniture.ts';
import { Ground } from './ground.tsx';
import { heardApart, type Plan, planOf, type RoomPlace, type Spot, seated, widestOf } from './room-plan.ts';
import './room.css';

interface RoomProps {
  readonly place: RoomPlace;
  /** Who is there, by ids. */
  readonly people: readonly string[];
  /** How many are there, if more than those. */
  readonly count: number;
  /** Places to which one can walk from there. */
  readonly doors: readonly string[];
  /** What somebody says just now. */
  readonly words: ReadonlyMap<string, string>;
}

/** Pixels of a figure that stands in a room. */
const figureWide = 54;
const figureHigh = (figureWide * figureSize.height) / figureSize.width;
/** Characters of a sign at a door, on three lines, and of a name, on two. */
const signMax = 28;
const nameMax = 24;
const bubbleWide = 210;
/** Of the room's width, at most. */
const bubbleShare = 0.45;
/** Bubbles lie above everybody else. */
const speakerAbove = 10_000;
/** Until the page has said how wide it is. */
const widthAtFirst = 720;
const widthMin = 240;

export function Room(props: RoomProps): JSX.Element {
  const [width, setWidth] = createSignal(widthAtFirst);
  const plan = createMemo(() => planOf(props.place, width(), props.doors.length), undefined, { equals: isSamePlan });
  const seats = createMemo<ReadonlyMap<string, number>>(
    (before) => seated(before, props.people, plan().seats.length),
    new Map(),
  );
  const unseen = () => Math.max(0, props.count - seats().size);
  const unseenDoors = () => props.doors.length - plan().doors.length;
  return (
    <figure class="room-part">
      <Picture {...props} plan={plan()} seats={seats()} measured={setWidth} />
      <figcaption>
        {nameOf(props.place.id)} as strangers see it. Whoever is drawn, and each door, leads to a page of its own; the
        lists below name them all.
        <Show when={unseen() > 0}> {unseen()} more are here than there is room for in the drawing.</Show>
        <Show when={unseenDoors() > 0}> {unseenDoors()} more ways lead out.</Show>
      </figcaption>
    </figure>
  );
}

interface PictureProps extends RoomProps {
  readonly plan: Plan;
  readonly seats: ReadonlyMap<string, number>;
  /** Called with how wide it is on the page. */
  readonly measured: (width: number) => void;
}

function Picture(props: PictureProps): JSX.Element {
  let frame: HTMLDivElement | undefined;
  onMount(() => {
    const sizes = new ResizeObserver(() => props.measured(Math.max(widthMin, frame?.clientWidth ?? 0)));
    if (frame !== undefined) sizes.observe(frame);
    onCleanup(() => sizes.disconnect());
  });
  const spot = (id: string) => spotOf(props.plan, props.seats.get(id));
  const heard = createMemo(() => {
    const speakers = [...props.words.keys()].filter((id) => props.seats.has(id));
    return heardApart(
      speakers.map((id) => [id, spot(id)] as const),
      bubbleMax(props.plan),
    );
  });
  return (
    <div
      class="room"
      ref={frame}
      style={{ height: `${props.plan.height}px`, 'max-width': `${widestOf(props.place)}px` }}
      data-theme={props.plan.theme}
      aria-hidden="true"
    >
      <Show when={props.plan} keyed>
        {(drawn) => (
          <>
            <Ground plan={drawn} salt={props.place.id} />
            <Furniture plan={drawn} />
          </>
        )}
      </Show>
      <Doors plan={props.plan} doors={props.doors} />
      <For each={[...props.seats.keys()]}>
        {(id) => (
          <Person id={id} spot={spot(id)} words={heard().has(id) ? props.words.get(id) : undefined} plan={props.plan} />
        )}
      </For>
    </div>
  );
}

/** Of one place: nothing else of a plan changes while its room is looked at. */
const isSamePlan = (one: Plan, other: Plan): boolean =>
  one.theme === other.theme &&
  one.width === other.width &&
  one.height === other.height &&
  one.doors.length === other.doors.length;

const bubbleMax = ({ width }: Plan): number => Math.min(bubbleWide, width * bubbleShare);
const spotOf = ({ seats }: Plan, seat: number | undefined): Spot => seats[seat ?? 0] ?? { x: 0, y: 0 };

const Furniture = (props: { readonly plan: Plan }): JSX.Element => (
  <svg aria-hidden="true" class="room-back" viewBox={`0 0 ${props.plan.width} ${props.plan.height}`}>
    <For each={props.plan.furniture}>
      {({ x, piece }) => (
        <g transform={`translate(${x - pieceSize.width / 2} ${props.plan.floor + 12 - pieceSize.height})`}>
          <Drawn shapes={piece()} />
        </g>
      )}
    </For>
  </svg>
);

const trimOf = (id: string): string => colours[hashOf(`door of ${id}`) % colours.length] ?? colours[0];

function Doors(props: { readonly plan: Plan; readonly doors: RoomProps['doors'] }): JSX.Element {
  const shown = () => props.doors.slice(0, props.plan.doors.length);
  const signs = createMemo(() => signsOf(shown().map(nameOf), signMax));
  return (
    <For each={shown()}>
      {(id, at) => (
        <a
          class="room-door"
          href={placePath(id)}
          tabIndex={-1}
          style={{ left: `${props.plan.doors[at()] ?? 0}px`, top: `${props.plan.floor + 4}px` }}
        >
          <span class="room-name" title={nameOf(id)}>
            {signs()[at()]}
          </span>
          <svg aria-hidden="true" viewBox="-4 0 52 84">
            <Drawn shapes={(props.plan.theme === 'square' ? gate : door)(trimOf(id))} />
          </svg>
        </a>
      )}
    </For>
  );
}

interface PersonProps {
  readonly id: string;
  readonly spot: Spot;
  readonly words: string | undefined;
  readonly plan: Plan;
}

function Person(props: PersonProps): JSX.Element {
  const side = () => {
    const share = props.spot.x / props.plan.width;
    return share < 0.34 ? 'left' : share > 0.66 ? 'right' : 'middle';
  };
  return (
    <div
      class="room-person"
      data-side={side()}
      style={{
        left: `${props.spot.x}px`,
        top: `${props.spot.y}px`,
        'z-index': Math.round(props.spot.y) + (props.words === undefined ? 0 : speakerAbove),
      }}
    >
      <Show when={props.words}>
        {(words) => (
          <p class="room-said" style={{ 'max-width': `${bubbleMax(props.plan)}px` }}>
            <span>{words()}</span>
          </p>
        )}
      </Show>
      <a href={residentPath(props.id)} tabIndex={-1}>
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${figureSize.width} ${figureSize.height}`}
          width={figureWide}
          height={figureHigh}
        >
          <ellipse class="room-shadow" cx="32" cy="93" rx="20" ry="3" />
          <Drawn shapes={figureOf(faceOf(props.id))} />
        </svg>
        <span class="room-name" title={nameOf(props.id)}>
          {shortened(nameOf(props.id), nameMax)}
        </span>
      </a>
    </div>
  );
}
