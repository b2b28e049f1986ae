/** What a population is made of, and how it behaves. */
import type { ActWeights } from './acts/everyday-acts.ts';

export interface PopulationOptions {
  /** Origin of the City API, for example `http://127.0.0.1:3000`. */
  readonly city: string;
  /** Origin of the Portal Gateway. */
  readonly portal: string;
  readonly operatorToken: string;
  readonly count: number;
  /** Requests a second in all; without it as fast as the residents get their answers. */
  readonly rate?: number;
  /** Default 1. */
  readonly seed?: number;
  /** Credits of each founder; default 10,000. */
  readonly credits?: number;
  /** How many of them build, the first ones; default 0. With builders about, the others visit what they built. */
  readonly builders?: number;
  /** Default 288, the most that a city allows where nobody has set it otherwise. */
  readonly lifespanTicks?: number;
  /** What they do, instead of an ordinary life. */
  readonly mix?: ActWeights;
  /** Visitors who write souls; default 0. Whoever is born lives among the others, and takes the place of who has died. */
  readonly visitors?: number;
  /** So many more than were founded may live at once; default a quarter of them, rounded up. */
  readonly children?: number;
  /** Requests a second of each such visitor; default 0.8, under the limit of a city. */
  readonly visitorRate?: number;
  /** Share of acts after which a resident breaks its own connection; default 0.005. */
  readonly drops?: number;
  /** Share of writes sent again under the same key; default 0.02. */
  readonly repeats?: number;
  /** How long one request is repeated while the city is away; default 120,000. */
  readonly giveUpMs?: number;
  /** How long the last checks may take; default 30,000. */
  readonly closingMs?: number;
  /** How long after its answer a live event may come before it counts as late; default 5,000. */
  readonly lateMs?: number;
  /** HTTP connections at most; default 256. */
  readonly connectionsMax?: number;
}
