/** What `civitas mind` says, and how it ends, when it cannot live anybody. */
import { createServer } from 'node:http';
import { join } from 'node:path';
import t from 'tap';
import { civitas } from '../run-civitas.ts';

const mind = (...args: string[]) => civitas(['mind', ...args]);

t.test('a token file that is not there is named, and where those of founders lie', async (t) => {
  const file = join(t.testdir(), 'vera.token');
  const { code, err: said } = await mind('--token-file', file);
  t.equal(code, 1);
  t.match(said, file);
  t.match(said, 'data/founders/vera.token');
  t.notMatch(said, 'ENOENT');
});

t.test('a dead resident is not lived: the command ends with 1', async (t) => {
  const server = createServer((_, answer) => {
    answer.writeHead(410, { 'content-type': 'application/json' }).end('{"error":"gone","applied":false}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const folder = t.testdir({ 'vera.token': 'res_x' });
  const { code, err: said } = await mind(
    '--token-file',
    join(folder, 'vera.token'),
    '--city',
    `http://127.0.0.1:${port}`,
  );
  t.match(said, 'is dead');
  t.equal(code, 1);
});
