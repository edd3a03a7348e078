import { type ChangeKind, ruleOf } from '@muster/domain/basics/changes/kinds';
import type { Change } from '@muster/domain/basics/changes/schema';
import type { CustomerMessage } from '@muster/domain/work/visits/schema';
import { messageInWords } from '@muster/domain/messages/customer-messages/rules';
import { centsInWords } from '@muster/domain/values/cents';
import { lengthInWords, dayInWords, timeInWords } from '@muster/domain/values/clock-words';
import { type EpochMinutes, minuteAt } from '@muster/domain/values/minutes';
import { jobNumber, readJobNumber } from '@muster/domain/work/jobs/rules';
import {
  fieldName,
  recordWords,
  thingName,
  toldFields,
  valueWords,
  weekInShort,
  type Words,
} from './field-words.ts';

type Entry = Change['entries'][number];

/** "Dan Dispatcher changed the phone of Priya Nair from 0412 … to 0413 …". */
export function changeWords(change: Change, words: Words): string {
  return plain(sentence(change, words));
}

/** The same in parts: the names of people, customers and jobs are links where there is a page of them. */
export function changeParts(change: Change, words: Words): SentencePart[] {
  return partsOf(sentence(change, words));
}

function sentence(change: Change, words: Words): string {
  const [first] = change.entries;
  // Nobody in particular sends it: what was sent is what there is to say.
  if (change.kind === 'customer told' && first) {
    const said = change.entries.filter(({ table }) => table === 'customer_messages');
    const told = said.find(({ before }) => before === null);
    if (!told)
      return `${(said[0] ?? first).label}: a text that was waiting was taken back${others(change.count)}`;
    return `${messageInWords(told.after as unknown as CustomerMessage)}${others(change.count)}`;
  }
  const { name, user_id, api_key_id } = change.by;
  const who = name || (api_key_id === null ? 'Muster' : 'A program');
  const isLinked = words.hasHistory && user_id !== null && name;
  return `${isLinked ? linked('user', user_id, who) : who} ${deedWords(change, words)}`;
}

/** "moved 18 visits", "changed the duration of J-1042/1 Smith from 1 h to 1 h 45 min": without who did it, with whom and when. */
export function deedInShort(change: Change): string {
  return plain(deedWords(change, undefined));
}

function deedWords(change: Change, words: Words | undefined): string {
  const { kind, undoes, undoes_kind, entries, count, imported } = change;
  const [first] = entries;
  if (undoes !== null) {
    const whole = undoes_kind === null ? undefined : wholeWords(undoes_kind, imported);
    if (whole !== undefined) return `undid the ${whole.noun}`;
    const verb = undoes_kind === 'undo' ? 'redid' : 'undid';
    return first ? `${verb} a change of ${quoted(first)}${others(count)}` : `${verb} a change`;
  }
  const whole = wholeWords(kind, imported);
  if (whole !== undefined) return whole.deed;
  const told =
    placeWords(change) ??
    mergeWords(change) ??
    pastWords(change, words) ??
    intakeWords(change, words) ??
    bookingWords(change, words) ??
    paymentWords(change) ??
    quoteWords(change) ??
    invoiceWords(change) ??
    leftOutWords(change) ??
    sameState(change);
  if (told !== undefined) return told;
  return first ? `${entryWords(first, words)}${others(count)}` : `made a change: ${kind}`;
}

/** "pinned 12 Church Street, Ryde on the map", "found 12 Church Street, Ryde, and 9 other items, from the address". */
function placeWords({ kind, entries: [first], count }: Change): string | undefined {
  if (kind === 'site pinned' && first) return `pinned ${first.label} on the map`;
  if (kind !== 'addresses found' || !first) return undefined;
  return `found ${first.label}${others(count)} from the address`;
}

/** "merged A. Lima into Ana Lima, with 12 other items": who is put aside says whom they were. */
function mergeWords({ kind, entries, count }: Change): string | undefined {
  if (kind !== 'customers merged') return undefined;
  const both = entries.filter(({ table }) => table === 'customers');
  const other = both.find(({ after }) => after?.['merged_into']);
  const kept = both.find((entry) => entry !== other);
  if (other === undefined) return undefined;
  return `merged ${nameIn(other)}${kept ? ` into ${nameIn(kept)}` : ' into another customer'}${others(count - both.length + 1)}`;
}

