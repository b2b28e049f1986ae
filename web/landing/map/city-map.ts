/**
 * The map: what of the city is drawn, from which camera, and when. A frame is drawn only when something has changed or while something
 * moves.
 */
import type { Drawing, How, Place, PublicMap } from '../city-model.ts';
import { type Camera, inWorld, nearer, type Point, moved as panned, type Size, showing } from './camera.ts';
import { type Daylight, daylightAt } from './daylight.ts';
import { Following } from './following.ts';
import { Journeys } from './journeys.ts';
import { type Frame, Picture } from './map-picture.ts';
import { MapWords, type Shown } from './map-words.ts';
import type { MapPalette } from './palette.ts';
import { edgeOf, Seats, seatOf } from './seats.ts';
import { type DrawnTown, drawnTown, landOfSeed, layoutOf, standingAt } from './town.ts';
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
  /** The view follows what happens, or no longer. */
  readonly follows: (isOn: boolean) => void;
}

export type Target = { readonly kind: 'resident' | 'place'; readonly id: string };

const commons = 'city-commons';
/** Pixels around a point within which it is hit. */
const reach = 14;
/** How near a view comes by itself. */
const followScale = 2.5;
/** In a city where more are out, steps are no news. */
const fewResidents = 40;
const clockSecondsMax = 3_600;
/** Ways that are sought in a frame, at most: beyond that people walk straight. */
const waysEachFrame = 3;
/** A higher ratio would cost four times the work, and nobody would see it. */
const ratioMax = 2;

export class CityMap implements Drawing {
  readonly #options: CityMapOptions;
  readonly #words: MapWords;
  #picture: Picture | undefined;
  #palette: MapPalette;
  #map: PublicMap | undefined;
  #places: ReadonlyMap<string, Place> = new Map();
  #town: DrawnTown | undefined;
  /** What the town was drawn from, as text. */
  #known = '';
  #daylight: Daylight = daylightAt(0);
  readonly #seats = new Seats();
  readonly #walkers = new Walkers();
  readonly #journeys = new Journeys(this.#walkers);
  readonly #following = new Following();
  #waysLeft = waysEachFrame;
  #size: Size = { width: 0, height: 0 };
  #ratio = 1;
  #camera: Camera = { x: 0, y: 0, scale: 1 };
  /** The reader has not moved the map yet: it shows all. */
  #showsAll = true;
  #epoch = performance.now();
  #frame = 0;
  #wordsChanged = true;
  /** So few residents are visible that they have figures. */
  #hasFigures = true;
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();

