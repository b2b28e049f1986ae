/**
 * The places that minds build: their code runs in the sandbox that every machine has, answers by who asks and by what was before, takes
 * whatever it is given, and keeps what it knows within the store of the smallest place.
 */
import t from 'tap';
import { designAt, designs } from '../../minds/designs/list.ts';
import { EmbeddedSandbox } from '../../sandbox/embedded/embedded-sandbox.ts';
import { call as callWith, jobOf, unhurried } from '../contract/sandbox/jobs.ts';

// As much as a tiny place has (`actors/rules/workshops/tiers.ts`).
const keysMax = 256;
const bytesMax = 64 * 1024;

const resources = { cpuMillis: 250, memoryBytes: 256 * 2 ** 20, storeBytesMax: bytesMax, storeKeysMax: keysMax };

interface Called {
  readonly output: unknown;
  readonly store: ReadonlyMap<string, unknown>;
}

/** The code as a function of this process, for many calls: the sandbox itself is asked below. */
function opened(code: string, at = new Map<string, unknown>()) {
  const store = {
    get: (key: string) => structuredClone(at.get(key)) ?? null,
    set: (key: string, value: unknown) => void at.set(key, JSON.parse(JSON.stringify(value))),
    delete: (key: string) => at.delete(key),
    list: (prefix = '') => [...at.keys()].filter((key) => key.startsWith(prefix)),
  };
  const body = `${code.replace('export function handle', 'function handle')}\nreturn handle;`;
  const handle: unknown = new Function('store', 'console', body)(store, { log: () => undefined });
  if (typeof handle !== 'function') throw new Error('no handle');
  return (input: unknown, caller: string): Called => ({ output: handle(input, caller), store: at });
}

const said = (called: Called): string => JSON.stringify(called.output);

t.test('there are at least 16, each with a room, a title and a line at its door of its own', async (t) => {
  t.ok(designs.length >= 16, `${designs.length}`);
  for (const key of ['room', 'title', 'entrance', 'code', 'deed'] as const)
    t.equal(new Set(designs.map((design) => design[key])).size, designs.length, key);
  for (const { room, price } of designs) {
    t.match(room, /^[a-z][a-z0-9-]{0,63}$/);
    t.ok(price > 0 && price <= 5, 'nobody pays more unless asked');
  }
  for (const [number, { title }] of designs.entries())
    t.equal(designAt(`${title.toLowerCase().replaceAll(' ', '-')}-of-vera`), number, title);
  t.equal(designAt('the-tower-of-vera'), undefined);
});

t.test('each answers by what happened before, and by who asks', async (t) => {
  for (const { title, code, questions } of designs) {
    const [question] = questions;
    const call = opened(code);
    const first = said(call(question, 'vera-1'));
    const second = said(call(question, 'vera-1'));
    const third = said(call(question, 'vera-1'));
    t.ok(second !== first || third !== first, `${title} remembers`);
    const others = ['ilo-2', 'maren-3', 'odo-4', 'wren-5'].map((caller) => {
      const used = opened(code);
      for (const guest of ['vera-1', 'vera-1', 'odo-4']) used(question, guest);
      return said(used(question, caller));
    });
    // The wager draws by chance as well.
    t.ok(new Set(others).size > 1, `${title} knows who asks`);
  }
});

t.test('guests are called as they are: a number after a name is a numeral', async (t) => {
  const names = ['lorcan-pike-xv-31', 'lil-3', 'dix-vic-liv-9'].map((guest) => {
    const answers = designs.map(({ code, questions: [question] }) => said(opened(code)(question, guest))).join(' ');
    return ['Lorcan Pike XV', 'Lil', 'Dix Vic Liv'].filter((name) => answers.includes(name));
  });
  t.same(names, [['Lorcan Pike XV'], ['Lil'], ['Dix Vic Liv']]);
});

t.test('each takes whatever it is given, for as long as it stands, and stays within its store', async (t) => {
  const strange: readonly unknown[] = [
    null,
    0,
    '',
    'x'.repeat(10_000),
    { a: [1, { b: '\u0000' }] },
    '__proto__',
    '💥'.repeat(300),
  ];
  for (const { title, code } of designs) {
    const call = opened(code);
    let last: Called | undefined;
    for (let n = 0; n < 1_200; n++) {
      const caller = n % 97 === 0 ? `${'a-very-long-name-'.repeat(8)}${n}` : `guest-${n % 400}`;
      const input = n % 3 === 0 ? strange[n % strange.length] : `line number ${n}: ${'word '.repeat(n % 60)}`;
      last = call(input, caller);
      if (JSON.stringify(last.output) === undefined) t.fail(`${title} answers nothing`);
    }
    const store = last?.store ?? new Map();
    const bytes = [...store].reduce((sum, [key, value]) => sum + Buffer.byteLength(key + JSON.stringify(value)), 0);
    t.ok(store.size <= keysMax / 2, `${title}: ${store.size} keys`);
    t.ok(bytes <= bytesMax, `${title}: ${bytes} bytes`);
  }
});

t.test('each runs in the embedded sandbox', async (t) => {
  const sandbox = await EmbeddedSandbox.open(unhurried);
  t.teardown(() => sandbox.close());
  for (const { title, code, questions } of designs) {
    const outcome = await sandbox.execute(jobOf(code, callWith(questions[0], 'vera-1'), { resources }));
    t.match(outcome, { type: 'finished' }, `${title}: ${JSON.stringify(outcome).slice(0, 300)}`);
  }
});
