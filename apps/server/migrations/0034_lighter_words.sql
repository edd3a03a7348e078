-- Words are many: looking the account up for each of them took half the time of an import. They go with their account all the same.
alter table search_words drop constraint search_words_account_id_fkey;
create function forget_words() returns trigger language plpgsql as $$
begin
  delete from search_words where account_id = old.id;
  return null;
end
$$;
create trigger words after delete on accounts for each row execute function forget_words();
