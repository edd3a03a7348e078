-- What an invoice is sorted by, and that one which was issued never changes: the database refuses it too.

alter table invoices
  add column sort_number bigint not null generated always as (
    case when number is null then 9223372036854775807 else coalesce(substring(number from '[0-9]{1,15}$')::bigint, 0) end) stored,
  add column sort_due date not null generated always as (coalesce(due_on, 'infinity'::date)) stored,
  add column sort_issued date not null generated always as (coalesce(issued_on, 'infinity'::date)) stored;
comment on column invoices.sort_number is 'What its number ends in; a draft comes after all numbers';

-- Lists are read from either end, by one index.
drop index invoices_account_id_created_at_id_idx;
create index on invoices (account_id, created_at, id);
create index on invoices (account_id, created_at, id) where state = 'draft';
create index on invoices (account_id, sort_number, id);
create index on invoices (account_id, sort_due, id);
create index on invoices (account_id, sort_issued, id);
create index on invoices (account_id, total, id);
-- Counts and sums are read from here alone.
create index on invoices (account_id, kind, state, outstanding, due_on, total);

-- What follows from payments and from what was sent, and whose it is after two customers turned out to be one, is no part of the paper.
-- What tells of a person is kept for the five years that the law asks for, and may be blanked after them.
create function keep_issued_invoices() returns trigger language plpgsql as $$
declare
  beside text[] := '{version,customer_id,bill_to_id,settled,outstanding,sent_at,seen_at,sort_number,sort_due,sort_issued}';
begin
  if old.state <> 'issued' then
    return coalesce(new, old);
  end if;
  if tg_op = 'DELETE' then
    -- An import can be taken back, and an account can end.
    if not old.is_imported and exists (select from accounts where id = old.account_id) then
      raise exception 'an issued invoice is never removed' using errcode = 'MU002';
    end if;
    return old;
  end if;
  if old.issued_on < current_date - interval '5 years' then
    beside := beside || '{buyer,order_number,title,note,lines,work}';
  end if;
  if to_jsonb(new) - beside <> to_jsonb(old) - beside then
    raise exception 'an issued invoice never changes' using errcode = 'MU002';
  end if;
  return new;
end
$$;
create trigger keep_issued before update or delete on invoices for each row execute function keep_issued_invoices();

-- Numbers never go back.
create function keep_invoice_counters() returns trigger language plpgsql as $$
begin
  if new.last < old.last then
    raise exception 'a number of an invoice is given once' using errcode = 'MU002';
  end if;
  return new;
end
$$;
create trigger keep_counters before update on invoice_counters for each row execute function keep_invoice_counters();
