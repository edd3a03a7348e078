-- Payments are sorted by their amount, and found by it. See docs/decisions/062-invoices.md.

create index on payments (account_id, amount, id);
