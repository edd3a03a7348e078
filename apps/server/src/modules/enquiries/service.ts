import { randomUUIDv7 } from 'node:crypto';
import { nextDue, officeYear } from '@muster/domain/enquiries/pipeline';
import { type EnquiryInput, refusedEnquiry, wholeNumber } from '@muster/domain/enquiries/rules';
import { enquiryWords } from '@muster/domain/enquiries/words';
import { type Answer, answers } from '@muster/domain/values/answer';
import { phoneDigits } from '@muster/domain/values/words';
import { createBatches } from '../../platform/batches.ts';
import type { Db, Tx } from '../../platform/db/executor.ts';
import type { Platform } from '../../platform/deps.ts';
import { done } from '../../platform/envelope.ts';
import { Failure } from '../../platform/errors.ts';
import type { Key } from '../../platform/idempotency.ts';
import { publish, publishSoon, STAFF } from '../../platform/live.ts';
import { OUTBOX_CHANNEL } from '../../platform/outbox.ts';
import { counterOf, type Limit, perNetwork } from '../../platform/rate-limit.ts';
import { fingerprint } from '../../platform/secret.ts';
import type { Session } from '../../platform/session.ts';
import { plainAddress } from '../accounts/service.ts';
import { type Letter, toOneAddress } from '../messages/service.ts';
import {
  type Change,
  changeEnquiry,
  findEnquiry,
  type KnownEnquiry,
  type NewEnquiry,
  type Outcome,
  storeEnquiries,
} from './store.ts';

const perNetworkAndHour: Limit = { name: 'enquiry', max: 10, perSeconds: 3600 };
/** Of the specification, §8. */
const SUBMITTED = 'Successfully Submitted.';
/** What an enquiry is told, with a place for its reference. */
const ANSWER = JSON.stringify(done({ reference: '%s' }, SUBMITTED));
/** Live events about enquiries; without an id where there are new ones. */
const ENQUIRIES = 'enquiries';
/** So many share a commit at most. Two at once keep both the disk and the processor busy. */
const LARGEST_BATCH = 50;
const BATCHES_AT_ONCE = 2;

export type EnquiryForm = Readonly<Record<keyof EnquiryInput, string | number>>;
export type Receipt = Answer<{ reference: string }>;

interface Sender {
  network: string;
  record: Key | undefined;
  /**
   * Something filled in what people do not see. It may have been their browser, so it is kept, among the spam, and our sales
   * hear of it; but a robot must not make us write to strangers.
   */
  isSuspicious: boolean;
}

/** The way in for enquiries: each is stored with its history and its mails, once for one Idempotency-Key. */
export function openEnquiries({ database, herald, limiter, now, settings }: Platform) {
  const perHour = perNetwork(perNetworkAndHour, settings);
  const [mailsAnHour, mailsADay] = toOneAddress;

  const store = createBatches<NewEnquiry, Outcome>({
    write(enquiries) {
      const at = new Date(now());
      return storeEnquiries(database.db, enquiries, {
        at,
        year: officeYear(at),
        due: nextDue('new', at),
        limits: [perHour, leaving(1, mailsAnHour), leaving(2, mailsADay)],
      });
    },
    // One of a key, which the next one then finds; one of an address, so that each finds out whether a mail to it is left.
    keysOf: ({ record, hour_key }) => [hour_key, ...(record ? [record.key_hash.toString('hex')] : [])],
    largest: LARGEST_BATCH,
    atOnce: BATCHES_AT_ONCE,
  });

  /** Otherwise says what to change. */
  return async (form: EnquiryForm, sender: Sender): Promise<{ text: string; replayed: boolean }> => {
    const { network, record, isSuspicious } = sender;
    const enquiry = readForm(form, isSuspicious ? 'spam' : 'new');
    // With a key it may be stored already: the database answers that before it counts.
    if (!record) limiter.refuseSpent(perHour, network);
    const address = fingerprint(enquiry.email);
    const request: NewEnquiry = {
      ...enquiry,
      record,
      answer: ANSWER,
      ...lettersAbout(enquiry, settings),
      network_key: counterOf(perHour, network),
      hour_key: counterOf(mailsAnHour, address),
      day_key: counterOf(mailsADay, address),
    };
    const { outcome, answered } = await store(request);
    if (outcome === 'too many') throw limiter.spend(perHour, network);
    if (outcome === 'no industry')
      throw new Failure('refused', 'There is no such industry. Choose one from the list.');
    if (outcome === 'key reused') throw new Failure('keyReused');
    if (answered === null) throw new Failure('unavailable', answers.unavailable.meaning, 1);
    if (outcome === 'stored') {
      herald.tell(OUTBOX_CHANNEL, '');
      publishSoon(herald, { account: STAFF, topic: ENQUIRIES });
    }
    return { text: answered, replayed: outcome === 'replayed' };
  };
}

/** A stranger who enquires under somebody's address must leave them mails to reset their password with. */
function leaving(some: number, limit: Limit): Limit {
  return { ...limit, max: limit.max - some };
}

/** What can be stored of a form that was filled in rightly; otherwise tells what to change. */
function readForm(form: EnquiryForm, state: 'new' | 'spam') {
  const input = asTexts(form);
  const problem = refusedEnquiry(input)[0]?.message;
  if (problem) throw new Failure('refused', problem);
  const [name, phone, notes] = [input.name.trim(), input.phone.trim(), input.notes.trim()];
  const email = plainAddress(input.email);
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
    words: enquiryWords({ name, email, phone, notes }),
  };
}

/** Numbers may arrive as numbers; the rules read what was typed. */
function asTexts(form: EnquiryForm): EnquiryInput {
  const texts = Object.entries(form).map(([field, value]) => [field, String(value)]);
  return Object.fromEntries(texts) as EnquiryInput;
}

type Template<T extends Letter['template']> = Omit<Extract<Letter, { template: T }>, 'reference'>;

function lettersAbout(
  { id, name, email, licenses_required, state }: ReturnType<typeof readForm>,
  settings: Platform['settings'],
) {
  const acknowledgement: Template<'enquiry received'> = { template: 'enquiry received', to: email };
  const notice: Template<'enquiry notice' | 'suspicious enquiry notice'> = {
    template: state === 'spam' ? 'suspicious enquiry notice' : 'enquiry notice',
    to: settings.SALES_EMAIL,
    id,
    name,
    licences: licenses_required,
  };
  return { acknowledgement: state === 'spam' ? undefined : acknowledgement, notice };
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
  if (enquiry.version !== version) throw new Failure('conflict');
  return enquiry;
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
  if (!(await changeEnquiry(db, enquiry, what, by))) throw new Failure('conflict');
  await publish(db, { account: STAFF, topic: ENQUIRIES, id: enquiry.id });
}
