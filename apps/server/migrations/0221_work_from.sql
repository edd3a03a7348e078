-- Whoever begins to invoice here with years of finished work behind them says from which day on it is invoiced, once.

alter table money_settings
  add column work_from date,
  add column work_from_reason text not null default '' check (length(work_from_reason) <= 200);
comment on column money_settings.work_from is 'Finished work of earlier days is left out; null: all of it is ready to be invoiced';
