import type { Change } from '@muster/domain/basics/changes/schema';
import { expect, test } from 'vitest';
import { changeParts, changeWords, deedInShort } from './change-words.ts';

const gas = '0193e5a0-0000-7000-8000-000000000099';
const words = {
  nameOf: (id: string) => (id === gas ? 'Gas fitting' : undefined),
  zone: 'Australia/Sydney',
  hasHistory: true,
};

function entry(given: Partial<Change['entries'][number]>): Change['entries'][number] {
  return {
    table: 'technicians',
    id: gas,
    version: 2,
    label: 'Priya Nair',
    visit_of: null,
    before: {},
    after: {},
    ...given,
  };
}

function changeOf(entries: Change['entries']): Change {
  return {
    number: 7,
    command: gas,
    kind: 'technician edited',
    at: '2026-11-16T00:00:00.000Z',
    by: { user_id: gas, api_key_id: null, name: 'Dan Dispatcher' },
    undoes: null,
    undoes_kind: null,
    undone_by: null,
    undo_under_way: null,
    imported: null,
    count: entries.length,
    entries,
  };
}

function told(given: Partial<Change>, ...entries: Change['entries']): string {
  return changeWords({ ...changeOf(entries), ...given }, words);
}

test('one field is told with what it was and what it is', () => {
  const phone = entry({ before: { phone: '0412 345 678' }, after: { phone: '0413 345 678' } });
  expect(told({}, phone)).toBe(
    'Dan Dispatcher changed the phone of Priya Nair from 0412 345 678 to 0413 345 678',
  );
  const email = entry({ before: { email: '' }, after: { email: 'p@example.com' } });
  expect(told({}, email)).toBe(
    'Dan Dispatcher changed the email of Priya Nair from nothing to p@example.com',
  );
});

test('several fields are named, and what follows from another is not', () => {
  const many = entry({
    before: { name: 'P', base_suburb_id: 1, base_latitude: 2 },
    after: { name: 'Priya Nair', base_suburb_id: 3, base_latitude: 4 },
  });
  expect(told({}, many)).toBe('Dan Dispatcher changed name and base of Priya Nair');
});

test('skills are told by their names, hours in short, and what has no name is left out', () => {
  expect(told({}, entry({ before: { skills: [] }, after: { skills: [gas] } }))).toBe(
    'Dan Dispatcher changed the skills of Priya Nair from nothing to Gas fitting',
  );
  const week = [{ weekday: 1, from: '07:00', to: '15:30', breaks: [] }];
  expect(told({}, entry({ before: { working_week: null }, after: { working_week: week } }))).toBe(
    'Dan Dispatcher changed the working hours of Priya Nair from business hours to one day, 7:00 am to 3:30 pm',
  );
  const other = '0193e5a0-0000-7000-8000-000000000001';
  expect(told({}, entry({ before: { skills: [] }, after: { skills: [other] } }))).toBe(
    'Dan Dispatcher changed the skills of Priya Nair',
  );
});

test('states have verbs of their own', () => {
  expect(told({}, entry({ before: { is_active: false }, after: { is_active: true } }))).toBe(
    'Dan Dispatcher activated Priya Nair',
  );
  const gone = entry({
    before: { archived_at: null, is_active: true },
    after: { archived_at: '2026-11-16T00:00:00Z', is_active: false },
  });
  expect(told({}, gone)).toBe('Dan Dispatcher archived Priya Nair');
  expect(told({}, entry({ before: { archived_at: 'x' }, after: { archived_at: null } }))).toBe(
    'Dan Dispatcher restored Priya Nair',
  );
});

