-- One row for each tick, for the operator's overview (tick-rows.ts): how the city stood, and what happened. `body`: JSON text.
-- Written behind the tick, outside the journal. `at`: milliseconds since 1970.
create table tick_row (
  tick bigint primary key,
  at bigint not null,
  body text not null
);
