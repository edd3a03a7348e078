-- What uses a credit note in the books is told from what gives it back, even where the answer to it was lost. See docs/decisions/064-accounting.md.
alter table remote_links add column remote_for text check (length(remote_for) between 1 and 100);
comment on column remote_links.remote_for is 'Of what uses a credit note: the invoice there that it is used for; null: it is a payment there, or no allocation';