/** "entered J-1042/2 Smith afterwards, for Dave, Tue 17 Nov 10:10 pm". */
function pastWords({ kind, entries }: Change, words: Words | undefined): string | undefined {
  const crew = entries.filter(({ table }) => table === 'assignments');
  if (kind !== 'past visit recorded' || crew.length === 0) return undefined;
  const where = words ? `, for ${peopleIn(crew, 'after', words)}${whenIn(crew[0]!.after!, words)}` : '';
  return `entered ${nameIn(crew[0]!)} afterwards${where}`;
}

/** "added J-1042 “Leaking tap” for the new customer Jo Brown, planned for Dave, Tue 17 Nov 1:00 pm": the work is what it was about. */
function intakeWords({ kind, entries }: Change, words: Words | undefined): string | undefined {
  const added = entries.filter(({ before }) => before === null);
  const job = added.find(({ table }) => table === 'jobs');
  const customer = added.find(({ table }) => table === 'customers');
  if (kind !== 'job added' || !job || !customer) return undefined;
  const description = job.after?.['description'];
  const work = typeof description === 'string' ? description.split('\n', 1)[0] : '';
  const crew = added.filter(({ table }) => table === 'assignments');
  const where =
    words && crew.length > 0
      ? `, planned for ${peopleIn(crew, 'after', words)}${whenIn(crew[0]!.after!, words)}`
      : '';
  return `added ${nameIn(job)}${work ? ` “${work}”` : ''} for the new customer ${nameIn(customer)}${where}`;
}

/** "recorded a payment of $165.00", "reversed a payment of $165.00: The cheque bounced.", "used $20.00 of credit". */
function paymentWords({ kind, entries, count }: Change): string | undefined {
  const payment = entries.find(({ table }) => table === 'payments');
  const paidByCard = entries.find(({ table }) => table === 'card_payments');
  if (paidByCard && kind === 'card payment received') return `received a ${paidByCard.label}`;
  if (payment && (kind === 'payment recorded' || kind === 'refund recorded'))
    return `recorded a ${payment.label}`;
  const goesBack = entries.find(({ table }) => table === 'card_refunds' || table === 'card_disputes');
  if (goesBack && kind === 'card refund asked') return `asked Stripe for a ${goesBack.label}`;
  if (goesBack && kind === 'card refund stopped') return `stopped a ${goesBack.label}`;
  if (goesBack?.after && (kind === 'card refund followed' || kind === 'card dispute followed'))
    return `heard from Stripe of a ${goesBack.label}: ${String(goesBack.after['state'])}`;
  if (kind === 'card balance read') {
    const payout = entries.find(({ table }) => table === 'card_payouts');
    return `read at Stripe: ${payout ? `a ${payout.label}` : count === 1 ? 'one line of the balance' : `${count} lines of the balance`}`;
  }
  if (payment && kind === 'payment taken back')
    return `reversed a ${payment.label}: ${String(payment.after?.['taken_back_reason'])}`;
  if (kind !== 'credit used' || entries.length < count) return undefined;
  const sum = entries.reduce((sum, { after }) => sum + Number(after?.['amount']), 0);
  return `used ${centsInWords(sum)} of credit`;
}

/** What a line of an invoice comes to, and what a visit it charges for is, follow from its lines. */
const ofLines = new Set(['net', 'gst', 'total', 'visits', 'jobs', 'work']);

