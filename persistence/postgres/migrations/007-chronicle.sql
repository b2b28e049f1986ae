-- What the chronicle tells (chronicle-rows.ts): made of public events behind their commits, outside the journal. All of it can be thrown
-- away: it is made again of the events that are kept. `about`: ids with a space between; `body`: the event, as JSON text.
create table chronicle_entry (
  seq bigint primary key,
  tick bigint not null,
  about text not null,
  body text not null
);
create index chronicle_entry_tick on chronicle_entry (tick);
create index chronicle_entry_about on chronicle_entry using gin (string_to_array(about, ' '));
-- What residents and places are called, and the ticks between which they lived or stood; null: not known, or not over.
create table chronicle_subject (
  id text primary key,
  name text,
  since_tick bigint,
  until_tick bigint
);
-- The events up to this one have been read.
create table chronicle_reach (
  shard integer primary key,
  seq bigint not null
);
