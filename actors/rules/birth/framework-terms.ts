/** Rules for frameworks, wherever they are named: how long their residents live, and which souls they take now. */
import type { Settings } from '../../../engine/actor-kind.ts';
import type { Refusal } from '../../../engine/effect.ts';
import type { ContentHash } from '../../../engine/ids.ts';
import type { Runtime } from '../../kinds/framework/messages.ts';
import { isPublished } from '../../kinds/framework/state.ts';
import { refusal } from '../../refusals.ts';
import { type ActorReader, type ImageOf, imageOf } from '../../registry.ts';
import { commonsOf } from '../place/commons.ts';
import { frameworkActor } from '../place/names.ts';
import { setting } from '../workshops/tiers.ts';

/** The framework that a soul names. */
export interface FrameworkFound {
  readonly id: string;
  readonly isPublished: boolean;
  /** Its residents can be lived here now. */
  readonly canRun: boolean;
  readonly schema: ContentHash;
  readonly runtime: Runtime['type'];
  readonly lifespan: number | null;
}

/** Containers of residents can run in this city, as far as it knows. */
const runsContainers = (city: ActorReader): boolean => commonsOf(city)?.runsContainers === true;

/** Here, in this tick (FR3, FR5). */
export const canRun = (city: ActorReader, { context: { runtime, hasFailed } }: ImageOf<'framework'>): boolean =>
  runtime.type === 'external' || (runsContainers(city) && hasFailed !== true);

/** Null when there is no framework of that id. */
export function frameworkFound(city: ActorReader, id: string): FrameworkFound | null {
  const image = imageOf(city, frameworkActor(id));
  if (image === undefined) return null;
  const { schema, runtime, lifespan } = image.context;
  return { id, isPublished: isPublished(image), canRun: canRun(city, image), schema, runtime: runtime.type, lifespan };
}

/** A soul before its creation: the framework that it names, and the schema that it was checked against. */
export interface Written {
  readonly framework: string;
  readonly schema: ContentHash;
}

/** Why the framework does not take the soul (FR2, FR3); undefined when it does. */
export function faultOfSoul({ framework: id, schema }: Written, found: FrameworkFound | null): Refusal | undefined {
  if (found === null) return refusal('not_found', { kind: 'framework', id });
  if (!found.isPublished) {
    const message = `${id} has been withdrawn and takes no more souls; GET /v1/frameworks lists those that do`;
    return refusal('invalid_request', { issues: [{ path: 'framework', message }] });
  }
  if (!found.canRun) return refusal('sandbox_unavailable', { reason: `no container of ${id} can run here now` });
  // The schema changed after the soul was checked: the sender checks it again.
  return schema === found.schema ? undefined : refusal('stale_schema');
}

/** Ticks that a newborn of the framework lives; bounded by the longest life (BR3). */
export const lifespanOf = (found: Pick<FrameworkFound, 'lifespan'>, settings: Settings): number =>
  Math.min(found.lifespan ?? setting(settings, 'DEFAULT_LIFESPAN_TICKS'), lifespanMax(settings));

const lifespanMax = (settings: Settings): number => setting(settings, 'MAX_LIFESPAN_TICKS');

export const isTooLong = (lifespan: number | null, settings: Settings): boolean =>
  (lifespan ?? 0) > lifespanMax(settings);

export const refuseLifespan = (settings: Settings): Refusal =>
  refusal('invalid_request', {
    issues: [{ path: 'lifespan_ticks', message: `at most ${lifespanMax(settings)} ticks` }],
  });
