-- What goes with time (removal.ts): letters by their minute, mailboxes by the week in which they were last looked into.

-- `looked_into`: the Monday of that week, UTC. Nothing finer, for residents are known by when they are awake.
alter table mailbox
  add column looked_into date not null default date_trunc('week', now() at time zone 'utc');
create index on mailbox (looked_into);

alter table message add column bytes integer not null generated always as (octet_length(body)) stored;
create index on message (sent_at);
drop index message_address_sent_at_id_idx;
create index on message (address, sent_at, id) include (bytes);

-- Addresses of mailboxes that were removed: mail to them is taken like any other, and kept nowhere. Nothing of their owners.
create table removed_mailbox (
  address text primary key
);