test('what was added, removed and undone is told, and how much else', () => {
  const ticket = { table: 'tickets', label: 'Gas licence 123' };
  expect(told({}, entry({ ...ticket, before: null }))).toBe(
    'Dan Dispatcher added the ticket Gas licence 123',
  );
  expect(told({}, entry({ ...ticket, after: null }))).toBe(
    'Dan Dispatcher removed the ticket Gas licence 123',
  );
  expect(told({ undoes: 3 }, entry({}))).toBe('Dan Dispatcher undid a change of Priya Nair');
  expect(told({ count: 42 }, entry({ before: null }))).toBe(
    'Dan Dispatcher added the technician Priya Nair, and 41 other items',
  );
  const program = { user_id: null, api_key_id: gas, name: '' };
  expect(told({ by: program }, entry({ before: null }))).toBe('A program added the technician Priya Nair');
});

test('an import is told by its rows, however many things it made, and so is its undo', () => {
  const customer = entry({ table: 'customers', label: 'Bad Mail', before: null });
  const site = entry({ table: 'sites', label: '5998 Long Rd', after: null });
  const imported = { kind: 'customers imported' as const, imported: 12_004, count: 24_008 };
  expect(told(imported, customer)).toBe('Dan Dispatcher imported 12,004 customers');
  expect(told({ ...imported, imported: 1 }, customer)).toBe('Dan Dispatcher imported one customer');
  const undone = { kind: 'undo', undoes: 3, undoes_kind: 'customers imported', count: 24_008 } as const;
  expect(told({ ...undone, imported: 12_004 }, site)).toBe(
    'Dan Dispatcher undid the import of 12,004 customers',
  );
  expect(told({ ...undone, undoes_kind: 'undo' }, customer)).toBe(
    'Dan Dispatcher redid a change of Bad Mail, and 24,007 other items',
  );
});

test('sample data is one thing, to whoever adds and whoever removes it', () => {
  const some = entry({ before: null });
  expect(told({ kind: 'sample data added', count: 40 }, some)).toBe('Dan Dispatcher added the sample data');
  expect(told({ undoes: 3, undoes_kind: 'sample data removed', count: 40 }, some)).toBe(
    'Dan Dispatcher undid the removal of the sample data',
  );
});

test('a plan is told by its name and its licences', () => {
  const plan = { table: 'subscriptions', label: 'Licences' };
  const both = entry({
    ...plan,
    before: { plan_code: 'solo', licences: 1 },
    after: { plan_code: 'crew', licences: 10 },
  });
  expect(told({}, both)).toBe('Dan Dispatcher changed the plan to Crew, with 10 licences');
  expect(told({}, entry({ ...plan, before: { licences: 5 }, after: { licences: 6 } }))).toBe(
    'Dan Dispatcher changed the number of licences from 5 to 6',
  );
});

test('of a business and a site only what a person has chosen is told, by the words of the screens', () => {
  const business = { table: 'accounts', label: 'Ryde Plumbing' };
  const fields = { abn: '1', name: 'x', zone: 'Australia/Perth', region: 'WA' };
  expect(told({}, entry({ ...business, before: fields, after: { ...fields, set_up_at: '2026' } }))).toBe(
    'Dan Dispatcher set up Ryde Plumbing',
  );
  expect(told({}, entry({ ...business, before: fields, after: fields }))).toBe(
    'Dan Dispatcher changed ABN, name and state of Ryde Plumbing',
  );
  const moved = { suburb_id: 1, suburb: 'Ryde', region: 'NSW', postcode: '2112', zone: 'x', latitude: 1 };
  expect(told({}, entry({ table: 'sites', label: '1 Long Rd', before: moved, after: moved }))).toBe(
    'Dan Dispatcher changed the suburb of 1 Long Rd',
  );
});

test('a visit is dispatched and cancelled, a sign-in disabled, an invitation taken back', () => {
  const visit = { table: 'visits', label: 'Visit 1' };
  const at = '2026-11-16T00:00:00Z';
  for (const [given, words] of [
    [{ ...visit, before: { dispatched_at: null }, after: { dispatched_at: at } }, 'dispatched Visit 1'],
    [{ ...visit, before: { cancelled_at: at }, after: { cancelled_at: null } }, 'restored Visit 1'],
    [
      { table: 'users', before: { disabled_at: null }, after: { disabled_at: at } },
      'disabled the sign-in of Priya Nair',
    ],
    [
      {
        table: 'team_invitations',
        label: 'a@b.example',
        before: { revoked_at: null },
        after: { revoked_at: at },
      },
      'withdrew the invitation of a@b.example',
    ],
  ] as const)
    expect(told({}, entry(given))).toBe(`Dan Dispatcher ${words}`);
});

