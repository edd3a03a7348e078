-- What was tried with a test key of Stripe is forgotten once there is one that charges. See docs/decisions/065-subscriptions.md.
alter table billing add column customer_is_test boolean not null default false;
comment on column billing.customer_is_test is 'Whether the customer, and all that was sold to it, is of a test key';
grant delete on billing_invoices to :"app";
