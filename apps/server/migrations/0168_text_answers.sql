-- Which texts from customers and strangers somebody has dealt with. One without a row waits under Attention; an undo lets it wait again.
create table text_answers (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  version int not null default 1,
  customer_id uuid,
  done_at timestamptz not null,
  done_by uuid,
  primary key (account_id, id),
  foreign key (account_id, id) references texts on delete cascade
);
comment on column text_answers.id is 'That of the text';
alter table text_answers enable row level security;
alter table text_answers force row level security;
create policy account on text_answers using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update, delete on text_answers to :"app";
create index texts_from_others on texts (account_id, made_at) where direction = 'in';
-- Made twice.
drop index if exists customer_messages_account_id_at_idx1;