test('what a customer was told is told as it was sent, and by nobody', () => {
  const message = entry({
    table: 'customer_messages',
    label: 'Confirmation',
    before: null,
    after: {
      kind: 'confirmed',
      from_at: '2026-11-23T21:00:00+00:00',
      to_at: '2026-11-23T23:00:00+00:00',
      zone: 'Australia/Sydney',
      to_address: 'j…@example.com',
      problem: null,
    },
  });
  const by = { user_id: null, api_key_id: null, name: '' };
  expect(told({ kind: 'customer told', by }, message)).toBe(
    'Confirmation emailed to j…@example.com: Tue 24 Nov, 8–10 am',
  );
  const report = entry({ table: 'report_mails', label: 'to Kim Cole', before: null });
  expect(told({ kind: 'report mailed' }, report)).toBe('Dan Dispatcher emailed the report to Kim Cole');
});

test('what went out about an invoice is told by its way, and stopped reminders with why', () => {
  const letter = { kind: 'invoice', way: 'email', note: '' };
  const sent = (more: object) =>
    told(
      {},
      entry({ table: 'invoice_letters', label: 'to Kim Cole', before: null, after: { ...letter, ...more } }),
    );
  expect(sent({})).toBe('Dan Dispatcher emailed the invoice to Kim Cole');
  expect(sent({ kind: 'reminder', way: 'text' })).toBe('Dan Dispatcher texted a reminder to pay to Kim Cole');
  expect(sent({ kind: 'receipt' })).toBe('Dan Dispatcher emailed the receipt to Kim Cole');
  expect(sent({ way: 'by hand', note: 'Left on site' })).toBe(
    'Dan Dispatcher noted the invoice as given to the customer: Left on site',
  );
  const stop = { reason: 'Disputed' };
  expect(told({}, entry({ table: 'reminder_stops', label: 'Disputed', before: null, after: stop }))).toBe(
    'Dan Dispatcher stopped the reminders: Disputed',
  );
  expect(told({}, entry({ table: 'reminder_stops', label: 'Disputed', before: stop, after: null }))).toBe(
    'Dan Dispatcher resumed the reminders',
  );
});

test('what is revoked has a verb of its own', () => {
  const revoked = { before: { revoked_at: null }, after: { revoked_at: '2026-11-16T00:00:00.000Z' } };
  expect(told({}, entry({ ...revoked, table: 'api_keys', label: 'Website bookings' }))).toBe(
    'Dan Dispatcher revoked the API key Website bookings',
  );
  expect(told({}, entry({ ...revoked, table: 'calendar_feeds', label: 'the business' }))).toBe(
    'Dan Dispatcher revoked the calendar feed of the business',
  );
});

