-- Whose a customer of Stripe is: what Stripe tells comes before an account is known.
drop function account_of_billed(text);
create table billed_customers (
  customer text primary key,
  account_id uuid not null references accounts on delete cascade
);
grant select, insert on billed_customers to :"app";

-- Every business that somebody can sign in to, for the command that ends early access. Ids alone, from the directory of addresses.
create function accounts_with_people() returns setof uuid language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select distinct account_id from sign_ins where account_id is not null
$$;
revoke execute on function accounts_with_people() from public;
grant execute on function accounts_with_people() to :"app";
