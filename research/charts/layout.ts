/** Where the states and arrows of a chart are drawn: data made by `npm run charts` and committed beside this file (CH2). */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const Point = z.tuple([z.number(), z.number()]);
const Place = z.strictObject({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
const Arrow = z.strictObject({ source: z.string(), target: z.string(), points: z.array(Point), label: Place });

/** Pixels, from the upper left corner of the drawing. */
export const Layout = z.strictObject({
  /** Of the chart that it was made for. */
  chart: z.string(),
  width: z.number(),
  height: z.number(),
  /** By path. */
  states: z.record(z.string(), Place),
  arrows: z.array(Arrow),
});
export type Layout = z.infer<typeof Layout>;

/** The committed layout of the chart. Throws when there is none. */
export const layoutOf = (id: string): Layout =>
  Layout.parse(JSON.parse(readFileSync(new URL(`layouts/${id}.json`, import.meta.url), 'utf8')));
