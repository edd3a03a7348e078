import { randomUUIDv7 } from 'node:crypto';
import type { EnquiryState } from '@muster/domain/sales/enquiries/pipeline';
import { firstAnswerBy, nextDue, officeYear } from '@muster/domain/sales/enquiries/pipeline';
import type { EnquiryInput, EnquiryProblem } from '@muster/domain/sales/enquiries/rules';
import { refusedEnquiry, wholeNumber } from '@muster/domain/sales/enquiries/rules';
import { EnquiryNote, EnquiryRecord } from '@muster/domain/sales/enquiries/schema';
import type { EnquiryReceipt } from '@muster/domain/sales/enquiries/schema';
import { enquiryWords } from '@muster/domain/sales/enquiries/words';
import type { Answer } from '@muster/domain/values/answer';
import { storedEmail } from '@muster/domain/values/email';
import { phoneDigits } from '@muster/domain/values/words';
import type { Static } from 'typebox';
import { columnsIn } from '../../../platform/changes/record.ts';
import { readRows } from '../../../platform/changes/rows.ts';
import type { TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import type { Platform } from '../../../platform/deps.ts';
import { done } from '../../../platform/http/answers/envelope.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { formLimits } from '../../../platform/limit-table.ts';
import { takeHits, perNetwork } from '../../../platform/limits.ts';
import { announce, channelOf } from '../../../platform/live/event-log.ts';
import { HOUSE } from '../../../platform/sign-in/person.ts';
import { openHouse } from '../../identity/accounts/service.ts';
import { sendMail, sendMailForAnybody } from '../../basics/mails/service.ts';
import type { NewEnquiry } from './store.ts';
import { insertEnquiry, readApplicant, readTexts, setWords } from './store.ts';

export { readApplicant };

/** Enquiries belong to no business: only Muster's own people read them, and change what becomes of them. */
export const staff = ['staff'] as const;

export const enquiries: TrackedTable<EnquiryRecord> = {
  name: 'enquiries',
  columns: columnsIn('enquiries', EnquiryRecord),
  readers: staff,
  writers: staff,
  label: ({ name }) => name,
};

export const enquiryNotes: TrackedTable<EnquiryNote> = {
  name: 'enquiry_notes',
  columns: columnsIn('enquiry_notes', EnquiryNote),
  readers: staff,
  writers: staff,
  label: ({ text }) => text.slice(0, LABEL),
  subjects: ({ enquiry_id }) => [enquiry_id],
  // The search finds an enquiry by what its notes say now.
  async settle({ db }, touched) {
    const noted = new Set(touched.map(({ before, after }) => (after ?? before)!.enquiry_id));
    for (const id of noted) await setWords(db, id, enquiryWords(await readTexts(db, id)));
  },
};

/** As much of a note as names it. */
const LABEL = 80;

/** The words of the specification, §8. */
const SUBMITTED = 'Successfully Submitted.';
/** The topic of the live event that tells of new enquiries; what staff do is told as changes. */
const ENQUIRIES = 'enquiries';

export type EnquiryForm = Readonly<Record<keyof EnquiryInput, string | number>>;

interface Sender {
  network: string;
  /**
   * A field that people do not see was filled in. A browser may have done it, so the enquiry is kept as spam and our sales
   * get a mail; but nobody else does, because a robot must not make us write to strangers.
   */
  isSuspicious: boolean;
  /** Which flyer or advertisement led here, as the address of the page said; empty: none. */
  campaign: string;
}

/** Stores the enquiry, its mails and its count, or none of them; throws a Failure that says what to change. */
export async function submitEnquiry(
  db: Tx,
  { now, settings }: Platform,
  form: EnquiryForm,
  { network, isSuspicious, campaign }: Sender,
): Promise<Answer<Static<typeof EnquiryReceipt>>> {
  const at = new Date(now());
  const enquiry = { ...readForm(form, isSuspicious ? 'spam' : 'new', at), campaign };
  await takeHits(db, [{ limit: perNetwork(formLimits.enquiriesPerNetwork, settings), key: network }], at);
  const reference = await insertEnquiry(db, enquiry, { at, year: officeYear(at) });
  if (reference === undefined)
    throw refusal({ field: 'industry_id', message: 'This industry isn’t on the list. Choose another one.' });
  const { id, name, email, licenses_required: licences } = enquiry;
  if (!isSuspicious)
    await sendMailForAnybody(db, { template: 'enquiry received', to: email, reference }, 'strangers', at);
  const template = isSuspicious ? 'suspicious enquiry notice' : 'enquiry notice';
  await sendMail(db, { template, to: settings.SALES_EMAIL, id, reference, name, licences });
  await announce(db, channelOf(HOUSE), { topic: ENQUIRIES });
  return done({ reference, answer_by: firstAnswerBy(at).toISOString() }, SUBMITTED);
}

/** Checks a form and returns what is stored of it; throws a Failure that says what to change. */
function readForm(form: EnquiryForm, state: 'new' | 'spam', at: Date): Omit<NewEnquiry, 'campaign'> {
  const input = asTexts(form);
  const [problem] = refusedEnquiry(input);
  if (problem) throw refusal(problem);
  const [name, phone, notes] = [input.name.trim(), input.phone.trim(), input.notes.trim()];
  const email = storedEmail(input.email);
  return {
    id: randomUUIDv7(),
    name,
    email,
    phone,
    phone_digits: phoneDigits(phone),
    employees_no: input.employees_no,
    technicians_no: wholeNumber(input.technicians_no)!,
    licenses_required: wholeNumber(input.licenses_required)!,
    notes,
    industry_id: wholeNumber(input.industry_id)!,
    state,
    due_at: nextDue(state, at),
    words: enquiryWords({ name, email, phone, notes }),
  };
}

function refusal({ field, message }: EnquiryProblem): Failure {
  return new Failure('refused', message, { data: { field } });
}

/** A client may send numbers as numbers, but the rules read texts. */
function asTexts(form: EnquiryForm): EnquiryInput {
  const texts = Object.entries(form).map(([field, value]) => [field, String(value)]);
  return Object.fromEntries(texts) as EnquiryInput;
}

/** An enquiry that nobody else changes until the end, in the version that somebody read; otherwise they are told what it has become. */
export async function holdEnquiry(write: Writer, id: string, version: number): Promise<EnquiryRecord> {
  await openHouse(write.db);
  return write.update(enquiries, id, {}, version);
}

/** What staff decided about an enquiry that they hold. */
export async function changeEnquiry(
  write: Writer,
  id: string,
  fields: Partial<EnquiryRecord>,
): Promise<EnquiryRecord> {
  return write.update(enquiries, id, fields);
}

/** Needs no version: a note only adds something, so it conflicts with no other change. */
export async function addNote(write: Writer, enquiry_id: string, text: string): Promise<EnquiryNote> {
  if (text.trim() === '') throw new Failure('unprocessable', 'Write a note first.');
  await openHouse(write.db);
  const [enquiry] = await readRows(write.db, enquiries, [enquiry_id]);
  if (!enquiry) throw new Failure('notFound');
  const note = { enquiry_id, text: text.trim(), created_at: write.at.toISOString() };
  const [added] = await write.insert(enquiryNotes, [note]);
  return added!;
}

/** The due time in another state: the one that a person chose stays, as long as there is something to do. */
export function dueIn(
  state: EnquiryState,
  { due_at, is_due_chosen }: EnquiryRecord,
  at: Date,
): Pick<EnquiryRecord, 'due_at' | 'is_due_chosen'> {
  const due = nextDue(state, at);
  return due !== null && is_due_chosen
    ? { due_at, is_due_chosen }
    : { due_at: due && due.toISOString(), is_due_chosen: false };
}
