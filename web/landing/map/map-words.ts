/** What stands on the map beside the picture: figures while few are seen, names, and what was said just now. */

import type { DrawnTown, Standing } from '../../../drawing/drawn-town.ts';
import { nameOf } from '../../lib/names-read-alike.ts';
import type { Happening, Place } from '../city-model.ts';
import { inWorld, onScreen, type Point } from './camera.ts';
import { drawFacesOfDead, drawFigures, type Figure, figureBox, figureHeight } from './figures.ts';
import type { Frame } from './frame.ts';
import { type Box, type Label, Labels, type Spot } from './labels.ts';
import type { MapPalette } from './palette.ts';
import { Speech, speechLabel } from './speech.ts';
import type { Walkers } from './walkers.ts';

/** People who are drawn as figures, at most; more are points of light. */
const figuresMax = 120;
/** CSS pixels between a name and the roof below it, at most. */
const roofGap = 48;
/** Residents whose names are on the map, at most. */
const namedResidentsMax = 30;
/** How far around the map somebody may stand and still be seen in part, in CSS pixels. */
const edge = 30;

/** From how near on names avoid roofs: further away they would find no spot. */
const roofsFrom = 1.2;

/** Seconds for which it is seen that something has happened. */
const noteSeconds = 9;
const notesMax = 6;

interface Note {
  readonly words: string;
  readonly until: number;
  /** Where it happened: where its house or place stands, or stood. Undefined until that is drawn. */
  readonly at: Point | undefined;
}

export interface Shown {
  readonly frame: Frame & { readonly palette: MapPalette };
  readonly walkers: Walkers;
  readonly places: readonly Place[];
  readonly town: DrawnTown | undefined;
  readonly isWalking: (resident: string) => boolean;
}

export class MapWords {
  readonly #context: CanvasRenderingContext2D | null;
  readonly #speech = new Speech();
  readonly #endsIn: (seconds: number) => void;
  readonly #notes = new Map<string, Note>();

  /** `endsIn`: words that are seen now end after so many seconds. */
  constructor(canvas: HTMLCanvasElement, endsIn: (seconds: number) => void) {
    this.#context = canvas.getContext('2d');
    this.#endsIn = endsIn;
  }

  say(resident: string, words: string, now: number): void {
    this.#speech.say(resident, words, now);
  }

  /** Returns where it happened, if that is known, and for how many seconds it is seen. */
  note({ kind, id, words }: Happening, town: DrawnTown | undefined, now: number) {
    const key = `${kind} ${id}`;
    const at = spotOf(town, key);
    this.#notes.delete(key);
    this.#notes.set(key, { words, until: now + noteSeconds, at });
    const [oldest] = this.#notes.keys();
    if (this.#notes.size > notesMax && oldest !== undefined) this.#notes.delete(oldest);
    return { at, seconds: noteSeconds };
  }

  setBack(seconds: number): void {
    for (const [key, note] of this.#notes) this.#notes.set(key, { ...note, until: note.until - seconds });
    this.#speech.setBack(seconds);
  }

  /** Who is to be seen; undefined when they are too many for figures. */
  figures({ frame, walkers, isWalking }: Shown): readonly Figure[] | undefined {
    const { camera, size, now } = frame;
    const from = inWorld(camera, size, { x: -edge, y: -edge });
    const to = inWorld(camera, size, { x: size.width + edge, y: size.height + edge });
    const seen: Figure[] = [];
    for (const [index, id] of walkers.ids.entries()) {
      const at = walkers.at(index, now);
      if (at.x < from.x || at.x > to.x || at.y < from.y || at.y > to.y) continue;
      if (seen.length === figuresMax) return undefined;
      seen.push({ id, ...onScreen(camera, size, at), isWalking: isWalking(id) });
    }
    return seen;
  }

  draw(shown: Shown, figures: readonly Figure[] | undefined): void {
    const context = this.#context;
    if (context === null) return;
    const { size, ratio, camera, palette, now } = shown.frame;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, size.width, size.height);
    drawFacesOfDead(context, gravesIn(shown), camera.scale);
    if (figures !== undefined) drawFigures(context, figures, camera.scale, now);
    const style = { ink: palette.inkText, paper: palette.paperText };
    const boxes = (figures ?? []).map(({ x, y }) => figureBox(x, y, camera.scale));
    const labels = new Labels(context, size, style, boxes, roofsIn(shown));
    for (const label of this.#noteLabels(shown)) labels.draw(label);
    for (const label of placeLabels(shown)) labels.draw(label);
    this.#drawPeople(labels, figures ?? [], camera.scale, now);
  }

  #drawPeople(labels: Labels, figures: readonly Figure[], scale: number, now: number): void {
    const said = this.#speech.current(now);
    const byId = new Map(figures.filter(({ id }) => said.has(id)).map((figure) => [figure.id, figure]));
    for (const figure of byId.values()) labels.draw(nameLabel(figure, scale));
    for (const [id, words] of said) {
      const figure = byId.get(id);
      if (figure === undefined || !labels.draw(speechLabel(figure, words, scale))) continue;
      const seconds = this.#speech.seen(id, now);
      if (seconds !== undefined) this.#endsIn(seconds);
    }
    const others = figures.filter(({ id }) => !said.has(id));
    for (const figure of others.slice(0, namedResidentsMax)) labels.draw(nameLabel(figure, scale));
  }

  #noteLabels({ frame: { camera, size, now }, town }: Shown): readonly Label[] {
    return [...this.#notes].flatMap(([key, { words, until, at }]) => {
      if (until <= now) this.#notes.delete(key);
      const place = at ?? spotOf(town, key);
      if (until <= now || place === undefined) return [];
      const { x, y } = onScreen(camera, size, place);
      return [{ text: words, kind: 'note', spots: [36, 26, 50, -12].map((up) => spot(x, y - up * camera.scale)) }];
    });
  }
}

