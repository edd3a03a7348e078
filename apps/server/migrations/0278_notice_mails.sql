-- The 30 days of a notice begin when its email has left. See docs/decisions/065-subscriptions.md.
alter table billing add column notice_mails uuid[] not null default '{}';
comment on column billing.notice_mails is 'The emails that say that early access ends, until one of them has left';
