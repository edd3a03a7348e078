-- The GST of a quarter is summed over tens of thousands of invoices by how what they sold is taxed. Adding up their lines each time took
-- longer than anybody waits.

create function sold_as(lines jsonb, category text) returns int language sql immutable parallel safe as $$
  select coalesce(sum((line->'amounts'->>'total')::int), 0)::int from jsonb_array_elements(lines) line where line->>'gst' = category
$$;

alter table invoices
  add column taxable int not null generated always as (sold_as(lines, 'gst')) stored,
  add column gst_free int not null generated always as (sold_as(lines, 'gst-free')) stored,
  add column input_taxed int not null generated always as (sold_as(lines, 'input taxed')) stored;
comment on column invoices.taxable is 'What its taxable lines come to, with the GST in them';

-- What is reckoned from other columns is not there yet when this looks.
create or replace function keep_issued_invoices() returns trigger language plpgsql as $$
declare
  beside text[] := '{version,customer_id,bill_to_id,settled,outstanding,sent_at,seen_at,sort_number,sort_due,sort_issued,taxable,gst_free,input_taxed}';
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
