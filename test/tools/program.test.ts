/** Which program a start runs, and what is said where there is none that may be run. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t, { type Test } from 'tap';

const root = join(import.meta.dirname, '..', '..');

/** A folder that looks like an installation of which nothing was built and nothing installed. */
function installation(t: Test, { isCheckout }: { readonly isCheckout: boolean }): string {
  const folder = mkdtempSync(join(tmpdir(), 'civitas-program-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const files = ['package.json', 'cli/civitas.js', 'tools/program.js'];
  if (isCheckout)
    files.push('tsconfig.json', 'tools/build.js', 'tools/rooms.js', 'cli/civitas.ts', 'package-lock.json');
  for (const file of files) cpSync(join(root, file), join(folder, file));
  return folder;
}

/** As `npm run build` leaves it: a program, and of which sources it is. */
function release(folder: string): void {
  const built = join(folder, 'dist', 'release');
  mkdirSync(built, { recursive: true });
  writeFileSync(join(built, 'civitas.js'), "console.log('the released program');\n");
  const address = JSON.stringify(pathToFileURL(join(folder, 'tools', 'build.js')).href);
  const hash = `const { hashOfSources } = await import(${address}); console.log(await hashOfSources())`;
  const evaluated = execFileSync(process.execPath, ['--input-type=module', '--eval', hash], { env: {} });
  writeFileSync(join(built, 'sources'), String(evaluated).trim());
}

function civitas(folder: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'cli/civitas.js'), 'doctor'], {
    env: {},
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const ran = { status: 0, stdout: 'the released program\n', stderr: '' };

t.test('a package runs what it was packed with; one that was packed unbuilt says how to pack', async (t) => {
  const folder = installation(t, { isCheckout: false });
  t.match(civitas(folder), { status: 1, stderr: /^civitas cannot run: .*`npm run package`/ });
  mkdirSync(join(folder, 'dist', 'release'), { recursive: true });
  writeFileSync(join(folder, 'dist', 'release', 'civitas.js'), "console.log('the released program');\n");
  t.strictSame(civitas(folder), ran);
});

t.test('a checkout without build tools runs what was built of these sources, and says else what to do', async (t) => {
  const folder = installation(t, { isCheckout: true });
  t.match(civitas(folder), { status: 1, stderr: /^civitas cannot run: nothing was built .*`npm ci && npm start`/ });
  release(folder);
  t.strictSame(civitas(folder), ran);
  writeFileSync(join(folder, 'cli', 'later.ts'), 'export {};\n');
  t.match(civitas(folder), { status: 1, stderr: /the sources have changed .*`npm ci && npm run build`/ });
});