/** "added Draft “Bathroom”", "changed the lines of Draft “Bathroom”, now $165.00", "issued INV-1301", "credited $50.00 with CR-1012". */
function invoiceWords({ kind, entries }: Change): string | undefined {
  const entry = entries.find(({ table }) => table === 'invoices');
  if (!entry) return undefined;
  const { before, after } = entry;
  const label = nameIn(entry);
  const amount = (row: Fields) => centsInWords(Number(row['total']));
  if (kind === 'invoice issued') return `issued ${label}`;
  if (kind === 'credit note issued' && after) return `credited ${amount(after)} with ${label}`;
  if (kind === 'credit note added' && after) return `added ${label} of ${amount(after)}`;
  if (kind === 'invoice added' && before === null) return `added ${label}`;
  if (kind === 'invoice removed' && after === null) return `deleted ${label}`;
  if (kind !== 'invoice edited' || !before || !after || !('lines' in after)) return undefined;
  const fields = toldFields('invoices', Object.keys(after)).filter((field) => !ofLines.has(field));
  const names = [...new Set(fields.map((field) => fieldName('invoices', field)))];
  return `changed the ${listed(names)} of ${label}${'total' in after ? `, now ${amount(after)}` : ''}`;
}

/** "left 2 visits uninvoiced: “Warranty”". */
function leftOutWords({ kind, entries: [first], count }: Change): string | undefined {
  if (!first || (kind !== 'visits left out' && kind !== 'visits brought back')) return undefined;
  const visits = count === 1 ? 'a visit' : `${count.toLocaleString('en-AU')} visits`;
  return kind === 'visits left out'
    ? `left ${visits} uninvoiced: ${first.label}`
    : `brought ${visits} back to be invoiced: ${first.label}`;
}

/** "accepted Q-1001 for $605.00", "declined Q-1001: Too dear", "made the next version of Q-1001": whatever else came of it. */
function quoteWords({ kind, entries }: Change): string | undefined {
  const entry = entries.find(({ table, after }) => table === 'quotes' && after !== null);
  if (!entry) return undefined;
  const label = nameIn(entry);
  const { total, reason } = entry.after as Fields;
  if (kind === 'quote accepted')
    return `accepted ${label}${total === undefined ? '' : ` for ${centsInWords(Number(total))}`}`;
  if (kind === 'quote declined')
    return `declined ${label}${typeof reason === 'string' && reason !== '' ? `: ${reason}` : ''}`;
  if (kind === 'quote renewed') return `made the next version of ${label}`;
  if (kind === 'quote added' && entry.before === null) return `added ${label}`;
  if (kind !== 'quote edited' || !entry.before || !('lines' in entry.after!)) return undefined;
  return `changed the lines of ${label}${total === undefined ? '' : `, now ${centsInWords(Number(total))}`}`;
}

/** "dispatched 18 visits": the same was done to all of them. */
function sameState({ entries, count }: Change): string | undefined {
  const [first] = entries;
  if (!first?.before || !first.after || count < 3) return undefined;
  const verbs = entries.map(({ before, after }) => before && after && stateWords(first.table, before, after));
  const isSame = entries.every(({ table }, at) => table === first.table && verbs[at] === verbs[0]);
  return isSame && verbs[0] ? `${verbs[0]} ${counted(count, first.table)}` : undefined;
}

/** What is one thing to whoever did it, however much it touched. */
function wholeWords(kind: ChangeKind, imported: number | null): Whole | undefined {
  const things = ruleOf(kind)?.imports;
  if (things === undefined) return wholes[kind];
  const what = imported === null ? things : counted(imported, things);
  return { deed: `imported ${what}`, noun: `import of ${what}` };
}

interface Whole {
  readonly deed: string;
  readonly noun: string;
}

const wholes: Partial<Record<ChangeKind, Whole>> = {
  'sample data added': { deed: 'added the sample data', noun: 'addition of the sample data' },
  'sample data removed': { deed: 'removed the sample data', noun: 'removal of the sample data' },
  'scenario discarded': { deed: 'discarded a scenario', noun: 'discarding of a scenario' },
  'scenario taken over': {
    deed: 'took over changes from a scenario',
    noun: 'takeover of a scenario',
  },
};

/** "12,004 customers", "one customer". */
function counted(count: number, things: string): string {
  return count === 1 ? `one ${thingName(things)}` : `${count.toLocaleString('en-AU')} ${things}`;
}

function others(count: number): string {
  const rest = count - 1;
  if (rest <= 0) return '';
  return rest === 1 ? ', and one other item' : `, and ${rest.toLocaleString('en-AU')} other items`;
}

