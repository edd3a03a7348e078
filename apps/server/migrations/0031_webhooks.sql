-- Addresses of other programs that are told of every change of the live board: that there was one, not what it holds.
create table webhooks (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  url text not null check (length(url) between 1 and 500),
  is_enabled boolean not null default true,
  stopped_because text not null default '',
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, created_by) references users
);

-- How far each has come. Not in the log: this changes with every delivery, and it holds the secret that deliveries are signed with.
create table webhook_progress (
  account_id uuid not null,
  webhook_id uuid not null,
  secret text not null,
  sent bigint not null,
  wanted bigint not null,
  held_until timestamptz,
  held_by uuid,
  failing_since timestamptz,
  retry_task uuid,
  retry_by timestamptz,
  primary key (account_id, webhook_id),
  foreign key (account_id, webhook_id) references webhooks on delete cascade
);
comment on column webhook_progress.sent is 'The number of the change up to which all were delivered or set aside';
comment on column webhook_progress.wanted is 'The number up to which a task has asked for: whoever holds it goes on until there';
comment on column webhook_progress.held_until is 'One task at a time delivers (held_by); another may take over from one that died';
comment on column webhook_progress.retry_task is 'The task that tries again later; all others leave it to that one';

create table webhook_failures (
  account_id uuid not null,
  webhook_id uuid not null,
  number bigint not null,
  tries int not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  reason text not null,
  delivered_at timestamptz,
  primary key (account_id, webhook_id, number),
  foreign key (account_id, webhook_id) references webhooks on delete cascade
);
comment on column webhook_failures.delivered_at is 'When it arrived after all; null: it waits, or was set aside';

do $$
declare
  guarded text;
begin
  foreach guarded in array array['webhooks', 'webhook_progress', 'webhook_failures'] loop
    execute format('alter table %I enable row level security', guarded);
    execute format('alter table %I force row level security', guarded);
    execute format('create policy account on %I using (account_id = current_account()) with check (account_id = current_account())', guarded);
  end loop;
end
$$;
grant select, insert, update, delete on webhooks, webhook_progress, webhook_failures to :"app";

-- Whether a task is to hear of what is announced on a channel, so that accounts without one pay nothing for it.
alter table live_channels add column is_relayed boolean not null default false;
