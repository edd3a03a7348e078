-- Led by the account, as the key of every table.
alter table plan_queue drop constraint plan_queue_pkey, add primary key (account_id, run_id);
drop index plan_queue_account_id_idx;
