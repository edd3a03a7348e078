import { abnInWords, isAbn, NO_ABN, storedAbn } from '../../values/abn.ts';
import { chosenOf } from '../../values/field-merge.ts';
import { email, flag, lines, phone, tags, text, textOrNull } from '../../values/fields.ts';

/** Everything that somebody says of a customer. */
export const customerFields = {
  name: text('Name', 200, {
    needed: 'A customer needs a name.',
    erased: 'Erased',
    search: (name) => [name],
    table: {
      names: ['customer', 'customername', 'client', 'clientname', 'company', 'companyname', 'businessname'],
    },
  }),
  abn: textOrNull('ABN', 20, {
    description: 'All 11 digits; spaces don’t matter',
    placeholder: '51 824 753 556',
    history: 'ABN',
    shown: abnInWords,
    stored: storedAbn,
    problem: (typed) => {
      const abn = storedAbn(typed);
      return abn === null || isAbn(abn) ? undefined : NO_ABN;
    },
    search: (abn) => [abn ?? ''],
    table: { names: ['australianbusinessnumber', 'abnnumber'] },
  }),
  phone: phone(),
  email: email(),
  tell_by_mail: flag('Email visit updates', true, {
    description: 'Whether they get emails about their visits, if the business sends them',
    history: 'email visit updates',
    // Whoever wanted no mail gets none.
    together: (one, other) => one && other,
  }),
  tags: tags('customer', 50, {
    table: { names: ['tag', 'labels', 'categories'], hint: 'separated by ;' },
  }),
  note: lines('Note', 5_000, { table: { names: ['notes', 'comment', 'comments', 'remarks'] } }),
};

/** What two customers may each say otherwise, and only one of them can be right about. */
export const mergeChoices = chosenOf(customerFields);
export type MergeChoice = keyof typeof customerFields;
