-- With what visitors log in, and their open sessions (credentials.ts). Written by the gateway, outside the journal (J7).
-- `login` is random: by it the city knows the visitor, and nothing else here.
create table visitor_login (
  login text primary key,
  handle text not null unique,
  password_hash text not null,
  registered_at bigint not null
);
-- `hash`: SHA-256 of the token. Times in milliseconds since 1970.
create table visitor_session (
  hash text primary key,
  login text not null,
  opened_at bigint not null,
  expires_at bigint not null
);
create index visitor_session_login on visitor_session (login);
