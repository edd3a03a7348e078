import { HOUR_MS } from '@muster/domain/values/minutes';
import { randomUUID } from 'node:crypto';
import type { ChangeKind } from '@muster/domain/basics/changes/kinds';
import type { EnquiryState } from '@muster/domain/sales/enquiries/pipeline';
import { needsReason, nextDue, officeYear } from '@muster/domain/sales/enquiries/pipeline';
import { enquiryWords } from '@muster/domain/sales/enquiries/words';
import { phoneDigits } from '@muster/domain/values/words';
import { openHouse } from '../src/modules/identity/accounts/service.ts';
import { addNote, enquiries } from '../src/modules/sales/enquiries/service.ts';
import { insertEnquiry } from '../src/modules/sales/enquiries/store.ts';
import { runCommand } from '../src/platform/changes/command.ts';
import type { Writer } from '../src/platform/changes/tracked.ts';
import type { Database } from '../src/platform/db/connect.ts';
import type { Tx } from '../src/platform/db/executor.ts';
import { transaction } from '../src/platform/db/transaction.ts';
import { HOUSE } from '../src/platform/sign-in/person.ts';

interface Demo {
  /** Who looked after them. */
  staff: string;
  /** What became of the one that was provisioned. */
  account: string;
  now: Date;
}

/** Enquiries in every state, as if the last weeks had been busy ones. To be called once. */
export async function openDemoEnquiries({ db }: Pick<Database, 'db'>, demo: Demo): Promise<void> {
  await transaction(db, async (db) => {
    for (const enquiry of demoEnquiries) await arrive(db, enquiry, demo);
  });
  const steps = demoEnquiries.flatMap(({ id, hoursAgo, story }) =>
    story.map((step) => ({ id, step, at: hoursBefore(demo.now, hoursAgo - step.after) })),
  );
  for (const { id, step, at } of steps.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const [kind, work] = deedOf(id, step, demo);
    const author = { user: demo.staff, apiKey: null, role: 'staff' as const };
    const command = { account: HOUSE, id: randomUUID(), kind, body: step, author, at, records: true };
    await runCommand(db, command, async (write) => {
      await openHouse(write.db);
      await work(write);
    });
  }
}

function hoursBefore(now: Date, hours: number): Date {
  return new Date(now.getTime() - hours * HOUR_MS);
}

async function arrive(db: Tx, demo: DemoEnquiry, { now }: Demo) {
  const { hoursAgo, story: _, ...enquiry } = demo;
  const at = hoursBefore(now, hoursAgo);
  await insertEnquiry(
    db,
    {
      ...enquiry,
      campaign: '',
      phone_digits: phoneDigits(enquiry.phone),
      state: 'new',
      due_at: nextDue('new', at),
      words: enquiryWords(enquiry),
    },
    { at, year: officeYear(at) },
  );
}

function deedOf(
  id: string,
  { to, text = '', isMine }: Step,
  { staff, account }: Demo,
): readonly [ChangeKind, (write: Writer) => Promise<unknown>] {
  if (isMine) return ['enquiry assigned', (write) => write.update(enquiries, id, { owner_id: staff })];
  if (!to) return ['enquiry noted', (write) => addNote(write, id, text)];
  return [
    to === 'provisioned' ? 'enquiry provisioned' : 'enquiry moved',
    (write) => {
      const at = write.at.toISOString();
      return write.update(enquiries, id, {
        state: to,
        due_at: nextDue(to, write.at)?.toISOString() ?? null,
        lost_reason: needsReason(to) ? text : null,
        ...(to === 'contacted' && { first_contacted_at: at }),
        ...(to === 'provisioned' && {
          account_id: account,
          invited_email: 'owner@example.com',
          invited_at: at,
        }),
      });
    },
  ];
}

/** One thing that staff did, so many hours after the enquiry arrived. */
interface Step {
  after: number;
  to?: EnquiryState;
  /** The reason of a loss, or a note. */
  text?: string;
  /** Somebody begins to look after it. */
  isMine?: true;
}

interface DemoEnquiry {
  id: string;
  name: string;
  email: string;
  phone: string;
  industry_id: number;
  employees_no: string;
  technicians_no: number;
  licenses_required: number;
  notes: string;
  hoursAgo: number;
  story: Step[];
}

const DAY = 24;
const id = (at: number) => `0193e5a0-0000-7000-8000-0000000001${String(at).padStart(2, '0')}`;

