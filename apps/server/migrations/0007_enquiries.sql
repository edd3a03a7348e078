-- Enquiries, what became of them, and the invitations that a won one ends in. Only Muster's own people read them.

-- The same for what is stored and what is searched for: words and numbers, whatever stands between them.
create function plain_words(value text) returns text language sql immutable parallel safe as $$
  select regexp_replace(lower(value), '[^[:alnum:]]+', ' ', 'g')
$$;

create sequence enquiry_numbers;
grant usage on sequence enquiry_numbers to :"app";

create table enquiries (
  id uuid primary key,
  number bigint not null unique default nextval('enquiry_numbers'),
  reference text not null generated always as (
    'ENQ-' || extract(year from created_at at time zone 'Australia/Sydney')::int
      || '-' || lpad(number::text, greatest(6, length(number::text)), '0')) stored,
  name text not null,
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  phone text not null,
  phone_digits text not null generated always as (regexp_replace(phone, '[^0-9]', '', 'g')) stored,
  employees_no text not null,
  technicians_no int not null,
  licenses_required int not null check (licenses_required > 0),
  notes text not null,
  -- Read from industries as it is written. No reference: its check would lock the industry's row for every enquiry at once.
  industry_id int not null,
  state text not null check (state in ('new', 'contacted', 'qualified', 'won', 'provisioned', 'lost', 'spam')),
  lost_reason text check ((lost_reason is not null) = (state = 'lost')),
  owner_id uuid references staff on delete set null,
  due_at timestamptz check ((due_at is null) = (state in ('provisioned', 'lost', 'spam'))),
  first_contacted_at timestamptz,
  created_at timestamptz not null,
  account_id uuid unique references accounts on delete set null,
  version int not null default 1,
  search tsvector not null generated always as (
    to_tsvector('simple', plain_words(name || ' ' || email || ' ' || phone || ' ' || notes) || ' '
      || regexp_replace(phone, '[^0-9]', '', 'g') || ' enq ' || number::text || ' '
      || lpad(number::text, greatest(6, length(number::text)), '0') || ' '
      || extract(year from created_at at time zone 'Australia/Sydney')::int::text)) stored
);
comment on column enquiries.version is 'grows with every change, and is the position of that change in the history';
-- The table: one index for each way to sort it, and one for each filter in the order of arrival.
create index on enquiries (due_at, number);
create index on enquiries (due_at desc nulls last, number);
create index on enquiries (lower(name), number);
create index on enquiries (licenses_required, number);
create index on enquiries (state, number);
create index on enquiries (owner_id, number);
create index on enquiries (industry_id, number);
create index on enquiries using gin (search);
-- The board, the summary, and possible duplicates.
create index on enquiries (state, due_at, number);
create index on enquiries using brin (created_at);
create index on enquiries (email);
create index on enquiries (phone_digits);
grant select, insert, update on enquiries to :"app";

create table enquiry_history (
  enquiry_id uuid not null references enquiries on delete cascade,
  position int not null,
  at timestamptz not null,
  staff_id uuid references staff on delete set null,
  kind text not null check (kind in ('created', 'state', 'note', 'owner', 'due', 'provisioned', 'invited')),
  detail jsonb not null,
  primary key (enquiry_id, position)
);
grant select, insert on enquiry_history to :"app";

-- A link to set name and password with: for the owner of an account, or, without one, for Muster's own people.
create table invitations (
  id uuid primary key,
  token_hash bytea not null unique check (length(token_hash) = 32),
  account_id uuid references accounts on delete cascade,
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz
);
-- One address signs in once, so it is invited once.
create unique index on invitations (email) where used_at is null and revoked_at is null;
create index on invitations (account_id);
grant select, insert, update, delete on invitations to :"app";

-- What a request with this Idempotency-Key was answered, if there was one.
create function repeated_answer(of_route text, of_key bytea, of_body bytea)
returns table (outcome text, answer text) language sql stable as $$
  select case when k.body_hash = of_body then 'replayed' else 'key reused' end, k.answer #>> '{}'
  from idempotency_keys k where k.route = of_route and k.key_hash = of_key
$$;
revoke execute on function repeated_answer(text, bytea, bytea) from public;
grant execute on function repeated_answer(text, bytea, bytea) to :"app";

-- An enquiry with its history, its mails and the record of its Idempotency-Key: one statement, one commit. It announces
-- nothing, because NOTIFY would make every such transaction wait for the one before it to reach the disk; the caller does.
-- A repeated key is answered before any limit counts it. The answer is the text in which %s is the reference.
create function store_enquiry(
  new_id uuid, name text, email text, phone text, employees_no text, technicians_no int, licenses_required int,
  notes text, industry bigint, state text, due_at timestamptz, at timestamptz,
  key_route text, key bytea, body bytea, answer text,
  network_keys text[], network_maxima int[], network_seconds int[],
  acknowledgement jsonb, address_keys text[], address_maxima int[], address_seconds int[],
  notice jsonb)
returns table (outcome text, answered text)
language plpgsql as $$
declare
  new_number bigint;
  new_reference text;
begin
  if key is not null then
    return query select r.outcome, r.answer from repeated_answer(key_route, key, body) r;
    if found then
      return;
    end if;
  end if;
  if not exists (select from industries i where i.id = industry) then
    return query select 'no industry', null::text;
    return;
  end if;
  new_number := nextval('enquiry_numbers');
  new_reference := 'ENQ-' || extract(year from at at time zone 'Australia/Sydney')::int
    || '-' || lpad(new_number::text, greatest(6, length(new_number::text)), '0');
  answer := format(answer, new_reference);
  if key is not null then
    -- Waits for whoever is storing under the same key.
    insert into idempotency_keys (route, key_hash, body_hash, answer)
    values (key_route, key, body, to_jsonb(answer)) on conflict do nothing;
    if not found then
      return query select r.outcome, r.answer from repeated_answer(key_route, key, body) r;
      return;
    end if;
  end if;
  if not take_limits(network_keys, network_maxima, network_seconds, at) then
    delete from idempotency_keys k where k.route = key_route and k.key_hash = key;
    return query select 'too many', null::text;
    return;
  end if;
  insert into enquiries (id, number, name, email, phone, employees_no, technicians_no, licenses_required, notes,
                         industry_id, state, due_at, created_at)
  values (new_id, new_number, name, email, phone, employees_no, technicians_no, licenses_required, notes,
          industry, state, due_at, at);
  insert into enquiry_history (enquiry_id, position, at, kind, detail)
  values (new_id, 1, at, 'created', jsonb_build_object('to', state));
  if acknowledgement is not null and take_limits(address_keys, address_maxima, address_seconds, at) then
    insert into outbox (topic, payload)
    values ('mail', acknowledgement || jsonb_build_object('reference', new_reference));
  end if;
  if notice is not null then
    insert into outbox (topic, payload) values ('mail', notice || jsonb_build_object('reference', new_reference));
  end if;
  return query select 'stored', answer;
end
$$;

-- Muster's own people hear of their sessions' ends too, under the id that stands for them (platform/live.ts).
create or replace function announce_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('muster_live', json_build_object(
    'account', coalesce(old.account_id, '00000000-0000-0000-0000-000000000000'),
    'topic', 'session ended', 'id', old.id)::text);
  return null;
end
$$;
