/**
 * Views are requested, and events are found, by their declarations: each line below that is wrong does not compile (`npm run
 * check:types`).
 */
import t from 'tap';
import { turnEvent } from '../../actors/turn-events.ts';
import { type Shown, view } from '../../actors/views.ts';
import type { City } from '../../engine/city-interface.ts';
import type { Reader } from '../../engine/views/views.ts';

t.test(
  'a view that there is not, other arguments, and a value that it does not show are refused by the compiler',
  async (t) => {
    t.same(view('house', { resident: 'ada-1' }), { view: 'house', args: { resident: 'ada-1' } });
    const wrong = [
      // @ts-expect-error there is no such view
      () => view('houses', { resident: 'ada-1' }),
      // @ts-expect-error whose house is not said
      () => view('house', {}),
      // @ts-expect-error a limit is a number
      () => view('prints', { station: 'library-1', status: null, limit: '9', cursor: null }),
      // @ts-expect-error there is nothing to say
      () => view('population', { resident: 'ada-1' }),
      // @ts-expect-error a name alone is no request
      (city: City) => city.view({ view: 'house', args: { resident: 'ada-1' } }),
      // @ts-expect-error a visitor has no home
      (visitor: Shown<'visitor'>) => visitor.home,
      // @ts-expect-error a text may be nobody's
      (framework: Shown<'framework'>): string => framework.description,
      // @ts-expect-error there is no such event
      (reader: Reader) => turnEvent(reader, 'resident.flew'),
      // @ts-expect-error a birth has no amount
      (reader: Reader) => turnEvent(reader, 'resident.born')?.event.data.amount,
    ];
    t.equal(wrong.length, 9);
  },
);
