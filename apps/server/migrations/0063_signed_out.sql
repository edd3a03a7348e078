-- A phone that was lost: its owner is signed out everywhere, and signs in again where they are.
alter table users add column signed_out_at timestamptz;
create trigger signed_out after update of signed_out_at on users for each row
  when (new.signed_out_at is distinct from old.signed_out_at) execute function end_sign_ins();
