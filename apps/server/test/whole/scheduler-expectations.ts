export const callers = [
  'owner',
  'dispatcher',
  'technician',
  'staff',
  'stranger',
  'key',
  'read-only key',
] as const;

export type Caller = (typeof callers)[number];

const owner: readonly Caller[] = ['owner'];
const office: readonly Caller[] = ['owner', 'dispatcher', 'key'];
const readers: readonly Caller[] = [...office, 'read-only key'];
const technician: readonly Caller[] = ['technician'];
const people: readonly Caller[] = ['owner', 'dispatcher', 'technician'];

interface Expectation {
  /** The beginning of the path behind the base, whole parts of it. */
  readonly path: string;
  readonly reads: readonly Caller[];
  readonly writes: readonly Caller[];
}

/** Who may make which calls. The first that fits counts; a call that none fits fails the test until somebody has decided. */
const expectations: readonly Expectation[] = [
  { path: 'overview', reads: owner, writes: [] },
  { path: 'api-keys', reads: owner, writes: owner },
  { path: 'webhooks', reads: owner, writes: owner },
  { path: 'connections', reads: owner, writes: owner },
  { path: 'texts', reads: owner, writes: owner },
  { path: 'calendar-feeds', reads: readers, writes: ['owner', 'dispatcher'] },
  { path: 'team', reads: owner, writes: owner },
  { path: 'licences', reads: owner, writes: owner },
  { path: 'quotas', reads: readers, writes: [] },
  { path: 'set-up', reads: readers, writes: [] },
  { path: 'samples', reads: [], writes: owner },
  { path: 'messages', reads: readers, writes: office },
  { path: 'messages.csv', reads: readers, writes: [] },
  { path: 'my/visits', reads: people, writes: people },
  { path: 'my/hours', reads: people, writes: [] },
  { path: 'my/live', reads: people, writes: [] },
  { path: 'my/records', reads: [], writes: people },
  { path: 'my/taps', reads: [], writes: people },
  { path: 'my/heard', reads: [], writes: people },
  { path: 'my/phone-alerts', reads: people, writes: people },
  { path: 'my', reads: technician, writes: technician },
  { path: 'skills', reads: readers, writes: owner },
  { path: 'job-types', reads: readers, writes: owner },
  { path: 'live', reads: readers, writes: [] },
  // Staff have what they did themselves there, and nothing of a business.
  { path: 'changes', reads: [...readers, 'staff'], writes: [...office, 'staff'] },
  { path: 'undos', reads: [...readers, 'staff'], writes: [] },
  { path: 'technicians', reads: readers, writes: office },
  { path: 'technicians.csv', reads: readers, writes: [] },
  { path: 'tickets', reads: readers, writes: office },
  { path: 'absences', reads: readers, writes: office },
  { path: 'imports', reads: readers, writes: office },
  { path: 'search', reads: readers, writes: [] },
  { path: 'settings/preview', reads: owner, writes: [] },
  { path: 'settings/message-sample', reads: owner, writes: [] },
  { path: 'settings', reads: readers, writes: owner },
  { path: 'plan', reads: owner, writes: owner },
  { path: 'holidays', reads: readers, writes: [] },
  { path: 'suburbs', reads: readers, writes: [] },
  { path: 'streets', reads: readers, writes: [] },
  { path: 'geocoder', reads: readers, writes: [] },
  { path: 'customers', reads: readers, writes: office },
  { path: 'customers.csv', reads: readers, writes: [] },
  { path: 'contacts', reads: readers, writes: office },
  { path: 'sites', reads: readers, writes: office },
  { path: 'jobs', reads: readers, writes: office },
  { path: 'jobs.csv', reads: readers, writes: [] },
  { path: 'visits', reads: readers, writes: office },
  { path: 'completed-visits.csv', reads: readers, writes: [] },
  { path: 'hours.csv', reads: readers, writes: [] },
  { path: 'follow-ups', reads: readers, writes: office },
  { path: 'customer-messages', reads: readers, writes: office },
  { path: 'visit-requests', reads: readers, writes: office },
  { path: 'past-visits', reads: [], writes: office },
  { path: 'records', reads: [], writes: office },
  { path: 'dispatch', reads: readers, writes: office },
  { path: 'intake', reads: [], writes: office },
  { path: 'override-reasons', reads: readers, writes: [] },
  { path: 'slots', reads: [], writes: office },
  { path: 'plan-runs', reads: readers, writes: office },
  { path: 'proposals', reads: readers, writes: office },
  { path: 'scenarios', reads: readers, writes: office },
  { path: 'board', reads: readers, writes: [] },
  { path: 'presence', reads: [], writes: ['owner', 'dispatcher'] },
  { path: 'day-sheets', reads: readers, writes: [] },
  { path: 'routes', reads: readers, writes: [] },
  { path: 'roads', reads: readers, writes: [] },
];

const base = /^\/services\/\w+\/api\/v1\//;

export function expectationOf(method: string, path: string): readonly Caller[] | undefined {
  const rest = path.replace(base, '');
  // To forget a person for good is the owner's decision, whatever the person was to the business.
  if (rest.endsWith('/erase')) return owner;
  const found = expectations.find((it) => rest === it.path || rest.startsWith(`${it.path}/`));
  return method === 'GET' ? found?.reads : found?.writes;
}
