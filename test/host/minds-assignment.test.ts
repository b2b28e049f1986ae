/** Who is lived by minds of the city, in which order, and until when; and whom the city itself brings to the queue of souls. */
import t, { type Test } from 'tap';
import { command } from '../../actors/registry.ts';
import { residentActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import { must } from '../../engine/assert.ts';
import type { City } from '../../engine/city-interface.ts';
import type { ViewRequest } from '../../engine/command.ts';
import { contentHash } from '../../engine/ids.ts';
import { tokenHash } from '../../gateways/route/auth.ts';
import { foundFirst, foundFounders } from '../../host/founding/founders.ts';
import { ownSoul } from '../../host/founding/own-souls.ts';
import { MindsAssignment } from '../../host/minds/assignment.ts';
import type { Life } from '../../host/minds/host.ts';
import { DataFolder } from '../../persistence/data-folder.ts';
import { given, type Town } from '../actors/given-residents.ts';
import { adopting, creates, keptSoul, visitorIn, visits } from '../actors/visitors-and-souls.ts';
import { until } from '../until.ts';
import { act, openWorld, silentLog } from '../world.ts';

/** A host that only notes whom it is to live. */
class NotingHost {
  lives: readonly Life[] = [];
  live(lives: readonly Life[]): void {
    this.lives = lives;
  }
  get residents(): readonly string[] {
    return this.lives.map(({ resident }) => resident);
  }
  tokenOf(resident: string): string {
    return must(this.lives.find((life) => life.resident === resident)?.token, resident);
  }
}

interface Cared {
  readonly host: NotingHost;
  readonly assignment: MindsAssignment;
}

function caredFor(t: Test, city: City, { mindsMax = 2, founders = 0 } = {}, path = t.testdir()): Cared {
  const host = new NotingHost();
  const assignment = new MindsAssignment({
    city,
    folder: new DataFolder(path),
    log: silentLog,
    host,
    founders,
    mindsMax,
  });
  t.teardown(() => assignment.close());
  return { host, assignment };
}

const minded = { env: { MINDS: '3' } };

/** Residents born of souls that this visitor has left to the city; the public ids of their souls. */
async function born(town: Town, visitor: string, names: readonly string[], livedBy: 'city' | 'me' = 'city') {
  const { city } = town.world;
  const children: { readonly soul: string; readonly resident: string }[] = [];
  for (const name of names) {
    const written = await creates(city, visitor, name, { livedBy });
    const soul = String(JSON.parse('json' in written ? written.json : '{}')['id']);
    await town.when('ada', adopting);
    children.push({ soul, resident: must(keptSoul(city, soul).context.resident, 'a resident') });
  }
  return children;
}

t.test('[MD1] as many as there are minds, in the order of their births; the next when one ends', async (t) => {
  const town = await given({ ada: { credits: 900_000 } }, minded);
  const { city } = town.world;
  const children = await born(town, await visitorIn(city), ['One', 'Two', 'Three', 'Four']);
  await born(town, await visitorIn(city, 'two'), ['Own'], 'me');
  const [one = '', two = '', three = '', four = ''] = children.map(({ resident }) => resident);
  const { host, assignment } = caredFor(t, city);
  await until('two are lived', () => host.lives.length === 2);
  t.same(host.residents, [one, two]);
  t.equal(assignment.waiting, 2);
  t.same(
    [one, three, null].map((of) => assignment.standing(of)),
    ['begins', 'waits', 'waits'],
  );
  const token = host.tokenOf(two);
  t.match(await city.view(view('token', { hash: tokenHash(token) })), { value: { id: two } });
  await act(city, one, { type: 'shut_down' });
  await city.tick();
  await until('the third is lived', () => host.residents.includes(three));
  t.same(host.residents, [two, three]);
  t.equal(host.tokenOf(two), token, 'who lives on keeps its token');
  assignment.giveUp(two);
  await until('the fourth is lived', () => host.residents.includes(four));
  t.same(host.residents, [three, four], 'nor is anybody forced on a mind that cannot live it');
  t.equal(assignment.waiting, 0);
  t.same(
    [two, four, null].map((of) => assignment.standing(of)),
    ['gave_up', 'begins', 'waits'],
  );
});

t.test(
  '[MD2] a resident whose token is fetched is left by its mind, and no start of the city takes it back',
  async (t) => {
    const town = await given({ ada: { credits: 900_000 } }, minded);
    const { city, store, clock } = town.world;
    const eve = await visitorIn(city);
    const [one, two, three] = await born(town, eve, ['One', 'Two', 'Three']);
    const [first, second, third] = [must(one, 'one'), must(two, 'two'), must(three, 'three')];
    const before = caredFor(t, city, { mindsMax: 3 });
    await until('three are lived', () => before.host.lives.length === 3);
    const given1 = before.host.tokenOf(first.resident);
    await visits(city, eve, { type: 'fetch_token', soul: first.soul, token: contentHash('mine') });
    await until('two are lived', () => before.host.lives.length === 2);
    t.match(await city.view(view('token', { hash: tokenHash(given1) })), { code: 'not_found' });
    const taken = { type: 'replace_token', token: contentHash('of the operator') } as const;
    await city.submit(command(residentActor(second.resident), taken, { caller: 'operator' }));
    await until('one is lived', () => before.host.lives.length === 1);
    t.same(before.host.residents, [third.resident], 'also who is taken over by the operator');
    t.match(await city.view(view('soul', { id: second.soul, visitor: eve })), { value: { lived_by: 'me' } });
    await before.assignment.close();
    await town.world.crash();
    const again = (await openWorld({ store, clock, ...minded })).city;
    const after = caredFor(t, again, { mindsMax: 3 });
    await until('somebody is lived again', () => after.host.lives.length > 0);
    t.same(after.host.residents, [third.resident]);
    t.match(await again.view(view('token', { hash: contentHash('mine') })), { value: { id: first.resident } });
  },
);

t.test(
  '[MD2] [WK4] a resident whose token is ended, by whoever has it, is left by its mind and gets no other',
  async (t) => {
    const town = await given({ ada: { credits: 900_000 } }, minded);
    const { city } = town.world;
    const path = t.testdir();
    await foundFounders(city, new DataFolder(path));
    const [one, two] = await born(town, await visitorIn(city), ['One', 'Two']);
    const { host } = caredFor(t, city, { founders: 1, mindsMax: 3 }, path);
    await until('three are lived', () => host.lives.length === 3);
    const [vera = ''] = host.residents;
    for (const [resident, left] of [
      [must(one, 'one').resident, 2],
      [vera, 1],
    ] as const) {
      await act(city, resident, { type: 'end_token', token: tokenHash(host.tokenOf(resident)) });
      await until(`${left} are lived`, () => host.lives.length === left);
    }
    t.same(host.residents, [must(two, 'two').resident]);
  },
);

t.test('[MD1] founders whose token lies in the data folder come first, as many as are asked for', async (t) => {
  const { city } = await openWorld(minded);
  const path = t.testdir();
  await foundFirst(city, new DataFolder(path));
  const { host } = caredFor(t, city, { founders: 2 }, path);
  await until('somebody is lived', () => host.lives.length > 0);
  t.match(host.residents, [/^vera-/, /^ilo-/]);
  const [vera = ''] = host.residents;
  const taken = { type: 'replace_token', token: contentHash('of the operator') } as const;
  await city.submit(command(residentActor(vera), taken, { caller: 'operator' }));
  await until('one is lived', () => host.lives.length === 1);
  t.match(host.residents, [/^ilo-/]);
});

t.test('[SO9] a tick that finds nobody waiting brings one of the own souls, each in its turn', async (t) => {
  const town = await given({ ada: { credits: 900_000, lifespan: 288 } }, minded);
  const { city, store, clock } = town.world;
  const queue = async (of = city) => {
    const viewed = await of.view(view('soul_queue', { limit: 50, cursor: null }));
    return Object('value' in viewed ? viewed.value : {})['items'] as readonly { readonly name: string }[];
  };
  const { assignment, host } = caredFor(t, city, { mindsMax: 9 });
  const eve = await visitorIn(city);
  await creates(city, eve, 'Written', { livedBy: 'me' });
  await city.tick();
  await city.tick();
  t.match(await queue(), [{ name: 'Written' }], 'somebody waits');
  await town.when('ada', adopting);
  await city.tick();
  await until('a soul waits', () => city.state.index('soul queue').count('queued') === 1);
  await city.tick();
  await city.tick();
  t.match(await queue(), [{ name: ownSoul(0).name }], 'one at a time');
  await town.when('ada', adopting);
  await until('one is lived', () => host.lives.length === 1);
  await assignment.close();
  await town.world.crash();
  const again = (await openWorld({ store, clock, ...minded })).city;
  caredFor(t, again);
  await again.tick();
  await until('a soul waits again', () => again.state.index('soul queue').count('queued') === 1);
  t.match(await queue(again), [{ name: ownSoul(1).name }], 'another start goes on where it was');
});

t.test('[SO9] a quarter of the minds is left to those whom visitors write', async (t) => {
  const town = await given({ ada: { credits: 900_000, lifespan: 288 } }, minded);
  const { city } = town.world;
  const [one] = await born(town, await visitorIn(city), ['One', 'Two', 'Three']);
  const { host } = caredFor(t, city, { mindsMax: 4 });
  await until('three are lived', () => host.lives.length === 3);
  const { seq } = city.health;
  await city.tick();
  await act(city, must(one, 'one').resident, { type: 'shut_down' });
  await until('something happens', () => city.health.seq > seq);
  t.equal(city.state.index('soul queue').count('queued'), 0, 'one of four is free');
  await city.tick();
  await until('a soul waits', () => city.state.index('soul queue').count('queued') === 1);
});

t.test('[SO9] the own souls begin again when each was there, each with a name that nobody had', async (t) => {
  const families = 59;
  const souls = Array.from({ length: 60 * (families + 3) }, (_, nth) => ownSoul(nth));
  t.equal(new Set(souls.map(({ name }) => name)).size, souls.length);
  t.same(souls[60]?.soul, souls[0]?.soul);
  t.same(
    [0, 60, 120, 60 * (families + 1), 60 * (families + 1) + 60].map((nth) => souls[nth]?.name),
    ['Wren', 'Wren Abara', 'Wren Alder', 'Wren II', 'Wren Abara II'],
  );
  const memories = (round: number) => souls.slice(60 * round, 60 * (round + 1)).map(({ soul }) => soul['first_memory']);
  for (let round = 1; round < families + 3; round++) {
    t.same(new Set(memories(round)), new Set(memories(0)), `round ${round}: each once`);
    t.strictNotSame(memories(round), memories(round - 1), 'in another order');
  }
});

t.test('whether a founder has left the city is asked once, not at everything that happens', async (t) => {
  const { city } = await openWorld(minded);
  const path = t.testdir();
  const folder = new DataFolder(path);
  await foundFirst(city, folder);
  let asked = 0;
  const counting: City = new Proxy(city, {
    get(of, name) {
      if (name !== 'view') return of[name as keyof City].bind(of);
      return (request: ViewRequest) => {
        if (request.view === 'departed_token') asked += 1;
        return of.view(request);
      };
    },
  });
  const { host } = caredFor(t, counting, { founders: 3, mindsMax: 9 }, path);
  await until('three are lived', () => host.lives.length === 3);
  for (const resident of host.residents) {
    const taken = { type: 'replace_token', token: contentHash(resident) } as const;
    await city.submit(command(residentActor(resident), taken, { caller: 'operator' }));
  }
  await until('nobody is lived', () => host.lives.length === 0);
  const before = asked;
  for (let n = 0; n < 5; n++) await city.tick();
  await until('a soul waits', () => city.state.index('soul queue').count('queued') === 1);
  t.equal(asked, before);
});
