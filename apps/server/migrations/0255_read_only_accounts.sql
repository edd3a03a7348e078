-- An account whose subscription has lapsed is read-only: nothing is deleted, and nothing is changed until it is paid.

alter table accounts add column read_only_since timestamptz;
alter table accounts add column read_only_reason text
  check (read_only_reason in ('unpaid', 'not_confirmed', 'ended'));
alter table accounts add constraint accounts_read_only_check
  check ((read_only_since is null) = (read_only_reason is null));
comment on column accounts.read_only_reason is 'Why it is: a payment did not go through, early access ended without a yes to the price, or the subscription was cancelled';

-- The gate and the processes that work for all accounts ask before they enter one. Enters it, and goes back to where it was.
create function read_only_of(account uuid) returns table (since timestamptz, reason text)
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  before text := coalesce(current_setting('muster.account', true), '');
begin
  perform set_config('muster.account', account::text, true);
  return query
    select a.read_only_since, a.read_only_reason from accounts a
     where a.id = account and a.read_only_since is not null;
  perform set_config('muster.account', before, true);
end
$$;
revoke execute on function read_only_of(uuid) from public;
grant execute on function read_only_of(uuid) to :"app";

-- Tasks of a read-only account wait here, and go on when it is paid.
alter table outbox add column held_for uuid references accounts on delete cascade;
comment on column outbox.held_for is 'The read-only account that the task waits for';
create index outbox_held_for on outbox (held_for) where held_for is not null;
grant update (held_for) on outbox to :"app";