/** Oldest first. */
const demoEnquiries: readonly DemoEnquiry[] = [
  {
    id: id(1),
    name: 'Harbour City Plumbing',
    email: 'owner@example.com',
    phone: '(02) 9555 0101',
    industry_id: 18,
    employees_no: '1-10',
    technicians_no: 4,
    licenses_required: 5,
    notes: 'Four vans on the road and one apprentice from March. We plan on a whiteboard today.',
    hoursAgo: 54 * DAY,
    story: [
      { after: 3, isMine: true },
      { after: 4, to: 'contacted' },
      { after: 2 * DAY, text: 'Showed the board over the phone. They liked dragging visits.' },
      { after: 3 * DAY, to: 'qualified' },
      { after: 8 * DAY, to: 'won' },
      { after: 9 * DAY, to: 'provisioned' },
    ],
  },
  {
    id: id(2),
    name: 'Ironbark Fencing',
    email: 'ironbark@example.com',
    phone: '0491 570 156',
    industry_id: 7,
    employees_no: '1-10',
    technicians_no: 2,
    licenses_required: 2,
    notes: 'Mostly two-day jobs around Bendigo.',
    hoursAgo: 47 * DAY,
    story: [
      { after: 20, to: 'contacted' },
      { after: 6 * DAY, to: 'lost', text: 'Stays with a paper diary for now; ask again in spring.' },
    ],
  },
  {
    id: id(3),
    name: 'Win a cruise today',
    email: 'prize@example.com',
    phone: '000000000',
    industry_id: 25,
    employees_no: '100+',
    technicians_no: 1,
    licenses_required: 1,
    notes: 'Congratulations!!! Your business was chosen.',
    hoursAgo: 40 * DAY,
    story: [{ after: 5, to: 'spam' }],
  },
  {
    id: id(4),
    name: 'Southern Cross Lifts',
    email: 'service@example.com',
    phone: '1300 975 707',
    industry_id: 14,
    employees_no: '50-100',
    technicians_no: 38,
    licenses_required: 40,
    notes: 'Contract maintenance in three states, so time zones matter to us. Two dispatchers per state.',
    hoursAgo: 31 * DAY,
    story: [
      { after: 2, isMine: true },
      { after: 6, to: 'contacted' },
      { after: 5 * DAY, to: 'qualified' },
      { after: 6 * DAY, text: 'Wants to see how a technician without signal works.' },
      { after: 29 * DAY, to: 'won' },
    ],
  },
  {
    id: id(5),
    name: 'Coral Coast Pools',
    email: 'coral@example.com',
    phone: '0491 570 157',
    industry_id: 19,
    employees_no: '10-25',
    technicians_no: 9,
    licenses_required: 9,
    notes: 'Weekly rounds, and a summer that never fits.',
    hoursAgo: 24 * DAY,
    story: [
      { after: 26, to: 'contacted' },
      { after: 3 * DAY, isMine: true },
      { after: 9 * DAY, to: 'qualified' },
    ],
  },
  {
    id: id(6),
    name: 'Outback Solar and Batteries',
    email: 'outback@example.com',
    phone: '0491 570 158',
    industry_id: 23,
    employees_no: '25-50',
    technicians_no: 16,
    licenses_required: 16,
    notes: 'Crews of two, and drives of three hours. Can it plan the driving too?',
    hoursAgo: 17 * DAY,
    story: [
      { after: 8, isMine: true },
      { after: 9, to: 'contacted' },
      { after: 15 * DAY, to: 'qualified' },
    ],
  },
  {
    id: id(7),
    name: 'Paperbark Painting',
    email: 'paperbark@example.com',
    phone: '0491 570 159',
    industry_id: 16,
    employees_no: '1-10',
    technicians_no: 3,
    licenses_required: 3,
    notes: '',
    hoursAgo: 12 * DAY,
    story: [
      { after: 30, to: 'contacted' },
      { after: 31, text: 'Left a message; rings back after the long weekend.' },
    ],
  },
  {
    id: id(8),
    name: 'Eucalypt Air',
    email: 'eucalypt@example.com',
    phone: '0491 570 110',
    industry_id: 1,
    employees_no: '10-25',
    technicians_no: 7,
    licenses_required: 8,
    notes: 'We service split systems for strata managers and need proof of every visit.',
    hoursAgo: 3 * DAY,
    story: [
      { after: 4, isMine: true },
      { after: 5, to: 'contacted' },
    ],
  },
  {
    id: id(9),
    name: 'Tidy Gully Gardens',
    email: 'gully@example.com',
    phone: '0491 571 266',
    industry_id: 9,
    employees_no: '1-10',
    technicians_no: 5,
    licenses_required: 4,
    notes: 'One of the five only works Fridays. Do we need a licence for her?',
    hoursAgo: 4 * DAY,
    story: [],
  },
  {
    id: id(10),
    name: 'Blue Gum Electrical',
    email: 'bluegum@example.com',
    phone: '0491 571 491',
    industry_id: 6,
    employees_no: '10-25',
    technicians_no: 11,
    licenses_required: 12,
    notes: 'Currently on two spreadsheets that disagree. Would like to start on the first of the month.',
    hoursAgo: 20,
    story: [{ after: 1, isMine: true }],
  },
  {
    id: id(11),
    name: 'Blue Gum Data and Electrical',
    email: 'accounts.bluegum@example.com',
    phone: '0491 571 491',
    industry_id: 13,
    employees_no: '10-25',
    technicians_no: 11,
    licenses_required: 12,
    notes: 'My colleague may have asked already.',
    hoursAgo: 6,
    story: [],
  },
  {
    id: id(12),
    name: 'Saltbush Pest Control',
    email: 'saltbush@example.com',
    phone: '0491 571 804',
    industry_id: 17,
    employees_no: '1-10',
    technicians_no: 1,
    licenses_required: 1,
    notes: 'Just me and the ute, for now.',
    hoursAgo: 2,
    story: [],
  },
];
