/** Resumes share what the database can do: bounded in reach, in turns (F7). */
import t from 'tap';
import { Client } from './feed-client.ts';
import { startedCity } from './started-gateways.ts';

t.test('[F7] [WK3] a resume reaches so far back and no further: the rest is a gap', async (t) => {
  const { city, port } = await startedCity(t, { resumeEventsMax: 20, resumePageEvents: 8 });
  const token = city.live('vera-7');
  for (let i = 0; i < 100; i++) city.tell('missed', ['at:city-commons']);
  const client = new Client(t, port, token);
  await client.opened();
  client.send({ type: 'resume', since: 3 });
  await client.until('resumed');
  t.same(
    client.frames.filter(({ type }) => type === 'gap'),
    [{ type: 'gap', from: 4, to: 80 }],
  );
  t.same(
    client.seqs,
    Array.from({ length: 20 }, (_, n) => 81 + n),
  );
});

t.test('[F7] the sockets of one resident look one after the other, and another is served between', async (t) => {
  const { city, port } = await startedCity(t, { resumePageEvents: 5, resumeLookUpsMax: 2 });
  const [vera, bo] = [city.live('vera-7'), city.live('bo-1')];
  for (let i = 0; i < 40; i++) city.tell('missed', ['at:city-commons']);
  let looking = 0;
  let most = 0;
  city.beforeMissed = async () => {
    looking += 1;
    most = Math.max(most, looking);
    await new Promise((resolve) => setImmediate(resolve));
    looking -= 1;
  };
  const resume = async (token: string) => {
    const client = new Client(t, port, token);
    await client.opened();
    client.send({ type: 'resume', since: 0 });
    await client.until('resumed');
    return client;
  };
  const crowd = await Promise.all(Array.from({ length: 16 }, () => resume(vera)));
  t.equal(most, 1, 'one look at a time');
  for (const client of crowd) t.equal(client.seqs.length, 40);
  const both = await Promise.all([...Array.from({ length: 16 }, () => resume(vera)), resume(bo)]);
  t.equal(most, 2, 'and one of another resident beside it');
  for (const client of both) t.equal(client.seqs.length, 40);
});
