/**
 * The businesses of the journeys, each a demo of its own beside the first one: what is written for one is not seen in another. A
 * journey says with `test.use({ business })` in which it happens.
 */
const usual = [
  'board',
  'board-keyboard',
  'board-together',
  'customer-page',
  'customers-told',
  'field-offline',
  'map',
  'my-day',
  'plan',
  'report',
  'running-late',
  'scheduler',
  'settings',
] as const;

/** Those of journeys that the long run alone has. */
const ofLongRun = [
  'board-drag',
  'board-look',
  'calendar-feed',
  'field-session',
  'plan-together',
  'print',
  'visit-files',
] as const;

export const businesses = process.env['MUSTER_LONG'] === undefined ? usual : [...usual, ...ofLongRun];

export type Business = (typeof usual)[number] | (typeof ofLongRun)[number] | 'demo';
