-- Quotes: what work would cost, in versions of which a sent one never changes. See docs/decisions/069-quotes.md.

create table quotes (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  state text not null default 'draft' check (state in ('draft', 'sent', 'accepted', 'declined', 'replaced')),
  number text check (length(number) between 1 and 40),
  revision int not null default 1 check (revision >= 1),
  replaces_id uuid,
  is_template boolean not null default false,
  template_id uuid,
  customer_id uuid,
  job_id uuid,
  visit_id uuid,
  site_id uuid,
  title text not null default '' check (length(title) <= 200),
  note text not null default '' check (length(note) <= 2000),
  terms text not null default '' check (length(terms) <= 5000),
  valid_days int not null default 30 check (valid_days between 1 and 365),
  deposit_percent int check (deposit_percent between 1 and 10000),
  deposit_cents int check (deposit_cents between 1 and 1000000000),
  options jsonb not null default '[]',
  lines jsonb not null default '[]',
  net int not null default 0 check (net between 0 and 1000000000),
  gst int not null default 0 check (gst between 0 and 1000000000),
  total int not null default 0 check (total between 0 and 1000000000),
  sent_on date,
  valid_until date,
  supplier jsonb,
  buyer jsonb,
  choice jsonb,
  decided_at timestamptz,
  decided_by text check (length(decided_by) <= 200),
  is_own_decision boolean not null default false,
  reason text not null default '' check (length(reason) <= 1000),
  sent_at timestamptz,
  seen_at timestamptz,
  created_at timestamptz not null default now(),
  sort_number bigint not null generated always as (
    coalesce(substring(number from '[0-9]{1,15}$')::bigint, 9223372036854775807)) stored,
  sort_until date not null generated always as (coalesce(valid_until, 'infinity'::date)) stored,
  primary key (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id),
  foreign key (account_id, job_id) references jobs (account_id, id) on delete set null (job_id),
  foreign key (account_id, visit_id) references visits (account_id, id) on delete set null (visit_id),
  foreign key (account_id, site_id) references sites (account_id, id) on delete set null (site_id),
  foreign key (account_id, replaces_id) references quotes (account_id, id),
  foreign key (account_id, template_id) references quotes (account_id, id) on delete set null (template_id),
  constraint quotes_for check (is_template = (customer_id is null) and is_template = (number is null)),
  constraint quotes_sent check (
    (state = 'draft') = (sent_on is null) and (state = 'draft') = (valid_until is null)
    and (state = 'draft') = (supplier is null) and (state = 'draft') = (buyer is null)),
  constraint quotes_template check (not is_template or state = 'draft'),
  constraint quotes_accepted check ((state = 'accepted') = (choice is not null)),
  constraint quotes_decided check (state not in ('accepted', 'declined') or decided_at is not null),
  constraint quotes_deposit check (num_nonnulls(deposit_percent, deposit_cents) <= 1)
);
comment on column quotes.number is 'Of all versions of a quote; given with its first draft, so that series has gaps';
comment on column quotes.replaces_id is 'The version before this one';
comment on column quotes.options is 'Ways to do the work, of which a customer chooses exactly one';
comment on column quotes.lines is 'Each with what it comes to, the option it belongs to, and whether it is optional';
comment on column quotes.total is 'Of the first option without extras; from acceptance on of what was chosen';
comment on column quotes.choice is 'What was accepted';
comment on column quotes.is_own_decision is 'Whether the customer decided on their page';
comment on column quotes.sent_at is 'When it first left for its customer; follows from what was sent';
comment on column quotes.seen_at is 'When its page was first opened; follows from its link';
create unique index quotes_number_once on quotes (account_id, lower(number), revision) where number is not null;
create unique index quotes_replaced_once on quotes (account_id, replaces_id) where replaces_id is not null;
create index on quotes (account_id, created_at, id);
create index on quotes (account_id, sort_number, id);
create index on quotes (account_id, sort_until, id);
create index on quotes (account_id, total, id);
create index on quotes (account_id, customer_id, created_at);
create index on quotes (account_id, job_id) where job_id is not null;
create index on quotes (account_id, visit_id) where visit_id is not null;
create index on quotes (account_id, template_id) where template_id is not null;
create index on quotes (account_id, site_id) where site_id is not null;

create table quote_questions (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  quote_id uuid not null,
  text text not null check (length(text) <= 2000),
  asked_at timestamptz not null,
  answered_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, quote_id) references quotes (account_id, id) on delete cascade
);
create index on quote_questions (account_id, quote_id, asked_at);
create index on quote_questions (account_id, asked_at) where answered_at is null;

