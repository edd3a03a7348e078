-- What was corrected of a payment may not be accepted in the books. See docs/decisions/064-accounting.md.
alter table book_differences
  drop constraint book_differences_kind_check,
  add constraint book_differences_kind_check check (kind in
    ('which contact', 'contact gone there', 'number taken', 'total', 'owed', 'voided there', 'missing there', 'payment there', 'payment gone there', 'payment reversed later', 'payment kept there', 'contact refused'));

-- Both sides are compared a part at a time, and whoever is stopped goes on where they were.
alter table remote_links add column checked_at timestamptz;
comment on column remote_links.checked_at is 'When the comparison began in which it was last held against theirs';
alter table book_progress add column checking jsonb;
comment on column book_progress.checking is 'How far the comparison of both sides has come; null: none is under way';
