/**
 * The map: what of the city is drawn, from which camera, and when. A frame is drawn only when something has changed or while something
 * moves.
 */
import { type Daylight, daylightAt } from '../../../drawing/daylight.ts';
import { type DrawnTown, type Extent, layoutOf, radiusOf, standingAt } from '../../../drawing/drawn-town.ts';
import type { Drawing, Place, PublicMap } from '../city-model.ts';
import { Attention } from './attention.ts';
import { type Camera, inWorld, nearer, type Point, moved as panned, type Size, showing } from './camera.ts';
import { Following } from './following.ts';
import type { Frame } from './frame.ts';
import { MapClock } from './map-clock.ts';
import { onRestored, Picture, type PictureCanvases } from './map-picture.ts';
import { MapWords, type Shown } from './map-words.ts';
import type { MapPalette } from './palette.ts';
import { People } from './people.ts';
import type { TownMaker } from './town-maker.ts';

/** Its canvases, one above the other. */
export interface Canvases {
  readonly picture: PictureCanvases;
  readonly names: HTMLCanvasElement;
}

export interface CityMapOptions {
  readonly canvases: Canvases;
  readonly maker: TownMaker;
  readonly palette: () => MapPalette;
  /** Read for each walk: readers who want no motion see residents only where they are. */
  readonly isStill: () => boolean;
  /** A frame was drawn: something else may be under a point now. */
  readonly drawn: () => void;
  /** The view follows what happens, or no longer. */
  readonly follows: (isOn: boolean) => void;
  /** Whether the browser can draw it. */
  readonly canDraw: (can: boolean) => void;
  /** The town is to be seen, or the middle of it. */
  readonly townDrawn: (extent: Extent) => void;
  /** The reader looks at another part than at first. */
  readonly looksElsewhere: () => void;
}

export type Target = { readonly kind: 'resident' | 'place'; readonly id: string };

/** Pixels around a point within which it is hit. */
const reach = 14;
/** How near a view comes by itself. */
const followScale = 2.5;
/** A higher ratio would cost four times the work, and nobody would see it. */
const ratioMax = 2;

export class CityMap implements Drawing {
  readonly #options: CityMapOptions;
  readonly #words: MapWords;
  #picture: Picture | undefined;
  #palette: MapPalette;
  #radius = 150;
  #places: ReadonlyMap<string, Place> = new Map();
  #town: DrawnTown | undefined;
  #extent: Extent = 'core';
  /** What the town was drawn from, as text. */
  #known = '';
  #tick = -1;
  #daylight: Daylight = daylightAt(0);
  readonly #maker: TownMaker;
  readonly #people: People;
  readonly #following = new Following();
  readonly #attention: Attention;
  #size: Size = { width: 0, height: 0 };
  #ratio = 1;
  #camera: Camera = { x: 0, y: 0, scale: 1 };
  /** The reader has not moved the map yet: it shows all. */
  #showsAll = true;
  #frame = 0;
  #wordsChanged = true;
  /** So few residents are visible that they have figures. */
  #hasFigures = true;
  readonly #clock = new MapClock((seconds) => {
    for (const each of [this.#people, this.#following, this.#words, this.#picture]) each?.setBack(seconds);
  });
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();

