/**
 * Loaded into the processes of tests and into the cities that these start (`.taprc`, `test/crash/city.ts`; not into those of the commands
 * in documents): each answer in JSON that is no refusal is held to the schema that its route declares, and one that says anything else ends
 * the process. Plain JavaScript, for a city runs as it is built.
 */
import { subscribe } from 'node:diagnostics_channel';

const notInSchema = 'says what its schema does not';

subscribe('civitas:answer', ({ city, route, text }) => {
  if (city.isFake) return;
  const answer = JSON.parse(text);
  // What was kept for a repeated request lacks its large fields, and names them.
  const { not_kept: lacking, ...kept } = Array.isArray(answer?.not_kept) ? answer : {};
  const held = lacking === undefined ? answer : kept;
  const { error } = route.answer.safeParse(held);
  const issues = error?.issues.filter(({ path }) => !lacking?.includes(path[0])) ?? [];
  if (issues.length === 0) return;
  const faults = issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  throw new Error(`${route.method} ${route.path} ${notInSchema}: ${faults}\n${text.slice(0, 2_000)}`);
});
