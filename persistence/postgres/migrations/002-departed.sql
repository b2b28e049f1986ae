-- Actors that have left the city for a tombstone: their last image and account (`body`), written by the commit of that
-- turn, and the keys under which they are still looked for, such as `token <hash>` (departed.ts).
create table departed (
  id text primary key,
  crc bigint not null,
  body text not null
);
create table departed_key (
  key text not null,
  id text not null,
  primary key (key, id)
);
