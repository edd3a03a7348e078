-- As in 0007, but that a key is waited for before anything is counted: two requests with one key at the same time are one, also
-- for the limits.
create or replace function store_enquiries(
  batch json, at timestamptz, year int, maxima int[], starts timestamptz[], ends timestamptz[])
returns table (place int, outcome text, answered text)
language plpgsql
-- A plan that was made while the tables were small is kept, and must be right when they are large.
set enable_seqscan = off
as $$
begin
  -- Whoever is just storing under the same key is waited for, so that the statement below finds what became of it and does not
  -- count it again. In this order, so that two batches wait for each other one way only.
  perform pg_advisory_xact_lock(hashtextextended(k.key, 1701736821))
    from (select r.key from json_to_recordset(batch) as r (key text) where r.key is not null order by r.key) k;
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
  ), stored as materialized (
    select n.*, p.padded, 'ENQ-' || year || '-' || p.padded as reference
      from numbered n, lpad(n.number::text, greatest(6, length(n.number::text)), '0') as p (padded)
  ), record as (
    insert into idempotency_keys (route, key_hash, body_hash, answer)
    select s.route, s.key_hash, s.body_hash, to_jsonb(format(s.answer, s.reference))
      from stored s where s.key_hash is not null
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
              else 'too many' end,
         coalesce(p.answer, format(s.answer, s.reference))
    from request r
    left join repeated p on p.place = r.place
    left join candidate c on c.place = r.place
    left join stored s on s.place = r.place;
end
$$;

-- What is due last, first; and what is not due at all after that. Read backwards.
create index on enquiries (due_at nulls first, number);
