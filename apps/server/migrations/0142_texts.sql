-- Texts (SMS): what was sent, what each month came to, who wants none, and what the owner has set. See docs/decisions/057-texts.md.

create table text_settings (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  version int not null default 1,
  sender text not null,
  part_price int not null check (part_price between 0 and 100000),
  monthly_ceiling int not null check (monthly_ceiling between 0 and 100000),
  quiet_from text not null,
  quiet_to text not null,
  primary key (account_id, id),
  check (id = account_id)
);
comment on column text_settings.part_price is 'In hundredths of a cent';
comment on column text_settings.monthly_ceiling is 'In dollars';
comment on column text_settings.quiet_from is 'No text leaves from then to quiet_to, by the clocks where the customer is; none of both where they are the same';

create table texts (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  direction text not null check (direction in ('out', 'in')),
  number text not null check (number ~ '^\+?[0-9]{3,20}$'),
  body text not null,
  link jsonb,
  kind text not null,
  customer_id uuid,
  contact_id uuid,
  visit_id uuid,
  encoding text not null check (encoding in ('GSM-7', 'UCS-2')),
  parts int not null,
  price int not null,
  state text not null check (state in ('waiting', 'sent', 'delivered', 'failed', 'unknown', 'unsent', 'expired', 'received')),
  error text not null default '',
  made_at timestamptz not null,
  hold_until timestamptz not null,
  not_after timestamptz,
  settled_at timestamptz,
  primary key (account_id, id)
);
comment on table texts is 'Rows stay when what they are about is gone: they are what was said';
comment on column texts.number is 'The other side, as the world writes it';
comment on column texts.body is 'Its link is {link} here: the address is made when the text leaves, and is stored nowhere (decision 007)';
comment on column texts.price is 'For all parts, in hundredths of a cent, at the price of that day';
comment on column texts.settled_at is 'When its state became what it is';
create index on texts (account_id, number, made_at);
create index on texts (account_id, customer_id, made_at);

create table text_opt_outs (
  account_id uuid not null references accounts on delete cascade,
  number text not null,
  at timestamptz not null,
  primary key (account_id, number)
);

-- Counted beside the texts, so that a ceiling is one look, however many there are.
create table text_months (
  account_id uuid not null references accounts on delete cascade,
  month date not null,
  texts int not null,
  parts int not null,
  spent int not null,
  primary key (account_id, month)
);
comment on column text_months.month is 'Its first day, by the clocks of the business';
comment on column text_months.spent is 'In hundredths of a cent';

-- The inbox of the built-in default: a phone for every number that was texted.
create table kept_texts (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  direction text not null check (direction in ('out', 'in')),
  number text not null,
  sender text not null,
  body text not null,
  link jsonb,
  at timestamptz not null
);
create index on kept_texts (at);

do $$
declare
  guarded text;
begin
  foreach guarded in array array['text_settings', 'texts', 'text_opt_outs', 'text_months'] loop
    execute format('alter table %I enable row level security', guarded);
    execute format('alter table %I force row level security', guarded);
    execute format('create policy account on %I using (account_id = current_account()) with check (account_id = current_account())', guarded);
  end loop;
end
$$;
grant select, insert, update, delete on text_settings, texts, text_opt_outs, text_months, kept_texts to :"app";