test('what happens on the board is told by visit, technician and time', () => {
  const [aisha, jack] = ['0193e5a0-0000-7000-8000-00000000000a', '0193e5a0-0000-7000-8000-00000000000b'];
  const names: Record<string, string> = { [aisha]: 'Aisha Rahman', [jack]: 'Jack Moreton' };
  const booking = { table: 'assignments', label: 'J-1042/1 Smith' };
  const at = (technician_id: string, starts_at: string) => ({ technician_id, starts_at });
  const gone = entry({ ...booking, before: at(aisha, '2026-11-16T22:00:00Z'), after: null });
  const come = entry({ ...booking, before: null, after: at(jack, '2026-11-17T02:00:00Z') });
  const other = { ...come, label: 'J-1043/1 Cole' };
  const follows = entry({
    table: 'visits',
    label: 'J-1042/1 Smith',
    before: { state: 'unscheduled' },
    after: { state: 'planned' },
  });
  const kept = (before: object, after: object) =>
    entry({ ...booking, before: { ...before }, after: { ...after } });
  const said = (...entries: Change['entries']) =>
    changeWords(
      { ...changeOf(entries), kind: 'visit scheduled' },
      { ...words, nameOf: (id) => names[id] },
    ).replace('Dan Dispatcher ', '');
  expect(said(come, follows)).toBe('planned J-1042/1 Smith for Jack Moreton, Tue 17 Nov 1:00 pm');
  expect(said(gone, come)).toBe(
    'moved J-1042/1 Smith from Aisha Rahman, Tue 17 Nov 9:00 am to Jack Moreton, 1:00 pm',
  );
  const same = entry({ ...booking, before: null, after: at(jack, '2026-11-16T22:00:00Z') });
  expect(said(gone, same)).toBe('moved J-1042/1 Smith from Aisha Rahman to Jack Moreton, Tue 17 Nov 9:00 am');
  expect(said(kept({ starts_at: '2026-11-15T22:00:00Z' }, { starts_at: '2026-11-17T02:00:00Z' }))).toBe(
    'moved J-1042/1 Smith from Mon 16 Nov 9:00 am to Tue 17 Nov 1:00 pm',
  );
  expect(said(gone, follows)).toBe('took J-1042/1 Smith off the board');
  const forgotten = entry({
    table: 'visits',
    label: 'J-1042/1 Smith',
    before: { dispatched_at: '2026-11-16T00:00:00Z' },
    after: { dispatched_at: null },
  });
  expect(said(gone, forgotten)).toBe('took J-1042/1 Smith off the board');
  expect(said(kept({ starts_at: '' }, { starts_at: '2026-11-17T02:00:00Z' }))).toBe(
    'moved J-1042/1 Smith to Tue 17 Nov 1:00 pm',
  );
  expect(said(kept({ is_pinned: false }, { is_pinned: true }))).toBe('pinned J-1042/1 Smith');
  expect(said(come, other)).toBe(
    'planned J-1042/1 Smith for Jack Moreton, Tue 17 Nov 1:00 pm, and one other visit',
  );
  expect(said(kept({ progress: 'en route' }, { progress: 'on site' }))).toContain('J-1042/1 Smith');
});

test('what was tried and taken over is one thing, however much it touched', () => {
  const booking = entry({ table: 'assignments', label: 'Booking' });
  expect(told({ kind: 'scenario taken over' }, booking, booking)).toBe(
    'Dan Dispatcher took over changes from a scenario',
  );
  expect(told({ kind: 'undo', undoes: 6, undoes_kind: 'scenario taken over' }, booking)).toBe(
    'Dan Dispatcher undid the takeover of a scenario',
  );
});

test('of many visits it is told how many, and what became of them', () => {
  const booking = (number: number, before: object | null, after: object | null) =>
    entry({
      table: 'assignments',
      label: `J-${number}/1 Smith`,
      before: before && { ...before },
      after: after && { ...after },
    });
  const at = { technician_id: gas, starts_at: '2026-11-17T02:00:00Z' };
  const planned = [1, 2, 3].map((number) => booking(number, null, at));
  const moved = [4, 5].map((number) => booking(number, { starts_at: '' }, { starts_at: at.starts_at }));
  const gone = booking(6, at, null);
  const short = (...entries: Change['entries']) => deedInShort(changeOf(entries));
  expect(short(...planned)).toBe('planned 3 visits');
  expect(short(...planned, ...moved, gone)).toBe('planned 3 visits, moved 2 and took one off the board');
  expect(short(gone)).toBe('took J-6/1 Smith off the board');
  expect(short(moved[0]!)).toBe('moved J-4/1 Smith');
  expect(deedInShort({ ...changeOf(planned), count: 40 })).toBe('planned 3 visits or more');
  expect(told({}, ...planned)).toBe('Dan Dispatcher planned 3 visits');
  const sent = [1, 2, 3].map((number) =>
    entry({
      table: 'visits',
      label: `J-${number}/1 Smith`,
      before: { dispatched_at: null },
      after: { dispatched_at: '2026-11-16T00:00:00Z' },
    }),
  );
  expect(deedInShort({ ...changeOf(sent), count: 18 })).toBe('dispatched 18 visits');
});

