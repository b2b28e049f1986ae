-- A workspace whose resident has died stays for a while as what keeps calls that were under way from keeping anything (archive.ts).
alter table workspace add column forgotten_at timestamptz;
create index on workspace (forgotten_at) where forgotten_at is not null;
