-- When a run of each account was last begun: accounts take turns, also where nobody has one under way. Ids alone, as in the queue.
create table plan_turns (
  account_id uuid primary key references accounts on delete cascade,
  begun_at timestamptz not null
);
grant select, insert, update, delete on plan_turns to :"app";
