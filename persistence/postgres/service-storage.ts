/**
 * Where a global service keeps what it must remember: a schema of its own, `service_<id>`, which belongs to a role that sees no
 * other. What it writes is no part of any turn.
 *
 * Where the database's user may not make roles, the schema is that user's own: then a service finds its own tables only because
 * it looks nowhere else, and a statement that names another schema is not refused. The owner of a schema is fixed at its creation.
 */
import { must } from '../../engine/assert.ts';
import { ConnectionPool, connect, type DatabaseAddress, type OwnSchema, type Sql } from './connections.ts';
import { codeOf } from './database-errors.ts';
import { migrateFrom } from './migrate.ts';

const connectionsMax = 4;
/**
 * Milliseconds for one statement; a service's own deadline is longer. The server gives it up well before, so that others on these
 * connections go on.
 */
const statementTimeoutMs = 4_000;
const deadlineMs = 6_000;
/** Milliseconds to get a connection. A call that waits longer is answered that nothing has happened, while its caller still waits. */
const ownConnectionWaitMsMax = 2_000;

/** SQLSTATE: the user may not. */
const insufficientPrivilege = '42501';
/** SQLSTATE of a role that does not exist, when it is taken on. */
const noSuchRole = '22023';

/** The operator must do something first; the message says what. */
class NoServiceStorage extends Error {
  override readonly name = 'NoServiceStorage';
}

/**
 * Makes the schema and the role where there are none, and brings the tables to this version. The caller closes the pool. Throws
 * `NoServiceStorage` where the user may not make the schema or may not use the one that is there.
 */
export async function openServiceStorage(
  address: DatabaseAddress,
  service: string,
  migrations: string,
): Promise<ConnectionPool> {
  const sql = connect(address, { connectionsMax: 1, deadlineMs: 0, statementTimeoutMs: 0 });
  let schema: OwnSchema;
  try {
    schema = await schemaOf(sql, schemaNameOf(service));
  } finally {
    await sql.end({ timeout: 1 });
  }
  await migrateFrom(migrations, address, schema);
  return new ConnectionPool(address, {
    connectionsMax,
    deadlineMs,
    statementTimeoutMs,
    ownConnectionWaitMsMax,
    schema,
  });
}

/** The schema of a service, by an id of lower-case letters, digits and hyphens. */
export function schemaNameOf(service: string): string {
  if (!/^[a-z][a-z0-9-]{0,49}$/.test(service)) throw new Error(`no id of a service: ${service}`);
  return `service_${service.replaceAll('-', '_')}`;
}

/** The schema, and the role whose rights the connections take on. */
async function schemaOf(sql: Sql, name: string): Promise<OwnSchema> {
  await sql.unsafe(roleMade(name)).simple();
  const role = (await maySetRole(sql, name)) ? name : undefined;
  await sql.unsafe(`create schema if not exists ${name} authorization ${role ?? 'current_user'}`).catch(cannotMake);
  const rows = await sql<{ owner: string; user: string }[]>`
    select rolname as owner, current_user as user from pg_namespace join pg_roles on nspowner = pg_roles.oid
    where nspname = ${name}`;
  const { owner, user } = must(rows[0], 'a schema');
  if (owner === user) return { name };
  if (await maySetRole(sql, owner)) return { name, role: owner };
  throw new NoServiceStorage(
    `The schema ${name} of the database belongs to the role "${owner}", which its user "${user}" may not take on. Let it: grant "${owner}" to "${user}".`,
  );

  async function cannotMake(cause: unknown): Promise<void> {
    if (codeOf(cause) !== insufficientPrivilege) throw cause;
    if ((await sql`select from pg_namespace where nspname = ${name}`).length > 0) return;
    const [names] = await sql<{ user: string; database: string }[]>`
      select current_user as user, current_database() as database`;
    const { user, database } = must(names, 'a row');
    throw new NoServiceStorage(
      `The user "${user}" may not make the schema ${name}. Let it: grant create on database "${database}" to "${user}".`,
    );
  }
}

/** True when connections can take on the rights of this role. */
async function maySetRole(sql: Sql, role: string): Promise<boolean> {
  try {
    await sql.unsafe(`set role "${role.replaceAll('"', '""')}"; reset role`).simple();
    return true;
  } catch (cause) {
    if (codeOf(cause) !== insufficientPrivilege && codeOf(cause) !== noSuchRole) throw cause;
    return false;
  }
}

/** The role may not log in: only the city's own user takes it on. Nothing happens where that user may not make one. */
const roleMade = (role: string): string => `
  do $$ begin
    if not exists (select from pg_roles where rolname = '${role}') then
      create role ${role} nologin;
    end if;
    grant ${role} to current_user;
  exception when duplicate_object or unique_violation or insufficient_privilege then null;
  end $$`;