/** What happened to one thing, without who did it: "changed the phone of …". */
function entryWords(entry: Entry, words: Words | undefined): string {
  const { table, before, after } = entry;
  const label = nameIn(entry);
  const thing = thingName(table);
  if (before === null && table === 'report_mails') return `emailed the report ${label}`;
  if (before === null && table === 'invoice_letters') return letterWords(label, after!);
  if (table === 'reminder_stops') return stopWords(before, after);
  if (table === 'report_choices') return `chose ${label}`;
  if (before === null && table === 'taps') return `tapped “${label}”`;
  if (table === 'enquiry_notes')
    return before === null ? `noted: ${String(after?.['text'])}` : `removed the note ${label}`;
  if (before === null) return table === 'field_records' ? `noted ${label}` : `added the ${thing} ${label}`;
  if (after === null) return `removed the ${thing} ${label}`;
  if (table === 'subscriptions') return planWords(before, after);
  if (table === 'enquiries') return enquiryWords(label, before, after, words);
  if (table === 'follow_ups' && after['decision'] === 'dismissed')
    return typeof after['note'] === 'string' && after['note'] !== ''
      ? `dismissed ${label}: ${after['note']}`
      : `dismissed ${label}`;
  if (table === 'customer_messages')
    return 'dismissed_at' in after
      ? `${after['dismissed_at'] === null ? 'brought back' : 'dismissed'} ${label}, which didn’t arrive`
      : `took back the text of ${label}`;
  if (table === 'visits' && after['confirmed_at']) return `confirmed ${label}`;
  const special = stateWords(table, before, after);
  if (special !== undefined) return `${special} ${label}`;
  const fields = toldFields(table, Object.keys(after));
  const names = [...new Set(fields.map((field) => fieldName(table, field)))];
  if (names.length === 0) return `changed ${label}`;
  if (names.length > 1) return `changed ${listed(names)} of ${label}`;
  const values = fields.length === 1 ? fromTo(table, fields[0]!, before, after, words) : '';
  return `changed the ${names[0]} of ${label}${values}`;
}

/** "emailed the invoice to Kim Cole", "noted the invoice as given to the customer: Printed and posted". */
function letterWords(label: string, { kind, way, note }: Fields): string {
  if (way === 'by hand')
    return `noted the ${kind === 'quote' ? 'quote' : 'invoice'} as given to the customer${typeof note === 'string' && note !== '' ? `: ${note}` : ''}`;
  const thing =
    kind === 'reminder' ? 'a reminder to pay' : kind === 'statement' ? 'a statement' : `the ${String(kind)}`;
  return `${way === 'text' ? 'texted' : 'emailed'} ${thing} ${label}`;
}

/** "stopped the reminders: disputed", "resumed the reminders". */
function stopWords(before: Fields | null, after: Fields | null): string {
  if (after === null) return 'resumed the reminders';
  const { reason } = after;
  const why = typeof reason === 'string' && reason !== '' ? `: ${reason}` : '';
  return `${before === null ? 'stopped the reminders' : 'said why there are no reminders'}${why}`;
}

type Fields = Record<string, unknown>;

/** "moved Wattle Creek from New to Contacted, due Mon 15 Jun, 8:00 pm AEST". */
function enquiryWords(label: string, before: Fields, after: Fields, words: Words | undefined): string {
  const { state, invited_email: invited, lost_reason: reason, due_at: due, owner_id: owner } = after;
  if (state === 'provisioned')
    return `opened an account for ${label} and invited ${String(invited)} as the owner`;
  if ('invited_email' in after || 'invited_at' in after)
    return typeof invited === 'string'
      ? `invited ${invited} as the owner of ${label}`
      : `invited the owner of ${label} again`;
  const when = due === undefined ? undefined : valueWords(due, words);
  if (typeof state === 'string') {
    const moved = `moved ${label} from ${capitalised(String(before['state']))} to ${capitalised(state)}`;
    if (typeof reason === 'string' && reason !== '') return `${moved}: ${reason}`;
    return due && when ? `${moved}, due ${when}` : moved;
  }
  if (owner === null) return `removed the owner of ${label}`;
  if (owner !== undefined) return `assigned ${label} to ${valueWords(owner, words) ?? 'someone else'}`;
  return `changed the due time of ${label}${when === undefined ? '' : ` to ${when}`}`;
}

