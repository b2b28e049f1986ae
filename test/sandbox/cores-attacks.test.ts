/** [X4, X6] Whatever the program of a core container does: it finds what it may find, and those beside it notice nothing. */
import { readFileSync } from 'node:fs';
import t, { type Test } from 'tap';
import { sampled } from '../crash/size.ts';
import { until } from '../until.ts';
import { type Attack, bombs, escapes, tools } from './cores-programs.ts';
import { coreImage, type Stage, wantedOf, withCores } from './cores-support.ts';
import { hasDocker } from './docker-support.ts';

const passwd = readFileSync('/etc/passwd', 'utf8');
/** Says that it is there again and again. */
const neighbour = `for (let n = 0; ; n++) { await report({ neighbour: n }); await new Promise((go) => setTimeout(go, 100)); }`;

const isNeighbours = (said: unknown) => typeof said === 'object' && said !== null && 'neighbour' in said;

/** Reports of programs that are no neighbours. */
const reports = ({ listening }: Stage) => listening.heard.map(({ said }) => said).filter((said) => !isNeighbours(said));
const greetings = ({ listening }: Stage) => listening.heard.filter(({ said }) => isNeighbours(said)).length;

async function attack(t: Test, stage: Stage, image: string, { code, finds, ends }: Attack): Promise<void> {
  stage.listening.heard.length = 0;
  stage.ends.length = 0;
  const wanted = wantedOf(image, `${tools}\n${code}`);
  await stage.live(wanted);
  const isOver = async () => reports(stage).length > 0 || stage.ends.length > 0;
  await until('it has reported, or ended', isOver);
  const [found] = reports(stage);
  if (finds !== undefined && (found !== undefined || ends === undefined)) t.match(JSON.stringify(found), finds);
  if (ends !== undefined && (found === undefined || finds === undefined)) t.match(stage.ends[0]?.reason, ends);
  if (ends === undefined) t.strictSame(stage.ends, []);
  const before = greetings(stage);
  await until('the neighbour goes on', async () => greetings(stage) > before + 1);
  t.equal(readFileSync('/etc/passwd', 'utf8'), passwd, 'the host is as it was');
  await stage.cores.remove(wanted.soul);
}

if (await hasDocker(t)) {
  const image = await coreImage();
  for (const [kind, attacks] of Object.entries({ escapes, bombs }))
    withCores(t, kind, async (t, stage) => {
      await stage.live(wantedOf(image, neighbour));
      for (const [name, each] of sampled(attacks)) await t.test(name, (t) => attack(t, stage, image, each));
    });
}
