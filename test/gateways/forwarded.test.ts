/** Who asks from behind proxies: so many entries of `X-Forwarded-For` are believed as there are proxies of our own. */
import t from 'tap';
import { cameByHttps, clientAddress, type HeaderLines, insideAddress } from '../../gateways/transport/forwarded.ts';

const lines = (...all: readonly (readonly [string, string])[]): HeaderLines => ({
  forEach: (hear) => {
    for (const [name, value] of all) hear(name, value);
  },
});
const forwardedFor = (...values: readonly string[]) =>
  lines(...values.map((value) => ['x-forwarded-for', value] as const));
const peer = '10.0.0.1';

t.test('the entry that the farthest trusted proxy has made is the client’s address', async (t) => {
  const said: readonly (readonly [number, readonly string[], string])[] = [
    [0, ['203.0.113.9'], peer],
    [1, [], peer],
    [1, ['203.0.113.9'], '203.0.113.9'],
    [1, ['6.6.6.6, 203.0.113.9'], '203.0.113.9'],
    [2, ['6.6.6.6, 203.0.113.9, 10.0.0.2'], '203.0.113.9'],
    [3, ['203.0.113.9, 10.0.0.2'], '203.0.113.9'],
    // A proxy that adds a line of its own to the one that the client has sent.
    [1, ['6.6.6.6', '203.0.113.9'], '203.0.113.9'],
    [1, ['6.6.6.6, ', ' , 203.0.113.9 ,'], '203.0.113.9'],
    [1, ['203.0.113.9:4711'], '203.0.113.9'],
    [1, ['2001:db8::1'], '2001:0db8:0000:0000:0000:0000:0000:0001'],
    [1, ['[2001:db8::1]:443'], '2001:0db8:0000:0000:0000:0000:0000:0001'],
    [1, ['[2001:db8::1]'], '2001:0db8:0000:0000:0000:0000:0000:0001'],
    [1, ['::ffff:203.0.113.9'], '203.0.113.9'],
    // What is no address names nobody: the connection counts.
    [1, ['unknown'], peer],
    [1, ['203.0.113.9, _hidden'], peer],
    [1, ['203.0.113.999'], peer],
    [1, ['[2001:db8::1'], peer],
  ];
  for (const [trusted, values, address] of said)
    t.equal(clientAddress(peer, forwardedFor(...values), trusted), address, `${trusted}: ${values.join(' | ')}`);
});

t.test('[X6] a program that the city runs itself speaks from its own address, whatever it says', async (t) => {
  t.strictSame([1, 255, 256, 65_534].map(insideAddress), [
    '127.77.0.1',
    '127.77.0.255',
    '127.77.1.0',
    '127.77.255.254',
  ]);
  for (const trusted of [0, 1, 3])
    t.equal(clientAddress(insideAddress(7), forwardedFor('203.0.113.9, 6.6.6.6', '10.0.0.2'), trusted), '127.77.0.7');
  t.equal(
    clientAddress('127.0.0.1', forwardedFor('203.0.113.9'), 1),
    '203.0.113.9',
    'a proxy of this machine is believed',
  );
});

t.test('of a list without end only the right end is looked at', async (t) => {
  const forged = Array.from({ length: 10_000 }, (_, n) => `6.6.6.${n % 256}`);
  t.equal(clientAddress(peer, forwardedFor([...forged, '203.0.113.9'].join(',')), 1), '203.0.113.9');
});

t.test('https is believed of a trusted proxy alone', async (t) => {
  const https = lines(['x-forwarded-proto', 'https']);
  t.equal(cameByHttps(https, 0), false);
  t.equal(cameByHttps(https, 1), true);
  t.equal(cameByHttps(lines(['x-forwarded-proto', 'http']), 1), false);
  t.equal(cameByHttps(lines(['x-forwarded-proto', 'https, http']), 1), false, 'the client wrote the first');
  t.equal(cameByHttps(lines(['x-forwarded-proto', 'https'], ['x-forwarded-proto', 'http']), 1), false);
  t.equal(cameByHttps(lines(['x-forwarded-for', 'https']), 1), false);
});