function capitalised(word: string): string {
  return word.replace(/^./, (letter) => letter.toUpperCase());
}

function fromTo(
  table: string,
  field: string,
  before: Fields,
  after: Fields,
  words: Words | undefined,
): string {
  const [from, to] = [before[field], after[field]].map(
    (value) => recordWords(table, field, value) ?? inShort(field, value, words),
  );
  return from === undefined || to === undefined ? '' : ` from ${from} to ${to}`;
}

function inShort(field: string, value: unknown, words: Words | undefined): string | undefined {
  if (field === 'working_week') return weekInShort(value);
  if (field === 'duration' && typeof value === 'number') return lengthInWords(value);
  return valueWords(value, words);
}

/** What their labels are already says what they are. */
const namedByLabel = new Set([
  'technicians',
  'customers',
  'visits',
  'assignments',
  'enquiries',
  'invoices',
  'quotes',
  'payments',
]);

function quoted(entry: Entry): string {
  const { table } = entry;
  return namedByLabel.has(table) ? nameIn(entry) : `the ${thingName(table)} ${nameIn(entry)}`;
}

/** Pages that there are of things by their ids; the others are named alone. */
const paged: Record<string, SentencePart['to']> = {
  technicians: 'technician',
  customers: 'customer',
  invoices: 'invoice',
  quotes: 'quote',
};

/** What a thing is called, as a way to it where there is one. Of a visit both its job and its customer can be opened. */
function nameIn({ table, id, label, visit_of, after }: Entry): string {
  const kind = paged[table];
  if (kind !== undefined && after !== null) return linked(kind, id, label);
  if (table === 'jobs' && readJobNumber(label) !== undefined) return linked('job', label, label);
  if (visit_of === null) return label;
  const { job, customer_id, customer } = visit_of;
  const number = label.endsWith(` ${customer}`) ? label.slice(0, -customer.length - 1) : label;
  const whose = number === label ? '' : ` ${linked('customer', customer_id, customer)}`;
  return `${linked('job', jobNumber(job), number)}${whose}`;
}

/** Marks around a name within a sentence, of signs that nobody types: lists and endings are put together around it. */
const [open, divide, close] = ['\u{E000}', '\u{E001}', '\u{E002}'];
const marked = new RegExp(`${open}(\\w+):([^${divide}]*)${divide}([^${close}]*)${close}`, 'u');

/** A piece of a sentence. What it names can be opened: a technician, a customer, an invoice, a quote, a job by its number, or what a person did. */
export interface SentencePart {
  readonly text: string;
  readonly to?: 'technician' | 'customer' | 'invoice' | 'quote' | 'job' | 'user';
  readonly id?: string;
}

function linked(to: NonNullable<SentencePart['to']>, id: string, name: string): string {
  return `${open}${to}:${id}${divide}${name}${close}`;
}

function partsOf(text: string): SentencePart[] {
  const pieces = text.split(marked);
  return pieces.flatMap((piece, at): SentencePart[] => {
    if (at % 4 === 0) return piece === '' ? [] : [{ text: piece }];
    if (at % 4 !== 3) return [];
    return [{ text: piece, to: pieces[at - 2] as NonNullable<SentencePart['to']>, id: pieces[at - 1]! }];
  });
}

function plain(text: string): string {
  return partsOf(text)
    .map((part) => part.text)
    .join('');
}

/** "name, phone and email". */
function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en-AU', { type: 'conjunction' }).format(names);
}

/** As many visits as one of them is named for. */
const mostNamed = 2;

/**
 * What somebody did on the board: "moved J-1042/1 Smith from Dave to Priya Nair, Tue 17 Nov 1:00 pm", "planned 12 visits and moved 6".
 * Nothing where bookings are not what the change is about. Without `words`, people and times are left out.
 */
