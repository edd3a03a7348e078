/**
 * The businesses of the journeys, each a demo of its own beside the first one: what is written for one is not seen in another. A
 * journey says with `test.use({ business })` in which it happens.
 */
export const businesses = [
  'board',
  'board-drag',
  'board-keyboard',
  'board-look',
  'board-together',
  'calendar-feed',
  'customer-page',
  'customers-told',
  'field-offline',
  'field-session',
  'map',
  'my-day',
  'plan',
  'plan-together',
  'print',
  'report',
  'running-late',
  'scheduler',
  'settings',
  'visit-files',
] as const;

export type Business = (typeof businesses)[number] | 'demo';
