-- What was said aloud at a place, newest first (event-reading.ts): of words alone, and of those alone that whoever stands there later may
-- read. Their audience begins with their place; no other event pays for this.
create index event_said on event (split_part(audience, ' ', 1), seq)
  where type in ('message.broadcast', 'message.shout') and audience like 'at:%';
-- Words up to this seq were said before places could keep them, to those present alone. No row in a city that began later.
create table said_since (
  shard integer primary key,
  seq bigint not null
);
insert into said_since (shard, seq) select 0, max(seq) from event having max(seq) is not null;
