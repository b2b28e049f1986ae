-- What was worked out of the entries of the chronicle up to `seq`, so that a start reads on from there (town-history.ts); by what it is for.
create table chronicle_summary (
  name text primary key,
  seq bigint not null,
  body text not null
);
