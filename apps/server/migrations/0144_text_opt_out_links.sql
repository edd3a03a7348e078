-- Nobody can answer a sender of letters, so its texts carry a link by which whoever gets them ends them.

create table text_opt_out_tokens (
  token_hash bytea primary key check (length(token_hash) = 32),
  account_id uuid not null references accounts on delete cascade,
  number text not null,
  key_id text not null,
  unique (account_id, number, key_id)
);
comment on column text_opt_out_tokens.key_id is 'Which of the master keys the token follows from; itself it is stored nowhere';
grant select, insert, delete on text_opt_out_tokens to :"app";

alter table texts add column opt_out_key text;
comment on column texts.opt_out_key is 'Where a link follows the body by which texts are ended: the master key that it was made with';
alter table kept_texts add column opt_out_key text;
