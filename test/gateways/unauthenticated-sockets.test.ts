/** Before a socket has a place on the feed: silent ones keep nobody out (F6). */
import t from 'tap';
import { Client } from './feed-client.ts';
import { startedCity } from './started-gateways.ts';

/** Nobody runs out of time while the machine is busy. */
const patient = { socketAuthMsMax: 600_000 };

t.test('[F6] a token at the upgrade gets in however many sockets say nothing', async (t) => {
  const { city, port } = await startedCity(t, patient);
  const silent = (count: number, from: string) =>
    Promise.all(Array.from({ length: count }, () => new Client(t, port, undefined, undefined, from).upgraded()));
  const counted = new Map<number, number>();
  for (const from of ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'])
    for (const status of await silent(250, from)) counted.set(status, (counted.get(status) ?? 0) + 1);
  t.same([...counted], [[101, 1_000]]);
  t.same(await silent(1, '127.0.0.6'), [503], 'every place is taken');
  const known = new Client(t, port, city.live('vera-7'), undefined, '127.0.0.2');
  t.match(await known.until('hello'), { resident: 'vera-7' });
  t.equal((await new Client(t, port, 'res_nobody').closed).code, 4401, 'a wrong token is closed as such');
});

t.test('[F6] one address has a share of the places of those who say nothing, and gets it back', async (t) => {
  const { city, port } = await startedCity(t, { ...patient, socketsUnknownMax: 9, socketsUnknownPerAddressMax: 2 });
  const come = (from: string, token?: string) => new Client(t, port, token, undefined, from);
  const first = come('127.0.0.2');
  t.same(await Promise.all([first.upgraded(), come('127.0.0.2').upgraded()]), [101, 101]);
  t.equal(await come('127.0.0.2').upgraded(), 503);
  t.equal(await come('127.0.0.3').upgraded(), 101, 'others are not touched');
  first.send({ type: 'auth', token: city.live('vera-7') });
  await first.until('hello');
  t.equal(await come('127.0.0.2').upgraded(), 101, 'who is known needs its place no longer');
});

t.test('[F6] tokens that are being looked up are bounded too, and each has a share', async (t) => {
  const { city, port } = await startedCity(t, { socketsCheckedMax: 3, socketsPerResidentMax: 2 });
  let show: () => void = () => {};
  const shown = new Promise<void>((resolve) => {
    show = resolve;
  });
  city.beforeCaller = () => shown;
  const [vera, bo] = [city.live('vera-7'), city.live('bo-1')];
  const waiting = [vera, vera, bo].map((token) => new Client(t, port, token));
  t.same(await Promise.all(waiting.map((client) => client.upgraded())), [101, 101, 101]);
  t.equal(await new Client(t, port, bo).upgraded(), 503, 'every place is taken');
  waiting[2]?.socket.terminate();
  await waiting[2]?.closed;
  t.equal(await new Client(t, port, vera).upgraded(), 503, 'that resident has its share');
  show();
  await Promise.all(waiting.slice(0, 2).map((client) => client.until('hello')));
});
