/**
 * The map: what of the city is drawn, from which camera, and when. A frame is drawn only when something has changed or while something
 * moves.
 */
import { nameOf } from '../../lib/names-read-alike.ts';
import type { Drawing, How, Place, Way } from '../city-model.ts';
import { type Camera, inWorld, nearer, type Point, moved as panned, type Size, showing } from './camera.ts';
import { type Frame, Picture, placeRadius, residentRadius } from './map-picture.ts';
import { drawNames, type Label } from './names-layer.ts';
import type { MapPalette } from './palette.ts';
import { edgeOf, Seats, seatOf } from './seats.ts';
import { Walkers, walkSeconds } from './walkers.ts';

/** Its canvases, one above the other. */
export interface Canvases {
  readonly picture: HTMLCanvasElement;
  readonly names: HTMLCanvasElement;
}

export interface CityMapOptions {
  readonly canvases: Canvases;
  readonly palette: () => MapPalette;
  /** Read for each walk: readers who want no motion see residents only where they are. */
  readonly isStill: () => boolean;
  /** A frame was drawn: something else may be under a point now. */
  readonly drawn: () => void;
}

export type Target = { readonly kind: 'resident' | 'place'; readonly id: string };

const commons = 'city-commons';
/** Pixels around a point within which it is hit. */
const reach = 14;
/** Residents whose names are on the map, at most. */
const namedResidentsMax = 30;
const clockSecondsMax = 3_600;
/** A higher ratio would cost four times the work, and nobody would see it. */
const ratioMax = 2;

export class CityMap implements Drawing {
  readonly #options: CityMapOptions;
  readonly #context: CanvasRenderingContext2D | null;
  #picture: Picture | undefined;
  #palette: MapPalette;
  #places: ReadonlyMap<string, Place> = new Map();
  #ways: readonly Way[] = [];
  /** The places and ways that it was given last, as text. */
  #known = '';
  readonly #seats = new Seats();
  readonly #walkers = new Walkers();
  #size: Size = { width: 0, height: 0 };
  #ratio = 1;
  #camera: Camera = { x: 0, y: 0, scale: 1 };
  /** The reader has not moved the map yet: it shows all. */
  #showsAll = true;
  #epoch = performance.now();
  #frame = 0;
  #namesChanged = true;
  /** So few residents are visible that their names are on the map. */
  #namesResidents = true;

