import { expect, test } from 'vitest';
import { type LocalTime, momentOf } from '../../values/local-time.ts';
import { type Minutes, minutesAfter } from '../../values/minutes.ts';
import { momentText } from '../../work/assignments/rules.ts';
import type { SaidArrival } from '../../work/visits/promise.ts';
import { type VisitForCustomer, visitNews } from './rules.ts';

const zone = 'Australia/Sydney';
const at = (time: LocalTime, day = 24) => momentOf(`2026-11-${day}` as '2026-11-24', time, zone);
const monday = at('12:00', 23);
const agreed = { on_date: '2026-11-24', window_from: '09:00', window_to: '11:00' };
const nothingAgreed = { on_date: null, window_from: null, window_to: null };

function visit(fields: Partial<VisitForCustomer>): VisitForCustomer {
  return {
    ...nothingAgreed,
    state: 'dispatched',
    zone,
    start: at('09:30'),
    enRouteAt: null,
    drive: null,
    isAstray: false,
    onSiteAt: null,
    doneAt: null,
    late: null,
    messages: [],
    ...fields,
  };
}

function said(kind: SaidArrival['kind'], of: SaidArrival['agreed']): SaidArrival {
  const [from, to] = [at('09:00'), at('11:00')].map(momentText) as [string, string];
  return { id: 'one', kind, from_at: from, to_at: to, zone, problem: null, at: from, agreed: of };
}

const told = (fields: Partial<VisitForCustomer>, now = monday) => {
  const { status, headline, text } = visitNews(visit(fields), now);
  return [status, headline, text];
};

test('a time that is only planned is not said: what was agreed is, wherever the board has the visit', () => {
  expect(told({})).toEqual(['Booked', 'Tue 24 Nov, 9–11 am', 'We’ll arrive within this time.']);
  const draft = { state: 'planned', start: at('14:00', 25) } as const;
  expect(told(draft)[1]).toBe('We’re finding a time');
  expect(told({ ...draft, window_from: '13:00', window_to: '15:00' })[0]).toBe('Being arranged');
  expect(told({ ...draft, ...agreed })).toEqual(told({}));
  expect(told({ ...draft, messages: [said('confirmed', nothingAgreed)] })).toEqual(told({}));
});

test('a delay counts for the time that it was said of', () => {
  const now = at('09:20');
  expect(told({ late: at('10:15') }, now).slice(0, 2)).toEqual(['Running late', 'About 10:15 am']);
  expect(told({ late: at('10:15'), start: at('10:00', 26) }, now).slice(0, 2)).toEqual([
    'Booked',
    'Thu 26 Nov, 10 am–12 pm',
  ]);
});

test('what was agreed after we asked for another time holds, and what is past does not', () => {
  const open = { state: 'unscheduled', start: null } as const;
  const asked = [said('another time', agreed)];
  expect(told({ ...open, ...agreed, messages: asked })[2]).toMatch(/no longer works/);
  const later = { ...agreed, on_date: '2026-11-27' };
  expect(told({ ...open, ...later, messages: asked })[2]).toMatch(/time we agreed/);
  expect(told({ ...open, ...later }, at('12:00', 28))[1]).toBe('We’re finding a time');
});

test('whoever is on the way is said to be near for as long as that may be so', () => {
  const underWay = { state: 'en route', enRouteAt: at('09:00'), drive: 20 as Minutes } as const;
  const after = (minutes: number) => told(underWay, minutesAfter(at('09:00'), minutes as Minutes))[1];
  expect([0, 17, 19, 34, 36].map(after)).toEqual([
    'About 20 minutes away',
    'About 3 minutes away',
    'Any minute now',
    'Any minute now',
    'On the way',
  ]);
});
