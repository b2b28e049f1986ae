/** The rules that hold for frameworks wherever they are named: how long their residents live, and which souls they take now. */
import type { Settings } from '../../../engine/actor-kind.ts';
import type { Refusal } from '../../../engine/effect.ts';
import type { ContentHash } from '../../../engine/ids.ts';
import type { Runtime } from '../../kinds/framework/messages.ts';
import { isPublished } from '../../kinds/framework/state.ts';
import { refusal } from '../../refusals.ts';
import { type Finds, type ImageOf, imageOf } from '../../registry.ts';
import { commonsOf } from '../place/commons.ts';
import { frameworkActor } from '../place/names.ts';
import { setting } from '../workshops/tiers.ts';

/** A framework as whoever brings a soul meets it. */
export interface FrameworkFound {
  readonly id: string;
  readonly isPublished: boolean;
  /** Its residents can be lived here now. */
  readonly canRun: boolean;
  readonly schema: ContentHash;
  readonly runtime: Runtime['type'];
  readonly lifespan: number | null;
}

/** Containers of residents can run in this city: it has been told so. */
const runsContainers = (city: Finds): boolean => commonsOf(city)?.runsContainers === true;

/** Here, in this tick (FR3, FR5). */
export const canRun = (city: Finds, { context: { runtime, hasFailed } }: ImageOf<'framework'>): boolean =>
  runtime.type === 'external' || (runsContainers(city) && hasFailed !== true);

/** Null when there is none of that id. */
export function frameworkFound(city: Finds, id: string): FrameworkFound | null {
  const image = imageOf(city, frameworkActor(id));
  if (image === undefined) return null;
  const { schema, runtime, lifespan } = image.context;
  return { id, isPublished: isPublished(image), canRun: canRun(city, image), schema, runtime: runtime.type, lifespan };
}

/** A soul on its way into the city: the framework that it names, and the schema that it was held to. */
export interface Written {
  readonly framework: string;
  readonly schema: ContentHash;
}

/** Why the framework does not take the soul (FR2, FR3); nothing when it does. */
export function faultOfSoul({ framework: id, schema }: Written, found: FrameworkFound | null): Refusal | undefined {
  if (found === null) return refusal('not_found', { kind: 'framework', id });
  if (!found.isPublished) {
    const message = `${id} has been withdrawn and takes no more souls; GET /v1/frameworks lists those that do`;
    return refusal('invalid_request', { issues: [{ path: 'framework', message }] });
  }
  if (!found.canRun) return refusal('sandbox_unavailable', { reason: `no container of ${id} can run here now` });
  // It was changed after the soul was held to it: whoever sent the soul holds it to the new one.
  return schema === found.schema ? undefined : refusal('stale_schema');
}

/** Ticks that a newborn of the framework lives; a life has a longest length (BR3). */
export const lifespanOf = (found: Pick<FrameworkFound, 'lifespan'>, settings: Settings): number =>
  Math.min(found.lifespan ?? setting(settings, 'DEFAULT_LIFESPAN_TICKS'), lifespanMax(settings));

const lifespanMax = (settings: Settings): number => setting(settings, 'MAX_LIFESPAN_TICKS');

export const isTooLong = (lifespan: number | null, settings: Settings): boolean =>
  (lifespan ?? 0) > lifespanMax(settings);

export const refuseLifespan = (settings: Settings): Refusal =>
  refusal('invalid_request', {
    issues: [{ path: 'lifespan_ticks', message: `at most ${lifespanMax(settings)} ticks` }],
  });
