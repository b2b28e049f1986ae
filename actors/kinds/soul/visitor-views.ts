/** What visitors are shown besides their souls: the lives of those born of them, and the terms of writing one here. */
import { nameOf } from '../../../engine/ids.ts';
import type { Reader, ViewTable } from '../../../engine/views/views.ts';
import { credits, listedMax, recordIn, statusOf } from '../../formats.ts';
import { indexes } from '../../indexes.ts';
import { refuseView } from '../../refusals.ts';
import { type ImageOf, imageOf, recordOf } from '../../registry.ts';
import { lineageOf } from '../../rules/people/lineage.ts';
import { identity, means, reputation } from '../../rules/people/resident-view.ts';
import { identityOf } from '../../rules/place/appearance.ts';
import { residentActor } from '../../rules/place/names.ts';
import { setting } from '../../rules/workshops/tiers.ts';
import type { Named } from '../../view-args.ts';
import { isDead } from '../resident/state.ts';

type Resident = ImageOf<'resident'>;

/** A resident by its name; for one that has left the city, only the id is known. */
function named(reader: Reader, id: string) {
  const image = imageOf(reader, residentActor(id));
  const known: Partial<Resident['context']> = image?.context ?? {};
  const status: 'alive' | 'dead' = image !== undefined && isDead(image) ? 'dead' : 'alive';
  return { id, name: known.name ?? null, status };
}

const namedOrNull = (reader: Reader, id: string | null) => (id === null ? null : named(reader, id));

function placeOf(reader: Reader, { location }: Resident['context']) {
  const { id, kind, name } = identityOf(reader, location);
  return { id, kind, name, public: reader.isPublic(location) };
}

const podsOf = (reader: Reader, owner: string) =>
  reader.members(indexes.owned, owner, listedMax).flatMap((pod) => {
    const image = imageOf(reader, pod);
    return image === undefined ? [] : [{ id: nameOf(pod), name: image.context.name, status: statusOf(image) }];
  });

/** What it left, once it is dead. */
const estateOf = (reader: Reader, { estateTo, estateCredits }: Resident['context']) => ({
  to: namedOrNull(reader, estateTo),
  credits: estateCredits === undefined ? null : credits(estateCredits),
});

/** The resident born of a soul of this visitor, alive or dead. Residents of others are not shown (SO8). */
const ownResident = (reader: Reader, { id, visitor }: Named & { readonly visitor: string }) => {
  const unknown = () => refuseView('not_found', { kind: 'resident', id });
  const { image } = recordOf(reader, residentActor(id)) ?? unknown();
  const { context } = image;
  const { origin } = context;
  if (origin === undefined || origin.visitor !== visitor) return unknown();
  const hasDied = isDead(image);
  const { mentor, mentees, generation } = lineageOf(reader, context);
  return {
    ...identity(reader, image),
    soul: origin.soulId,
    written: reader.text(context.soul, recordIn),
    state: statusOf(image),
    tick: reader.tick,
    place: hasDied ? null : placeOf(reader, context),
    means: hasDied ? null : means(reader, image),
    pods: podsOf(reader, context.id),
    lineage: { mentor: namedOrNull(reader, mentor), mentees: mentees.map((one) => named(reader, one)), generation },
    reputation: reputation(context),
    legacy: {
      library_contribution: context.library?.title ?? null,
      content: context.library === null ? null : reader.text(context.library.content),
      heir: namedOrNull(reader, context.heir),
    },
    estate: hasDied ? estateOf(reader, context) : null,
  };
};

/** What a visitor may want to know before it writes a soul. */
const soulTerms = ({ settings }: Reader) => ({
  city_lives: setting(settings, 'MINDS_LIVE_HERE') === 1,
  waiting_max: setting(settings, 'SOULS_QUEUED_MAX'),
  lifespan_ticks: setting(settings, 'DEFAULT_LIFESPAN_TICKS'),
  tick_seconds: setting(settings, 'TICK_SECONDS'),
});

export const soulLifeViews = { own_resident: ownResident, soul_terms: soulTerms } satisfies ViewTable;
