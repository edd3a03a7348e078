import { expect, test } from 'vitest';
import type { LocalDate } from '../../values/local-time.ts';
import { type QuoteEvent, quoteStatuses, quoteStatusOf, refusedEvent, stateAfter } from './states.ts';

const TODAY = '2026-11-16' as LocalDate;

test('a quote is good to the end of its last day, and seen only says that it was opened', () => {
  const sent = { state: 'sent', seen_at: null, valid_until: '2026-11-16' } as const;
  const statuses = [
    sent,
    { ...sent, seen_at: '2026-11-15T00:00:00Z' },
    { ...sent, valid_until: '2026-11-15' },
    { ...sent, state: 'accepted', valid_until: '2026-11-15' } as const,
  ].map((quote) => quoteStatusOf(quote, TODAY));
  expect(statuses).toEqual(['sent', 'seen', 'expired', 'accepted']);
});

test('what was decided or replaced is never decided again, and what has expired can only be declined, asked about or renewed', () => {
  const events: QuoteEvent[] = ['edit', 'send', 'accept', 'decline', 'ask', 'replace'];
  const table = quoteStatuses.map((status) => [
    status,
    events.filter((event) => stateAfter(status, event) !== undefined),
  ]);
  expect(Object.fromEntries(table)).toEqual({
    draft: ['edit', 'send'],
    sent: ['accept', 'decline', 'ask', 'replace'],
    seen: ['accept', 'decline', 'ask', 'replace'],
    expired: ['decline', 'ask', 'replace'],
    declined: ['replace'],
    accepted: [],
    replaced: [],
  });
  for (const [status, able] of table as [(typeof quoteStatuses)[number], QuoteEvent[]][])
    for (const event of events) expect(refusedEvent(status, event) === undefined).toBe(able.includes(event));
});
