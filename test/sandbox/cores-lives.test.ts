/** [X5] How core containers begin, go on and end: what the head of sandbox/core-containers.ts promises. */
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import t from 'tap';
import { contentHash } from '../../engine/ids.ts';
import { tarOf } from '../../sandbox/docker/tar.ts';
import { until } from '../until.ts';
import { containerOf, coreImage, partsOf, type Stage, wantedOf, withCores } from './cores-support.ts';
import { docker, hasDocker } from './docker-support.ts';

const stays = `await report('here'); setInterval(() => {}, 1_000);`;

const heard = ({ listening }: Stage) => listening.heard.map(({ said }) => said);
const hasEnded = (stage: Stage, soul: string) => async () => {
  const state = await (await containerOf(stage.city, soul))?.inspect();
  return state?.State.Status === 'exited';
};

if (await hasDocker(t)) {
  const image = await coreImage();

  withCores(t, '[CK2] it is made before it runs, and its first word reaches the city', async (t, stage) => {
    const wanted = wantedOf(image, stays);
    stage.standing.set(wanted.soul, 'awaited');
    const hash = await stage.cores.prepare(wanted);
    t.strictSame(await partsOf(stage.city), ['core', 'sidecar']);
    t.equal(await stage.cores.prepare(wanted), hash, 'asked again, it is the same one');
    await stage.cores.reconcile(stage.standingOf);
    t.strictSame(await partsOf(stage.city), ['core', 'sidecar'], 'kept, though nobody lives in it yet');
    t.strictSame(stage.listening.heard, [], 'it does not run yet');
    stage.standing.set(wanted.soul, 'lived in');
    await stage.cores.start(wanted.soul);
    t.strictSame(await stage.listening.hears(), ['here']);
    const [first] = stage.listening.heard;
    t.equal(contentHash(first?.token ?? ''), hash, 'with the token that was reported');
    t.equal(first?.address, '127.77.0.1', '[CF2] from an address of its own');
    await stage.cores.start(wanted.soul);
    t.equal(stage.listening.heard.length, 1, 'one that runs is left as it is');
    await stage.cores.remove(wanted.soul);
    t.strictSame(await partsOf(stage.city), []);
  });

  const crashed = (reason: string) => ({ how: 'crashed', reason });
  const fills = `const fs = await import('node:fs'); for (let n = 0; ; n++) fs.writeFileSync('/tmp/' + n, Buffer.alloc(1 << 20));`;
  for (const [what, code, end] of [
    ['throws', `throw new Error('boom')`, crashed('ended with code 1')],
    ['takes all memory', `const all = []; for (;;) all.push(Buffer.alloc(1 << 20, 1));`, crashed('ran out of memory')],
    ['fills its disk', fills, crashed('ended with code 1')],
    ['says what Docker says of the lost', `process.exit(255)`, crashed('ended with code 255')],
    ['ends', `process.exit(0)`, { how: 'finished', reason: 'ended with code 0' }],
  ] as const)
    withCores(t, `[CK3] the city is notified once that one that ${what} has ${end.how}`, async (t, stage) => {
      const wanted = wantedOf(image, code);
      await stage.live(wanted);
      await until('its end is reported', async () => stage.ends.length > 0);
      await stage.cores.reconcile(stage.standingOf);
      t.strictSame(stage.ends, [{ soul: wanted.soul, ...end }]);
    });

  withCores(
    t,
    '[CK3] what somebody ends is started again; what has finished, when the city says so',
    async (t, stage) => {
      const [killed, finished] = [
        wantedOf(image, stays),
        wantedOf(image, `await report('there'); process.exit(0)`),
      ] as const;
      /** As a city does regularly, it looks again: a start that Docker did not manage is tried again. */
      const hears = async (count: number): Promise<readonly unknown[]> => {
        await until(`${count} reports`, async () => {
          if (stage.listening.heard.length < count) await stage.cores.reconcile(stage.standingOf);
          return stage.listening.heard.length >= count;
        });
        return stage.listening.hears(count);
      };
      await stage.live(killed);
      await hears(1);
      await (await containerOf(stage.city, killed.soul))?.kill();
      t.strictSame(await hears(2), ['here', 'here']);
      await (await containerOf(stage.city, killed.soul, 'sidecar'))?.kill();
      t.strictSame(await hears(3), ['here', 'here', 'here'], 'in its sidecar’s new network');
      await stage.live(finished);
      await until('it has finished', async () => stage.ends.length > 0);
      t.equal(heard(stage).filter((said) => said === 'there').length, 1, 'not by itself');
      await stage.cores.start(finished.soul);
      await hears(5);
      t.strictSame(stage.ends[0], { soul: finished.soul, how: 'finished', reason: 'ended with code 0' });
      t.notOk(stage.ends.some(({ how }) => how === 'crashed'));
    },
  );

  withCores(
    t,
    '[X5] while the city is away they go on; ends meanwhile are reported when it is back',
    async (t, stage) => {
      const lasting = wantedOf(
        image,
        `const fs = await import('node:fs'); await report(1);
      while (!fs.existsSync('/tmp/go')) { try { await report(2); } catch {} await new Promise((go) => setTimeout(go, 200)); }`,
      );
      const untilAway = (word: string, code: number) =>
        wantedOf(
          image,
          `for (;;) { const said = await report('${word}').catch(() => undefined); if (said?.ok !== true) process.exit(${code});
          await new Promise((go) => setTimeout(go, 200)); }`,
        );
      const crashes = untilAway('crashes', 3);
      const ends = untilAway('ends', 0);
      const killed = wantedOf(image, stays);
      for (const wanted of [lasting, crashes, ends, killed]) await stage.live(wanted);
      for (const word of ['crashes', 'ends', 'here']) await until(word, async () => heard(stage).includes(word));
      await stage.cores.close();
      await (await containerOf(stage.city, killed.soul))?.kill();
      for (const { soul } of [crashes, ends]) await until('it has ended', hasEnded(stage, soul));
      const before = stage.listening.heard.length;
      const back = await stage.reopen();
      try {
        await until('one goes on', async () => heard(stage).slice(before).includes(2));
        await until('one is started again', async () => {
          // As a city does regularly: a start that Docker did not manage is tried again.
          await back.cores.reconcile(back.standingOf);
          return heard(stage).slice(before).includes('here');
        });
        t.strictSame(
          stage.ends.map(({ soul, how, reason }) => [soul, how, reason]).sort(),
          [
            [crashes.soul, 'crashed', 'ended with code 3'],
            [ends.soul, 'finished', 'ended with code 0'],
          ].sort(),
        );
      } finally {
        await back.cores.close();
      }
    },
  );

  withCores(t, 'what cannot be made is not, and leaves nothing', async (t, stage) => {
    await t.rejects(stage.cores.prepare(wantedOf('civitas-test-nowhere', stays)), /image/);
    const files = tarOf([{ path: 'file', mode: 0o644, content: Buffer.from('x') }]);
    const tag = { repo: 'civitas-test-core-volume', tag: 'latest' };
    const made = await docker.importImage(Readable.from(files), { ...tag, changes: ['VOLUME /data'] });
    await text(Readable.from(made));
    await t.rejects(stage.cores.prepare(wantedOf('civitas-test-core-volume:latest', stays)), /volumes/);
    await docker.getImage('civitas-test-core-volume:latest').remove();
    t.strictSame(await partsOf(stage.city), []);
    const wanted = wantedOf(image, stays, { command: ['/no/such/program'] });
    await stage.live(wanted);
    t.match(stage.ends, [{ soul: wanted.soul, how: 'crashed', reason: 'could not be started (code 127)' }]);
  });

  withCores(
    t,
    'no more are made than may be, and the city is notified when it changes whether one can',
    async (t, stage) => {
      t.strictSame(stage.available, [true]);
      const [one, another] = [wantedOf(image, stays), wantedOf(image, stays)] as const;
      await stage.live(one);
      t.strictSame(stage.available, [true, false]);
      await t.rejects(stage.cores.prepare(another), /as many residents/);
      t.strictSame(await partsOf(stage.city), ['core', 'sidecar']);
      await stage.cores.remove(one.soul);
      t.strictSame(stage.available, [true, false, true]);
      t.equal(stage.cores.isAvailable, true);
    },
    { coresMax: 1 },
  );

  withCores(t, 'what a framework sets cannot take the place of what the city says', async (t, stage) => {
    const env = { CITY_TOKEN: 'forged', CITY_URL: 'http://example.com', CITY_SOUL: '{}', MOOD: 'calm' };
    const wanted = wantedOf(image, `await report(process.env); setInterval(() => {}, 1_000);`, { env });
    await stage.live(wanted);
    const [heard] = await stage.listening.hears();
    t.match(heard, { CITY_URL: 'http://127.0.0.1:3000', CITY_SOUL: wanted.about, MOOD: 'calm', CITY_TOKEN: /^res_/ });
  });
}
