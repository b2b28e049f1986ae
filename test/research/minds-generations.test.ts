/**
 * Lives of minds, one after the other, on a virtual clock: no city of theirs dies out, and in none does one of them come to hold half of
 * all credits. `SIZE=full`: 100 seeds, ten lives each.
 */
import t from 'tap';
import { readConfig } from '../../config/settings.ts';
import { must } from '../../engine/assert.ts';
import { foundingIn } from '../../host/founding/founders.ts';
import { tableNamed } from '../../population/policies/built-in.ts';
import { mindsIn } from '../../research/minds/simulated-minds.ts';
import { Simulation } from '../../research/simulation/simulation.ts';
import { seed as firstSeed, sized } from '../crash/size.ts';

// A guard against what hangs, not a measure.
t.setTimeout(0);

const seeds = sized(1, 1, 100);
/** Of a life as the settings have it. */
const lives = sized(1, 2, 10);
/** As the host founds them, at the pace of a demonstration. */
const config = readConfig({ TICK_SECONDS: '5' });
const { count, credits, lifespans } = foundingIn(config);
const founders = must(count, 'founders');
const peopleMax = 24;
/** With fewer, one death may be the last. */
const livingMin = 4;

for (let seed = firstSeed; seed < firstSeed + seeds; seed++)
  t.test(`seed ${seed}: a town of minds lives on, and nobody owns it`, async (t) => {
    const simulation = await Simulation.open({
      ...{ seed, residents: founders, peopleMax, founderCredits: must(credits, 'credits of founders') },
      founderLifespans: must(lifespans, 'lifespans of founders'),
      ...{ table: must(tableNamed('minds'), 'minds'), minds: mindsIn, config },
    });
    const { accounts } = simulation.client.city.state;
    const lifeTicks = must(
      simulation.client.city.state.counters.settings['DEFAULT_LIFESPAN_TICKS'],
      'the length of a life',
    );
    let fewest = founders;
    let most = 0;
    for (let tick = 0; tick < lives * lifeTicks; tick++) {
      await simulation.tick();
      const held = [...accounts].flatMap(([id, { balance }]) => (id.startsWith('resident:') ? [balance] : []));
      fewest = Math.min(fewest, simulation.living);
      most = Math.max(most, Math.max(...held) / held.reduce((sum, one) => sum + one, 0));
    }
    await simulation.close();
    t.ok(fewest >= livingMin, `never fewer than ${fewest} live`);
    t.ok(most < 0.5, `one holds at most ${(100 * most).toFixed(0)} % of what residents have`);
    t.comment(`${simulation.living} live after ${lives} lives of ${lifeTicks} ticks`);
  });