function bookingWords(
  { entries, count }: Pick<Change, 'entries' | 'count'>,
  words: Words | undefined,
): string | undefined {
  const bookings = entries.filter(({ table }) => table === 'assignments');
  // The state of a visit follows from its bookings.
  if (bookings.length === 0 || !entries.every(isOfBookings)) return undefined;
  const visits = Map.groupBy(bookings, ({ label }) => label);
  if (visits.size > mostNamed) return manyWords([...visits.values()], entries.length < count);
  const [crew] = [...visits.values()] as [Entry[]];
  const label = nameIn(crew[0]!);
  const deed = deedOf(crew, words);
  if (deed === undefined) return undefined;
  const others = visits.size > 1 ? ', and one other visit' : '';
  const agreed = entries.some(isAgreed) ? ', as agreed with the customer' : '';
  return `${deed.verb} ${label}${deed.where}${others}${agreed}`;
}

/** "planned 12 visits, moved 6 and took one off the board"; where not all of them are given, as many as there are at least. */
function manyWords(crews: readonly (readonly Entry[])[], isCut: boolean): string {
  const verbs = crews
    .map((crew) => deedOf(crew, undefined))
    .map((deed) => deed && `${deed.verb}${deed.where}`);
  const deeds = [...Map.groupBy(verbs, (verb) => verb)].map(([verb, own]) => ({ verb, many: own.length }));
  if (isCut)
    return `${deeds.length === 1 ? verbOf(deeds[0]!.verb) : 'changed'} ${crews.length} visits or more`;
  const told = deeds.map(({ verb, many }, at) => {
    const things = at === 0 ? `${many} visit${many === 1 ? '' : 's'}` : many === 1 ? 'one' : String(many);
    return `${verbOf(verb)} ${things}${verb?.endsWith(offTheBoard) ? offTheBoard : ''}`;
  });
  return new Intl.ListFormat('en-AU').format(told);
}

function verbOf(deed: string | undefined): string {
  return deed?.replace(offTheBoard, '') ?? 'changed';
}

/** What was agreed with a customer who took a slot. */
const agreedFields = new Set(['on_date', 'window_from', 'window_to']);

/** What is taken off the board is not dispatched any more. */
const followsBookings = new Set(['state', 'dispatched_at', ...agreedFields]);

function isAgreed({ table, after }: Entry): boolean {
  return table === 'visits' && Object.keys(after ?? {}).some((field) => agreedFields.has(field));
}

function isOfBookings({ table, before, after }: Entry): boolean {
  if (table === 'assignments') return true;
  return (
    table === 'visits' &&
    before !== null &&
    after !== null &&
    Object.keys(after).every((field) => followsBookings.has(field))
  );
}

const offTheBoard = ' off the board';

function deedOf(
  crew: readonly Entry[],
  words: Words | undefined,
): { verb: string; where: string } | undefined {
  const gone = crew.filter(({ after }) => after === null);
  const come = crew.filter(({ before }) => before === null);
  const kept = crew.filter(({ before, after }) => before !== null && after !== null);
  if (come.length > 0) {
    if (gone.length === 0 && kept.length === 0)
      return {
        verb: 'planned',
        where: words ? ` for ${peopleIn(come, 'after', words)}${whenIn(come[0]!.after!, words)}` : '',
      };
    return { verb: 'moved', where: words ? movedWords(gone, come, kept, words) : '' };
  }
  if (gone.length > 0 && kept.length === 0) return { verb: 'took', where: offTheBoard };
  if (gone.length > 0)
    return words
      ? { verb: 'took', where: ` from ${peopleIn(gone, 'before', words)}` }
      : { verb: 'changed the crew of', where: '' };
  const { after } = kept[0] as { after: Fields };
  if ('starts_at' in after || 'technician_id' in after)
    return { verb: 'moved', where: words ? movedWords(kept, kept, [], words) : '' };
  if ('is_pinned' in after) return { verb: after['is_pinned'] ? 'pinned' : 'unpinned', where: '' };
  return undefined;
}

