-- What was made of a film that somebody sent: one that plays everywhere, in pieces of its own, and what is said of it.
create table films (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  version int not null default 1,
  state text not null check (state in ('waiting', 'ready', 'failed', 'as sent')),
  refusal text not null default '',
  milliseconds int check (milliseconds > 0),
  width int,
  height int,
  bytes bigint not null default 0 check (bytes >= 0),
  captions jsonb not null default '[]',
  is_shared boolean not null default false,
  progress smallint not null default 0 check (progress between 0 and 100),
  tries smallint not null default 0,
  primary key (account_id, id),
  foreign key (account_id, id) references files on delete cascade
);
comment on column films.id is 'The file that was sent';
comment on column films.state is 'as sent: there is no program here that makes films, so that the one that was sent is played';
comment on column films.is_shared is 'Whether the customer sees it on the page of the visit';
comment on column films.progress is 'In hundredths, of what is being made now; not in the log';
comment on column films.tries is 'How often somebody has begun to make it; after some the machine is not to blame';
alter table films enable row level security;
alter table films force row level security;
create policy account on films using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update, delete on films to :"app";

alter table file_pieces drop constraint file_pieces_part_check;
alter table file_pieces
  add constraint file_pieces_part_check check (part in ('received', 'content', 'thumbnail', 'film', 'poster'));

-- Films that came before are made now, one after the other.
alter table files no force row level security;
alter table films no force row level security;
insert into films (account_id, id, state) select account_id, id, 'waiting' from files where kind = 'video' and state = 'ready';
insert into outbox (topic, payload)
select 'film asked', jsonb_build_object('account', account_id, 'file', id)
  from files where kind = 'video' and state = 'ready' and deleted_at is null;
alter table films force row level security;
alter table files force row level security;
