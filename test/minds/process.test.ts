/** The process of the minds, as its host sees it: lines in, lines out, and nothing of a token anywhere else. */
import { PassThrough } from 'node:stream';
import t from 'tap';
import { HostedMinds } from '../../minds/process.ts';
import {
  FromMinds,
  idleNamesMax,
  lineBytesMax,
  lineOf,
  messageIn,
  type ToMinds,
  type WhyEnded,
} from '../../minds/protocol.ts';
import { until } from '../until.ts';

/** A process over minds that live until the test ends them. */
function started() {
  const input = new PassThrough();
  const said: FromMinds[] = [];
  const complaints: string[] = [];
  const idle = { ms: 0 };
  const begun: { token: string; resident: string; end: (why: WhyEnded) => void }[] = [];
  const minds = new HostedMinds({
    input,
    say: (message) => said.push(message),
    complain: (text) => complaints.push(text),
    begin: (token, resident, onLiving) => {
      let end: (why: WhyEnded) => void = () => undefined;
      const ended = new Promise<WhyEnded>((resolve) => {
        end = resolve;
      });
      begun.push({ token, resident, end });
      onLiving();
      const stop = async () => {
        end('stopped');
        await ended;
      };
      return { ended, idleMs: () => (resident.startsWith('ilo-2') ? idle.ms : 0), stop };
    },
  });
  const done = minds.run();
  const tell = (message: ToMinds) => input.write(lineOf(message));
  const hears = (count: number) => until(`it says ${count} things`, () => said.length >= count);
  return { input, said, complaints, begun, done, tell, hears, idle };
}

const vera = { type: 'live', token: 'res_of_vera', resident: 'vera-1' } as const;

t.test(
  'a resident that the host names is lived; each is reported as living, and then as ended once [MP2]',
  async (t) => {
    const { tell, said, begun, hears } = started();
    tell(vera);
    await hears(1);
    begun[0]?.end('dead');
    await hears(2);
    // In the order of the lines: the outcome of the first is reported before the second lives.
    tell({ type: 'stop', resident: 'vera-1' });
    tell({ ...vera, resident: 'ilo-2' });
    await hears(3);
    const expected = [
      { type: 'living', resident: 'vera-1' },
      { type: 'ended', resident: 'vera-1', why: 'dead' },
      { type: 'living', resident: 'ilo-2' },
    ];
    t.same(said, expected, 'who is dead is not stopped again');
  },
);

t.test('a new token for somebody who lives ends the life under the old one first [MP2]', async (t) => {
  const { tell, said, begun, hears } = started();
  tell(vera);
  tell({ ...vera, token: 'res_newer' });
  await hears(3);
  t.same(
    said.map((message) => message.type),
    ['living', 'ended', 'living'],
  );
  t.same(
    begun.map(({ token }) => token),
    ['res_of_vera', 'res_newer'],
  );
});

t.test('it says at once that it hears, whatever its minds do [MP2]', async (t) => {
  const { tell, said, hears } = started();
  tell({ type: 'ping' });
  await hears(1);
  t.same(said, [{ type: 'pong', idle: 0, named: [] }]);
});

t.test('a mind that has done nothing for ten minutes is named when the host asks [MP5]', async (t) => {
  const { tell, said, hears, idle } = started();
  tell(vera);
  tell({ ...vera, resident: 'ilo-2' });
  await hears(2);
  for (const ms of [599_999, 600_000]) {
    idle.ms = ms;
    tell({ type: 'ping' });
    await hears(ms === 599_999 ? 3 : 4);
  }
  t.same(said.slice(2), [
    { type: 'pong', idle: 0, named: [] },
    { type: 'pong', idle: 1, named: ['ilo-2'] },
  ]);
});

t.test('of many who do nothing all are counted, and as many named as fit into a line [MP5]', async (t) => {
  const { tell, said, hears, idle } = started();
  const many = Array.from({ length: idleNamesMax + 4 }, (_, n) => `ilo-2${'0'.repeat(150)}${n}`);
  for (const resident of many) tell({ ...vera, resident });
  await hears(many.length);
  idle.ms = 600_000;
  tell({ type: 'ping' });
  await hears(many.length + 1);
  const pong = said.slice(-1);
  t.same(pong, [{ type: 'pong', idle: many.length, named: many.slice(0, idleNamesMax) }]);
  t.ok(pong.every((message) => lineOf(message).length <= lineBytesMax));
});

t.test('the end of standard input is the end of everybody, and of the process [MP3]', async (t) => {
  const { tell, said, input, done } = started();
  tell(vera);
  tell({ ...vera, resident: 'ilo-2' });
  input.end();
  await done;
  t.same(said.filter((message) => message.type === 'ended').length, 2);
});

t.test('malformed lines are skipped, and their text appears nowhere [MP4]', async (t) => {
  const { input, said, complaints, begun, tell, hears } = started();
  input.write('{"type":"live","token":"res_secret"}\n');
  input.write(`{"type":"live","token":"res_secret","resident":"vera-1","more":"${'x'.repeat(lineBytesMax)}"}\n`);
  input.write('res_secret\n[]\n{"type":"live","token":"adm_secret","resident":"vera-1"}\n');
  tell(vera);
  await hears(1);
  t.equal(complaints.length, 5);
  t.notMatch(complaints.join('\n'), /secret/, '[MP1]');
  t.same(
    begun.map(({ token }) => token),
    ['res_of_vera'],
  );
  t.notMatch(said.map(lineOf).join(''), /res_/, '[MP1]');
});

t.test('a line may come in pieces, and several in one', async (t) => {
  const { input, begun, hears } = started();
  const line = lineOf(vera);
  for (const byte of Buffer.from(line)) input.write(Buffer.from([byte]));
  input.write(lineOf({ ...vera, resident: 'ilo-2' }) + lineOf({ ...vera, resident: 'maren-3' }));
  await hears(3);
  t.same(
    begun.map(({ resident }) => resident),
    ['vera-1', 'ilo-2', 'maren-3'],
  );
});

t.test('what the process says is read back by the same schemas', async (t) => {
  const ended = { type: 'ended', resident: 'vera-1', why: 'taken_over' } as const;
  t.same(messageIn(FromMinds, lineOf(ended)), ended);
  t.equal(messageIn(FromMinds, '{"type":"ended","resident":"vera-1","why":"bored"}'), undefined);
});
