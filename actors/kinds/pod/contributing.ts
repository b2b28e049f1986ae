/** Those named with a pod's funding are asked for their share. Each accepts or declines once, before the request lapses (PD7, PD8). */
import { each, post, wake } from '../../../engine/effect.ts';
import { tell } from '../../events.ts';
import { refusal } from '../../refusals.ts';
import { residentActor } from '../../rules/place/names.ts';
import { payLimit } from '../../rules/place/pricing.ts';
import { type FundingAsk, partsOf } from '../../rules/workshops/contributions.ts';
import { birth, change, concerned, effect, happening, type On, on, pool, refuses } from './base.ts';
import type { PodContext } from './messages.ts';

type Contributing = On<'contribute'>;

const isOpen = ({ asked }: PodContext, resident: string): boolean => asked?.open.includes(resident) === true;

/** Millicredits. */
const shareOf = ({ asked }: PodContext): number => asked?.share ?? 0;

/** The share may have changed since the contributor heard of it, so the answer has a limit. */
const limitOf = ({ event: { max_share, facts } }: Contributing): number => payLimit(max_share, facts.settings);

/** Takes the answering resident off the list of those asked, and counts its answer. */
const answered =
  (list: 'paid' | 'declined') =>
  ({ context: { asked }, event: { by } }: Contributing): Partial<PodContext> => {
    if (asked == null) return {};
    const rest: FundingAsk = { ...asked, open: asked.open.filter((one) => one !== by) };
    return { asked: { ...rest, [list]: [...asked[list], by] } };
  };

export const contributing = {
  guards: {
    wasAsked: on(
      'contribute',
      ({ context: { contributors = [], asked }, event }) => asked != null && contributors.includes(event.by),
    ),
    askIsOpen: on('contribute', ({ context, event }) => isOpen(context, event.by)),
    accepts: on('contribute', ({ event }) => event.accept),
    shareWithinLimit: on('contribute', (scene) => shareOf(scene.context) <= limitOf(scene)),
  },
  actions: {
    /** Asks those whom this funding names, wherever they are, and by letter: they may be away. */
    askContributors: effect((scene) => {
      const { context, event } = scene;
      const { id, name, asked } = context;
      if (asked == null || (event.type === 'deploy' && partsOf(event).contributors.length === 0)) return each([]);
      const by = event.type === 'deploy' ? event.by : birth(scene).creator;
      const data = { pod: id, name, from: by, share: asked.share / 1000, until_tick: asked.until };
      const those = asked.open.map(residentActor);
      return each([
        wake(asked.until, { type: 'contributions.expire' }),
        tell(happening(context, 'funding.asked', data, by), { actors: those, letters: those }),
      ]);
    }),
    refuseShare: refuses(
      on('contribute', (scene) => refusal('price_changed', { price: shareOf(scene.context), max: limitOf(scene) })),
    ),
    payShare: effect(
      on('contribute', ({ context, event }) =>
        post(residentActor(event.by), pool(context), shareOf(context), 'funding'),
      ),
    ),
    notePaid: change(on('contribute', answered('paid'))),
    tellPaid: effect(
      on('contribute', ({ context, event: { by } }) => {
        const data = { pod: context.id, from: by, amount: shareOf(context) / 1000 };
        return tell(happening(context, 'pool.funded', data, by), { actors: concerned(context, by) });
      }),
    ),
    noteDeclined: change(on('contribute', answered('declined'))),
    tellDeclined: effect(
      on('contribute', ({ context, event: { by } }) => {
        const data = { pod: context.id, from: by, share: shareOf(context) / 1000 };
        return tell(happening(context, 'funding.declined', data, by), { actors: concerned(context, by) });
      }),
    ),
    /** The request for shares lapses: its time is over, or the place has ended. */
    lapse: change(({ context: { asked } }) => (asked == null ? {} : { asked: { ...asked, open: [] } })),
  },
};
