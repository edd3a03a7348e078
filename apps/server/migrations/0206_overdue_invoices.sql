-- What is owed is listed by when it was due. Among 100,000 invoices most are paid, and the oldest of these came first.
create index on invoices (account_id, sort_due, id) where state = 'issued' and kind = 'invoice' and outstanding > 0;