test('durations have their units', () => {
  const longer = entry({
    table: 'visits',
    label: 'J-1532/1 Smith',
    before: { duration: 60 },
    after: { duration: 105 },
  });
  expect(deedInShort(changeOf([longer]))).toBe(
    'changed the duration of J-1532/1 Smith from 1 h to 1 h 45 min',
  );
});

const id = '0193e5a0-0000-7000-8000-000000000099';

function toldInShort(entry: Pick<Change['entries'][number], 'table' | 'label' | 'before' | 'after'>): string {
  return deedInShort({
    number: 7,
    command: id,
    kind: 'visit noted',
    at: '2026-11-16T00:00:00.000Z',
    by: { user_id: id, api_key_id: null, name: 'Dan Dispatcher' },
    undoes: null,
    undoes_kind: null,
    undone_by: null,
    undo_under_way: null,
    imported: null,
    count: 1,
    entries: [{ id, version: 2, visit_of: null, ...entry }],
  });
}

test('files and what is noted at visits are told by what they are', () => {
  const file = { table: 'files', label: 'plan.pdf' };
  expect(toldInShort({ ...file, before: null, after: { name: 'plan.pdf' } })).toBe('added the file plan.pdf');
  const gone = { before: { deleted_at: null }, after: { deleted_at: '2026-11-16T00:00:00Z' } };
  expect(toldInShort({ ...file, ...gone })).toBe('deleted plan.pdf');
  const late = { table: 'field_records', label: 'a delay' };
  expect(toldInShort({ ...late, before: null, after: { kind: 'late' } })).toBe('noted a delay');
  const back = { before: { retracted_at: null }, after: { retracted_at: '2026-11-16T00:00:00Z' } };
  expect(toldInShort({ ...late, ...back })).toBe('took back a delay');
});

test('a pin and a found address are told as what they are', () => {
  const site = entry({
    table: 'sites',
    label: '12 Church Street, Ryde',
    before: { latitude: -33.8, position_is_exact: false },
    after: { latitude: -33.81, position_is_exact: true },
  });
  expect(told({ kind: 'site pinned' }, site)).toBe('Dan Dispatcher pinned 12 Church Street, Ryde on the map');
  const by = { user_id: null, api_key_id: null, name: '' };
  expect(told({ kind: 'addresses found', by, count: 3 }, site)).toBe(
    'Muster found 12 Church Street, Ryde, and 2 other items from the address',
  );
});

test('whoever did it, the customer, the job and the people are ways to them', () => {
  const [aisha, jack, smith] = ['a', 'b', 'c'].map((end) => `0193e5a0-0000-7000-8000-00000000000${end}`);
  const names: Record<string, string> = { [aisha!]: 'Aisha Rahman', [jack!]: 'Jack Moreton' };
  const booking = {
    table: 'assignments',
    label: 'J-1042/1 Smith',
    visit_of: { job: 1042, customer_id: smith!, customer: 'Smith' },
  };
  const gone = entry({
    ...booking,
    before: { technician_id: aisha, starts_at: '2026-11-16T22:00:00Z' },
    after: null,
  });
  const come = entry({
    ...booking,
    before: null,
    after: { technician_id: jack, starts_at: '2026-11-17T02:00:00Z' },
  });
  const parts = changeParts(
    { ...changeOf([gone, come]), kind: 'visit scheduled' },
    { ...words, nameOf: (id) => names[id] },
  );
  expect(parts).toEqual([
    { text: 'Dan Dispatcher', to: 'user', id: gas },
    { text: ' moved ' },
    { text: 'J-1042/1', to: 'job', id: 'J-1042' },
    { text: ' ' },
    { text: 'Smith', to: 'customer', id: smith },
    { text: ' from ' },
    { text: 'Aisha Rahman', to: 'technician', id: aisha },
    { text: ', Tue 17 Nov 9:00 am to ' },
    { text: 'Jack Moreton', to: 'technician', id: jack },
    { text: ', 1:00 pm' },
  ]);
  const phone = entry({ before: { phone: '1' }, after: { phone: '2' } });
  expect(changeParts(changeOf([phone]), words)[2]).toEqual({ text: 'Priya Nair', to: 'technician', id: gas });
  // Where there is no page of all that they changed, their name is a name.
  const [who] = changeParts(changeOf([phone]), { ...words, hasHistory: false });
  expect(who).toEqual({ text: 'Dan Dispatcher changed the phone of ' });
});

