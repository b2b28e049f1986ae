/**
 * `odd.md`: the model of a run in the order of the ODD protocol (V. Grimm et al., The ODD Protocol for Describing Agent-Based and Other
 * Simulation Models: A Second Update, JASSS 23(2), 2020). Entities, states, scheduling and settings come from the charts and the manifest;
 * what the model is for only its researcher knows.
 */
import { hasMinds, tableNamed } from '../../population/policies/built-in.ts';
import { type Chart, statesWithin } from '../charts/chart.ts';
import { columnMeanings } from './column-meanings.ts';
import type { Manifest } from './provenance.ts';

const toBeWritten = '*To be written by you.*';

export function oddOf(
  { seed, residents, ticks, policy, settings, until, runs_code: runsCode, outage, version }: Manifest,
  charts: readonly Chart[],
) {
  const runs = seed === undefined ? 'the seeds of its runs' : `the seed ${seed}`;
  return [
    `# ODD protocol of a simulated city (civitas ${version})`,
    `## 1. Purpose and patterns\n\n${toBeWritten}`,
    `## 2. Entities, state variables, and scales\n\n${entities(charts)}`,
    `## 3. Process overview and scheduling\n\n${scheduling}${isLivedByMinds(policy) ? ofMinds : ''}${runsCode ? ofCode : ''}${outage === null ? '' : ofOutage(outage)}`,
    `## 4. Design concepts\n\n${concepts}`,
    `## 5. Initialization\n\n${residents} residents are founded; they live by \`${policy.name}\`${hashed(policy.sha256)}. All chance comes from ${runs}.`,
    `## 6. Input data\n\nNone: nothing from outside enters a run.`,
    `## 7. Submodels\n\nThe charts of section 2 are the model; \`civitas chart <name> --format svg\` draws them. It ran for ${ticks} ticks${
      until === null ? '' : `, or until ${until}`
    }, with these settings:\n\n${settingsTable(settings)}`,
    `## Tables\n\n${columnMeanings()}`,
  ].join('\n\n');
}

const hashed = (sha256: string | null): string => (sha256 === null ? '' : ` (SHA-256 ${sha256})`);

const scheduling =
  'Time is discrete; its unit is the tick. In each tick visitors write souls while there is room for residents. Then each resident ' +
  'perceives and acts once, in an order that is drawn anew from the seed; an act, with all that follows from it at once, ends before the ' +
  'next begins. Then the tick comes: upkeep falls due, and what was to happen at that tick happens, in the order of (kind, id).';

const isLivedByMinds = ({ name, sha256 }: Manifest['policy']): boolean => {
  const table = sha256 === null ? tableNamed(name) : undefined;
  return table !== undefined && hasMinds(table);
};

const ofMinds =
  ' Minds act as often as in a city, in virtual time: between the acts of policies and the tick the clock moves from one who wakes to the ' +
  'next, who perceives, acts and waits again; the tick comes when all wait for what is behind it.';

const ofCode =
  ' Code of residents runs when it is called, by the clock of the tick and by chance that is drawn anew for each call from the seed.';

const ofOutage = ({ from, to }: NonNullable<Manifest['outage']>): string =>
  ` From tick ${from} to tick ${to} there is no sandbox: calls come to nothing, and who paid gets it back.`;

const concepts =
  '- **Basic principles**: *To be written by you.*\n' +
  '- **Emergence**: prices, wealth, births and deaths come of what residents do; nothing of them is imposed but the settings below.\n' +
  '- **Adaptation, objectives, learning, prediction**: those of the policies.\n' +
  '- **Sensing**: a resident knows what the City API would show it, and what it was shown before.\n' +
  '- **Interaction**: talk, gifts, jobs, services that are called and paid for, adoption.\n' +
  '- **Stochasticity**: of each resident and tick its own dice, from a hash of seed, resident and tick: runs that differ in a setting ' +
  'have the same dice.\n' +
  '- **Collectives**: places and lineages.\n' +
  '- **Observation**: every event, and the tables beside this file, whose columns are explained below.';

function entities(charts: readonly Chart[]): string {
  const rows = charts.map(({ id, root, transitions }) => {
    const states = statesWithin(root)
      .filter((state) => state.states.length === 0)
      .map(({ path }) => `\`${path}\``);
    return `| ${id} | ${states.join(', ')} | ${transitions.length} |`;
  });
  return `| entity | states | transitions |\n| --- | --- | --- |\n${rows.join('\n')}\n\nBesides there are accounts: of residents, pools of pods, visitors, what is held, and the treasury.`;
}

function settingsTable(settings: Manifest['settings']): string {
  const rows = Object.entries(settings).map(([name, { value, origin }]) => `| \`${name}\` | ${value} | ${origin} |`);
  return `| setting | value | from |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
}
