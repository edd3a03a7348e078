-- A payment whose receipt was emailed stays: it is reversed with a reason, not undone as if it had never been.

alter table invoice_letters
  drop constraint invoice_letters_account_id_payment_id_fkey,
  add constraint invoice_letters_account_id_payment_id_fkey foreign key (account_id, payment_id) references payments (account_id, id);
