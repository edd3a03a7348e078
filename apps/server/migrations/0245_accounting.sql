-- What of ours is in a program for accounts, and what differs there. See docs/decisions/064-accounting.md.

-- Kept by the organisation there, not by the connection: whoever connects again finds what has gone over before.
create table remote_links (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  organisation text not null check (length(organisation) between 1 and 100),
  noun text not null check (noun in ('contact', 'invoice', 'credit note', 'allocation')),
  subject_id uuid not null,
  state text not null check (state in ('sending', 'linked', 'left out')),
  remote_id text check (length(remote_id) between 1 and 100),
  remote_within text check (length(remote_within) between 1 and 100),
  is_made boolean not null default true,
  sent_hash text not null default '',
  linked_at timestamptz not null,
  primary key (account_id, id),
  constraint remote_links_ours unique (account_id, organisation, noun, subject_id),
  constraint remote_links_theirs unique (account_id, organisation, noun, remote_id),
  constraint remote_links_linked check (state <> 'linked' or remote_id is not null)
);
comment on column remote_links.subject_id is 'Our customer, invoice, credit note or allocation; it may be gone';
comment on column remote_links.state is
  'sending: a try has begun, so it may be there; left out: a person has said that it stays as it is';
comment on column remote_links.remote_within is 'Of an allocation: the invoice or credit note there that it belongs to';
comment on column remote_links.is_made is 'Whether we made it there: what we only found is not changed';
comment on column remote_links.sent_hash is 'Of what was last sent';
create index on remote_links (account_id, subject_id);
create index on remote_links (account_id, organisation, linked_at, id);

create table book_differences (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  organisation text not null,
  kind text not null check (kind in
    ('which contact', 'number taken', 'total', 'owed', 'voided there', 'missing there', 'payment there', 'payment gone there')),
  noun text not null,
  subject_id uuid not null,
  remote_id text,
  ours jsonb not null,
  theirs jsonb not null,
  found_at timestamptz not null,
  answer text check (answer in ('send ours', 'take theirs', 'link', 'new contact', 'leave', 'gone')),
  answered_by uuid,
  answered_at timestamptz,
  primary key (account_id, id),
  constraint book_differences_answered check ((answer is null) = (answered_at is null))
);
comment on column book_differences.subject_id is 'What of ours it is about';
comment on column book_differences.remote_id is 'What of theirs it is about, where it is one thing';
comment on column book_differences.answer is 'gone: it has mended itself; null: a person is to say';
create unique index book_differences_open on book_differences (account_id, organisation, kind, subject_id, coalesce(remote_id, ''))
  where answer is null;
create index on book_differences (account_id, found_at, id) where answer is null;
create index on book_differences (account_id, subject_id);

create table book_progress (
  account_id uuid not null references accounts on delete cascade,
  organisation text not null,
  swept_at timestamptz,
  asked_at timestamptz,
  changed_to timestamptz,
  checked_at timestamptz,
  our_count int not null default 0,
  our_sum bigint not null default 0,
  their_count int not null default 0,
  their_sum bigint not null default 0,
  primary key (account_id, organisation)
);
comment on column book_progress.swept_at is 'When it was last looked for what was to go over and nobody had said so; null: since it was connected, nobody has';
comment on column book_progress.changed_to is 'Up to when changes there were read, by their clock';
comment on column book_progress.checked_at is 'When both sides were last compared as a whole';

-- Which accounts are connected, of all: processes find their work here. Ids alone.
create table accounts_with_books (account_id uuid primary key references accounts on delete cascade);
grant select on accounts_with_books to :"app";

create function keep_accounts_with_books() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into accounts_with_books values (new.account_id) on conflict do nothing;
  else
    -- What was on its way through the connection is forgotten with it, and is looked for when there is one again.
    update book_progress set swept_at = null where account_id = old.account_id;
    delete from accounts_with_books b
     where b.account_id = old.account_id
       and not exists (select from connections c where c.account_id = old.account_id and c.kind = 'xero');
  end if;
  return null;
end
$$;
revoke execute on function keep_accounts_with_books() from public;
create trigger keep_books_added after insert on connections for each row
  when (new.kind = 'xero') execute function keep_accounts_with_books();
create trigger keep_books_removed after delete on connections for each row
  when (old.kind = 'xero') execute function keep_accounts_with_books();

do $$
declare
  guarded text;
begin
  foreach guarded in array array['remote_links', 'book_differences', 'book_progress'] loop
    execute format('alter table %I enable row level security', guarded);
    execute format('alter table %I force row level security', guarded);
    execute format('create policy account on %I using (account_id = current_account()) with check (account_id = current_account())', guarded);
  end loop;
end
$$;
grant select, insert, update, delete on remote_links, book_differences, book_progress to :"app";
