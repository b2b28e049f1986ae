/** Pictures at portal stations, on Postgres: one row each, outside the journal. The column is from when only stations had one. */
import type { Picture, Pictures } from '../../gateways/stations/pictures.ts';
import type { ConnectionPool } from './connections.ts';

interface PictureRow {
  readonly station: string;
  readonly taken_at: number;
  readonly picture: Buffer;
}

export class PostgresPictures implements Pictures {
  readonly #pool: ConnectionPool;

  constructor(pool: ConnectionPool) {
    this.#pool = pool;
  }

  async keep({ of, takenAt, bytes }: Picture): Promise<void> {
    await this.#pool.run(
      (sql) => sql`
        insert into station_picture (station, taken_at, picture) values (${of}, ${takenAt}::bigint, ${bytes})
        on conflict (station) do update set taken_at = excluded.taken_at, picture = excluded.picture
        where station_picture.taken_at <= excluded.taken_at`,
    );
  }

  async read(of: string): Promise<Picture | undefined> {
    const rows = await this.#pool.run(
      (sql) => sql<PictureRow[]>`select station, taken_at, picture from station_picture where station = ${of}`,
    );
    const row = rows[0];
    return row && { of: row.station, takenAt: row.taken_at, bytes: row.picture };
  }

  async keepOnly(names: readonly string[], before: number): Promise<void> {
    await this.#pool.run(
      (sql) => sql`
        delete from station_picture
        where taken_at < ${before}::bigint
          and station not in (select json_array_elements_text(${JSON.stringify(names)}::text::json))`,
    );
  }
}