/** Where on the screen the graves of the dead are. */
const gravesIn = ({ frame: { camera, size }, town }: Shown) =>
  [...(town?.graves ?? [])].map(([id, at]) => ({ id, ...onScreen(camera, size, at) }));

/** Half of a roof and its height, in units of the land. */
const roof = { half: 5, high: 6 } as const;

/** Where on the screen the roofs of houses and places are, while one can tell them apart. */
function roofsIn({ frame: { camera, size }, town }: Shown): readonly Box[] {
  if (town === undefined || camera.scale < roofsFrom) return [];
  return town.standing.flatMap(({ form, centre, height }) => {
    if (form !== 'pod' && form !== 'house') return [];
    const { x, y } = onScreen(camera, size, { x: centre.x, y: centre.y - height * 0.75 });
    if (x < -edge || x > size.width + edge || y < -edge || y > size.height + edge) return [];
    const [half, high] = [roof.half * camera.scale, roof.high * camera.scale];
    return [{ left: x - half, right: x + half, top: y, bottom: y + high }];
  });
}

/** Where a house, a place or what is left of one stands. */
function spotOf(town: DrawnTown | undefined, key: string): Point | undefined {
  const [kind, id] = key.split(' ', 2);
  const forms = kind === 'resident' ? ['house'] : ['pod', 'ruin'];
  return town?.standing.find((one) => one.id === id && forms.includes(one.form))?.centre;
}

const nameLabel = ({ id, x, y }: Figure, scale: number): Label => {
  const high = figureHeight(scale);
  const spots = [
    spot(x, y + 2),
    spot(x, y - high - 18),
    spot(x, y + 14),
    spot(x + 40, y - high / 2),
    spot(x - 40, y - high / 2),
  ];
  return { text: nameOf(id), kind: 'resident', spots };
};

const spot = (x: number, y: number): Spot => ({ x, y });

/** Of places and of the grove; those that lie near the square first, as the map lists them. */
function placeLabels({ frame, places, town }: Shown): readonly Label[] {
  const { camera, size } = frame;
  const label = (text: string, at: Point, ups: readonly number[]): Label => {
    const { x, y } = onScreen(camera, size, at);
    return { text, kind: 'place', spots: ups.map((up) => spot(x, y - up * camera.scale)) };
  };
  const labels = places.map(({ id, x, y }) => {
    const standing = town === undefined ? undefined : podsOf(town).get(id);
    // On the square: behind those who stand around the fountain.
    if (standing === undefined) return label(nameOf(id), { x, y }, [26, -17, 34, -26, 44, -38]);
    const top = standing.height * 0.75 + 12;
    // However near, a name stays by its roof.
    const near = standing.height * 0.75 + Math.min(16, roofGap / camera.scale);
    return label(nameOf(id), standing.centre, [Math.min(near, top + 4), Math.min(near, top), -14, -19]);
  });
  return town?.grove === undefined ? labels : [...labels, label('The grove of the dead', town.grove, [-8, 16])];
}

const pods = new WeakMap<DrawnTown, ReadonlyMap<string, Standing>>();

/** The buildings of places, by id. */
function podsOf(town: DrawnTown): ReadonlyMap<string, Standing> {
  const known = pods.get(town);
  if (known !== undefined) return known;
  const made = new Map(town.standing.filter(({ form }) => form === 'pod').map((one) => [one.id, one]));
  pods.set(town, made);
  return made;
}
