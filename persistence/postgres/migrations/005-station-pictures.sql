-- The newest picture that each portal station has sent (station-pictures.ts). Written by the gateway, outside the journal.
-- `picture`: JPEG. `taken_at`: milliseconds since 1970, when it came.
create table station_picture (
  station text primary key,
  taken_at bigint not null,
  picture bytea not null
);
