/** Of `civitas doctor`: the Postgres that the settings name, embedded or the operator's own. */
import { locateBinaries } from '../persistence/embedded/binaries.ts';
import { secondCity } from '../persistence/postgres/city-database.ts';
import { connect } from '../persistence/postgres/connections.ts';
import { refusedConnection } from '../persistence/postgres/refused-connection.ts';
import { withDeadline } from './deadline.ts';
import { type Finding, messageOf } from './doctor-finding.ts';

const postgresMajorMin = 15;
const probeMsMax = 5_000;
/** Less than for the whole, so that a server that is not reached is told from one that does not answer. */
const connectMsMax = 4_000;
const nobody = { uid: 65_534, gid: 65_534 };

/** Whether the Postgres that comes as a package is installed, and can run here. */
export async function checkEmbedded(platform: string): Promise<Finding> {
  const name = 'Postgres';
  try {
    const { major } = await locateBinaries(process.geteuid?.() === 0 ? nobody : undefined, platform);
    return { level: 'ok', name, detail: `embedded, version ${major} (DATABASE_URL is not set)` };
  } catch (error) {
    const advice = 'Run `npm ci` without --omit=optional, or set DATABASE_URL to a Postgres of your own.';
    return { level: 'fail', name, detail: messageOf(error), advice };
  }
}

/** Whether a city can start on the Postgres that DATABASE_URL names. Its password is never shown. */
export async function checkDatabase(url: string, of?: Parameters<typeof secondCity>[0]): Promise<Finding> {
  const name = 'Postgres';
  const sql = connect(url, { connectionsMax: 1, connectMsMax, statementTimeoutMs: probeMsMax, deadlineMs: probeMsMax });
  try {
    const ask = sql<{ version: string; fsync: string }[]>`
      select current_setting('server_version_num') as version, current_setting('fsync') as fsync`;
    const [row] = await withDeadline(ask, probeMsMax);
    const major = Math.floor(Number(row?.version ?? 0) / 10_000);
    const detail = `DATABASE_URL answers, version ${major}, fsync ${row?.fsync}`;
    if (major < postgresMajorMin) {
      return {
        level: 'warn',
        name,
        detail,
        advice: `Tried with ${postgresMajorMin} and later: upgrade, or unset DATABASE_URL.`,
      };
    }
    if (row?.fsync !== 'on') {
      return {
        level: 'warn',
        name,
        detail,
        advice: 'With fsync off a power loss undoes what was acknowledged: turn it on.',
      };
    }
    const second = of === undefined ? undefined : await secondCity(of);
    if (second !== undefined) return { level: 'fail', name, detail: `${detail}, and cannot be taken`, advice: second };
    return { level: 'ok', name, detail: `${detail}; each session asks for synchronous_commit on` };
  } catch (error) {
    const { reason, advice } = refusedConnection(url, error);
    return { level: 'fail', name, detail: `DATABASE_URL: ${reason}`, advice };
  } finally {
    await sql.end({ timeout: 0 }).catch(() => undefined);
  }
}
