/** The map on the page: its canvases, its input, and the resident or place that was chosen on it. */
import { createEffect, createMemo, createSignal, type JSX, onCleanup, onMount, Show } from 'solid-js';
import type { Extent } from '../../../drawing/drawn-town.ts';
import { nameOf } from '../../lib/names-read-alike.ts';
import type { Point } from './camera.ts';
import { ChosenPanel } from './chosen-panel.tsx';
import { type Canvases, CityMap, type CityMapOptions, type Target } from './city-map.ts';
import { FirstMap, hasFirstMap } from './first-map.tsx';
import { gesturesOn } from './gestures.ts';
import './controls.css';
import { night, readPalette, still } from './palette.ts';
import type { TownMaker } from './town-maker.ts';

interface MapProps {
  readonly maker: TownMaker;
  /** Called with the map once it is on the page. */
  readonly ready: (map: CityMap) => void;
  readonly chosen: Target | undefined;
  readonly choose: (target: Target | undefined) => void;
  /** The text on the chosen resident or place: where it is, who is there. */
  readonly about: (target: Target) => JSX.Element;
}

export function MapView(props: MapProps): JSX.Element {
  const [map, setMap] = createSignal<CityMap>();
  const [pointer, setPointer] = createSignal<Point>();
  const [drawn, setDrawn] = createSignal(undefined, { equals: false });
  const [follows, setFollows] = createSignal(true);
  const [town, setTown] = createSignal<Extent>();
  /** The first map is what the reader looks at: the town is not there yet, or cannot be drawn. */
  const [isFirst, setIsFirst] = createSignal(hasFirstMap);
  const [canDraw, setCanDraw] = createSignal(true);
  // What is drawn moves under a resting pointer.
  const over = createMemo(() => {
    drawn();
    return hovered(map(), pointer());
  });
  let frame: HTMLDivElement | undefined;
  const begin = (canvases: Canvases) => {
    if (frame === undefined) return;
    // Where nothing can be drawn, it is all that there is to see.
    const looksElsewhere = () => setIsFirst((is) => is && !canDraw());
    const townDrawn = (extent: Extent) => {
      setTown(extent);
      setIsFirst(false);
    };
    const callbacks = { drawn: setDrawn, follows: setFollows, canDraw: setCanDraw, townDrawn, looksElsewhere };
    const begun = beginMap(frame, { canvases, maker: props.maker, ...callbacks });
    setMap(begun);
    gesturesOn(frame, {
      map: begun,
      chosen: (at) => props.choose(begun.targetAt(at)),
      over: setPointer,
    });
    props.ready(begun);
  };
  return (
    <div class="map-part">
      <div class="map">
        <div
          class="map-frame"
          ref={frame}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the map
          tabIndex={0}
          role="application"
          aria-label="Map of the city. Arrow keys move it, plus and minus bring it nearer or farther, 0 shows all. Whoever can be chosen on it is a button in the list below: Who is where."
          data-over={over() === undefined ? undefined : ''}
          data-town={town()}
        >
          <MapCanvases ready={begin} isFirst={isFirst()} />
          <Show when={over()}>{(shown) => <Hint {...shown()} />}</Show>
        </div>
        <Show when={map()}>{(drawn) => <Controls map={drawn()} follows={follows()} />}</Show>
        <Show when={!canDraw()}>
          <p class="map-none">
            Your browser cannot draw the map (it has no WebGL2). Who is where stands in the list below, and is as new.
          </p>
        </Show>
        <Show when={props.chosen}>
          {(target) => (
            <ChosenPanel target={target()} close={() => props.choose(undefined)} map={() => frame}>
              {props.about(target())}
            </ChosenPanel>
          )}
        </Show>
      </div>
      <ul class="map-legend" aria-label="What the map shows">
        <li>
          <Key shape="house" />
          the house of a resident, lit when somebody is at home
        </li>
        <li>
          <Key shape="place" />a place that residents built; flags on what is new
        </li>
        <li>
          <Key shape="ruin" />
          what is left of one that ended
        </li>
      </ul>
    </div>
  );
}

/** One above the other, the town at the bottom. */
function MapCanvases(props: {
  readonly ready: (canvases: Canvases) => void;
  /** The first map stands in place of the town. */
  readonly isFirst: boolean;
}): JSX.Element {
  let town: HTMLCanvasElement | undefined;
  let standing: HTMLCanvasElement | undefined;
  let moving: HTMLCanvasElement | undefined;
  let names: HTMLCanvasElement | undefined;
  onMount(() => {
    if (town === undefined || standing === undefined || moving === undefined || names === undefined) return;
    props.ready({ picture: { town, standing, moving }, names });
  });
  return (
    <>
      <canvas ref={town} />
      <Show when={props.isFirst}>
        <FirstMap />
      </Show>
      <canvas ref={standing} />
      <canvas ref={moving} />
      <canvas ref={names} />
    </>
  );
}

const Key = (props: { readonly shape: 'house' | 'place' | 'ruin' }): JSX.Element => (
  <span class="map-key" data-shape={props.shape} aria-hidden="true" />
);

function hovered(map: CityMap | undefined, at: Point | undefined) {
  const target = at === undefined ? undefined : map?.targetAt(at);
  return at === undefined || target === undefined ? undefined : { target, at };
}

/** CSS pixels between the pointer and what it names. */
const hintGap = 12;

function Hint(props: { readonly target: Target; readonly at: Point }): JSX.Element {
  let hint: HTMLSpanElement | undefined;
  // At the edge of the map it would be cut off.
  createEffect(() => {
    const { x, y } = props.at;
    const frame = hint?.parentElement;
    if (hint === undefined || frame == null) return;
    const [half, high] = [hint.offsetWidth / 2, hint.offsetHeight + hintGap];
    hint.style.left = `${Math.max(half, Math.min(frame.clientWidth - half, x))}px`;
    hint.style.top = `${y < high ? y + high + hintGap : y}px`;
  });
  return (
    <span class="map-hint" ref={hint}>
      {nameOf(props.target.id)}
    </span>
  );
}

function Controls(props: { readonly map: CityMap; readonly follows: boolean }): JSX.Element {
  return (
    <div class="map-controls">
      <button type="button" aria-label="Nearer" onClick={() => props.map.zoom(1.6)}>
        +
      </button>
      <button type="button" aria-label="Farther" onClick={() => props.map.zoom(1 / 1.6)}>
        −
      </button>
      <button type="button" onClick={() => props.map.showAll()}>
        All
      </button>
      <button
        type="button"
        aria-pressed={props.follows}
        title="The view follows what happens"
        onClick={() => props.map.follow(!props.follows)}
      >
        Follow
      </button>
    </div>
  );
}

/** Begins the map. It follows the size of its frame, the screen, and day and night, and ends with the page. */
function beginMap(frame: HTMLElement, options: Omit<CityMapOptions, 'palette' | 'isStill'>): CityMap {
  const dark = matchMedia(night);
  const stillness = matchMedia(still);
  const map = new CityMap({ ...options, palette: () => readPalette(frame), isStill: () => stillness.matches });
  const repaint = () => map.repaint();
  const resize = () => map.resize({ width: frame.clientWidth, height: frame.clientHeight }, devicePixelRatio);
  const sizes = new ResizeObserver(resize);
  sizes.observe(frame);
  dark.addEventListener('change', repaint);
  // Until our typeface has loaded, names were measured in another.
  document.fonts.ready.then(repaint, repaint);
  onCleanup(() => {
    sizes.disconnect();
    dark.removeEventListener('change', repaint);
    map.close();
  });
  return map;
}
