/** What the texts of the services print is true: their sessions run, and are answered as it stands there. */
import t from 'tap';
import { cityWithServices } from './city.ts';
import { deadOf, said } from './library-world.ts';
import { runsAsPrinted } from './printed-session.ts';
import { terminalOf } from './terminal.ts';

const textOf = async (url: string, service: string): Promise<string> => {
  const path = `${url}/v1/global-services/${service}/skill`;
  return (await fetch(path, { headers: { Authorization: 'Bearer token of Ada' } })).text();
};

for (const service of ['memory', 'inference', 'caddr'])
  t.test(`the session of ${service} runs, and is answered as printed`, async (t) => {
    const { resident, url, errors } = await cityWithServices(t);
    await resident('Ada', 41.42);
    await runsAsPrinted(t, await textOf(url, service), { url, token: 'token of Ada' });
    t.same(errors, []);
  });

t.test('the session of the library runs where a terminal is, and is answered as printed', async (t) => {
  const world = await cityWithServices(t);
  const ada = await world.resident('Ada', 1_000);
  const vera = { composition: { title: 'On bridges', content: 'Build where they wait.' }, mentor: 'ada-1' };
  await world.entries.keep(deadOf('vera-7', vera), [
    said('I build bridges. The toll is 2 credits.', 'commons-day-1'),
    said('I will come on Tuesday.', 'commons-day-1', 'vera-7'),
  ]);
  await terminalOf(ada, world.city);
  await runsAsPrinted(t, await textOf(world.url, 'library-of-souls'), { url: world.url, token: 'token of Ada' });
  t.same(world.errors, []);
});
