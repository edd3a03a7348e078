export const callers = [
  'owner',
  'dispatcher',
  'dispatcher with drafts',
  'dispatcher with all money',
  'bookkeeper',
  'technician',
  'staff',
  'stranger',
  'key',
  'read-only key',
  'money key',
  'read-only money key',
] as const;

export type Caller = (typeof callers)[number];

const owner: readonly Caller[] = ['owner'];
const dispatcher: readonly Caller[] = ['dispatcher', 'dispatcher with drafts', 'dispatcher with all money'];
const planners: readonly Caller[] = [...owner, ...dispatcher];
const office: readonly Caller[] = [...planners, 'key', 'money key'];
const readers: readonly Caller[] = [...office, 'read-only key', 'read-only money key'];
/** A bookkeeper sees for whom what was done, and where. */
const readersOfWork: readonly Caller[] = [...readers, 'bookkeeper'];
/** Who sits in the office hears who is ringing; a program doesn't. */
const readersOfCalls: readonly Caller[] = [...planners, 'bookkeeper'];
const moneyKeepers: readonly Caller[] = ['owner', 'dispatcher with all money', 'bookkeeper', 'money key'];
const moneyReaders: readonly Caller[] = [...moneyKeepers, 'read-only money key'];
const moneyDrafters: readonly Caller[] = [...moneyReaders, 'dispatcher with drafts'];
const moneyPreparers: readonly Caller[] = [...moneyKeepers, 'dispatcher with drafts'];
const technician: readonly Caller[] = ['technician'];
const people: readonly Caller[] = [...planners, 'technician'];

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
  { path: 'services', reads: owner, writes: owner },
  { path: 'ringing', reads: readersOfCalls, writes: [] },
  { path: 'missed', reads: readersOfCalls, writes: [] },
  { path: 'calls/{id}/customer', reads: [], writes: planners },
  { path: 'calls', reads: readersOfCalls, writes: readersOfCalls },
  { path: 'calls.csv', reads: readersOfCalls, writes: [] },
  { path: 'rings', reads: [], writes: planners },
  { path: 'campaigns', reads: readersOfCalls, writes: owner },
  { path: 'call-settings', reads: readersOfCalls, writes: owner },
  { path: 'texts', reads: owner, writes: owner },
  { path: 'calendar-feeds', reads: readers, writes: planners },
  { path: 'team', reads: owner, writes: owner },
  { path: 'licences', reads: owner, writes: owner },
  { path: 'billing', reads: owner, writes: owner },
  { path: 'quotas', reads: readersOfWork, writes: [] },
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
  { path: 'skills', reads: readersOfWork, writes: owner },
  { path: 'job-types', reads: readersOfWork, writes: owner },
  { path: 'bank-details', reads: owner, writes: owner },
  { path: 'ready-to-invoice', reads: moneyDrafters, writes: moneyPreparers },
  { path: 'items', reads: moneyDrafters, writes: moneyKeepers },
  { path: 'items.csv', reads: moneyReaders, writes: [] },
  { path: 'money-settings', reads: moneyDrafters, writes: moneyKeepers },
  { path: 'invoices/{id}/issue', reads: [], writes: moneyKeepers },
  { path: 'bookkeeping', reads: moneyReaders, writes: [] },
  { path: 'payments/{id}/letters', reads: moneyDrafters, writes: moneyKeepers },
  { path: 'payments/{id}/letter', reads: moneyReaders, writes: [] },
  { path: 'payments', reads: moneyDrafters, writes: moneyKeepers },
  { path: 'customers/{id}/statement/letters', reads: [], writes: moneyKeepers },
  { path: 'customers/{id}/statement/letter', reads: moneyReaders, writes: [] },
  { path: 'customers/{id}/statement', reads: moneyDrafters, writes: [] },
  { path: 'customers/{id}/statement.pdf', reads: moneyDrafters, writes: [] },
  { path: 'customers/{id}/statement.csv', reads: moneyDrafters, writes: [] },
  { path: 'customers/{id}/credit', reads: moneyDrafters, writes: moneyKeepers },
  { path: 'invoices/{id}/credit', reads: moneyDrafters, writes: moneyKeepers },
  { path: 'invoices/{id}/letters', reads: moneyDrafters, writes: moneyKeepers },
  { path: 'invoices/{id}/letter', reads: moneyReaders, writes: [] },
  { path: 'invoices/{id}/reminders', reads: moneyDrafters, writes: moneyKeepers },
  { path: 'invoices/{id}/handed-over', reads: [], writes: moneyKeepers },
  { path: 'invoices/{id}/page', reads: [], writes: moneyKeepers },
  { path: 'invoices.csv', reads: moneyDrafters, writes: [] },
  { path: 'invoices', reads: moneyDrafters, writes: moneyPreparers },
  { path: 'quotes/{id}/accept', reads: [], writes: moneyKeepers },
  { path: 'quotes/{id}/decline', reads: [], writes: moneyKeepers },
  { path: 'quotes/{id}/renew', reads: [], writes: moneyKeepers },
  { path: 'quotes/{id}/job', reads: [], writes: moneyKeepers },
  { path: 'quotes/{id}/invoices', reads: [], writes: moneyKeepers },
  { path: 'quotes/{id}/letters', reads: moneyDrafters, writes: moneyKeepers },
  { path: 'quotes/{id}/letter', reads: moneyReaders, writes: [] },
  { path: 'quotes/{id}/handed-over', reads: [], writes: moneyKeepers },
  { path: 'quotes/{id}/page', reads: [], writes: moneyKeepers },
  { path: 'quotes.csv', reads: moneyDrafters, writes: [] },
  { path: 'quotes', reads: moneyDrafters, writes: moneyPreparers },
  { path: 'quote-questions', reads: [], writes: moneyPreparers },
  { path: 'live', reads: readersOfWork, writes: [] },
  // Staff have what they did themselves there, and nothing of a business.
  { path: 'changes', reads: [...readersOfWork, 'staff'], writes: [...office, 'bookkeeper', 'staff'] },
  { path: 'undos', reads: [...readersOfWork, 'staff'], writes: [] },
  { path: 'technicians/{id}/labour-rate', reads: moneyDrafters, writes: moneyKeepers },
  { path: 'technicians', reads: readers, writes: office },
  { path: 'technicians.csv', reads: readers, writes: [] },
  { path: 'tickets', reads: readers, writes: office },
  { path: 'absences', reads: readers, writes: office },
  // Of one that is there its kind says more; without one, what is asked for is a table of technicians.
  { path: 'imports/{id}', reads: readersOfWork, writes: [...office, 'bookkeeper'] },
  { path: 'imports', reads: readers, writes: office },
  { path: 'search', reads: readersOfWork, writes: [] },
  { path: 'settings/preview', reads: owner, writes: [] },
  { path: 'settings/message-sample', reads: owner, writes: [] },
  { path: 'settings', reads: readersOfWork, writes: owner },
  { path: 'plan', reads: owner, writes: owner },
  { path: 'holidays', reads: readers, writes: [] },
  { path: 'suburbs', reads: readersOfWork, writes: [] },
  { path: 'streets', reads: readers, writes: [] },
  { path: 'geocoder', reads: readers, writes: [] },
  { path: 'customers/{id}/merge', reads: readers, writes: office },
  { path: 'customers/{id}/terms', reads: moneyDrafters, writes: moneyKeepers },
  { path: 'customers/{id}/prices', reads: moneyDrafters, writes: moneyKeepers },
  { path: 'customer-prices', reads: [], writes: moneyKeepers },
  { path: 'customers/duplicates', reads: readers, writes: [] },
  { path: 'customers', reads: readersOfWork, writes: office },
  { path: 'customers.csv', reads: readersOfWork, writes: [] },
  { path: 'contacts', reads: readers, writes: office },
  { path: 'sites', reads: readersOfWork, writes: office },
  { path: 'jobs/{id}/pages', reads: readers, writes: [] },
  { path: 'jobs/{id}/visit-requests', reads: readers, writes: [] },
  { path: 'jobs', reads: readersOfWork, writes: office },
  { path: 'jobs.csv', reads: readersOfWork, writes: [] },
  { path: 'visits', reads: readers, writes: office },
  { path: 'completed-visits.csv', reads: readersOfWork, writes: [] },
  { path: 'hours.csv', reads: readersOfWork, writes: [] },
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
  { path: 'presence', reads: [], writes: planners },
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
