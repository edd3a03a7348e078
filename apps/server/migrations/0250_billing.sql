-- Muster charges for its licences: what a further licence costs with each plan, and how each account stands.

alter table plans add column licence_cents int check (licence_cents >= 0);
update plans set licence_cents = case code when 'solo' then 2900 when 'crew' then 2400 when 'fleet' then 2000
  else (price_cents + licences - 1) / licences end;
alter table plans alter column licence_cents set not null;
comment on column plans.licence_cents is 'AUD cents a month for each licence beyond those of the plan, GST included';

create table billing (
  account_id uuid primary key references accounts on delete cascade,
  notice text check (notice in ('trial', 'notice')),
  notice_until timestamptz,
  customer text unique,
  -- The page of Stripe on which an owner may confirm: one at a time.
  session_number int not null default 0,
  session_plan text,
  session_licences int check (session_licences > 0),
  session_id text,
  session_url text,
  session_until timestamptz,
  -- What Stripe said when it was asked last; a read that began earlier never replaces one that began later.
  reads int not null default 0,
  read int not null default 0,
  asked_at timestamptz,
  subscription text unique,
  has_ended boolean not null default false,
  plan_code text references plans,
  plan_cents int,
  licences int,
  licence_cents int,
  collection text check (collection in ('card', 'invoice')),
  renews_at timestamptz,
  cancels_at timestamptz,
  unpaid_since timestamptz,
  unpaid_cents int not null default 0,
  unpaid_url text,
  -- What its owners were told last, so that nobody is told twice.
  told text not null default '',
  reminded text not null default '',
  due_at timestamptz,
  constraint billing_notice check ((notice is null) = (notice_until is null)),
  constraint billing_cost check (
    subscription is null
    or (plan_code is not null and plan_cents is not null and licences > 0 and licence_cents is not null and collection is not null)
  )
);
comment on table billing is 'How an account stands with Muster; no row: early access, and it was never told of an end';
comment on column billing.due_at is 'When it is looked at again by itself; null: only when something is done';
alter table billing enable row level security;
alter table billing force row level security;
create policy account on billing using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update on billing to :"app";

create table billing_invoices (
  account_id uuid not null references accounts on delete cascade,
  id text not null,
  number text not null,
  state text not null check (state in ('open', 'paid', 'void', 'uncollectible')),
  issued_at timestamptz not null,
  due_at timestamptz,
  paid_at timestamptz,
  total_cents int not null,
  gst_cents int not null,
  pay_url text,
  -- As it was issued: who sold, who bought, and what.
  contents jsonb not null,
  primary key (account_id, id)
);
comment on table billing_invoices is 'Tax invoices from Muster to the account';
alter table billing_invoices enable row level security;
alter table billing_invoices force row level security;
create policy account on billing_invoices using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update on billing_invoices to :"app";

-- Which accounts are to be looked at, of all: processes find their work here. Ids and times alone.
create table billing_dues (
  account_id uuid primary key references accounts on delete cascade,
  due_at timestamptz not null
);
create index on billing_dues (due_at);
grant select on billing_dues to :"app";

create function keep_billing_due() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.due_at is null then
    delete from billing_dues where account_id = new.account_id;
  else
    insert into billing_dues values (new.account_id, new.due_at)
      on conflict (account_id) do update set due_at = excluded.due_at;
  end if;
  return null;
end
$$;
revoke execute on function keep_billing_due() from public;
create trigger keep_billing_due after insert or update of due_at on billing
  for each row execute function keep_billing_due();

-- What Stripe tells is about a customer of its own, before an account is known.
create function account_of_billed(customer text) returns uuid language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select account_id from billing b where b.customer = $1
$$;
revoke execute on function account_of_billed(text) from public;
grant execute on function account_of_billed(text) to :"app";
