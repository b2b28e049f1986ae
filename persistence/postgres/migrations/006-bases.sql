-- Which version of the code made a batch (host/code-version.ts): its commands run again give the same city with that version alone.
-- Null in rows of versions that did not say so.
alter table journal add column code text;
-- Bases: the whole state after a batch, from which later turns are opened (bases.ts). A row makes its slices count.
create table base (
  batch bigint primary key,
  made timestamptz not null default now(),
  crc bigint not null,
  counters text not null
);
-- Images or accounts of a base, a line each in `ids`, `crcs` and `bodies`, as image-scan.ts packs them; Postgres compresses them.
create table base_slice (
  batch bigint not null,
  number integer not null,
  kind text not null,
  ids text not null,
  crcs text not null,
  bodies text not null,
  primary key (batch, number)
);
