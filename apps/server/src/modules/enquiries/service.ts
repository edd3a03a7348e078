import { randomUUIDv7 } from 'node:crypto';
import { nextDue } from '@muster/domain/enquiries/pipeline';
import { type EnquiryInput, refusedEnquiry, wholeNumber } from '@muster/domain/enquiries/rules';
import { type Answer, answers } from '@muster/domain/values/answer';
import type { Tx } from '../../platform/db/executor.ts';
import type { Platform } from '../../platform/deps.ts';
import { done } from '../../platform/envelope.ts';
import { Failure } from '../../platform/errors.ts';
import type { Key } from '../../platform/idempotency.ts';
import { publish, publishSoon, STAFF } from '../../platform/live.ts';
import { OUTBOX_CHANNEL } from '../../platform/outbox.ts';
import { type Limit, perNetwork } from '../../platform/rate-limit.ts';
import { plainAddress } from '../accounts/service.ts';
import { fromStrangers, type Letter } from '../messages/service.ts';
import { type Change, changeEnquiry, findEnquiry, type NewEnquiry, storeEnquiry } from './store.ts';

export { findEnquiry };

const perNetworkAndHour: Limit = { name: 'enquiry', max: 10, perSeconds: 3600 };
/** Of the specification, §8. */
const SUBMITTED = 'Successfully Submitted.';
/** What an enquiry is told, with a place for its reference. */
const ANSWER = JSON.stringify(done({ reference: '%s' }, SUBMITTED));
/** Live events about enquiries; without an id where there are new ones. */
const ENQUIRIES = 'enquiries';

export type EnquiryForm = Readonly<Record<keyof EnquiryInput, string | number>>;
export type Receipt = Answer<{ reference: string }>;

interface Sender {
  network: string;
  record: Key | undefined;
  /** Something filled in what people do not see. It may have been their browser, so it is kept, among the spam. */
  isSuspicious: boolean;
}

/** Stores an enquiry with its history and its mails, once for one Idempotency-Key; otherwise says what to change. */
export async function submitEnquiry(
  platform: Platform,
  form: EnquiryForm,
  { network, record, isSuspicious }: Sender,
): Promise<{ text: string; replayed: boolean }> {
  const { database, herald, limiter, now, settings } = platform;
  const at = new Date(now());
  const limit = perNetwork(perNetworkAndHour, settings);
  const enquiry = readForm(form, isSuspicious, at);
  limiter.refuseSpent(limit, network);
  const { outcome, answered } = await storeEnquiry(database.db, enquiry, {
    at,
    record,
    answer: ANSWER,
    network: { limits: [limit], key: network },
    // Nothing that a robot could make us send.
    ...(isSuspicious ? { acknowledgement: undefined, notice: undefined } : lettersAbout(enquiry, settings)),
  });
  if (outcome === 'too many') throw limiter.spend(limit, network);
  if (outcome === 'no industry')
    throw new Failure('refused', 'There is no such industry. Choose one from the list.');
  if (outcome === 'key reused') throw new Failure('keyReused');
  if (answered === null) throw new Failure('unavailable', answers.unavailable.meaning, 1);
  if (outcome === 'stored') {
    herald.tell(OUTBOX_CHANNEL, '');
    publishSoon(herald, { account: STAFF, topic: ENQUIRIES });
  }
  return { text: answered, replayed: outcome === 'replayed' };
}

/** What can be stored of a form that was filled in rightly; otherwise tells what to change. */
function readForm(form: EnquiryForm, isSuspicious: boolean, at: Date): NewEnquiry {
  const input = Object.fromEntries(
    Object.entries(form).map(([field, value]) => [field, String(value)]),
  ) as EnquiryInput;
  const problem = refusedEnquiry(input)[0]?.message;
  if (problem) throw new Failure('refused', problem);
  const state = isSuspicious ? 'spam' : 'new';
  return {
    id: randomUUIDv7(),
    name: input.name.trim(),
    email: plainAddress(input.email),
    phone: input.phone.trim(),
    employees_no: input.employees_no,
    technicians_no: wholeNumber(input.technicians_no)!,
    licenses_required: wholeNumber(input.licenses_required)!,
    notes: input.notes.trim(),
    industry_id: wholeNumber(input.industry_id)!,
    state,
    due_at: nextDue(state, at),
  };
}

type Template<T extends Letter['template']> = Omit<Extract<Letter, { template: T }>, 'reference'>;

function lettersAbout({ id, name, email, licenses_required }: NewEnquiry, settings: Platform['settings']) {
  const letter: Template<'enquiry received'> = { template: 'enquiry received', to: email };
  const notice: Template<'enquiry notice'> = {
    template: 'enquiry notice',
    to: settings.SALES_EMAIL,
    id,
    name,
    licences: licenses_required,
  };
  return { acknowledgement: { letter, hit: fromStrangers(email) }, notice };
}

/** Changes an enquiry as it was read, with an entry in its history, and tells whoever looks at it; or nothing of all that. */
export async function change(
  db: Tx,
  enquiry: { id: string; version: number },
  what: Change,
  by: { staff: string; at: Date },
): Promise<void> {
  if (!(await changeEnquiry(db, enquiry, what, by))) throw new Failure('conflict');
  await publish(db, { account: STAFF, topic: ENQUIRIES, id: enquiry.id });
}
