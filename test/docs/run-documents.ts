/**
 * Given a fresh checkout, when a newcomer runs the commands of a document one after the other, as they stand there, then none of them
 * fails and no request is refused. Each document begins with an empty data folder; README with `npm ci`, too, whose packages the others
 * use. `DOCUMENT=docs/VISITORS.md npm run docs` runs one of them, on the packages of this checkout.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import t, { type Test } from 'tap';
import { freePort } from '../free-port.ts';
import { postgresStores } from '../persistence/support.ts';
import { type Block, blocksOf, markdownOf, root } from './blocks.ts';
import { curlHome, Foreground, type Ground, Shell } from './terminal.ts';

/** How much of what failed is said in a line, where the rest of a log is cut. */
const saidCharsMax = 400;

/** The folder in which a newcomer's checkout lies, and what that newcomer writes down. */
const place = mkdtempSync(join(tmpdir(), 'civitas-docs-'));
const folder = join(place, 'civitas');

/** `DOCUMENT` leaves one of them. */
export async function runDocuments(documents: readonly string[]): Promise<void> {
  // A guard against what hangs, not a measure.
  t.setTimeout(1_800_000);
  const chosen = documents.filter((path) => [undefined, path].includes(process.env['DOCUMENT']));
  const stores = await postgresStores();
  t.teardown(async () => {
    await stores.stop();
    rmSync(place, { recursive: true, force: true });
  });
  checkOut(chosen.includes('README.md'));
  if (chosen.length === 0) t.pass('another of the documents was asked for');
  for (const path of chosen) await t.test(path, (t) => runDocument(t, path, stores));
}

async function runDocument(t: Test, path: string, stores: Stores): Promise<void> {
  const ground = await groundOf(t, path, stores);
  const terminals = open(t, ground);
  const blocks = blocksOf(markdownOf(path)).filter(({ language }) => ['sh', 'diff'].includes(language));
  t.not(blocks.length, 0, 'it has commands');
  // All but README speak of a city that runs.
  if (blocks[0]?.info !== 'city') await terminals.city.city('npm start');
  // What follows builds on what came before.
  for (const block of blocks) if (!(await runs(t, block, terminals))) return;
  await linksAnswer(t, path, ground);
  t.ok([null, 0].includes(await terminals.beside.interrupt()), 'what ran beside the city ends in order');
}

type Stores = Awaited<ReturnType<typeof postgresStores>>;
type Terminals = ReturnType<typeof open>;

function open(t: Test, ground: Ground) {
  const city = new Foreground(ground, 'city');
  t.teardown(() => city.interrupt());
  const beside = new Foreground(ground, 'beside');
  t.teardown(() => beside.interrupt());
  const shell = new Shell(ground);
  t.teardown(() => shell.close());
  return { city, beside, shell };
}

/** Whether it did. */
async function runs(t: Test, block: Block, terminals: Terminals): Promise<boolean> {
  const name = `line ${block.line}: ${block.text.split('\n')[0]}`;
  try {
    await run(block, terminals);
    return t.pass(name);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    t.comment(said);
    return t.fail(`${name}, ${said.slice(-saidCharsMax).replace(/\s+/g, ' ')}`);
  }
}

async function run({ language, info, text }: Block, { city, beside, shell }: Terminals): Promise<void> {
  if (language === 'diff') execFileSync('git', ['apply', '-'], { cwd: folder, input: text });
  else if (info === 'city') await city.city(text);
  else if (info === 'beside') await beside.program(text);
  else await shell.run(text);
}

/** A page that is being built says so, and is there. */
async function linksAnswer(t: Test, path: string, { port, env }: Ground): Promise<void> {
  for (const [link, gateway, at] of markdownOf(path).matchAll(/<http:\/\/127\.0\.0\.1:(3000|3002)(\/[^>]*)>/g)) {
    const answer = await fetch(`http://127.0.0.1:${gateway === '3000' ? port : env['PORTAL_PORT']}${at}`);
    t.ok(answer.status === 200 || answer.headers.has('retry-after'), `${link} is there: ${answer.status}`);
  }
}

/** What git has or would add, and nothing else; with the packages of this checkout, unless `npm ci` is to bring them. */
function checkOut(installs: boolean): void {
  const listed = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  for (const path of listed.split('\0').filter((path) => path !== '' && existsSync(join(root, path)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
  // `npm ci` would empty a folder that it finds.
  if (!installs) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
}

/** A newcomer's environment: the ports are free ones, and a database is at hand. */
async function groundOf(t: Test, path: string, stores: Stores): Promise<Ground> {
  for (const kept of ['data', 'data-trial', 'data-backup'])
    rmSync(join(folder, kept), { recursive: true, force: true });
  const notes = join(place, path.replaceAll('/', '-'));
  mkdirSync(notes);
  const store = await stores.fresh();
  t.teardown(() => store.remove());
  const { host, port: at, user, database } = store.address;
  const [port, portal] = [await freePort(), await freePort()];
  const env = {
    ...{ PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', CURL_HOME: curlHome(notes) },
    ...{ CITY_PORT: String(port), PORTAL_PORT: String(portal), npm_config_prefer_offline: 'true' },
    GUESTBOOK_PORT: String(await freePort()),
    ...{ PGHOST: host, PGPORT: String(at), PGUSER: user, POSTGRES: `postgres:///${database}` },
  };
  return { folder, notes, env, port };
}
