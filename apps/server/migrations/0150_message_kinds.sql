-- What customers are told, kind by kind and by which way. What they were told so far is told as before; the new kinds are off.
alter table accounts
  add column message_ways jsonb not null default
    '{"confirmed": "email", "changed": "email", "another technician": "email", "another time": "email", "cancelled": "email",
      "on the way": "email", "late": "email", "reminder": "off", "done": "off", "could not complete": "off"}',
  add column message_texts jsonb not null default '{}',
  add column reminder_at text not null default '17:00' check (reminder_at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$');
comment on column accounts.message_ways is 'off, email, text or both, for each kind of message to customers; tells_customers turns all of them off';
comment on column accounts.message_texts is 'The owner''s own words: subject, email and text of each kind; what is not here is in the usual ones';
comment on column accounts.reminder_at is 'When customers are reminded of the visits of the next day, by the clocks at the site';

alter table customer_messages drop constraint customer_messages_kind_check;
alter table customer_messages add constraint customer_messages_kind_check
  check (kind in ('confirmed', 'changed', 'another technician', 'another time', 'cancelled', 'reminder', 'on the way', 'late',
                  'done', 'could not complete'));

-- Which accounts remind their customers, of all: processes find their work here. Ids alone.
create table reminding_accounts (account_id uuid primary key references accounts on delete cascade);
grant select on reminding_accounts to :"app";

create function keep_reminding() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.tells_customers and new.message_ways ->> 'reminder' <> 'off' then
    insert into reminding_accounts values (new.id) on conflict do nothing;
  else
    delete from reminding_accounts where account_id = new.id;
  end if;
  return null;
end
$$;
revoke execute on function keep_reminding() from public;

create trigger keep_reminding after insert or update of tells_customers, message_ways on accounts
  for each row execute function keep_reminding();
