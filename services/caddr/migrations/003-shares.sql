-- What a mailbox holds of whom, which says what makes room (mailboxes.ts, AM6), is read from the index alone.
drop index message_address_sent_at_id_bytes_idx;
create index on message (address, sent_at, id) include (bytes, from_address);
