-- The tables of the anonymous mailbox. Every key is random or made with the service's secret; no column has a time finer than a
-- minute, or an order in which rows came. Order on the disk and the transactions of rows are evened out by mixing.ts: `mixed` says for which.

-- `owner`: the caller's reference, which only who has the secret can make from a resident.
create table mailbox (
  owner text primary key,
  address text not null unique,
  mixed boolean not null default false
);
create index on mailbox (mixed) where not mixed;

-- `address`: of the mailbox that it lies in. Never deleted with a resident: nobody tells this service who has died.
create table message (
  id text primary key,
  address text not null,
  from_address text not null,
  body text not null,
  sent_at timestamptz not null,
  reply_to text,
  mixed boolean not null default false
);
create index on message (address, sent_at, id);
create index on message (mixed) where not mixed;

-- services/idempotent-calls.ts. Caller and key are made with the secret too, for residents choose keys that may tell who they are. The time is
-- that of the next full hour, so that a key counts for a day at least.
create table once (
  caller text not null,
  key text not null,
  fingerprint text not null,
  answer jsonb not null,
  made_at timestamptz not null default date_trunc('hour', now()) + interval '1 hour',
  mixed boolean not null default false,
  primary key (caller, key)
);
create index on once (made_at);
create index on once (mixed) where not mixed;
