/** Which city is opened where a data folder and DATABASE_URL could both be meant, and how a fork of one is started. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { reportOf } from '../../cli/fork/report.ts';
import { withPastFolder } from '../../cli/past-folder.ts';

t.test('the database of DATABASE_URL is not taken for that of a folder', async (t) => {
  const folder = t.testdir();
  mkdirSync(join(folder, 'postgres'));
  const env = { DATABASE_URL: 'postgres://127.0.0.1:1/nowhere' };
  const said = /^--data .* holds a city, and DATABASE_URL names another database\. /;
  await t.rejects(
    withPastFolder(env, folder, async () => {}),
    said,
  );
  const none = /^DATABASE_URL: /;
  await t.rejects(
    withPastFolder({ ...env, DATA_DIR: folder }, undefined, async () => {}),
    none,
    'the settings decide',
  );
});

t.test('the line by which a fork is started names the fork, whatever the shell has set', (t) => {
  const none = { at: 1, turn: 1, stateHash: '', interventions: [], refused: [] };
  t.match(reportOf(none, 'forks/one').at(-1), ' DATABASE_URL= DATA_DIR=forks/one TICK_CRON=manual ');
  t.match(reportOf(none, "it's $(mine)").at(-1), String.raw` DATA_DIR='it'\''s $(mine)' TICK_CRON=manual `);
  t.end();
});

t.test('an empty name of a folder is none', async (t) => {
  const said = /^--data is empty: name the data folder of the city, or leave it out\.$/;
  await t.rejects(
    withPastFolder({}, '', async () => {}),
    said,
  );
});
