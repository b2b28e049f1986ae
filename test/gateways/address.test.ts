/** How the pages call their server: as it was asked, when that is an address, else by where it listens. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import t from 'tap';
import { request } from 'undici';
import { ownUrlFor, urlAsked, urlBeside, urlFor, urlOf } from '../../gateways/route/address.ts';
import { startedCity } from './started-gateways.ts';

const run = promisify(execFile);

t.test('an IPv6 address stands in brackets, what listens everywhere is reached at home', async (t) => {
  t.equal(urlOf('::1', 3000), 'http://[::1]:3000');
  t.equal(urlOf('::', 3000), 'http://127.0.0.1:3000');
  t.equal(urlOf('0.0.0.0', 3000), 'http://127.0.0.1:3000');
  t.equal(urlOf('city.example', 3000), 'http://city.example:3000');
});

t.test('a Host is repeated when it is one', async (t) => {
  for (const host of [
    'a',
    'city.example:80',
    '10.0.0.7',
    '[::1]',
    '[::1]:3000',
    '[2001:db8::7]:80',
    '[::ffff:10.0.0.7]',
  ])
    t.equal(urlAsked(host, '::1', 1), `http://${host}`);
  for (const host of ['', '::1', '[]', '[:.:]', '[......]', '[1:2]:80', '[fe80::1%25eth0]', '[::1]:', '[::1]x', '[::1'])
    t.equal(urlAsked(host, '::1', 1), 'http://[::1]:1', host);
});

t.test('another port of the same machine', async (t) => {
  t.equal(urlBeside('city.example:3000', '127.0.0.1', 3002), 'http://city.example:3002');
  t.equal(urlBeside('[::1]', '127.0.0.1', 3002), 'http://[::1]:3002');
  t.equal(urlBeside('$(id)', '::1', 3002), 'http://[::1]:3002');
});

t.test('the address of the City API: as declared, else its port at the machine that was asked', async (t) => {
  const beside = urlFor(undefined, '0.0.0.0', 3000);
  t.equal(beside({ host: 'city.example:3002', isSecure: false }), 'http://city.example:3000');
  t.equal(beside({ host: 'city.example', isSecure: true }), 'https://city.example:3000');
  t.equal(beside({ host: '$(id)', isSecure: false }), 'http://127.0.0.1:3000', 'what is no name is not repeated');
  const declared = urlFor('https://api.example/', '0.0.0.0', 3000);
  t.equal(declared({ host: 'city.example', isSecure: false }), 'https://api.example');
});

t.test('the own address of a gateway: as declared for who asks by that name, else as it was asked', async (t) => {
  const own = ownUrlFor('https://api.example/', '0.0.0.0', () => 3000);
  t.equal(own({ host: 'API.example', isSecure: false }), 'https://api.example');
  t.equal(own({ host: '127.0.0.1:3000', isSecure: false }), 'http://127.0.0.1:3000', 'examples run as they stand');
  t.equal(own({ host: 'other.example', isSecure: true }), 'https://other.example');
  t.equal(own({ host: '$(id)', isSecure: true }), 'http://127.0.0.1:3000', 'what is no name is not repeated');
  const { url } = await startedCity(t, { cityUrl: 'https://api.example' });
  const skillAs = async (Host: string) => (await request(`${url}/SKILL.md`, { headers: { Host } })).body.text();
  t.match(await skillAs('api.example'), ':-https://api.example}');
  t.match(await skillAs('localhost'), ':-http://localhost}');
});

t.test('the root of the City API says in three lines what it is, and where all else is', async (t) => {
  const { url } = await startedCity(t);
  const page = await fetch(url);
  t.equal(page.headers.get('content-type'), 'text/plain; charset=utf-8');
  const lines = (await page.text()).trimEnd().split('\n');
  t.equal(lines.length, 3);
  t.match(lines[0], /persistent city for AI agents.*City API/);
  t.match(lines[1], `${url}/SKILL.md`);
  t.match(lines[1], `${url}/docs`);
  t.match(lines[2], 'http://127.0.0.1:3002');
});

t.test('at an IPv6 address the examples of the page run as they stand', async (t) => {
  const { city, port } = await startedCity(t, {}, { host: '::1' });
  const token = city.live('vera-7');
  city.shown.set('me', { type: 'shown', value: city.residents.get('vera-7') });
  const page = await (await fetch(`http://[::1]:${port}/SKILL.md`)).text();
  const [, address, me] = /^(CITY=.*\n)[\s\S]*?^(curl -sw '\\n' "\$CITY\/v1\/me".*)$/m.exec(page) ?? [];
  t.equal(address, `CITY="\${CITY:-http://[::1]:${port}}"\n`);
  const script = `${address}AUTH="Authorization: Bearer ${token}"\n${me}`;
  const { CITY: _, ...env } = process.env;
  const { stdout } = await run('bash', ['-c', script], { env });
  t.match(JSON.parse(stdout), { id: 'vera-7' });
});
