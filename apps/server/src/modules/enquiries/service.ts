import { randomUUIDv7 } from 'node:crypto';
import { storedEmail } from '@muster/domain/values/email';
import { type EnquiryState, firstAnswerBy, nextDue, officeYear } from '@muster/domain/enquiries/pipeline';
import {
  type EnquiryInput,
  type EnquiryProblem,
  refusedEnquiry,
  wholeNumber,
} from '@muster/domain/enquiries/rules';
import type { EnquiryReceipt } from '@muster/domain/enquiries/schema';
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
  isDueChosen,
  type KnownEnquiry,
  type NewEnquiry,
  readTexts,
  setWords,
  takenBack,
} from './store.ts';

const perNetworkAndHour: Limit = { name: 'enquiry', max: 10, perSeconds: 3600 };
/** The words of the specification, §8. */
const SUBMITTED = 'Successfully Submitted.';
/** The topic of live events about enquiries. An event without an id means that new enquiries arrived. */
const ENQUIRIES = 'enquiries';

export type { KnownEnquiry };

export type EnquiryForm = Readonly<Record<keyof EnquiryInput, string | number>>;

interface Sender {
  network: string;
  /**
   * A field that people do not see was filled in. A browser may have done it, so the enquiry is kept as spam and our sales
   * get a mail; but nobody else does, because a robot must not make us write to strangers.
   */
  isSuspicious: boolean;
}

/** Stores the enquiry, its history, its mails and its count, or none of them; throws a Failure that says what to change. */
export async function submitEnquiry(
  db: Tx,
  { now, settings }: Platform,
  form: EnquiryForm,
  { network, isSuspicious }: Sender,
): Promise<Answer<Static<typeof EnquiryReceipt>>> {
  const at = new Date(now());
  const enquiry = readForm(form, isSuspicious ? 'spam' : 'new', at);
  await takeHits(db, [{ limit: perNetwork(perNetworkAndHour, settings), key: network }], at);
  const reference = await insertEnquiry(db, enquiry, { at, year: officeYear(at) });
  if (reference === undefined)
    throw refusal({ field: 'industry_id', message: 'There is no such industry. Choose one from the list.' });
  const { id, name, email, licenses_required: licences } = enquiry;
  if (!isSuspicious)
    await sendMailForAnybody(db, { template: 'enquiry received', to: email, reference }, 'strangers', at);
  const template = isSuspicious ? 'suspicious enquiry notice' : 'enquiry notice';
  await sendMail(db, { template, to: settings.SALES_EMAIL, id, reference, name, licences });
  await announce(db, 'office', { topic: ENQUIRIES });
  return done({ reference, answer_by: firstAnswerBy(at).toISOString() }, SUBMITTED);
}

/** Checks a form and returns what is stored of it; throws a Failure that says what to change. */
function readForm(form: EnquiryForm, state: 'new' | 'spam', at: Date): NewEnquiry {
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

/** Which enquiry somebody wants to change, the version that they read, and their session. */
export interface Target {
  id: string;
  version: number;
  session: Session;
}

/** Throws `conflict` before any rule is checked: a rule about an old version would only confuse. */
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

/** Locks an enquiry until the transaction ends, for an addition that needs no version. */
export async function holdEnquiry(db: Tx, id: string): Promise<KnownEnquiry> {
  const enquiry = await findEnquiry(db, id, true);
  if (!enquiry) throw new Failure('notFound');
  return enquiry;
}

/** Makes the search find an enquiry by what its notes say now. */
export async function findByNotes(db: Tx, id: string): Promise<void> {
  await setWords(db, id, enquiryWords(await readTexts(db, id)));
}

/** Which entries of a history are not shown. */
export const notShown = takenBack;

/** The due time in another state: the one that a person chose stays, as long as there is something to do. */
export async function dueIn(
  db: Db,
  state: EnquiryState,
  enquiry: KnownEnquiry,
  at: Date,
): Promise<Date | null> {
  const { id, due_at } = enquiry;
  const due = nextDue(state, at);
  return due !== null && due_at !== null && (await isDueChosen(db, id, due_at)) ? due_at : due;
}

/** Changes the version that was read, adds an entry to its history and announces the change; otherwise throws `conflict`. */
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
