-- Only answers of one kind are kept, those that were done, and a key is seen by others no sooner than its answer.
alter table idempotency_keys drop column status;