/** " from Dave Cole, Tue 17 Nov 9:00 am to Priya Nair, 1:00 pm": what stayed is said once, and a day that stayed too. */
function movedWords(
  was: readonly Entry[],
  is: readonly Entry[],
  kept: readonly Entry[],
  words: Words,
): string {
  const [who, now] = [peopleIn(was, 'before', words), peopleIn(is, 'after', words)];
  const [from, to] = [startIn([...was, ...kept], 'before'), startIn([...is, ...kept], 'after')];
  const isSameTime = from === undefined || to === undefined || from === to;
  const isSameDay = !isSameTime && dayInWords(from, words.zone) === dayInWords(to, words.zone);
  const isSameCrew = who === now;
  const join = (people: string, when: string) => [isSameCrew ? '' : people, when].filter(Boolean).join(', ');
  const before = join(who, isSameTime ? '' : clockIn(from, words));
  const after = join(
    now,
    to === undefined ? '' : isSameDay ? timeInWords(to, words.zone) : clockIn(to, words),
  );
  return `${before === '' ? '' : ` from ${before}`}${after === '' ? '' : ` to ${after}`}`;
}

/** Nobody where only the time of a booking changed. */
function peopleIn(crew: readonly Entry[], side: 'before' | 'after', { nameOf }: Words): string {
  const ids = crew.flatMap((one) => one[side]?.['technician_id'] ?? []).map(String);
  const names = ids.map((id) => {
    const name = nameOf(id);
    return name === undefined ? 'someone' : linked('technician', id, name);
  });
  return new Intl.ListFormat('en-AU').format(names);
}

function startIn(crew: readonly Entry[], side: 'before' | 'after'): EpochMinutes | undefined {
  const starts = crew.map((one) => one[side]?.['starts_at']).filter((at) => typeof at === 'string');
  const start = starts.find((at) => at !== '');
  return start === undefined ? undefined : minuteAt(start);
}

/** "Tue 17 Nov 1:00 pm". */
function clockIn(at: EpochMinutes, { zone }: Words): string {
  return `${dayInWords(at, zone)} ${timeInWords(at, zone)}`;
}

/** ", Tue 17 Nov 1:00 pm". */
function whenIn(booking: Fields, words: Words): string {
  return `, ${clockIn(minuteAt(String(booking['starts_at'])), words)}`;
}

/** Moments that are a state: what whoever set one did, and whoever took it away again. */
const stamps: Record<string, { set: string; cleared: string }> = {
  archived_at: { set: 'archived', cleared: 'restored' },
  set_up_at: { set: 'set up', cleared: 'changed' },
  cancelled_at: { set: 'cancelled', cleared: 'restored' },
  dispatched_at: { set: 'dispatched', cleared: 'called back' },
  disabled_at: { set: 'disabled the sign-in of', cleared: 'enabled the sign-in of' },
  signed_out_at: { set: 'signed out everywhere', cleared: 'changed' },
  revoked_at: { set: 'revoked', cleared: 'restored' },
  accepted_at: { set: 'accepted the invitation of', cleared: 'changed the invitation of' },
  deleted_at: { set: 'deleted', cleared: 'restored' },
  retracted_at: { set: 'took back', cleared: 'restored' },
  sent_at: { set: 'sent another invitation to', cleared: 'changed the invitation of' },
};

/** Changes of state have a verb of their own. */
function stateWords(table: string, before: Fields, after: Fields): string | undefined {
  const stamp = Object.keys(stamps).find((field) => field in after);
  if (stamp !== undefined) {
    const isSet = after[stamp] !== null;
    if (table === 'team_invitations' && stamp === 'revoked_at') return 'withdrew the invitation of';
    if (stamp === 'revoked_at' && isSet) return `revoked the ${thingName(table)}`;
    return isSet ? stamps[stamp]!.set : stamps[stamp]!.cleared;
  }
  const fields = toldFields(table, Object.keys(after));
  if (fields.length !== 1 || !('is_active' in after) || before['is_active'] === undefined) return undefined;
  return after['is_active'] === true ? 'activated' : 'deactivated';
}

/** "changed the plan to Crew, with 10 licences". */
function planWords(before: Fields, after: Fields): string {
  const count = after['licences'];
  const licences = count === 1 ? 'one licence' : `${String(count)} licences`;
  if (!('plan_code' in after))
    return `changed the number of licences from ${String(before['licences'])} to ${String(count)}`;
  const plan = capitalised(String(after['plan_code']));
  return `changed the plan to ${plan}${count === undefined ? '' : `, with ${licences}`}`;
}
