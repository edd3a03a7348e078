import { type RecordKind, records } from '@muster/domain/records';
import { absenceKinds } from '@muster/domain/work/technicians/rules';
import { valueInWords } from '@muster/domain/values/fields';
import { isId } from '@muster/domain/values/ids';
import { clockWords } from '../../format/clock.ts';
import { moment } from '../../format/format.ts';

const kinds: Readonly<Record<string, RecordKind>> = records;

/** What things of a table are called, one of them. */
export const thingNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(kinds).map(([table, { thing }]) => [table, thing])),
  tickets: 'ticket',
  customer_terms: 'terms of',
  customer_prices: 'agreed price',
  left_out_visits: 'visit left out as',
  labour_rates: 'labour rate of',
  absences: 'absence',
  job_types: 'job type',
  visits: 'visit',
  assignments: 'booking',
  accounts: 'business',
  users: 'sign-in',
  team_invitations: 'invitation of',
  subscriptions: 'plan',
  api_keys: 'API key',
  webhooks: 'webhook',
  bank_details: 'bank details on',
  text_settings: 'settings of',
  text_services: 'text service',
  accounting_services: 'books of',
  card_services: 'Stripe account',
  card_payments: 'card payment',
  card_refunds: 'card refund',
  card_disputes: 'dispute',
  card_payouts: 'payout',
  card_movements: 'line of the balance at Stripe',
  customer_messages: 'message',
  payments: 'payment',
  allocations: 'use of',
  invoice_letters: 'letter',
  quotes: 'quote',
  reminder_stops: 'stop of reminders',
  money_settings: 'settings of',
  report_choices: 'choice of',
  report_mails: 'emailed report',
  calendar_feeds: 'calendar feed of',
  visit_links: 'link to the',
  visit_requests: 'customer’s',
  text_answers: 'answer to',
  settled_calls: 'answer to',
  call_services: 'phone connection',
  call_settings: 'settings of',
  campaigns: 'campaign',
  scenarios: 'scenario',
  files: 'file',
  films: 'video',
  film_links: 'link to a',
  taps: 'tap',
  follow_ups: 'follow-up about',
  enquiries: 'enquiry',
  enquiry_notes: 'note',
};

export function thingName(table: string): string {
  return thingNames[table] ?? table;
}

/** What fields are called on the screens that the table of fields does not have, where it is not their name with spaces for underscores. What is decided together has one name. */
const fieldNames: Record<string, string> = {
  working_week: 'working hours',
  user_id: 'sign-in',
  archived_at: 'archive',
  skill_id: 'skill',
  kind: 'kind',
  expires_on: 'expiry',
  starts_at: 'start',
  ends_at: 'end',
  whole_days: 'length',
  abn: 'ABN',
  terms_days: 'payment terms',
  work_from: 'day from which work is invoiced',
  work_from_reason: 'reason for not invoicing earlier work',
  fixed_item_id: 'fixed price',
  bill_to_id: 'who pays',
  price_includes_gst: 'GST in the price',
  trade_licence: 'licence no.',
  bsb: 'BSB',
  payid: 'PayID',
  industry_id: 'trade',
  zone: 'time zone',
  travel: 'driving',
  planning: 'planning priorities',
  suburb_id: 'suburb',
  postcode: 'suburb',
  region: 'suburb',
  latitude: 'coordinates',
  longitude: 'coordinates',
  position_is_exact: 'coordinates',
  position_is_found: 'coordinates',
  on_date: 'agreed day',
  window_from: 'promised arrival',
  window_to: 'promised arrival',
  check_list: 'checklist',
  crew_size: 'crew',
  crew_skills: 'crew',
  outcome: 'outcome',
  outcome_reason: 'outcome',
  is_enabled: 'status',
  stopped_because: 'status',
  part_price: 'price of a part',
  monthly_ceiling: 'monthly limit',
  quiet_from: 'quiet hours',
  quiet_to: 'quiet hours',
  is_pinned: 'pin',
  is_lead: 'lead',
  tells_customers: 'customer messages',
  confirms_bookings: 'confirmation of bookings',
  message_ways: 'kinds of customer messages',
  message_texts: 'words of customer messages',
  reminder_at: 'hour of reminders',
  sends_reports: 'sending of reports',
  film_seconds: 'longest video of a technician',
  pins_agreed: 'pinning of agreed times',
  customer_page: 'the customer’s page',
  confirmed_at: 'confirmation',
  confirmed_for: 'confirmation',
  report_leaves_out: 'what reports leave out',
  entered_at: 'entry',
  merged_into: 'merge',
  is_gst_registered: 'GST registration',
  technicians_show_invoices: 'technicians show invoices',
  sends_card_receipts: 'emails receipts of card payments',
  lock_date: 'lock date',
  quote_days: 'days that quotes are valid',
  quote_terms: 'terms of quotes',
  valid_days: 'days it is valid',
  deposit_percent: 'deposit',
  deposit_cents: 'deposit',
  answered_at: 'answer',
  gst_basis: 'GST basis',
  xero_sales_account: 'account for sales in Xero',
  myob_sales_account: 'account for sales in MYOB',
  myob_bank_account: 'account for payments in MYOB',
  reminder_days: 'days of reminders',
  released_on: 'release',
  deposit_on: 'day of the deposit',
  is_connected: 'connection',
  organisation_name: 'name in Xero',
  starts_on: 'day that invoices go over from',
  other_account: 'account for other payments',
  gst_tax: 'tax rate for GST',
  gst_free_tax: 'tax rate for GST-free sales',
  input_taxed_tax: 'tax rate for input taxed sales',
  no_gst_tax: 'tax rate without GST',
  verified_email: 'confirmed reply address',
};

