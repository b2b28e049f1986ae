/** The records of actors that have left the city for a tombstone: one row each, written once and looked up by id or key. */
import type { ActorId } from '../../engine/ids.ts';
import type { Departed } from '../../engine/ports.ts';
import { DamagedRow, decodeAccount, decodeImage, encodeAccount, encodeImage, rowChecksum } from '../row-codec.ts';
import type { ConnectionPool } from './connections.ts';
import type { ImageRow } from './image-scan.ts';

/** The row of a departed actor, which the journal's statement writes. */
export function departedRow({ image, account, keys }: Departed) {
  // An image and an account are one line of JSON each.
  const body = `${encodeImage(image)}\n${encodeAccount(account)}`;
  return { id: image.id, crc: rowChecksum(image.id, body), body, keys };
}

export async function findDeparted(reads: ConnectionPool, id: ActorId): Promise<Omit<Departed, 'keys'> | undefined> {
  const rows = await reads.run(
    (sql) => sql<{ crc: number; body: string }[]>`select crc, body from departed where id = ${id}`,
  );
  return rows[0] && departedOf({ id, ...rows[0] });
}

/** Throws `DamagedRow`, naming the row. */
export function departedOf({ id, crc, body }: ImageRow): Omit<Departed, 'keys'> {
  const name = `departed row (id ${id})`;
  if (rowChecksum(id, body) !== crc) throw new DamagedRow(`${name}: its checksum is wrong`);
  const [image = '', account = ''] = body.split('\n');
  return { image: decodeImage(id as ActorId, image, name), account: decodeAccount(account, name) };
}

export async function findDepartedUnder(
  reads: ConnectionPool,
  key: string,
  limit: number,
): Promise<readonly ActorId[]> {
  const rows = await reads.run(
    (sql) => sql<{ id: ActorId }[]>`
      select id from departed_key where key = ${key} order by id collate "C" limit ${limit}::int`,
  );
  return rows.map(({ id }) => id);
}
