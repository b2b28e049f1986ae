/** The stream against a scripted server: what comes over several connections is handed on once and in order, or it is a finding. */
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { WebSocketServer } from 'ws';
import { EventStreamReader } from '../../client/event-stream-reader.ts';
import { ClientStatistics } from '../../client/statistics.ts';
import { fieldsOf, parseJson } from '../../client/wire.ts';
import { Findings } from '../../population/checks/findings.ts';

type Step = number | { readonly hello: number } | { readonly resumed: number } | 'await-resume' | 'cut';

/** Plays one script for each connection; resolves with the numbers handed on, when the last script has been played. */
async function play(
  t: Test,
  scripts: readonly (readonly Step[])[],
): Promise<{ heard: number[]; since: unknown[]; findings: Findings }> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  const findings = new Findings();
  const heard: number[] = [];
  const since: unknown[] = [];
  let connection = 0;
  const played = new Promise<void>((resolve) => {
    server.on('connection', async (socket) => {
      const script = scripts[connection++] ?? [];
      const asked = new Promise<void>((answered) => {
        socket.on('message', (data) => {
          since.push(fieldsOf(parseJson(String(data))).since);
          answered();
        });
      });
      for (const step of script) {
        if (step === 'await-resume') await asked;
        else if (step === 'cut') socket.close(1013);
        else if (typeof step === 'number') socket.send(JSON.stringify({ v: 1, seq: step, type: 'tick.completed' }));
        else if ('hello' in step) socket.send(JSON.stringify({ type: 'hello', v: 1, seq: step.hello }));
        else socket.send(JSON.stringify({ type: 'resumed', v: 1, seq: step.resumed }));
      }
      if (connection < scripts.length) return;
      // It answers when it has read all that came before.
      socket.once('pong', () => resolve());
      socket.ping();
    });
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const stream = new EventStreamReader({
    url: `ws://127.0.0.1:${port}`,
    token: 'res_x',
    name: 'vera',
    statistics: new ClientStatistics(),
    findings,
    onEvent: (event) => heard.push(event.seq),
  });
  t.teardown(() => {
    stream.end();
    server.close();
  });
  await played;
  return { heard, since, findings };
}

t.test('a drop in the middle: what was missed comes by resume, then it goes on live', async (t) => {
  const second: Step[] = [{ hello: 12 }, 'await-resume', 8, 11, { resumed: 12 }, 13];
  const { heard, since, findings } = await play(t, [[{ hello: 5 }, 6, 7, 'cut'], second]);
  t.same(heard, [6, 7, 8, 11, 13]);
  t.same(since, [7]);
  t.equal(findings.total, 0, findings.examples.join());
});

t.test('[ST2] live events sent before the city read our resume are neither lost nor doubled', async (t) => {
  const early: Step[] = [{ hello: 8 }, 9, 10, 'await-resume', 7, 8, 9, { resumed: 9 }, 11];
  const { heard, findings } = await play(t, [[{ hello: 5 }, 6, 'cut'], early]);
  t.same(heard, [6, 7, 8, 9, 10, 11]);
  t.equal(findings.total, 0, findings.examples.join());
});

t.test('[ST2] a replay that is cut short counts for nothing', async (t) => {
  const cut: Step[] = [{ hello: 9 }, 'await-resume', 7, 'cut'];
  const whole: Step[] = [{ hello: 9 }, 'await-resume', 7, 8, { resumed: 9 }];
  const { heard, since, findings } = await play(t, [[{ hello: 5 }, 6, 'cut'], cut, whole]);
  t.same(heard, [6, 7, 8]);
  t.same(since, [6, 6]);
  t.equal(findings.total, 0, findings.examples.join());
});

t.test('[ST1] what does not rise is a finding and is not handed on', async (t) => {
  const { heard, findings } = await play(t, [[{ hello: 5 }, 6, 8, 8, 7, 9]]);
  t.same(heard, [6, 8, 9]);
  t.equal(findings.counts.get('seq_back'), 2);
});

t.test('[ST1] a replay out of order is a finding', async (t) => {
  const replay: Step[] = [{ hello: 9 }, 'await-resume', 8, 7, { resumed: 9 }];
  const { findings } = await play(t, [[{ hello: 5 }, 6, 'cut'], replay]);
  t.equal(findings.counts.get('seq_back'), 1);
});

t.test('[ST3] a city that greets with an older seq than it had published', async (t) => {
  const older: Step[] = [{ hello: 6 }, 'await-resume', { resumed: 6 }];
  const { findings } = await play(t, [[{ hello: 5 }, 6, 7, 'cut'], older]);
  t.ok((findings.counts.get('city_went_back') ?? 0) > 0);
});
