-- What every account has paid and got (posting-rows.ts): of each posting one row for each of its two accounts, made of the journal behind
-- its commits. `n`: its place among the postings of the turn; amounts in millicredits, below 0 for who paid; `balance`: after it.
create table posting (
  account text not null,
  turn bigint not null,
  n integer not null,
  tick bigint not null,
  at bigint not null,
  counterpart text not null,
  reason text not null,
  amount bigint not null,
  balance bigint not null,
  is_refund boolean not null,
  primary key (account, turn, n)
);
-- By which a prune finds them. They come nearly in this order, so that the index stays small.
create index posting_turn on posting using brin (turn);
-- The journal has been read up to this batch, of which `turn` is the last. What was posted before turn `oldest` is pruned.
create table posting_reach (
  shard integer primary key,
  batch bigint not null,
  turn bigint not null,
  oldest bigint not null default 0
);
-- Batches of earlier versions say nothing of postings.
insert into posting_reach (shard, batch, turn) select shard, max(batch), max(last_turn) from journal group by shard;