  constructor(options: CityMapOptions) {
    this.#options = options;
    this.#words = new MapWords(options.canvases.names);
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

  placed(map: PublicMap): void {
    this.#map = map;
    this.ticked(map.tick);
    const known = layoutOf(map);
    if (known === this.#known) return;
    this.#known = known;
    const before = this.#places;
    this.#places = new Map(map.places.map((place) => [place.id, place]));
    this.#town = drawnTown(map);
    for (const [id, { place, seat }] of this.#seats.all)
      if (!isSamePoint(before.get(place), this.#places.get(place))) this.#seat(id, place, seat);
    this.#picture?.lay(this.#town);
    if (this.#showsAll) this.#camera = this.#all();
    this.#redraw();
  }

  ticked(tick: number): void {
    this.#daylight = daylightAt(tick);
    this.#redraw(false);
  }

  came(resident: string, place: string, how: How): void {
    const former = this.#seats.all.get(resident)?.place;
    this.#seat(resident, place, this.#seats.take(resident, place), how, former);
    if (how === 'walking' && this.#walkers.count <= fewResidents) this.#attend(place);
    this.#redraw(this.#hasFigures);
  }

  left(resident: string, how: How): void {
    const centre = this.#places.get(this.#seats.all.get(resident)?.place ?? '');
    this.#seats.leave(resident);
    this.#journeys.end(resident);
    if (how === 'at once' || centre === undefined || this.#options.isStill()) this.#walkers.remove(resident);
    else {
      const home = this.#map?.homes.find((one) => one.resident === resident);
      const to = home === undefined || this.#walkers.count > fewResidents ? edgeOf(centre, resident) : home;
      this.#walkers.leave(resident, to, this.#now(), walkSeconds);
    }
    this.#redraw(this.#hasFigures);
  }

  spoke(resident: string, words: string): void {
    const now = this.#now();
    if (!this.#options.isStill()) this.#walkers.speak(resident, now);
    const seconds = this.#words.say(resident, words, now);
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        this.#redraw();
      },
      seconds * 1_000 + 50,
    );
    this.#timers.add(timer);
    this.#attend(this.#seats.all.get(resident)?.place);
    this.#redraw();
  }

  /** The canvases have this size on the page, in CSS pixels, with this many pixels of the screen for each. */
  resize(size: Size, ratio: number): void {
    this.#size = size;
    this.#ratio = Math.min(ratio, ratioMax);
    for (const canvas of [this.#options.canvases.picture, this.#options.canvases.names]) {
      canvas.width = Math.round(size.width * this.#ratio);
      canvas.height = Math.round(size.height * this.#ratio);
    }
    if (this.#showsAll) this.#camera = this.#all();
    // At once, so that no empty canvas is seen.
    this.#wordsChanged = true;
    this.#draw();
  }

  /** The colours have changed between the light and the dark scheme. */
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
    this.#unfollow();
    this.#showsAll = true;
    this.#camera = this.#all();
    this.#redraw();
  }

  /** Moves the target into the middle. */
  show({ kind, id }: Target): void {
    const point = kind === 'place' ? this.#places.get(id) : this.#walkers.pointOf(id, this.#now());
    if (point !== undefined) this.#look({ x: point.x, y: point.y, scale: Math.max(this.#camera.scale, 1.8) });
  }

  /** The view follows what happens from now on, or no longer. */
  follow(isOn: boolean): void {
    if (!isOn) this.#unfollow();
    else {
      this.#following.restart(this.#now());
      this.#options.follows(true);
    }
  }

  /** The target at a point on the map: a resident before a place, a place before whose house it is. */
  targetAt(at: Point): Target | undefined {
    const point = inWorld(this.#camera, this.#size, at);
    const distance = reach / this.#camera.scale;
    const resident = this.#walkers.nearest(point, distance, this.#now());
    if (resident !== undefined) return { kind: 'resident', id: resident };
    return standingAt(this.#town, this.#map?.land, point, Math.max(4, distance / 2));
  }

  close(): void {
    cancelAnimationFrame(this.#frame);
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #all(): Camera {
    const { radius } = this.#town ?? { radius: 150 };
    return showing(
      [-radius, radius].map((at) => ({ x: at, y: at })),
      this.#size,
    );
  }

  #look(camera: Camera): void {
    this.#unfollow();
    this.#showsAll = false;
    this.#camera = camera;
    this.#redraw();
  }

  #unfollow(): void {
    if (!this.#following.isOn) return;
    this.#following.stop();
    this.#options.follows(false);
  }

  #attend(place: string | undefined): void {
    const point = this.#places.get(place ?? '');
    if (point === undefined || this.#options.isStill()) return;
    const scale = Math.max(this.#all().scale, followScale);
    if (this.#following.attend(point, scale, this.#camera, this.#now())) this.#showsAll = false;
  }

  /** `former`: the place from which it comes. */
  #seat(resident: string, place: string, seat: number, how: How = 'at once', former?: string): void {
    const centre = this.#places.get(place);
    if (centre === undefined) return;
    const [now, to] = [this.#now(), seatOf(centre, seat, place === commons)];
    if (how === 'at once' || this.#options.isStill()) {
      this.#journeys.end(resident);
      this.#walkers.walk(resident, to, now, 0);
      return;
    }
    const home = this.#map?.homes.find((one) => one.resident === resident);
    const unseen = former === undefined ? (home ?? edgeOf(centre, resident)) : undefined;
    const from = former === undefined ? home?.lot : this.#places.get(former)?.lot;
    this.#journeys.begin(resident, [...this.#streets(from, centre.lot), to], now, unseen);
  }

  /** The corners between two lots; none when many walk at once. */
  #streets(from: number | null | undefined, to: number | null): readonly Point[] {
    if (this.#map === undefined || from === undefined || this.#waysLeft <= 0) return [];
    this.#waysLeft -= 1;
    return landOfSeed(this.#map.land).way(from ?? undefined, to ?? undefined);
  }

  /** The graphics card has lost everything. */
  #begin(): void {
    this.#picture = Picture.on(this.#options.canvases.picture);
    if (this.#town !== undefined) this.#picture?.lay(this.#town);
    this.#picture?.follow(this.#walkers, true);
    this.#redraw();
  }

  /** `withWords`: names have changed, or have moved. */
  #redraw(withWords = true): void {
    this.#wordsChanged ||= withWords;
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #draw(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (this.#size.width === 0 || this.#picture === undefined) return;
    const now = this.#now();
    this.#waysLeft = waysEachFrame;
    this.#journeys.advance(now);
    const glided = this.#following.cameraAt(now);
    this.#camera = glided ?? this.#camera;
    this.#wordsChanged ||= this.#walkers.removeGone(now) || glided !== undefined;
    const isMoving = this.#walkers.isMoving(now);
    if (this.#wordsChanged || (isMoving && this.#hasFigures)) this.#write(now);
    this.#picture.follow(this.#walkers);
    this.#picture.draw(this.#frameAt(now), this.#hasFigures ? 0 : this.#walkers.count);
    // What moves is drawn once more at its destination.
    this.#wordsChanged = isMoving && this.#hasFigures;
    if (isMoving || glided !== undefined) this.#redraw(false);
    this.#options.drawn();
  }

  #write(now: number): void {
    const shown: Shown = {
      frame: { ...this.#frameAt(now), palette: this.#palette },
      ...{ walkers: this.#walkers, places: [...this.#places.values()], town: this.#town },
      isWalking: (resident) => this.#journeys.has(resident),
    };
    const figures = this.#words.figures(shown);
    this.#hasFigures = figures !== undefined;
    this.#words.draw(shown, figures);
  }

  #frameAt(now: number): Frame {
    const [camera, palette, daylight] = [this.#camera, this.#palette, this.#daylight];
    return { camera, size: this.#size, ratio: this.#ratio, now, palette, daylight };
  }

  #now(): number {
    const seconds = (performance.now() - this.#epoch) / 1_000;
    if (seconds < clockSecondsMax) return seconds;
    for (const each of [this.#walkers, this.#journeys, this.#following, this.#words]) each.setBack(seconds);
    this.#epoch += seconds * 1_000;
    return 0;
  }
}

const isSamePoint = (one: Point | undefined, other: Point | undefined): boolean =>
  one?.x === other?.x && one?.y === other?.y;
