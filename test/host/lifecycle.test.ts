/** Parts are started in order and stopped in reverse, whatever fails or hangs, and the process ends once (OP13). */
import t from 'tap';
import { Lifecycle } from '../../host/lifecycle.ts';

/** A promise, and how to fulfil it. */
function promised<Value>() {
  let fulfil: (value: Value) => void = () => {};
  const promise = new Promise<Value>((resolve) => {
    fulfil = resolve;
  });
  return { promise, fulfil };
}

/** A process of which everything that happens is noted; its pause ends when a test says so. */
function life() {
  const happened: string[] = [];
  const note = (what: string) => void happened.push(what);
  const late = promised<void>();
  const exited = promised<void>();
  const pauses: number[] = [];
  const lifecycle = new Lifecycle({
    log: { debug() {}, info() {}, warn() {}, error: (fields, message) => note(`${message}: ${Object.values(fields)}`) },
    stopMsMax: 9_000,
    sleep: (ms) => {
      pauses.push(ms);
      return late.promise;
    },
    say: (why) => note(`said: ${why}`),
    exit: (code) => {
      note(`exit ${code}`);
      exited.fulfil();
    },
  });
  const part = (name: string, stop: () => Promise<void> | void = () => {}) =>
    lifecycle.start(
      () => note(`start ${name}`),
      () => {
        note(`stop ${name}`);
        return stop();
      },
    );
  return { lifecycle, part, happened, pauses, late: late.fulfil, exited: exited.promise };
}

const refused = () => Promise.reject(new Error('no disk'));

t.test('[OP13] parts start in order and stop in reverse, the next when the one before has', async (t) => {
  const { lifecycle, part, happened, pauses, exited } = life();
  await lifecycle.run(async () => {
    await part('a', () => new Promise((resolve) => setImmediate(resolve)).then(() => void happened.push('a is down')));
    await part('b', () => Promise.resolve().then(() => void happened.push('b is down')));
    t.equal(
      await lifecycle.start(
        () => 7,
        () => {},
      ),
      7,
      'a part is handed to who starts it',
    );
    lifecycle.atEnd((inOrder) => happened.push(`in order: ${inOrder}`));
  });
  lifecycle.end(0);
  lifecycle.end(0);
  lifecycle.end(1);
  await exited;
  const down = ['stop b', 'b is down', 'stop a', 'a is down'];
  t.same(happened, ['start a', 'start b', ...down, 'in order: true', 'exit 0'], 'once, by the first signal');
  t.same(pauses, [9_000]);
});

t.test('[OP13] what started before the part that fails is stopped, and the process ends with 1', async (t) => {
  const { lifecycle, part, happened, exited } = life();
  const failures: unknown[] = [];
  await lifecycle.run(async () => {
    lifecycle.atEnd(() => happened.push('farewell'));
    await part('a', () => void failures.push(lifecycle.failure));
    await part('b');
    await lifecycle.start(refused, () => void happened.push('stop what never was'));
    await part('c');
  });
  await exited;
  t.same(happened, ['start a', 'start b', 'said: the city could not start: no disk', 'stop b', 'stop a', 'exit 1']);
  t.match(failures, [{ message: 'no disk' }], 'a part learns why it is stopped');
});

t.test('[OP13] a stop that fails keeps no other part from stopping', async (t) => {
  const { lifecycle, part, happened, exited } = life();
  await lifecycle.run(async () => {
    await part('a');
    await part('b', refused);
    await part('c', () => {
      throw new Error('no such file');
    });
    lifecycle.atEnd((inOrder) => happened.push(`in order: ${inOrder}`));
  });
  happened.length = 0;
  lifecycle.end(0);
  await exited;
  const [failed, c, b] = ['a part did not end cleanly', 'Error: no such file', 'Error: no disk'];
  t.same(happened, ['stop c', `${failed}: ${c}`, 'stop b', `${failed}: ${b}`, 'stop a', 'in order: false', 'exit 0']);
});

t.test('[OP13] a stop that hangs holds the process no longer than it may take', async (t) => {
  const { lifecycle, part, happened, late, exited } = life();
  await lifecycle.run(async () => {
    await part('a');
    await part('b', () => new Promise(() => {}));
    lifecycle.atEnd((inOrder) => happened.push(`in order: ${inOrder}`));
  });
  happened.length = 0;
  lifecycle.end(0);
  late();
  await exited;
  t.same(happened, ['stop b', 'in order: false', 'exit 0']);
});

t.test(
  '[OP13] an end while a part starts: it is stopped once it is started, and none is started after it',
  async (t) => {
    const { lifecycle, part, happened, exited } = life();
    const [begun, starting, stopping] = [promised<void>(), promised<string>(), promised<void>()];
    const run = lifecycle.run(async () => {
      await part('a');
      await part('b', () => stopping.promise);
      await lifecycle.start(
        () => {
          begun.fulfil();
          return starting.promise;
        },
        (name) => void happened.push(`stop ${name}`),
      );
      await part('d');
    });
    await begun.promise;
    lifecycle.end(0);
    starting.fulfil('c');
    await run;
    stopping.fulfil();
    await exited;
    t.same(happened, ['start a', 'start b', 'stop b', 'stop c', 'stop a', 'exit 0']);
  },
);
