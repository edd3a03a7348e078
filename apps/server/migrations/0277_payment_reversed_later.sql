-- What was reversed in a later month stays in the books until a person says so. See docs/decisions/064-accounting.md.
alter table book_differences
  drop constraint book_differences_kind_check,
  add constraint book_differences_kind_check check (kind in
    ('which contact', 'contact gone there', 'number taken', 'total', 'owed', 'voided there', 'missing there', 'payment there', 'payment gone there', 'payment reversed later', 'contact refused')),
  drop constraint book_differences_answer_check,
  add constraint book_differences_answer_check check (answer in
    ('send ours', 'take theirs', 'remove there', 'link', 'new contact', 'leave', 'gone'));
