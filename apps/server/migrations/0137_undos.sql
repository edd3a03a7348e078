-- Taking a large change back is a task. Who wants what back lies here until it is done: from then on the change that it made tells of it.
create table undos (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  number bigint not null,
  rest_alone boolean not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'failed')),
  total int not null,
  done int not null default 0,
  tries int not null default 0,
  user_id uuid,
  api_key_id uuid,
  role text not null,
  scenario_id uuid,
  at timestamptz not null,
  refusal jsonb,
  primary key (account_id, id)
);
comment on column undos.id is 'That of the command';
comment on column undos.number is 'Of the change that is taken back';
comment on column undos.rest_alone is 'Whether what something newer stands in the way of stays as it is';
comment on column undos.total is 'How many items are taken back';
comment on column undos.tries is 'How often it was begun: one that ends with its process every time is given up';
comment on column undos.refusal is 'Why it failed, as a refused request is answered';
create index on undos (account_id, number);
alter table undos enable row level security;
alter table undos force row level security;
create policy account on undos using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update, delete on undos to :"app";