-- A version that was sent stays as it is, also to a query that goes past the service. What becomes of it stands beside the paper, and what
-- tells of a person may be blanked: unlike an invoice, nothing has a business keep it.
create function keep_sent_quotes() returns trigger language plpgsql as $$
declare
  beside text[] := '{version,state,template_id,customer_id,job_id,visit_id,site_id,net,gst,total,choice,decided_at,decided_by,is_own_decision,reason,sent_at,seen_at,sort_number,sort_until}';
begin
  if old.state = 'draft' then
    return coalesce(new, old);
  end if;
  if tg_op = 'DELETE' then
    if exists (select from accounts where id = old.account_id) then
      raise exception 'a quote that was sent is never removed' using errcode = 'MU002';
    end if;
    return old;
  end if;
  if new.buyer ->> 'name' = 'Erased' then
    beside := beside || '{title,note,options,lines,buyer}';
  end if;
  if new.state = 'draft' or to_jsonb(new) - beside <> to_jsonb(old) - beside
     or (new.state = old.state and (new.net, new.gst, new.total, new.choice) is distinct from (old.net, old.gst, old.total, old.choice)) then
    raise exception 'a quote that was sent never changes' using errcode = 'MU002';
  end if;
  return new;
end
$$;
create trigger keep_sent before update or delete on quotes for each row execute function keep_sent_quotes();

alter table invoice_counters drop constraint invoice_counters_kind_check;
alter table invoice_counters add constraint invoice_counters_kind_check check (kind in ('invoice', 'credit note', 'quote'));

alter table money_settings
  add column quote_prefix text not null default 'Q-' check (length(quote_prefix) <= 12),
  add column first_quote int not null default 1001 check (first_quote between 1 and 99999999),
  add column quote_days int not null default 30 check (quote_days between 1 and 365),
  add column quote_terms text not null default '' check (length(quote_terms) <= 5000);
comment on column money_settings.quote_days is 'A new quote is good for so many days once it is sent';
comment on column money_settings.quote_terms is 'What stands at the foot of every new quote';

alter table invoice_letters drop constraint invoice_letters_kind_check;
alter table invoice_letters add constraint invoice_letters_kind_check check (kind in ('invoice', 'reminder', 'receipt', 'statement', 'quote'));
alter table invoice_letters add column quote_id uuid;
alter table invoice_letters add foreign key (account_id, quote_id) references quotes (account_id, id) on delete cascade;
alter table invoice_letters drop constraint invoice_letters_about;
alter table invoice_letters add constraint invoice_letters_about check (num_nonnulls(invoice_id, payment_id, customer_id, quote_id) = 1);
create index on invoice_letters (account_id, quote_id, at) where quote_id is not null;
comment on column invoice_letters.quote_id is 'The version of a quote that it brought';

alter table invoices add column quote_id uuid;
alter table invoices add foreign key (account_id, quote_id) references quotes (account_id, id);
create index on invoices (account_id, quote_id) where quote_id is not null;
comment on column invoices.quote_id is 'The quote of which it charges a part, or all; credit notes say it by their invoice';

create table quote_link_tokens (
  token_hash bytea primary key check (length(token_hash) = 32),
  account_id uuid not null,
  link_id uuid not null,
  quote_id uuid not null,
  key_id text not null,
  last_read_at timestamptz,
  unique (account_id, link_id, key_id),
  foreign key (account_id, quote_id) references quotes (account_id, id) on delete cascade
);
comment on column quote_link_tokens.key_id is 'Which of the master keys the token follows from; itself it is stored nowhere';
create index on quote_link_tokens (account_id, quote_id);
create index on quote_link_tokens (account_id, link_id);
grant select, insert, update, delete on quote_link_tokens to :"app";

do $$
declare
  guarded text;
begin
  foreach guarded in array array['quotes', 'quote_questions'] loop
    execute format('alter table %I enable row level security', guarded);
    execute format('alter table %I force row level security', guarded);
    execute format('create policy account on %I using (account_id = current_account()) with check (account_id = current_account())', guarded);
  end loop;
end
$$;
grant select, insert, update, delete on quotes, quote_questions to :"app";
comment on column changes.visit_link_id is 'The page that a customer was on, of a visit or of a quote; null: it was somebody of the business, a program, or Muster itself';
