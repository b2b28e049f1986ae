-- The city's tables. Each is explained where its reader is: lease.ts, journal.ts, checkpoints.ts, event-reading.ts, idempotency-keys.ts.

-- One row for each shard: who may write (J3). Rewritten every second, hence the room in its page.
create table lease (
  shard integer primary key,
  generation bigint not null,
  host text not null,
  pid integer not null,
  since timestamptz not null,
  renewals bigint not null,
  renewed timestamptz not null
) with (fillfactor = 10);

create table journal (
  shard integer not null,
  batch bigint not null,
  first_turn bigint not null,
  last_turn bigint not null,
  last_seq bigint not null,
  format smallint not null,
  written timestamptz not null default now(),
  checksum bytea not null,
  body bytea not null,
  primary key (shard, batch)
);
-- Compressing 100 KB with pglz takes longer than the rest of a commit.
alter table journal alter column body set storage external;

-- The images as of the newest checkpoint, and newer ones of a checkpoint that was not finished (J2). `body`: JSON text.
create table actor (
  id text primary key,
  turn bigint not null,
  crc bigint not null,
  body text not null
);
create table account (
  id text primary key,
  turn bigint not null,
  crc bigint not null,
  body text not null
);
-- A row makes the slices written before it count.
create table checkpoint (
  batch bigint primary key,
  completed timestamptz not null default now(),
  crc bigint not null,
  counters text not null
);

-- One row for each feed event; the hottest table, hence no second index. `audience`: topics with a space between.
create table event (
  seq bigint primary key,
  type text not null,
  audience text not null,
  body text not null
);
-- From event `seq` on, `actor` follows `topic` and no other.
create table following (
  actor text not null,
  seq bigint not null,
  topic text,
  primary key (actor, seq)
);
-- Who was addressed by which direct message: the index of inboxes.
create table letter (
  actor text not null,
  seq bigint not null,
  primary key (actor, seq)
);
-- The lowest seq that was not pruned; no row in a city that was never pruned.
create table horizon (
  shard integer primary key,
  oldest bigint not null
);

create table content (
  hash text primary key,
  text text not null
);

create table idempotency (
  caller text not null,
  key text not null,
  fingerprint text not null,
  json text,
  at bigint not null,
  primary key (caller, key)
);
create index idempotency_at on idempotency (at);

create view message_history as
  select
    body::json ->> 'actor' as sender,
    body::json ->> 'location' as location,
    body::json -> 'data' ->> 'message' as content,
    (body::json ->> 'at')::timestamptz as "timestamp",
    seq,
    type
  from event
  where type in ('message.broadcast', 'message.whisper', 'message.shout', 'message.direct');
