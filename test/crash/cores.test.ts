/**
 * Given residents that live in core containers of a real city, over HTTP: when their programs break, they die of it; when city or engine
 * are ended and started again, they live on [CC1] [CC2] [CC3] [CC4] [X5].
 */
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { fieldsOf, listOf, textOf } from '../../client/wire.ts';
import { labels } from '../../sandbox/docker/labels.ts';
import { command, coreImage } from '../sandbox/cores-support.ts';
import { until } from '../until.ts';
import { CityProcess } from './city.ts';
import { readBooks } from './database-books.ts';
import { canHaveEngine, OwnEngine, uidBase } from './docker-engine.ts';
import { ask } from './http-exchange.ts';

t.setTimeout(900_000);

/** Asks who it is first of all, writes that to its mentor, and then does what its soul says. */
const program = `
  const { CITY_URL, CITY_TOKEN, CITY_SOUL } = process.env;
  const { code } = JSON.parse(CITY_SOUL);
  const wait = (ms) => new Promise((go) => setTimeout(go, ms));
  const ask = async (method, path, body, key) => {
    const answer = await fetch(CITY_URL + path, { method, body: body === undefined ? undefined : JSON.stringify(body),
      headers: { authorization: 'Bearer ' + CITY_TOKEN, ...(key === undefined ? {} : { 'idempotency-key': key }) } });
    return { status: answer.status, body: await answer.json() };
  };
  const first = await ask('GET', '/v1/me');
  const report = async (message) => {
    const key = crypto.randomUUID();
    for (;;) {
      // The city may be killed between the letter and the answer.
      const { status } = await ask('POST', '/v1/me/messages/send', { to: first.body.lineage.mentor, message }, key)
        .catch(() => ({ status: 503 }));
      if (status === 201) return;
      if (status !== 503 && status !== 409) process.exit(99);
      await wait(100);
    }
  };
  await report('first ' + first.status);
  const AsyncFunction = (async () => {}).constructor;
  await new AsyncFunction('ask', 'report', 'wait', code)(ask, report, wait);
`;

/**
 * Says that it has a socket, and each time that it has one again: however slow it is, it notices the end of its city by the end of that.
 * A signal that no engine sends breaks it.
 */
const lasting = `process.on('SIGUSR2', () => process.exit(99));
  const net = await import('node:net');
  const lines = ['GET /ws HTTP/1.1', 'Host: city', 'Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==', 'Authorization: Bearer ' + process.env.CITY_TOKEN, '', ''];
  for (let word = 'socket 101'; ; await wait(200)) {
    const socket = net.connect(3000, '127.0.0.1', () => socket.write(lines.join('\\r\\n')));
    socket.on('error', () => {});
    const closed = new Promise((go) => socket.once('close', go));
    const status = new Promise((go) => socket.once('data', (said) => go(String(said).slice(9, 12))));
    if (await Promise.race([status, closed]) === '101') {
      await report(word);
      word = 'found again';
    }
    await closed;
  }`;

const programs = {
  lasting,
  throws: `throw new Error('boom');`,
  memory: `const all = []; for (;;) all.push(Buffer.alloc(1 << 20, 1));`,
  disk: `const fs = await import('node:fs'); for (let n = 0; ; n++) fs.writeFileSync('/tmp/' + n, Buffer.alloc(1 << 20));`,
  finishes: `process.exit(0);`,
} as const;
const crashes = { throws: 'ended with code 1', memory: 'ran out of memory', disk: 'ended with code 1' } as const;
type Name = keyof typeof programs;

const framework = (image: string) => ({
  id: 'boxed',
  name: 'Boxed',
  description: 'Does what its soul says.',
  soul_schema: { type: 'object', properties: { name: { type: 'string' }, code: { type: 'string', maxLength: 4_000 } } },
  runtime: { type: 'container', image, command },
});

