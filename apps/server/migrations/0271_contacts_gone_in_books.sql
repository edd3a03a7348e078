-- A contact that was merged or archived in the program for accounts is a difference, too. See docs/decisions/064-accounting.md.
alter table book_differences
  drop constraint book_differences_kind_check,
  add constraint book_differences_kind_check check (kind in
    ('which contact', 'contact gone there', 'number taken', 'total', 'owed', 'voided there', 'missing there', 'payment there', 'payment gone there'));
