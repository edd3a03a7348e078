-- What goes to other services has one ground, whatever it is: a connection, what is on its way through it, and each try.
-- See docs/decisions/056-deliveries.md.

create table connections (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('webhook')),
  worked_at timestamptz,
  failing_since timestamptz,
  failures int not null default 0,
  last_error text not null default '',
  held_until timestamptz,
  held_by uuid,
  waits_until timestamptz,
  waited_for uuid,
  primary key (account_id, id)
);
comment on column connections.id is 'That of the row which says what it is: of a webhook, its own';
comment on column connections.failures is 'How many tries failed one after the other: from some number on it is broken, and little is tried';
comment on column connections.held_until is 'One task at a time delivers (held_by); another may take over from one that died';
comment on column connections.waits_until is 'Nothing is tried before, but by the task that comes for it (waited_for)';

create table deliveries (
  account_id uuid not null,
  connection_id uuid not null,
  dedupe_key text not null,
  state text not null check (state in ('queued', 'claimed', 'accepted', 'waiting', 'failed')),
  tries int not null default 0,
  made_at timestamptz not null,
  last_at timestamptz not null,
  last_error text not null default '',
  primary key (account_id, connection_id, dedupe_key),
  foreign key (account_id, connection_id) references connections on delete cascade
);
comment on column deliveries.dedupe_key is 'What is delivered, once: the number of a change, or a test by its command';
comment on column deliveries.state is 'claimed: a try has begun, and what became of it is not known yet; waiting: it is tried again; failed: it is not';
create index on deliveries (account_id, connection_id, last_at);

create table delivery_attempts (
  account_id uuid not null,
  connection_id uuid not null,
  dedupe_key text not null,
  number int not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  error text not null default '',
  primary key (account_id, connection_id, dedupe_key, number),
  foreign key (account_id, connection_id, dedupe_key) references deliveries on delete cascade
);
comment on column delivery_attempts.ended_at is 'Null: it is under way, or the process died before it knew';

-- The owner sees every account while this moves what webhooks had for themselves: it stays each account's own.
alter table webhooks no force row level security;
alter table webhook_progress no force row level security;
alter table webhook_failures no force row level security;

insert into connections (account_id, id, kind, worked_at, failing_since, failures, last_error)
select p.account_id, p.webhook_id, 'webhook', null, p.failing_since,
       case when p.failing_since is null then 0 else coalesce(f.tries, 1) end, coalesce(f.reason, '')
  from webhook_progress p
  left join lateral (
    select tries, reason from webhook_failures f
     where f.account_id = p.account_id and f.webhook_id = p.webhook_id and f.number > p.sent and f.delivered_at is null
     order by f.number limit 1) f on p.failing_since is not null;
insert into deliveries (account_id, connection_id, dedupe_key, state, tries, made_at, last_at, last_error)
select f.account_id, f.webhook_id, f.number::text,
       case when f.delivered_at is not null then 'accepted' when f.number > p.sent then 'waiting' else 'failed' end,
       f.tries, f.first_at, coalesce(f.delivered_at, f.last_at), f.reason
  from webhook_failures f join webhook_progress p using (account_id, webhook_id);
-- Nobody comes for what waited in the old way: each goes on at once.
insert into outbox (topic, payload)
select 'outside webhook',
       jsonb_build_object('channel', 'account ' || p.account_id, 'account', 'account ' || p.account_id, 'webhook', p.webhook_id)
  from webhook_progress p join webhooks w on w.account_id = p.account_id and w.id = p.webhook_id
 where w.is_enabled;

alter table webhooks force row level security;
alter table webhook_progress force row level security;
drop table webhook_failures;
alter table webhook_progress
  drop column held_until, drop column held_by, drop column failing_since, drop column retry_task, drop column retry_by,
  drop constraint webhook_progress_account_id_webhook_id_fkey,
  add foreign key (account_id, webhook_id) references connections on delete cascade;
alter table connection_secrets
  drop constraint connection_secrets_account_id_connection_id_fkey,
  add foreign key (account_id, connection_id) references connections on delete cascade;

do $$
declare
  guarded text;
begin
  foreach guarded in array array['connections', 'deliveries', 'delivery_attempts'] loop
    execute format('alter table %I enable row level security', guarded);
    execute format('alter table %I force row level security', guarded);
    execute format('create policy account on %I using (account_id = current_account()) with check (account_id = current_account())', guarded);
  end loop;
end
$$;
grant select, insert, update, delete on connections, deliveries, delivery_attempts to :"app";
