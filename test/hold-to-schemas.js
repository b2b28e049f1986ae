/**
 * Loaded into the processes of tests and into the cities that these start (`.taprc`, `test/crash/city.ts`; not into those of the commands
 * in documents): each answer in JSON, each refusal and each frame of a socket is held to its schema, and one that says anything else ends
 * the process. Plain JavaScript, for a city runs as it is built.
 */
import { subscribe } from 'node:diagnostics_channel';

const notInSchema = 'says what its schema does not';

/** `gateways/diagnostics.ts` says what comes. */
function hold({ what, schema, text, city }) {
  if (city?.isFake) return;
  const said = JSON.parse(text);
  // What was kept for a repeated request lacks its large fields, and names them.
  const { not_kept: lacking, ...kept } = Array.isArray(said?.not_kept) ? said : {};
  const held = lacking === undefined ? said : kept;
  const { error } = schema.safeParse(held);
  const issues = error?.issues.filter(({ path }) => !lacking?.includes(path[0])) ?? [];
  if (issues.length === 0) return;
  const faults = issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  throw new Error(`${what} ${notInSchema}: ${faults}\n${text.slice(0, 2_000)}`);
}

for (const channel of ['civitas:answer', 'civitas:refusal', 'civitas:frame']) subscribe(channel, hold);
