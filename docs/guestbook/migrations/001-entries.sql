create table entry (
  id bigint generated always as identity primary key,
  -- Who wrote it, as the service is told: no name.
  author text not null,
  text text not null,
  written_at timestamptz not null default now()
);
