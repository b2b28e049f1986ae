/** What a population is made of, and how it behaves. */
import type { ActWeights } from './acts/everyday-acts.ts';

export interface PopulationOptions {
  /** Origin of the City API, for example `http://127.0.0.1:3000`. */
  readonly city: string;
  /** Origin of the Portal Gateway. */
  readonly portal: string;
  readonly operatorToken: string;
  readonly count: number;
  /** Requests a second in all; unset: as fast as the residents get their answers. */
  readonly rate?: number;
  /** Default 1. */
  readonly seed?: number;
  /** Credits of each founder; default 10,000. */
  readonly credits?: number;
  /** How many founders are builders, the first ones; default 0. With builders, the others visit their buildings. */
  readonly builders?: number;
  /** Default 288, the most that a city allows by default. */
  readonly lifespanTicks?: number;
  /** Weights of their acts, instead of an ordinary life. */
  readonly mix?: ActWeights;
  /** Visitors who write souls; default 0. A newborn joins the population, and takes the place of a dead resident. */
  readonly visitors?: number;
  /** How many residents beyond the founders may live at the same time; default a quarter of them, rounded up. */
  readonly children?: number;
  /** Requests a second of each such visitor; default 0.8, below the limit of a city. */
  readonly visitorRate?: number;
  /** Share of acts after which a resident breaks its own connection; default 0.005. */
  readonly drops?: number;
  /** Share of writes sent again under the same key; default 0.02. */
  readonly repeats?: number;
  /** Milliseconds for which one request is repeated while the city is away; default 120,000. */
  readonly giveUpMs?: number;
  /** Milliseconds for the final checks; default 30,000. */
  readonly closingMs?: number;
  /** Milliseconds after its answer at which a live event counts as late; default 5,000. */
  readonly lateMs?: number;
  /** HTTP connections at most; default 256. */
  readonly connectionsMax?: number;
}
