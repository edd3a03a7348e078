import { absenceKinds } from '@muster/domain/technicians/rules';
import { clockWords } from '../clock.ts';
import { moment } from '../format.ts';

/** What things of a table are called, one of them. */
export const thingNames: Record<string, string> = {
  technicians: 'technician',
  tickets: 'ticket',
  absences: 'absence',
  skills: 'skill',
  customers: 'customer',
  contacts: 'contact',
  sites: 'site',
  job_types: 'job type',
  jobs: 'job',
  visits: 'visit',
  assignments: 'booking',
  accounts: 'business',
  users: 'sign-in',
  team_invitations: 'invitation of',
  subscriptions: 'plan',
  api_keys: 'API key',
  webhooks: 'webhook',
  customer_messages: 'message',
  report_mails: 'mailed report',
  calendar_feeds: 'calendar feed of',
  scenarios: 'scenario',
  files: 'file',
};

/** What fields are called on the screens, where it is not their name with spaces for underscores. What is decided together has one name. */
const fieldNames: Record<string, string> = {
  is_active: 'activity',
  base_suburb_id: 'base',
  working_week: 'working hours',
  user_id: 'sign-in',
  archived_at: 'archive',
  skill_id: 'skill',
  kind: 'kind',
  expires_on: 'expiry',
  starts_at: 'start',
  ends_at: 'end',
  needs_ticket: 'need for a ticket',
  whole_days: 'length',
  abn: 'ABN',
  industry_id: 'trade',
  zone: 'time zone',
  travel: 'drives',
  planning: 'what matters in plans',
  suburb_id: 'suburb',
  postcode: 'suburb',
  region: 'suburb',
  latitude: 'coordinates',
  longitude: 'coordinates',
  position_is_exact: 'coordinates',
  preferred: 'preferred technicians',
  banned: 'banned technicians',
  due_on: 'due date',
  on_date: 'agreed day',
  window_from: 'promised arrival',
  window_to: 'promised arrival',
  crew_size: 'crew',
  crew_skills: 'crew',
  outcome: 'outcome',
  outcome_reason: 'outcome',
  is_enabled: 'state',
  stopped_because: 'state',
  is_pinned: 'pin',
  is_lead: 'lead',
  tells_customers: 'telling of customers',
  tell_by_mail: 'telling by mail',
};

/** Fields that follow from another one, or say nothing to a person. */
const silent = new Set([
  'id',
  'version',
  'base_latitude',
  'base_longitude',
  'is_sample',
  'created_at',
  'set_up_at',
  'expires_at',
]);

/** Where a place is chosen, these come with it. */
const ofPlace = new Set(['zone', 'latitude', 'longitude', 'position_is_exact', 'postcode']);

/** The fields of a change that a person has changed. */
export function toldFields(fields: readonly string[]): string[] {
  const isPlace = fields.includes('suburb_id') || fields.includes('region');
  return fields.filter((field) => !silent.has(field) && !(isPlace && ofPlace.has(field)));
}

export function fieldName(table: string, field: string): string {
  if (table === 'accounts' && field === 'region') return 'state';
  return fieldNames[field] ?? field.replace(/_id$/, '').replaceAll('_', ' ');
}

/** What the names of things that are referred to are: of a skill, for example. */
type NameOf = (id: string) => string | undefined;

/** What the words of a history need to know. */
export interface Words {
  nameOf: NameOf;
  /** Of the business. */
  zone: string;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const stamp = /^\d{4}-\d{2}-\d{2}T/;
const longest = 80;

/** A value in words; nothing for what cannot be said in a line, or not without knowing more. */
export function valueWords(value: unknown, words: Words | undefined): string | undefined {
  if (value === null || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return value.toLocaleString('en-AU');
  if (Array.isArray(value)) return listWords(value, words);
  if (typeof value !== 'string') return undefined;
  if (uuid.test(value)) return words?.nameOf(value);
  if (stamp.test(value)) return words && moment(value, words.zone);
  if ((absenceKinds as readonly string[]).includes(value)) return value;
  return value.length > longest ? `${value.slice(0, longest)}…` : value;
}

function listWords(list: readonly unknown[], words: Words | undefined): string | undefined {
  if (list.length === 0) return 'nothing';
  if (list.every((one) => typeof one === 'string')) {
    const names = list.map((one) => (uuid.test(one) ? words?.nameOf(one) : one));
    return names.every((name) => name !== undefined) ? names.join(', ') : undefined;
  }
  return undefined;
}

/** "Mon 7:00 am – 3:30 pm" would take a paragraph for a week: its days and earliest and latest hours are enough. */
export function weekInShort(week: unknown): string {
  if (!Array.isArray(week)) return 'the hours of the business';
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
