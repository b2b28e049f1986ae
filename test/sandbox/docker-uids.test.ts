/** [U1] No two living containers have the same user, whoever made them and whenever. */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Docker from 'dockerode';
import t from 'tap';
import { cageOf } from '../../sandbox/docker/cage.ts';
import { create } from '../../sandbox/docker/container.ts';
import { imageOf } from '../../sandbox/docker/image.ts';
import { containersOf } from '../../sandbox/docker/reaper.ts';
import { nameOf, Uids, UidTaken, uidsMax, usualUidBase } from '../../sandbox/docker/uids.ts';
import { anyUid, docker, hasDocker, inCity, resources, serves, startMsMax } from './docker-support.ts';

t.test('all uids of the range are given, in turn, and none else', async (t) => {
  const uids = new Uids(50_000);
  const given = new Set<number>();
  for (let n = 0; n < uidsMax; n++) given.add(await uids.find(async (uid) => uid));
  t.same([given.size, Math.min(...given), Math.max(...given)], [uidsMax, 50_000, 50_000 + uidsMax - 1]);
  await t.rejects(
    uids.find(() => Promise.reject(new UidTaken('all'))),
    UidTaken,
    'when all are taken it is said',
  );
  await t.rejects(
    uids.find(() => Promise.reject(new Error('Docker'))),
    /Docker/,
  );
});

t.test('an engine that maps users gets uids that it knows', async (t) => {
  for (const [option, base] of [
    ['name=seccomp,profile=default', 1_879_048_192],
    ['name=rootless', 20_000],
    ['name=userns', 20_000],
  ] as const) {
    const server = createServer((_, answer) => answer.end(JSON.stringify({ SecurityOptions: [option] })));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    t.equal(await usualUidBase(new Docker({ protocol: 'http', host: '127.0.0.1', port })), base, option);
    server.closeAllConnections();
    server.close();
  }
});

if (await hasDocker(t)) {
  inCity(
    t,
    'the operator may say where they begin',
    async (t, sandbox, city) => {
      await serves(t, sandbox, 'the start');
      const [{ name } = { name: '' }] = await containersOf(docker, city);
      t.match(name, /^civitas-180000\d{4}$/);
    },
    { uidBase: 1_800_000_000 },
  );

  inCity(t, 'each place has a user of its own, which its container is called by', async (t, sandbox, city) => {
    for (const place of ['one', 'two', 'three']) await serves(t, sandbox, 'the start', place);
    const found = await containersOf(docker, city);
    const details = await Promise.all(found.map(({ id }) => docker.getContainer(id).inspect()));
    const uids = details.map(({ Config }) => Number(Config.User.split(':')[0]));
    t.equal(new Set(uids).size, 3);
    t.strictSame(
      uids.map(nameOf),
      found.map(({ name }) => name),
    );
    for (const uid of uids) t.ok(uid >= 1_879_048_192 || (uid >= 20_000 && uid < 30_000), `${uid}`);
  });

  t.test('a uid that a container of another city, or of an earlier life, still has is passed over', async (t) => {
    const image = await imageOf(docker, undefined);
    const made = (uid: number, city: string) =>
      cageOf(uid, 'one', city, resources, image).then((cage) => create(docker, cage, AbortSignal.timeout(startMsMax)));
    const city = `test-${randomBytes(6).toString('hex')}`;
    const tried: number[] = [];
    const earlier: Awaited<ReturnType<typeof made>>[] = [];
    const mine = await new Uids(anyUid()).find(async (uid) => {
      tried.push(uid);
      if (tried.length === 1) earlier.push(await made(uid, `${city}-before`));
      return made(uid, city);
    });
    t.equal(tried.length, 2);
    t.equal((await mine.inspect()).Config.User, `${tried[1]}:${tried[1]}`);
    for (const container of [...earlier, mine]) await container.remove({ force: true });
  });
}
