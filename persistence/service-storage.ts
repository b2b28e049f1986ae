/**
 * Where a global service keeps what it must remember: a schema of its own, `service_<id>`, and a role that sees no other. What it
 * writes is no part of any turn.
 */
import { connect, type DatabaseAddress, Line } from './database.ts';
import { migrateFrom } from './migrate.ts';

const connectionsMax = 4;
/** Of one statement; a service's own deadline is longer. */
const deadlineMs = 5_000;

/** Makes the schema and the role where there are none, and brings the tables to this version. The caller closes the line. */
export async function openServiceStorage(address: DatabaseAddress, service: string, migrations: string): Promise<Line> {
  // Lower-case letters, digits and hyphens, as its manifest says.
  const schema = `service_${service.replaceAll('-', '_')}`;
  const sql = connect(address, { connectionsMax: 1, deadlineMs: 0, statementTimeoutMs: 0 });
  try {
    await sql.unsafe(preparing(schema)).simple();
  } finally {
    await sql.end({ timeout: 1 });
  }
  await migrateFrom(migrations, address, schema);
  return new Line(address, { connectionsMax, deadlineMs, statementTimeoutMs: deadlineMs, schema });
}

/** The role may not log in: only the city's own user takes it on. */
const preparing = (schema: string): string => `
  do $$ begin
    if not exists (select from pg_roles where rolname = '${schema}') then
      create role ${schema} nologin;
    end if;
  exception when duplicate_object or unique_violation then null;
  end $$;
  grant ${schema} to current_user;
  create schema if not exists ${schema} authorization ${schema};`;
