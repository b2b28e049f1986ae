-- What the chronicle counts on a day and does not tell one by one: calls of services, words, gifts (chronicle-rows.ts). The rows of a day
-- go when it is summed up.
create table chronicle_tally (
  day bigint not null,
  what text not null,
  subject text not null,
  other text not null,
  count bigint not null,
  amount double precision not null,
  seq bigint not null,
  primary key (day, what, subject, other)
);
-- Who lived, and what stood, for longest.
create index chronicle_subject_span on chronicle_subject ((until_tick - since_tick)) where until_tick is not null and since_tick is not null;
