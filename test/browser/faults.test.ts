/** What would let a fault of a page go unnoticed is a fault of the tests: here pages do everything that no page of the city may do. */
import { createServer } from 'node:http';
import t, { type Test } from 'tap';
import { startChromium } from './chromium.ts';
import { Faults } from './faults.ts';
import { allPayloads } from './payloads.ts';

const policy = "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self'";

/** A site with one script, under the policy of the city's pages or under none. */
async function site(t: Test, script: string, headers: Record<string, string>): Promise<string> {
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    if (path === '/') response.writeHead(200, { 'content-type': 'text/html', ...headers });
    else if (path === '/script.js') response.writeHead(200, { 'content-type': 'text/javascript' });
    else if (path === '/favicon.ico') response.writeHead(204);
    else response.writeHead(404);
    response.end(
      path === '/' ? '<p id=here></p><script src=/script.js></script>' : path === '/script.js' ? script : '',
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => new Promise((resolve) => server.close(resolve)));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`;
}

/** What is found in the page of such a site, once one of its faults is there that `last` matches. */
async function found(t: Test, script: string, last: RegExp, headers: Record<string, string> = {}): Promise<string> {
  const browser = await startChromium();
  t.teardown(() => browser.close());
  const context = await browser.newContext();
  const faults = new Faults();
  await faults.watch(context);
  const page = await context.newPage();
  await page.goto(await site(t, script, headers));
  const all = () => faults.all.join('\n');
  // A guard against what hangs, not a measure.
  for (let looks = 0; !last.test(all()) && looks < 300; looks++) await page.waitForTimeout(100);
  return all();
}

t.test('a script that throws, an error that is logged and a request that is refused are faults', async (t) => {
  const script = "console.error('logged'); fetch('/nowhere'); setTimeout(() => { throw new Error('thrown'); });";
  const all = await found(t, script, /thrown[\s\S]*404|404[\s\S]*thrown/);
  for (const fault of [/console: logged/, /answer: 404 GET .*nowhere/, /script: thrown/]) t.match(all, fault);
});

t.test('so is whatever the policy refuses: markup with a script in it, and another host', async (t) => {
  const script = `document.getElementById('here').innerHTML = '<img src="/x.png" onerror="hit(1)">';
    fetch('https://example.org/');`;
  const all = await found(t, script, /script-src[\s\S]*connect-src|connect-src[\s\S]*script-src/, {
    'content-security-policy': policy,
  });
  t.match(all, /policy: script-src-attr refused inline/);
  t.match(all, /policy: connect-src refused https:\/\/example\.org/);
  t.notMatch(all, /has run/);
});

t.test('without a policy, a payload that a page takes for markup runs and is heard of', async (t) => {
  const [payload = ''] = allPayloads.filter((one) => one.startsWith('<img src=x onerror=hit'));
  const script = `document.getElementById('here').innerHTML = ${JSON.stringify(payload)};`;
  t.match(await found(t, script, /has run/), `payload ${allPayloads.indexOf(payload)} has run`);
});
