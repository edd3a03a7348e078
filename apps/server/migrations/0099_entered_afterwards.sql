-- A visit that the office wrote down after it was over, and who did: nobody planned it, and nothing was measured at it.
alter table visits add column entered_at timestamptz;
alter table visits add column entered_by uuid;
alter table visits add foreign key (account_id, entered_by) references users;
comment on column visits.entered_at is 'When the office entered it afterwards; null: it was planned ahead';