test('what staff did about an enquiry is told with where it went, why and until when', () => {
  const staff = { kind: 'enquiry moved', by: { user_id: gas, api_key_id: null, name: 'Sam Staff' } } as const;
  const enquiry = (before: object, after: object) =>
    told(
      staff,
      entry({ table: 'enquiries', label: 'Wattle Creek', before: { ...before }, after: { ...after } }),
    );
  const due_at = '2028-01-04T22:30:00+00:00';
  expect(enquiry({ state: 'new', due_at: null }, { state: 'contacted', due_at })).toBe(
    'Sam Staff moved Wattle Creek from New to Contacted, due Wed 5 Jan 2028, 9:30 am AEDT',
  );
  expect(
    enquiry(
      { state: 'qualified', lost_reason: null },
      { state: 'lost', lost_reason: 'Too dear', due_at: null },
    ),
  ).toBe('Sam Staff moved Wattle Creek from Qualified to Lost: Too dear');
  expect(
    enquiry({ state: 'lost', lost_reason: 'Too dear' }, { state: 'new', lost_reason: null, due_at: null }),
  ).toBe('Sam Staff moved Wattle Creek from Lost to New');
  expect(enquiry({ due_at: null, is_due_chosen: false }, { due_at, is_due_chosen: true })).toBe(
    'Sam Staff changed the due time of Wattle Creek to Wed 5 Jan 2028, 9:30 am AEDT',
  );
  expect(enquiry({ owner_id: null }, { owner_id: gas })).toBe(
    'Sam Staff assigned Wattle Creek to Gas fitting',
  );
  expect(enquiry({ owner_id: gas }, { owner_id: null })).toBe('Sam Staff removed the owner of Wattle Creek');
  const invited = { invited_email: 'o@example.com', invited_at: due_at };
  expect(
    enquiry({ state: 'won', invited_email: null }, { state: 'provisioned', due_at: null, ...invited }),
  ).toBe('Sam Staff opened an account for Wattle Creek and invited o@example.com as the owner');
  expect(enquiry({ invited_email: 'a@example.com' }, invited)).toBe(
    'Sam Staff invited o@example.com as the owner of Wattle Creek',
  );
  expect(enquiry({ invited_at: null }, { invited_at: due_at })).toBe(
    'Sam Staff invited the owner of Wattle Creek again',
  );
  const note = entry({ table: 'enquiry_notes', label: 'Rang', before: null, after: { text: 'Rang' } });
  expect(told(staff, note)).toBe('Sam Staff noted: Rang');
  const taken = { ...staff, kind: 'undo', undoes: 3, undoes_kind: 'enquiry noted' } as const;
  expect(told(taken, { ...note, before: { text: 'Rang' }, after: null })).toBe(
    'Sam Staff undid a change of the note Rang',
  );
});

