/**
 * How the map is moved: by pointer, by one or two fingers, by the wheel and by keys. One finger that moves up or down scrolls the page, as
 * does a wheel when the map is as far away as it can be, so that readers who scroll on are not caught in it.
 */
import type { Point } from './camera.ts';

export interface Moving {
  pan(dx: number, dy: number): void;
  /** False when it is as near or far as it can be. */
  zoom(factor: number, at?: Point): boolean;
  showAll(): void;
}

export interface Gestures {
  readonly map: Moving;
  /** A click, or a finger that was lifted where it came down. */
  readonly chosen: (at: Point) => void;
  /** The point under the pointer; undefined when there is none, or while the pointer moves the map. */
  readonly over: (at: Point | undefined) => void;
}

/** Pixels that a finger may tremble. */
const tremble = 6;
const keyStep = 80;
const keyFactor = 1.4;

/** Handles all input on `element`. */
export function gesturesOn(element: HTMLElement, { map, chosen, over }: Gestures): void {
  const pointers = new Map<number, Point>();
  let travelled = 0;
  const at = (event: MouseEvent): Point => {
    const { left, top } = element.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const end = (event: PointerEvent) => {
    const wasHere = pointers.delete(event.pointerId);
    if (wasHere && event.type === 'pointerup' && pointers.size === 0 && travelled < tremble) chosen(at(event));
  };
  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    if (pointers.size === 0) travelled = 0;
    pointers.set(event.pointerId, at(event));
    element.setPointerCapture(event.pointerId);
  });
  element.addEventListener('pointermove', (event) => {
    const before = pointers.get(event.pointerId);
    const now = at(event);
    if (before === undefined) return over(now);
    over(undefined);
    const others = [...pointers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    pointers.set(event.pointerId, now);
    travelled += Math.hypot(now.x - before.x, now.y - before.y);
    movedTo(map, before, now, others[0]);
  });
  for (const type of ['pointerup', 'pointercancel'] as const) element.addEventListener(type, end);
  element.addEventListener('pointerleave', () => over(undefined));
  element.addEventListener('dblclick', (event) => void map.zoom(2, at(event)));
  element.addEventListener('keydown', (event) => byKey(map, event));
  element.addEventListener('wheel', (event) => byWheel(map, event, at(event)), { passive: false });
}

/** `other`: where a second finger is. */
function movedTo(map: Moving, before: Point, now: Point, other: Point | undefined): void {
  if (other === undefined) {
    map.pan(now.x - before.x, now.y - before.y);
    return;
  }
  const apart = (point: Point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
  map.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
  map.zoom(apart(now) / apart(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
}

function byWheel(map: Moving, event: WheelEvent, at: Point): void {
  const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 16 : event.deltaY;
  if (map.zoom(Math.exp(-pixels / 400), at)) event.preventDefault();
}

function byKey(map: Moving, event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
  const act = keys[event.key];
  if (act === undefined) return;
  act(map);
  event.preventDefault();
}

const keys: Readonly<Record<string, (map: Moving) => void>> = {
  ArrowLeft: (map) => map.pan(keyStep, 0),
  ArrowRight: (map) => map.pan(-keyStep, 0),
  ArrowUp: (map) => map.pan(0, keyStep),
  ArrowDown: (map) => map.pan(0, -keyStep),
  '+': (map) => void map.zoom(keyFactor),
  '=': (map) => void map.zoom(keyFactor),
  '-': (map) => void map.zoom(1 / keyFactor),
  '0': (map) => map.showAll(),
};
