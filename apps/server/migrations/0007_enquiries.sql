-- Enquiries, what became of them, and the invitations that a won one ends in. Only Muster's own people read them.

create sequence enquiry_numbers;
grant usage on sequence enquiry_numbers to :"app";

create table enquiries (
  id uuid primary key,
  number bigint not null unique default nextval('enquiry_numbers'),
  reference text not null,
  name text not null,
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  phone text not null,
  phone_digits text not null,
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
  search tsvector not null
);
comment on column enquiries.search is 'the words of name, address, phone number, reference and notes; without positions';
comment on column enquiries.version is 'grows with every change, and is the position of that change in the history';
-- The table: one index for each way to sort it, and one for each filter in the order of arrival.
create index on enquiries (due_at, number);
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

-- Enquiries as they arrived together: each with its history, its mails, its counts and the record of its Idempotency-Key, all in
-- one statement and one commit. It announces nothing, because NOTIFY would make every such transaction wait for the one before
-- it to reach the disk; the caller does. A repeated key is answered before a limit counts it; 'again' means that another
-- process is just storing under the same key, so that its answer will be there next time. An answer holds %s for the reference.
-- The arrays are of the three limits: of the network, and of mails to an address in an hour and in a day.
create function store_enquiries(
  batch json, at timestamptz, year int, maxima int[], starts timestamptz[], ends timestamptz[])
returns table (place int, outcome text, answered text)
language plpgsql
-- A plan that was made while the tables were small is kept, and must be right when they are large.
set enable_seqscan = off
as $$
begin
  return query
  with request as materialized (
    select r.*, decode(r.key, 'hex') as key_hash, decode(r.body, 'hex') as body_hash
      from json_to_recordset(batch) as r (
        place int, id uuid, name text, email text, phone text, phone_digits text, employees_no text, technicians_no int,
        licenses_required int, notes text, words text[], industry_id bigint, state text, due_at timestamptz,
        route text, key text, body text, answer text, acknowledgement jsonb, notice jsonb,
        network_key text, hour_key text, day_key text)
  ), repeated as materialized (
    select r.place, k.body_hash = r.body_hash as is_same, k.answer #>> '{}' as answer
      from request r, lateral (
        select * from idempotency_keys k where k.route = r.route and k.key_hash = r.key_hash limit 1) k
  ), candidate as materialized (
    select r.*, row_number() over (partition by r.network_key order by r.place) as nth,
           count(*) over (partition by r.network_key) as all_of_them
      from request r
     where r.place not in (select p.place from repeated p)
       and exists (select from industries i where i.id = r.industry_id)
  ), networks as (
    insert into rate_limits as l (key, window_start, used, expires_at)
    select c.network_key, starts[1], count(*), ends[1] from candidate c group by c.network_key order by c.network_key
    on conflict (key, window_start) do update set used = least(l.used, maxima[1]) + excluded.used
    returning l.key, l.used
  ), numbered as materialized (
    select c.*, nextval('enquiry_numbers') as number
      from candidate c join networks n on n.key = c.network_key
     where n.used - c.all_of_them + c.nth <= maxima[1]
  ), referenced as materialized (
    select n.*, p.padded, 'ENQ-' || year || '-' || p.padded as reference
      from numbered n, lpad(n.number::text, greatest(6, length(n.number::text)), '0') as p (padded)
  ), claimed as (
    -- In this order, so that two batches wait for each other one way only.
    insert into idempotency_keys (route, key_hash, body_hash, answer)
    select f.route, f.key_hash, f.body_hash, to_jsonb(format(f.answer, f.reference))
      from referenced f where f.key_hash is not null order by f.key_hash
    on conflict do nothing
    returning key_hash
  ), stored as materialized (
    select f.* from referenced f
     where f.key_hash is null or f.key_hash in (select c.key_hash from claimed c)
  ), enquiry as (
    insert into enquiries (id, number, reference, name, email, phone, phone_digits, employees_no, technicians_no,
                           licenses_required, notes, industry_id, state, due_at, created_at, search)
    select s.id, s.number, s.reference, s.name, s.email, s.phone, s.phone_digits, s.employees_no, s.technicians_no,
           s.licenses_required, s.notes, s.industry_id, s.state, s.due_at, at,
           array_to_tsvector(s.words || array['enq' || year || s.padded, s.padded, s.number::text])
      from stored s
  ), history as (
    insert into enquiry_history (enquiry_id, position, at, kind, detail)
    select s.id, 1, at, 'created', jsonb_build_object('to', s.state) from stored s
  ), hours as (
    -- What finds no room is not counted either: it must not take what is left for other mails.
    insert into rate_limits as l (key, window_start, used, expires_at)
    select s.hour_key, starts[2], count(*), ends[2] from stored s where s.acknowledgement is not null
     group by s.hour_key having count(*) <= maxima[2] order by s.hour_key
    on conflict (key, window_start) do update set used = l.used + excluded.used
      where l.used + excluded.used <= maxima[2]
    returning l.key
  ), within_hour as materialized (
    select s.* from stored s where s.acknowledgement is not null and s.hour_key in (select h.key from hours h)
  ), days as (
    insert into rate_limits as l (key, window_start, used, expires_at)
    select w.day_key, starts[3], count(*), ends[3] from within_hour w
     group by w.day_key having count(*) <= maxima[3] order by w.day_key
    on conflict (key, window_start) do update set used = l.used + excluded.used
      where l.used + excluded.used <= maxima[3]
    returning l.key
  ), mail as (
    insert into outbox (topic, payload)
    select 'mail', letter || jsonb_build_object('reference', reference) from (
      select w.place, w.acknowledgement as letter, w.reference from within_hour w
       where w.day_key in (select d.key from days d)
      union all
      select s.place, s.notice, s.reference from stored s where s.notice is not null) letters
     order by letters.place
  )
  select r.place,
         case when p.is_same then 'replayed'
              when p.place is not null then 'key reused'
              when s.place is not null then 'stored'
              when c.place is null then 'no industry'
              when f.place is null then 'too many'
              else 'again' end,
         coalesce(p.answer, format(s.answer, s.reference))
    from request r
    left join repeated p on p.place = r.place
    left join candidate c on c.place = r.place
    left join referenced f on f.place = r.place
    left join stored s on s.place = r.place;
end
$$;
revoke execute on function store_enquiries(json, timestamptz, int, int[], timestamptz[], timestamptz[]) from public;
grant execute on function store_enquiries(json, timestamptz, int, int[], timestamptz[], timestamptz[]) to :"app";

-- Muster's own people hear of their sessions' ends too, under the id that stands for them (platform/live.ts).
create or replace function announce_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('muster_live', json_build_object(
    'account', coalesce(old.account_id, '00000000-0000-0000-0000-000000000000'),
    'topic', 'session ended', 'id', old.id)::text);
  return null;
end
$$;