  constructor(options: CityMapOptions) {
    this.#options = options;
    this.#words = new MapWords(options.canvases.names, (seconds) => this.#redrawAfter(seconds));
    this.#maker = options.maker;
    this.#maker.listen({ begun: () => this.#begin(), drawn: (town, extent) => this.#built(town, extent) });
    const moved = () => this.#redraw(this.#hasFigures);
    this.#people = new People({ ways: this.#maker, now: () => this.#clock.now(), isStill: options.isStill, moved });
    this.#attention = new Attention(this.#people.walkers);
    this.#palette = options.palette();
    onRestored(options.canvases.picture, () => this.#begin());
  }

  get camera(): Camera {
    return this.#camera;
  }

  placed(map: PublicMap): void {
    this.ticked(map.tick);
    const known = layoutOf(map);
    if (known === this.#known) return;
    this.#known = known;
    this.#places = new Map(map.places.map((place) => [place.id, place]));
    this.#people.placed(map, this.#places);
    this.#radius = radiusOf(map);
    this.#maker.draw(map);
    if (this.#showsAll) this.#camera = this.#all();
    this.#redraw();
  }

  ticked(tick: number): void {
    if (tick === this.#tick) return;
    this.#tick = tick;
    this.#daylight = daylightAt(tick);
    this.#redraw(false);
  }

  came(...[resident, place, how]: Parameters<Drawing['came']>): void {
    this.#people.came(resident, place, how);
    if (how === 'walking') this.#attention.acted(resident);
    this.#attendTo(how === 'walking' && this.#people.areFew ? this.#places.get(place) : undefined);
    this.#redraw(this.#hasFigures);
  }

  left(...[resident, how]: Parameters<Drawing['left']>): void {
    this.#people.left(resident, how);
    this.#attendTo(undefined);
    this.#redraw(this.#hasFigures);
  }

  spoke(resident: string, words: string): void {
    const now = this.#clock.now();
    if (!this.#options.isStill()) this.#people.walkers.speak(resident, now);
    this.#words.say(resident, words, now);
    this.#attention.acted(resident);
    this.#attendTo(this.#people.walkers.pointOf(resident, now));
    this.#redraw();
  }

  happened(...[happening]: Parameters<Drawing['happened']>): void {
    const { at, seconds } = this.#words.note(happening, this.#town, this.#clock.now());
    this.#redrawAfter(seconds);
    this.#attendTo(at);
    this.#redraw();
  }

  /** The canvases have this size on the page, in CSS pixels, with this many pixels of the screen for each. */
  resize(size: Size, ratio: number): void {
    this.#size = size;
    this.#ratio = Math.min(ratio, ratioMax);
    const { picture, names } = this.#options.canvases;
    for (const canvas of [...Object.values(picture), names]) {
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
    const point = kind === 'place' ? this.#places.get(id) : this.#people.walkers.pointOf(id, this.#clock.now());
    if (point !== undefined) this.#look({ x: point.x, y: point.y, scale: Math.max(this.#camera.scale, 1.8) });
  }

  /** The view follows what happens from now on, or no longer. */
  follow(isOn: boolean): void {
    if (!isOn) return void this.#unfollow();
    this.#following.restart(this.#clock.now());
    this.#options.follows(true);
  }

  /** The target at a point on the map: a resident before a place, a place before whose house it is. */
  targetAt(at: Point): Target | undefined {
    const point = inWorld(this.#camera, this.#size, at);
    const distance = reach / this.#camera.scale;
    const resident = this.#people.walkers.nearest(point, distance, this.#clock.now());
    if (resident !== undefined) return { kind: 'resident', id: resident };
    return standingAt(this.#town, point, Math.max(4, distance / 2));
  }

  close(): void {
    cancelAnimationFrame(this.#frame);
    this.#maker.close();
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #all(): Camera {
    return showing(
      [-this.#radius, this.#radius].map((at) => ({ x: at, y: at })),
      this.#size,
    );
  }

  #look(camera: Camera): void {
    this.#unfollow();
    this.#showsAll = false;
    this.#options.looksElsewhere();
    this.#camera = camera;
    this.#redraw();
  }

  #unfollow(): void {
    if (!this.#following.isOn) return;
    this.#following.stop();
    this.#options.follows(false);
  }

  /** Goes there, if somebody is to be seen there; from where nobody is any more, to who did something last. */
  #attendTo(point: Point | undefined): void {
    const now = this.#clock.now();
    if (this.#town === undefined || this.#options.isStill() || !this.#following.isReady(now)) return;
    const scale = Math.max(this.#all().scale, followScale);
    const to = this.#attention.next(point, scale, { camera: this.#camera, size: this.#size, now });
    if (to === undefined || !this.#following.attend(to, scale, this.#camera, now)) return;
    this.#showsAll = false;
  }

  #built(town: DrawnTown, extent: Extent): void {
    this.#town = town;
    this.#extent = extent;
    this.#lay();
  }

  #lay(): void {
    if (this.#picture !== undefined && this.#town !== undefined) {
      this.#picture.lay(this.#town);
      this.#options.townDrawn(this.#extent);
    }
    this.#redraw();
  }

  /** Something is seen for so many seconds. */
  #redrawAfter(seconds: number): void {
    const redraw = () => {
      this.#timers.delete(timer);
      this.#redraw();
    };
    const timer = setTimeout(redraw, seconds * 1_000 + 50);
    this.#timers.add(timer);
  }

  /** Also when the graphics card has lost everything. */
  #begin(): void {
    const { canvases, canDraw } = this.#options;
    this.#picture = Picture.on(canvases.picture, () => canDraw(false));
    canDraw(this.#picture !== undefined);
    this.#lay();
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
    const now = this.#clock.now();
    const glided = this.#following.cameraAt(now);
    this.#camera = glided ?? this.#camera;
    const isGone = this.#people.advance(now);
    this.#wordsChanged ||= isGone || glided !== undefined;
    const isMoving = this.#people.walkers.isMoving(now);
    if (this.#wordsChanged || (isMoving && this.#hasFigures)) this.#write(now);
    const isBehind = this.#picture.draw(this.#frameAt(now), this.#hasFigures ? undefined : this.#people.walkers);
    // What moves is drawn once more at its destination.
    this.#wordsChanged = isMoving && this.#hasFigures;
    if (isMoving || isBehind || glided !== undefined) this.#redraw(false);
    this.#options.drawn();
  }

  #write(now: number): void {
    const shown: Shown = {
      frame: { ...this.#frameAt(now), palette: this.#palette },
      ...{ walkers: this.#people.walkers, places: [...this.#places.values()], town: this.#town },
      isWalking: (resident) => this.#people.isWalking(resident),
    };
    const figures = this.#words.figures(shown);
    this.#hasFigures = figures !== undefined;
    this.#words.draw(shown, figures);
  }

  #frameAt(now: number): Frame {
    const [camera, palette, daylight] = [this.#camera, this.#palette, this.#daylight];
    return { camera, size: this.#size, ratio: this.#ratio, now, palette, daylight };
  }
}
