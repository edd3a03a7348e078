import { abnInWords, isAbn, NO_ABN, storedAbn } from '../../values/abn.ts';
import { chosenOf } from '../../values/field-merge.ts';
import { choice, email, flag, lines, phone, tags, text, textOrNull } from '../../values/fields.ts';
import { toldBys } from '../contacts/ways.ts';

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
  tell_by_mail: flag('Visit updates', true, {
    description: 'Whether they get messages about their visits, if the business sends them',
    history: 'visit updates',
    // Whoever wanted no mail gets none.
    together: (one, other) => one && other,
  }),
  told_by: choice('Visit updates by', toldBys, 'usual', {
    description: 'How they get messages about their visits; usual: as the business sends them to everyone',
    history: 'way of visit updates',
    table: { names: ['toldby', 'contactpreference', 'preferredcontact', 'preferredcontactmethod'] },
  }),
  tags: tags('customer', 50, {
    table: { names: ['tag', 'labels', 'categories'], hint: 'separated by ;' },
  }),
  note: lines('Note', 5_000, { table: { names: ['notes', 'comment', 'comments', 'remarks'] } }),
};

/** What two customers may each say otherwise, and only one of them can be right about. */
export const mergeChoices = chosenOf(customerFields);
export type MergeChoice = keyof typeof customerFields;
