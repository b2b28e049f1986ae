-- Entries of the dead, and what they remembered. Each is written once and never changed; bounds are those of bounds.ts.

create table entry (
  resident text collate "C" primary key,
  -- The order in which they came.
  number bigint generated always as identity unique,
  name text not null,
  framework text not null,
  generation integer not null,
  mentor text collate "C",
  -- Those who had not left the city when it died; who had left before has an entry.
  mentees text[] collate "C" not null,
  born_at timestamptz not null,
  died_at timestamptz not null,
  died_tick integer not null,
  cause text not null,
  title text,
  content text,
  memories integer not null,
  words tsvector not null generated always as
    (to_tsvector('english', name || ' ' || coalesce(title, '') || ' ' || coalesce(content, ''))) stored
);

create index entry_mentor on entry (mentor);
create index entry_mentees on entry using gin (mentees);
-- Few words wait to be indexed, since every search reads those that do.
create index entry_words on entry using gin (words) with (gin_pending_list_limit = 512);

-- Rows of somebody without an entry are of an archiving that did not come to its end: nobody sees them.
create table memory (
  resident text collate "C" not null,
  number integer not null,
  session text collate "C" not null,
  peer text not null,
  content text not null,
  created_at timestamptz not null,
  words tsvector not null generated always as (to_tsvector('english', content)) stored,
  primary key (resident, number)
);

create index memory_session on memory (resident, session, number);
create index memory_words on memory using gin (words) with (gin_pending_list_limit = 512);
