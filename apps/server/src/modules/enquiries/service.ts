import { randomUUIDv7 } from 'node:crypto';
import { storedEmail } from '@muster/domain/values/email';
import { nextDue, officeYear } from '@muster/domain/enquiries/pipeline';
import { type EnquiryInput, refusedEnquiry, wholeNumber } from '@muster/domain/enquiries/rules';
import { enquiryWords } from '@muster/domain/enquiries/words';
import type { VersionConflict } from '@muster/domain/changes/schema';
import { type Answer, answers } from '@muster/domain/values/answer';
import { phoneDigits } from '@muster/domain/values/words';
import type { Db, Tx } from '../../platform/db/executor.ts';
import type { Platform } from '../../platform/deps.ts';
import { done } from '../../platform/http/envelope.ts';
import { Failure } from '../../platform/http/errors.ts';
import type { Static } from 'typebox';
import { takeHits } from '../../platform/limits/hits.ts';
import { type Limit, perNetwork } from '../../platform/limits/limit.ts';
import { announce } from '../../platform/live/event-log.ts';
import type { Session } from '../../platform/sign-in/session.ts';
import { sendMail, sendMailForAnybody } from '../messages/service.ts';
import {
  type Change,
  changeEnquiry,
  findEnquiry,
  insertEnquiry,
  type KnownEnquiry,
  type NewEnquiry,
} from './store.ts';

const perNetworkAndHour: Limit = { name: 'enquiry', max: 10, perSeconds: 3600 };
/** The words of the specification, §8. */
const SUBMITTED = 'Successfully Submitted.';
/** Live events about enquiries; without an id where there are new ones. */
const ENQUIRIES = 'enquiries';

export type EnquiryForm = Readonly<Record<keyof EnquiryInput, string | number>>;

interface Sender {
  network: string;
  /**
   * Something filled in what people do not see. It may have been their browser, so it is kept, among the spam, and our sales
   * hear of it; but a robot must not make us write to strangers.
   */
  isSuspicious: boolean;
}

/** The enquiry, its history, its mails and its count: all or none. Otherwise says what to change. */
export async function submitEnquiry(
  db: Tx,
  { now, settings }: Platform,
  form: EnquiryForm,
  { network, isSuspicious }: Sender,
): Promise<Answer<{ reference: string }>> {
  const at = new Date(now());
  const enquiry = readForm(form, isSuspicious ? 'spam' : 'new', at);
  await takeHits(db, [{ limit: perNetwork(perNetworkAndHour, settings), key: network }], at);
  const reference = await insertEnquiry(db, enquiry, { at, year: officeYear(at) });
  if (reference === undefined)
    throw new Failure('refused', 'There is no such industry. Choose one from the list.');
  const { id, name, email, licenses_required: licences } = enquiry;
  if (!isSuspicious)
    await sendMailForAnybody(db, { template: 'enquiry received', to: email, reference }, 'strangers', at);
  const template = isSuspicious ? 'suspicious enquiry notice' : 'enquiry notice';
  await sendMail(db, { template, to: settings.SALES_EMAIL, id, reference, name, licences });
  await announce(db, 'office', { topic: ENQUIRIES });
  return done({ reference }, SUBMITTED);
}

/** Checks a form and returns what is stored of it; throws a Failure that says what to change. */
function readForm(form: EnquiryForm, state: 'new' | 'spam', at: Date): NewEnquiry {
  const input = asTexts(form);
  const problem = refusedEnquiry(input)[0]?.message;
  if (problem) throw new Failure('refused', problem);
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

/** Numbers may arrive as numbers; the rules read what was typed. */
function asTexts(form: EnquiryForm): EnquiryInput {
  const texts = Object.entries(form).map(([field, value]) => [field, String(value)]);
  return Object.fromEntries(texts) as EnquiryInput;
}

/** An enquiry as somebody read it, and who they are. */
export interface Target {
  id: string;
  version: number;
  session: Session;
}

/** Refuses at once what the write would refuse anyway; nobody should be told of a rule about what is no longer so. */
export async function readUnchanged(db: Db, { id, version }: Target): Promise<KnownEnquiry> {
  const enquiry = await findEnquiry(db, id);
  if (!enquiry) throw new Failure('notFound');
  if (enquiry.version !== version) throw changedMeanwhile(version, enquiry.version);
  return enquiry;
}

function changedMeanwhile(expected: number, current: number): Failure {
  const data: Static<typeof VersionConflict> = { expected, current };
  return new Failure('conflict', answers.conflict.meaning, { data });
}

/** For what may be added to an enquiry whatever else becomes of it: nobody else changes it until the transaction ends. */
export async function holdEnquiry(db: Tx, id: string): Promise<KnownEnquiry> {
  const enquiry = await findEnquiry(db, id, true);
  if (!enquiry) throw new Failure('notFound');
  return enquiry;
}

/** Changes an enquiry as it was read, with an entry in its history, and tells whoever looks at it; or nothing of all that. */
export async function change(
  db: Tx,
  enquiry: { id: string; version: number },
  what: Change,
  by: { staff: string; at: Date },
): Promise<void> {
  if (!(await changeEnquiry(db, enquiry, what, by))) {
    const now = await findEnquiry(db, enquiry.id);
    throw changedMeanwhile(enquiry.version, now?.version ?? enquiry.version);
  }
  await announce(db, 'office', { topic: ENQUIRIES, id: enquiry.id });
}