test('whoever rings for the first time: the work comes first, then the customer, each a link, and for when', () => {
  const added = { before: null, version: 1 };
  const visit_of = { job: 1042, customer_id: gas, customer: 'Jo Brown' };
  const entries = [
    entry({ ...added, table: 'customers', label: 'Jo Brown', after: { name: 'Jo Brown' } }),
    entry({ ...added, table: 'sites', label: '12 Smith St, Ryde' }),
    entry({ ...added, table: 'jobs', label: 'J-1042', after: { description: 'Leaking tap\nSide gate' } }),
    entry({ ...added, table: 'visits', label: 'J-1042/1 Jo Brown', visit_of }),
    entry({
      ...added,
      table: 'assignments',
      label: 'J-1042/1 Jo Brown',
      visit_of,
      after: { technician_id: gas, starts_at: '2026-11-17T02:00:00.000Z' },
    }),
  ];
  const kind = 'job added';
  const start = 'Dan Dispatcher added J-1042 “Leaking tap” for the new customer Jo Brown';
  expect(told({ kind }, ...entries)).toBe(`${start}, planned for Gas fitting, Tue 17 Nov 1:00 pm`);
  expect(told({ kind }, ...entries.slice(0, 4))).toBe(start);
  const links = changeParts({ ...changeOf(entries), kind }, words).filter(({ to }) => to);
  expect(links.map(({ to }) => to)).toEqual(['user', 'job', 'customer', 'technician']);
});

test('visits that are left out of invoices are told with the reason, and so are those that come back', () => {
  const aside = { table: 'left_out_visits', label: '“Warranty”' };
  const leftOut = entry({ ...aside, before: null, after: { reason: 'Warranty' } });
  expect(told({ kind: 'visits left out' }, leftOut)).toBe(
    'Dan Dispatcher left a visit uninvoiced: “Warranty”',
  );
  expect(told({ kind: 'visits left out' }, leftOut, leftOut)).toBe(
    'Dan Dispatcher left 2 visits uninvoiced: “Warranty”',
  );
  const back = entry({ ...aside, before: { reason: 'Warranty' }, after: null });
  expect(told({ kind: 'visits brought back' }, back)).toBe(
    'Dan Dispatcher brought a visit back to be invoiced: “Warranty”',
  );
});

test('what happens to an invoice is told in the words of its page, and leads there', () => {
  const invoice = (given: Partial<Change['entries'][number]>) =>
    entry({ table: 'invoices', label: 'Draft “Bathroom”', ...given });
  const edited = { before: { lines: [], net: 0, gst: 0, total: 0, note: '' } };
  const lines = { lines: [{}], net: 150_00, gst: 15_00, total: 165_00 };
  expect(told({ kind: 'invoice added' }, invoice({ before: null, after: lines }))).toBe(
    'Dan Dispatcher added Draft “Bathroom”',
  );
  expect(told({ kind: 'invoice edited' }, invoice({ ...edited, after: lines }))).toBe(
    'Dan Dispatcher changed the lines of Draft “Bathroom”, now $165.00',
  );
  expect(told({ kind: 'invoice edited' }, invoice({ ...edited, after: { ...lines, note: 'Thanks' } }))).toBe(
    'Dan Dispatcher changed the lines and note of Draft “Bathroom”, now $165.00',
  );
  const issued = invoice({ label: 'INV-1301', before: { number: null }, after: { number: 'INV-1301' } });
  expect(told({ kind: 'invoice issued' }, issued)).toBe('Dan Dispatcher issued INV-1301');
  expect(changeParts({ ...changeOf([issued]), kind: 'invoice issued' }, words).at(-1)).toEqual({
    text: 'INV-1301',
    to: 'invoice',
    id: gas,
  });
  const credit = invoice({ label: 'CR-1012', before: null, after: { total: 50_00 } });
  const used = entry({ table: 'allocations', label: 'what is paid with what', before: null });
  expect(told({ kind: 'credit note issued' }, credit, used)).toBe(
    'Dan Dispatcher credited $50.00 with CR-1012',
  );
  const waiting = invoice({ label: 'Draft credit note', before: null, after: { total: 50_00 } });
  expect(told({ kind: 'credit note added' }, waiting)).toBe(
    'Dan Dispatcher added Draft credit note of $50.00',
  );
  expect(told({ kind: 'invoice removed' }, invoice({ after: null }))).toBe(
    'Dan Dispatcher deleted Draft “Bathroom”',
  );
});
