/**
 * In an image that somebody else has made, code can speak in the runner's name, hear in its place, and end it. Then only
 * the city's own checks stand: one outcome for each job, bounded and well formed, and of nobody's job but its own.
 */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import t from 'tap';
import { imageOf } from '../../sandbox/docker/image.ts';
import { hostNode, withFolders } from '../../sandbox/docker/image-files.ts';
import { tarOf } from '../../sandbox/docker/tar.ts';
import type { Outcome } from '../../sandbox/interface.ts';
import { limits } from '../../sandbox/limits.ts';
import { call, docker, hasDocker, inCity, jobOf, run, serves } from '../sandbox/docker-support.ts';

interface Forgery {
  readonly code: string;
  readonly task?: 'call';
  readonly ends: readonly Outcome['type'][];
}

const say = `import { openSync, writeSync, readSync } from 'node:fs'; const fd = openSync('/proc/1/fd/1', 'w');
  const say = (text) => writeSync(fd, text + '\\n');`;
/** How code learns the id of its own job: it looks into the memory of the runner. */
const ownId = `import { readFileSync } from 'node:fs';
  const memory = openSync('/proc/1/mem', 'r'); let id = '';
  for (const line of readFileSync('/proc/1/maps', 'utf8').split('\\n')) {
    const [range, mode] = line.split(' '); if (!mode?.startsWith('rw')) continue;
    const [from, to] = range.split('-').map((n) => parseInt(n, 16)); const part = Buffer.alloc(Math.min(to - from, 1 << 22));
    try { readSync(memory, part, 0, part.length, from); } catch { continue; }
    for (const [, found] of part.toString('latin1').matchAll(/"id":"([\\w-]{12})"/g)) id = found;
  }`;

const forgeries: Readonly<Record<string, Forgery>> = {
  'lines that say nothing': {
    code: `${say} for (const x of ['', '{}', '[]', 'null', '7', '{"type":"ended"}', '{"type":7,"id":{}}', '\\xff', '{']) say(x);`,
    ends: ['finished'],
  },
  'the end of a job that is not': {
    code: `${say} say('{"type":"ended","id":"AAAAAAAAAAAA","late":true}'); say('{"type":"unknown","id":"x"}');`,
    ends: ['finished'],
  },
  'a flood': { code: `${say} for (;;) say('x'.repeat(4_000));`, ends: ['failed'] },
  'a line without end': { code: `${say} for (;;) writeSync(fd, 'x'.repeat(4_000));`, ends: ['failed'] },
  'an end of its own job that is out of all bounds': {
    code: `${say}${ownId} say(JSON.stringify({ type: 'ended', id, code: 1e9, signal: {}, stdout: 7, stderr: 'A'.repeat(1e5), store: '{' + '"a":1'.repeat(1e4), __proto__: 1 })); setInterval(() => {}, 50);`,
    ends: ['failed', 'finished', 'timed_out'],
  },
  'its frames taken away': {
    task: 'call',
    code: `${say} const stdin = openSync('/proc/1/fd/0', 'r'); export const handle = () => { for (;;) readSync(stdin, Buffer.alloc(1e5)); };`,
    ends: ['timed_out'],
  },
  'orders of its own': {
    code: `${say} const out = openSync('/proc/1/fd/0', 'w'); for (const x of ['{}', '{"type":"lay"}', '{"type":"file","path":"../../etc/x","text":""}', '{"type":"run","id":"q"}', '{"type":"call","id":"r"}', 'x']) writeSync(out, x + '\\n');`,
    ends: ['finished'],
  },
  'an end of the runner': {
    code: `${say} const memory = openSync('/proc/1/mem', 'r+'); const { readFileSync } = await import('node:fs');
    for (const line of readFileSync('/proc/1/maps', 'utf8').split('\\n')) { const [range, mode] = line.split(' '); if (!mode?.startsWith('rw')) continue;
      const [from, to] = range.split('-').map((n) => parseInt(n, 16)); try { writeSync(memory, Buffer.alloc(Math.min(to - from, 1 << 22), 0x41), 0, undefined, from); } catch {} } setInterval(() => {}, 50);`,
    ends: ['failed', 'timed_out'],
  },
};

/** As people make them: every program can be read. */
async function imageOfSomebody(): Promise<string> {
  const { files, env } = await hostNode();
  const entries = withFolders(files.map((file) => ({ ...file, mode: 0o755 })));
  const [repo, tag] = ['civitas-test-somebody', randomBytes(6).toString('hex')];
  const changes = env.map((setting) => `ENV ${setting}`);
  await text(Readable.from(await docker.importImage(Readable.from(tarOf(entries)), { repo, tag, changes })));
  return `${repo}:${tag}`;
}

if (await hasDocker(t)) {
  const image = await imageOfSomebody();
  for (const [name, forgery] of Object.entries(forgeries))
    inCity(
      t,
      name,
      async (t, sandbox) => {
        const time = forgery.ends.includes('timed_out') ? { runMsMax: 2_000 } : {};
        const outcome = await sandbox.execute(jobOf(forgery.code, forgery.task === 'call' ? call : run, time));
        t.ok(forgery.ends.includes(outcome.type), JSON.stringify(outcome).slice(0, 500));
        if ('stdout' in outcome) t.ok(Buffer.byteLength(outcome.stderr) <= limits.streamBytesMax);
        await serves(t, sandbox, name, 'another-place');
        const next = await sandbox.execute(jobOf('console.log(1)'));
        t.ok(['finished', 'timed_out', 'failed'].includes(next.type), JSON.stringify(next).slice(0, 300));
        await serves(t, sandbox, name);
      },
      { image },
    );

  const saysSo = /system calls of its own/;
  inCity(
    t,
    'that it is open is said',
    async (t, sandbox) => {
      t.ok((await sandbox.about()).cannot.some((sentence) => saysSo.test(sentence)));
    },
    { image },
  );
  const { reference } = await imageOf(docker, undefined);
  inCity(
    t,
    'an image whose Node cannot be read is not open, whoever made it',
    async (t, sandbox) => {
      t.notOk((await sandbox.about()).cannot.some((sentence) => saysSo.test(sentence)));
      await serves(t, sandbox, 'the start');
    },
    { image: reference },
  );

  t.test('the images that were made for this are removed', async (t) => {
    for (const made of [image, reference]) await docker.getImage((await imageOf(docker, made)).reference).remove();
    await docker.getImage(image).remove();
    t.pass();
  });
}
