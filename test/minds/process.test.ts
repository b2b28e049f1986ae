/** The process of the minds, as its host sees it: lines in, lines out, and nothing of a token anywhere else. */
import { PassThrough } from 'node:stream';
import t from 'tap';
import { MindsProcess } from '../../minds/process.ts';
import { FromMinds, lineBytesMax, lineOf, messageIn, type ToMinds, type WhyEnded } from '../../minds/protocol.ts';

/** A process over minds that live until they are told otherwise. */
function started() {
  const input = new PassThrough();
  const said: FromMinds[] = [];
  const complaints: string[] = [];
  const begun: { token: string; resident: string; end: (why: WhyEnded) => void }[] = [];
  const minds = new MindsProcess({
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
      return { ended, stop };
    },
  });
  const done = minds.run();
  const tell = (message: ToMinds) => input.write(lineOf(message));
  return { input, said, complaints, begun, done, tell };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 20));
const vera = { type: 'live', token: 'res_of_vera', resident: 'vera-1' } as const;

t.test('whom the host names lives; each is told living, and then ended once [MP2]', async (t) => {
  const { tell, said, begun } = started();
  tell(vera);
  await settled();
  t.same(said, [{ type: 'living', resident: 'vera-1' }]);
  begun[0]?.end('dead');
  await settled();
  tell({ type: 'stop', resident: 'vera-1' });
  await settled();
  t.same(said.slice(1), [{ type: 'ended', resident: 'vera-1', why: 'dead' }], 'who is dead is not stopped again');
});

t.test('a new token for somebody who lives ends the life under the old one first [MP2]', async (t) => {
  const { tell, said, begun } = started();
  tell(vera);
  tell({ ...vera, token: 'res_newer' });
  await settled();
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
  const { tell, said } = started();
  tell({ type: 'ping' });
  await settled();
  t.same(said, [{ type: 'pong' }]);
});

t.test('the end of standard input is the end of everybody, and of the process [MP3]', async (t) => {
  const { tell, said, input, done } = started();
  tell(vera);
  tell({ ...vera, resident: 'ilo-2' });
  input.end();
  await done;
  t.same(said.filter((message) => message.type === 'ended').length, 2);
});

t.test('lines that are none are skipped, and what stood in them is told nowhere [MP4]', async (t) => {
  const { input, said, complaints, begun, tell } = started();
  input.write('{"type":"live","token":"res_secret"}\n');
  input.write(`{"type":"live","token":"res_secret","resident":"vera-1","more":"${'x'.repeat(lineBytesMax)}"}\n`);
  input.write('res_secret\n[]\n{"type":"live","token":"adm_secret","resident":"vera-1"}\n');
  tell(vera);
  await settled();
  t.equal(complaints.length, 5);
  t.notMatch(complaints.join('\n'), /secret/, '[MP1]');
  t.same(
    begun.map(({ token }) => token),
    ['res_of_vera'],
  );
  t.notMatch(said.map(lineOf).join(''), /res_/, '[MP1]');
});

t.test('a line may come in pieces, and several in one', async (t) => {
  const { input, begun } = started();
  const line = lineOf(vera);
  for (const byte of Buffer.from(line)) input.write(Buffer.from([byte]));
  input.write(lineOf({ ...vera, resident: 'ilo-2' }) + lineOf({ ...vera, resident: 'maren-3' }));
  await settled();
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