  constructor(options: CityMapOptions) {
    this.#options = options;
    this.#context = options.canvases.names.getContext('2d');
    this.#picture = Picture.on(options.canvases.picture);
    this.#palette = options.palette();
    options.canvases.picture.addEventListener('webglcontextlost', (event) => event.preventDefault());
    options.canvases.picture.addEventListener('webglcontextrestored', () => this.#begin());
  }

  /** False where the browser cannot draw it. */
  get canDraw(): boolean {
    return this.#picture !== undefined;
  }

  get camera(): Camera {
    return this.#camera;
  }

  placed(places: readonly Place[], ways: readonly Way[]): void {
    const known = JSON.stringify([places, ways]);
    if (known === this.#known) return;
    this.#known = known;
    const before = this.#places;
    this.#places = new Map(places.map((place) => [place.id, place]));
    this.#ways = ways;
    for (const [id, { place, seat }] of this.#seats.all)
      if (!isSamePoint(before.get(place), this.#places.get(place))) this.#seat(id, place, seat);
    this.#lay();
    if (this.#showsAll) this.showAll();
    this.#redraw();
  }

  came(resident: string, place: string, how: How): void {
    this.#seat(resident, place, this.#seats.take(resident, place), how);
    this.#redraw(this.#namesResidents);
  }

  left(resident: string, how: How): void {
    const centre = this.#places.get(this.#seats.all.get(resident)?.place ?? '');
    this.#seats.leave(resident);
    if (how === 'at once' || centre === undefined || this.#options.isStill()) this.#walkers.remove(resident);
    else this.#walkers.leave(resident, edgeOf(centre, resident), this.#now(), walkSeconds);
    this.#redraw(this.#namesResidents);
  }

  spoke(resident: string): void {
    if (!this.#options.isStill()) this.#walkers.speak(resident, this.#now());
    this.#redraw(false);
  }

  /** The canvases have this size on the page, in CSS pixels, with this many pixels of the screen for each. */
  resize(size: Size, ratio: number): void {
    this.#size = size;
    this.#ratio = Math.min(ratio, ratioMax);
    for (const canvas of [this.#options.canvases.picture, this.#options.canvases.names]) {
      canvas.width = Math.round(size.width * this.#ratio);
      canvas.height = Math.round(size.height * this.#ratio);
    }
    if (this.#showsAll) this.showAll();
    // At once, so that no empty canvas is seen.
    this.#namesChanged = true;
    this.#draw();
  }

  /** The colours have changed between day and night. */
  repaint(): void {
    this.#palette = this.#options.palette();
    this.#redraw();
  }

  pan(dx: number, dy: number): void {
    this.#look(panned(this.#camera, dx, dy));
  }

  /** `at`: the point that remains in place; the middle when unset. False when it is as near or far as it can be. */
  zoom(factor: number, at: Point = { x: this.#size.width / 2, y: this.#size.height / 2 }): boolean {
    const farthest = Math.min(this.#camera.scale, this.#all().scale * 0.6);
    const camera = nearer(this.#camera, this.#size, factor, at, farthest);
    const isNew = camera.scale !== this.#camera.scale;
    if (isNew) this.#look(camera);
    return isNew;
  }

  showAll(): void {
    this.#showsAll = true;
    this.#camera = this.#all();
    this.#redraw();
  }

  /** Moves the target into the middle. */
  show({ kind, id }: Target): void {
    const point = kind === 'place' ? this.#places.get(id) : this.#walkers.pointOf(id, this.#now());
    if (point !== undefined) this.#look({ x: point.x, y: point.y, scale: Math.max(this.#camera.scale, 1.2) });
  }

  /** The target at a point on the map: a resident before a place. */
  targetAt(at: Point): Target | undefined {
    const point = inWorld(this.#camera, this.#size, at);
    const distance = reach / this.#camera.scale;
    const resident = this.#walkers.nearest(point, distance, this.#now());
    if (resident !== undefined) return { kind: 'resident', id: resident };
    let found: Target | undefined;
    let least = Math.max(distance, (placeRadius(this.#frameAt(0)) * 1.5) / this.#camera.scale);
    for (const { id, x, y } of this.#places.values()) {
      const away = Math.hypot(x - point.x, y - point.y);
      if (away < least) [found, least] = [{ kind: 'place', id }, away];
    }
    return found;
  }

  close(): void {
    cancelAnimationFrame(this.#frame);
  }

  #all(): Camera {
    return showing([...this.#places.values()], this.#size);
  }

  #look(camera: Camera): void {
    this.#showsAll = false;
    this.#camera = camera;
    this.#redraw();
  }

  #seat(resident: string, place: string, seat: number, how: How = 'at once'): void {
    const centre = this.#places.get(place);
    if (centre === undefined) return;
    const seconds = this.#options.isStill() ? 0 : walkSeconds;
    const unseen = how === 'walking' ? edgeOf(centre, resident) : undefined;
    this.#walkers.walk(resident, seatOf(centre, seat), this.#now(), seconds, unseen);
  }

  /** The graphics card has lost everything. */
  #begin(): void {
    this.#picture = Picture.on(this.#options.canvases.picture);
    this.#lay();
    this.#picture?.follow(this.#walkers, true);
    this.#redraw();
  }

  #lay(): void {
    const ends = this.#ways.flatMap(({ from, to }) => {
      const [a, b] = [this.#places.get(from), this.#places.get(to)];
      return a === undefined || b === undefined ? [] : Array(6).fill([a.x, a.y, b.x, b.y]).flat();
    });
    const spots = [...this.#places.values()].flatMap(({ id, x, y }) => [x, y, id === commons ? 1 : 0]);
    this.#picture?.lay(new Float32Array(ends), new Float32Array(spots));
  }

  /** `withNames`: names have changed, or have moved. */
  #redraw(withNames = true): void {
    this.#namesChanged ||= withNames;
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #draw(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (this.#size.width === 0 || this.#picture === undefined) return;
    const now = this.#now();
    const frame = this.#frameAt(now);
    this.#namesChanged ||= this.#walkers.removeGone(now);
    this.#picture.follow(this.#walkers);
    this.#picture.draw(frame, this.#walkers.count);
    const isMoving = this.#walkers.isMoving(now);
    if (this.#namesChanged || (isMoving && this.#namesResidents)) this.#name(frame);
    // Names that move are drawn once more at their destination.
    this.#namesChanged = isMoving && this.#namesResidents;
    if (isMoving) this.#redraw(false);
    this.#options.drawn();
  }

  #frameAt(now: number): Frame {
    return { camera: this.#camera, size: this.#size, ratio: this.#ratio, now, palette: this.#palette };
  }

  #name(frame: Frame): void {
    if (this.#context === null) return;
    const residents = this.#residentLabels(frame);
    this.#namesResidents = residents !== undefined;
    const below = placeRadius(frame) * 1.5 + 3;
    const places = [...this.#places.values()].map((place) => {
      return { text: nameOf(place.id), at: place, below, isResident: false };
    });
    const style = { ink: this.#palette.inkText, paper: this.#palette.paperText };
    drawNames(this.#context, frame, [...places, ...(residents ?? [])], style);
  }

  /** Undefined when too many residents are visible. */
  #residentLabels(frame: Frame): readonly Label[] | undefined {
    const [from, to] = [
      { x: 0, y: 0 },
      { x: this.#size.width, y: this.#size.height },
    ].map((corner) => inWorld(this.#camera, this.#size, corner));
    if (from === undefined || to === undefined) return undefined;
    const labels: Label[] = [];
    const below = residentRadius(frame) + 2;
    for (const [index, id] of this.#walkers.ids.entries()) {
      const at = this.#walkers.at(index, frame.now);
      if (at.x < from.x || at.x > to.x || at.y < from.y || at.y > to.y) continue;
      if (labels.length === namedResidentsMax) return undefined;
      labels.push({ text: nameOf(id), at, below, isResident: true });
    }
    return labels;
  }

  #now(): number {
    const seconds = (performance.now() - this.#epoch) / 1_000;
    if (seconds < clockSecondsMax) return seconds;
    this.#walkers.setBack(seconds);
    this.#epoch += seconds * 1_000;
    return 0;
  }
}

const isSamePoint = (one: Point | undefined, other: Point | undefined): boolean =>
  one?.x === other?.x && one?.y === other?.y;