if (canHaveEngine(t)) {
  const engine = await OwnEngine.start(t);
  const settings = {
    ...{ SANDBOX: 'docker', DOCKER_HOST: `unix://${engine.socketPath}`, SANDBOX_UID_BASE: String(uidBase) },
    ...{ CORE_MEMORY_MIB: '96', CORE_DISK_MIB: '16', CORE_CPU_MILLIS: '1000', DEFAULT_LIFESPAN_TICKS: '10000' },
    // Its visitor asks until somebody is born.
    VISITOR_RATE_PER_MINUTE: '100000',
  };
  const city = await CityProcess.of(t, settings);
  await city.start();
  const mentor = await city.found('Ada', 100_000);
  const visitor = { body: { handle: 'eve', password: 'a ladder of rope' } };
  const eve = textOf((await ask(city.portalPort, 'POST', '/v1/visitors/register', visitor)).body['token']);
  const residents = new Map<Name, { readonly id: string; readonly soul: string }>();

  const isAvailable = async () => (await city.ask('GET', '/v1/frameworks/boxed')).body['available'] === true;
  const idOf = (name: Name) => residents.get(name)?.id ?? '';
  const lifeOf = async (name: Name) =>
    (await city.ask('GET', `/v1/residents/${idOf(name)}/passport`, { token: mentor.token })).body;
  /** What the mentor has been written by one, oldest first. */
  async function letters(name: Name): Promise<readonly unknown[]> {
    const { body } = await city.ask('GET', '/v1/me/messages?limit=50', { token: mentor.token });
    const all = listOf(body['items'] ?? []).map(fieldsOf);
    return all.flatMap(({ from, body: said }) => (from === idOf(name) ? [said] : [])).reverse();
  }
  const counts = async (name: Name, word: string) => (await letters(name)).filter((said) => said === word).length;
  const newestNotification = async () =>
    (await ask(city.portalPort, 'GET', '/v1/visitors/notifications?limit=1', { token: eve })).text;
  /** Waits for so many of a letter; not for one of the dead. */
  const heard = (name: Name, word: string, count: number) =>
    until(`"${word}" of ${name}, ${count} times`, async () => {
      if ((await counts(name, word)) >= count) return true;
      if ((await lifeOf(name))['status'] === 'dead') throw new Error(`${name} is dead: ${await newestNotification()}`);
      return false;
    });
  const containers = () => engine.docker.listContainers({ all: true, filters: { label: [labels.coreCity] } });
  /** Those of programs, without what stands beside them. */
  const cores = async () => (await containers()).filter(({ Labels }) => Labels[labels.part] === 'core');

  async function bear(name: Name): Promise<void> {
    const body = { framework: 'boxed', name, code: programs[name] };
    const written = await ask(city.portalPort, 'POST', '/v1/souls', { token: eve, body });
    if (written.status !== 201) throw new Error(written.text);
    const soul = textOf(written.body['id']);
    const adopted = await city.ask('POST', '/v1/threshold/adopt', { token: mentor.token, body: {} });
    if (adopted.status !== 201) throw new Error(adopted.text);
    const life = async () => (await ask(city.portalPort, 'GET', `/v1/souls/${soul}`, { token: eve })).body;
    await until(`${name} is born`, async () => typeof (await life())['resident'] === 'string');
    residents.set(name, { id: textOf((await life())['resident']), soul });
  }

  t.test('[CC1] [CC3] a newborn acts at once, and dies of what breaks its program', async (t) => {
    const image = await coreImage(program, engine.docker);
    t.equal((await city.operate('POST', '/v1/admin/frameworks', framework(image))).status, 201);
    await until('containers can run', isAvailable);
    for (const name of ['throws', 'memory', 'disk'] as const) {
      await bear(name);
      await until(`${name} is dead`, async () => (await lifeOf(name))['status'] === 'dead');
      t.equal((await lifeOf(name))['death_cause'], 'crash', name);
      t.strictSame(await letters(name), ['first 200'], 'its first request found it alive');
      const notifications = await ask(city.portalPort, 'GET', '/v1/visitors/notifications', { token: eve });
      t.match(listOf(notifications.body['items'])[0], {
        type: 'soul.died',
        data: { cause: 'crash', reason: crashes[name] },
      });
    }
    await until('their containers are gone', async () => (await containers()).length === 0);
  });

  t.test('[CC2] a program that finishes is started again at the next tick', async (t) => {
    await bear('finishes');
    await heard('finishes', 'first 200', 1);
    await sleep(2_000);
    t.equal(await counts('finishes', 'first 200'), 1, 'not before');
    await until('it is started again', async () => {
      if (!(await cores()).some(({ State }) => State === 'running'))
        await city.operate('POST', '/v1/admin/tick', { count: 1 });
      return (await counts('finishes', 'first 200')) > 1;
    });
    t.match(await lifeOf('finishes'), { status: 'alive' });
    t.equal((await city.operate('POST', `/v1/admin/residents/${idOf('finishes')}/token`)).status, 201);
    await until('[CC4] who is taken over has no container', async () => (await containers()).length === 0);
    t.match(await lifeOf('finishes'), { status: 'alive' });
  });

  t.test('[X5] a program goes on while its city is killed, or restarted', async (t) => {
    await bear('lasting');
    await heard('lasting', 'first 200', 1);
    await heard('lasting', 'socket 101', 1);
    await city.kill();
    await sleep(1_000);
    await city.start();
    await heard('lasting', 'found again', 1);
    city.signal('SIGTERM');
    await city.end();
    await sleep(1_000);
    await city.start();
    await heard('lasting', 'found again', 2);
    t.equal(await counts('lasting', 'first 200'), 1, 'it was never started again');
    t.match(await lifeOf('lasting'), { status: 'alive' });
  });

  t.test('[CC3] an engine that ends, or is killed, kills nobody: the program is started again', async (t) => {
    let starts = 1;
    const startedAgain = async () => {
      starts += 1;
      for (const word of ['first 200', 'socket 101']) await heard('lasting', word, starts);
    };
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      await engine.end(signal);
      await until('containers cannot run', async () => !(await isAvailable()));
      await engine.start();
      await until('containers can run', isAvailable);
      await startedAgain();
      t.match(await lifeOf('lasting'), { status: 'alive' }, signal);
    }
    await city.kill();
    await engine.end('SIGTERM');
    await engine.start();
    await city.start();
    await startedAgain();
    t.match(await lifeOf('lasting'), { status: 'alive' }, 'though nobody watched');
  });

  t.test('[CC3] what crashes while the city is away is dead when it is back', async (t) => {
    await city.kill();
    const [core] = await cores();
    const ended = await engine.docker.getContainer(core?.Id ?? '').inspect();
    process.kill(ended.State.Pid, 'SIGUSR2');
    await until('it has crashed', async () =>
      (await containers()).some(({ Status }) => Status.startsWith('Exited (99)')),
    );
    await city.start();
    await until('it is dead', async () => (await lifeOf('lasting'))['status'] === 'dead');
    t.match(await lifeOf('lasting'), { death_cause: 'crash' });
    await until('nothing is left', async () => (await containers()).length === 0);
    city.signal('SIGTERM');
    await city.end();
    t.same((await readBooks(city.folder)).faults, [], 'the books are sound');
  });
}