/** Fields that follow from another one, or say nothing to a person. */
const silent = new Set(['id', 'version', 'is_sample', 'created_at', 'set_up_at', 'expires_at']);

/** Where a place is chosen, these come with it. */
const ofPlace = new Set([
  'zone',
  'latitude',
  'longitude',
  'position_is_exact',
  'position_is_found',
  'postcode',
]);

/** The fields of a change that a person has changed. */
export function toldFields(table: string, fields: readonly string[]): string[] {
  const isPlace = fields.includes('suburb_id') || fields.includes('region');
  const isSilent = (field: string) => silent.has(field) || kinds[table]?.fields[field]?.history === null;
  return fields.filter((field) => !isSilent(field) && !(isPlace && ofPlace.has(field)));
}

export function fieldName(table: string, field: string): string {
  if (table === 'accounts' && field === 'region') return 'state';
  return (
    kinds[table]?.fields[field]?.history ??
    fieldNames[field] ??
    field.replace(/_id$/, '').replaceAll('_', ' ')
  );
}

/** What the names of things that are referred to are: of a skill, for example. */
type NameOf = (id: string) => string | undefined;

/** What the words of a history need to know. */
export interface Words {
  nameOf: NameOf;
  /** Of the business. */
  zone: string;
  /** Whether there is a page of everything that a person changed, which their name leads to: the office has none. */
  hasHistory: boolean;
}

/** What a field of a record says, where its line in the table of fields knows how: an amount, a length of time, a choice. */
export function recordWords(table: string, name: string, value: unknown): string | undefined {
  const field = kinds[table]?.fields[name];
  if (!field || value === null || value === '') return undefined;
  return field.kind === 'money' || field.kind === 'minutes' || field.words
    ? valueInWords(field, value)
    : undefined;
}

const stamp = /^\d{4}-\d{2}-\d{2}T/;
const longest = 80;

/** A value in words; nothing for what cannot be said in a line, or not without knowing more. */
export function valueWords(value: unknown, words: Words | undefined): string | undefined {
  if (value === null || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return value.toLocaleString('en-AU');
  if (Array.isArray(value)) return listWords(value, words);
  if (typeof value !== 'string') return undefined;
  if (isId(value)) return words?.nameOf(value);
  if (stamp.test(value)) return words && moment(value, words.zone);
  if ((absenceKinds as readonly string[]).includes(value)) return value;
  return value.length > longest ? `${value.slice(0, longest)}…` : value;
}

function listWords(list: readonly unknown[], words: Words | undefined): string | undefined {
  if (list.length === 0) return 'nothing';
  if (list.every((one) => typeof one === 'string')) {
    const names = list.map((one) => (isId(one) ? words?.nameOf(one) : one));
    return names.every((name) => name !== undefined) ? names.join(', ') : undefined;
  }
  return undefined;
}

/** "Mon 7:00 am – 3:30 pm" would take a paragraph for a week: its days and earliest and latest hours are enough. */
export function weekInShort(week: unknown): string {
  if (!Array.isArray(week)) return 'business hours';
  if (week.length === 0) return 'no hours';
  const hours = week as { weekday: number; from: string; to: string }[];
  const days = new Set(hours.map(({ weekday }) => weekday)).size;
  const from = hours.map((one) => one.from).toSorted()[0]!;
  const to = hours
    .map((one) => one.to)
    .toSorted()
    .at(-1)!;
  return `${days === 1 ? 'one day' : `${days} days`}, ${clockWords(from)} to ${clockWords(to)}`;
}
