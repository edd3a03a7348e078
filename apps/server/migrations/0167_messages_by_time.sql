-- All messages of a business are one list by time, and counted by the month: texts, emails about visits, reports that were emailed.
create index on texts (account_id, made_at);
create index on customer_messages (account_id, at);
create index on report_mails (account_id, at);
