-- What is looked for is a beginning of a word among the rows of one table: the key has them side by side.
alter table search_words drop constraint search_words_pkey, add primary key (account_id, table_name, word, row_id);
