/** A chart as it is drawn on a page: boxes, arrows, and all that may be read at them, as data (CH2). */
import { arrowsOf } from './arrows.ts';
import { type Chart, type State, statesWithin, type Transition } from './chart.ts';
import type { Layout } from './layout.ts';
import { boxOf, lineHeight, margin } from './state-box.ts';

/** Pixels. */
interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface DrawnState extends Place {
  /** The keys from the root, joined by `.`; empty for the root. */
  readonly path: string;
  readonly type: State['type'];
  readonly title: string;
  readonly lines: readonly string[];
}

export interface DrawnArrow {
  readonly source: string;
  readonly target: string;
  readonly points: readonly (readonly [number, number])[];
  readonly labels: readonly string[];
  readonly label: Place;
  /** Names of its transitions. */
  readonly transitions: readonly string[];
}

export interface DrawnChart {
  readonly chart: string;
  readonly width: number;
  readonly height: number;
  readonly line_height: number;
  readonly margin: number;
  readonly states: readonly DrawnState[];
  /** Where states begin. */
  readonly beginnings: readonly { readonly x: number; readonly y: number }[];
  readonly arrows: readonly DrawnArrow[];
  readonly transitions: readonly Transition[];
}

/** States stand in the order in which they are painted: those within others after them. */
export function drawnOf(chart: Chart, layout: Layout): DrawnChart {
  const states = statesWithin(chart.root);
  return {
    ...{ chart: chart.id, width: layout.width, height: layout.height, line_height: lineHeight, margin },
    states: states.flatMap((state) => {
      const place = layout.states[state.path];
      const { title, lines } = boxOf(chart, state);
      return place === undefined ? [] : [{ path: state.path, type: state.type, title, lines, ...place }];
    }),
    beginnings: states.flatMap(({ initial }) => {
      const place = initial === null ? undefined : layout.states[initial];
      return place === undefined ? [] : [{ x: place.x, y: place.y + margin + lineHeight / 2 }];
    }),
    arrows: drawnArrows(chart, layout),
    transitions: chart.transitions,
  };
}

function drawnArrows(chart: Chart, { arrows }: Layout): readonly DrawnArrow[] {
  const drawn = new Map(arrows.map((arrow) => [JSON.stringify([arrow.source, arrow.target]), arrow]));
  return arrowsOf(chart).flatMap(({ source, target, labels, transitions }) => {
    const arrow = drawn.get(JSON.stringify([source, target]));
    if (arrow === undefined) return [];
    return [{ ...arrow, labels, transitions: transitions.map(({ name }) => name) }];
  });
}
