-- What residents remember. Rows are found by the resident they belong to; bounds are those of bounds.ts.

create table workspace (
  resident text collate "C" primary key,
  created_at timestamptz not null default now(),
  -- Bytes of all messages that were ever kept here, as `messageBytes` counts them: the next one begins there.
  written bigint not null default 0,
  peers integer not null default 0 constraint peers_max check (peers <= 5000),
  sessions integer not null default 0 constraint sessions_max check (sessions <= 5000)
);

create table peer (
  resident text collate "C" not null,
  id text collate "C" not null,
  created_at timestamptz not null default now(),
  -- All it ever said, and when and where it was the last time.
  messages bigint not null default 0,
  last_at timestamptz,
  last_session text collate "C",
  primary key (resident, id)
);

create table session (
  resident text collate "C" not null,
  id text collate "C" not null,
  created_at timestamptz not null default now(),
  primary key (resident, id)
);

create table message (
  resident text collate "C" not null,
  -- Where it begins among these bytes: so a resident's messages have their order, and it shows which fit into its space.
  begins bigint not null,
  id text not null,
  session text collate "C" not null,
  peer text collate "C" not null,
  content text not null,
  created_at timestamptz not null default now(),
  -- Its words, and its resident as one more: an index on both without an extension. No word of a text begins with @.
  words tsvector not null generated always as
    (to_tsvector('english', content) || array_to_tsvector(array['@' || resident])) stored,
  primary key (resident, begins)
);

-- Keys of calls that kept messages, with what they were answered: each acts once (services/idempotent-calls.ts).
create table once (
  caller text collate "C" not null,
  key text not null,
  fingerprint text not null,
  answer jsonb not null,
  made_at timestamptz not null default now(),
  primary key (caller, key)
);

create index on once (made_at);

create index message_of_session on message (resident, session, begins);

-- Few words wait to be indexed, since every search reads those that do.
create index message_words on message using gin (words) with (gin_pending_list_limit = 512);

-- The query for one word as it stands, whatever characters it has.
create function exactly(word text) returns tsquery language sql immutable strict as $$
  select ('''' || replace(replace(word, '\', '\\'), '''', '''''') || '''')::tsquery
$$;

-- The query for any of the words of a text; null when it has none that are indexed.
create function any_word(asked text) returns tsquery language sql immutable strict as $$
  select string_agg(exactly(lexeme)::text, ' | ')::tsquery from unnest(to_tsvector('english', asked))
$$;
