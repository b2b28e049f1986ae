/** What services cost and how often they may be called are settings, and what their lists say of it is made of these. */
import t from 'tap';
import { readConfig } from '../../config/settings.ts';
import { servicesOf } from '../../services/list.ts';

t.test('rates and prices are settings, and the texts say them', (t) => {
  const rates = { INFERENCE_RATE_PER_MINUTE: '7', MEMORY_RATE_PER_MINUTE: '8', LIBRARY_RATE_PER_MINUTE: '9' };
  const prices = { LIBRARY_CALL_PRICE: '2', MEMORY_MESSAGE_PRICE: '3', MEMORY_REASONING_PRICE_HIGH: '4' };
  const config = readConfig({ ...rates, ...prices, CADDR_RATE_PER_MINUTE: '10' });
  const manifests = servicesOf(config, () => 0).map(({ manifest }) => manifest);
  t.same(
    manifests.map(({ id, callsPerMinute }) => [id, callsPerMinute]),
    [
      ['inference', 7],
      ['memory', 8],
      ['library-of-souls', 9],
      ['caddr', 10],
    ],
  );
  const texts = manifests.map(({ pricing, operations }) => [
    pricing,
    ...Object.values(operations).map(({ price }) => (price === 'free' ? '' : price.text)),
  ]);
  t.match(texts[1]?.join('\n'), /3 credits for each message.*high 4/s);
  t.match(texts[2], ['2 credits a call', '2 credits']);
  const search = manifests[2]?.operations['search'];
  t.equal(search?.price !== 'free' && search?.price.hold({ params: {}, query: {}, body: {} }), 2_000);
  t.end();
});
