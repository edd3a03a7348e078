import { assert, integer, option, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import type { Item } from '../items/schema.ts';
import { type BillableVisit, type Charges, chargedMinutes, type Worker, workLines } from './rules.ts';

function item(id: string, fields: Partial<Item> = {}): Item {
  return {
    id,
    version: 1,
    kind: 'part',
    name: id,
    code: '',
    unit: '',
    price: 10_000,
    price_includes_gst: false,
    gst: 'gst',
    cost: null,
    minimum: null,
    step: null,
    parts: [],
    created_at: '2026-11-16T00:00:00Z',
    archived_at: null,
    ...fields,
  };
}

const labour = item('Labour', { kind: 'labour', unit: 'h' });
const valve = item('Valve', { code: 'V-20', unit: 'each' });

function charges(fields: Partial<Charges> = {}): Charges {
  let made = 0;
  return {
    labourOf: () => labour,
    callOut: undefined,
    fixedOf: () => undefined,
    partCalled: (name) => (name === valve.name ? valve : undefined),
    itemOf: (id) => [labour, valve].find((one) => one.id === id),
    priceOf: ({ price, price_includes_gst: includes_gst }) => ({ price, includes_gst, discount: 0 }),
    makeId: () => `line ${(made += 1)}`,
    ...fields,
  };
}

/** Somebody who was there from 9:00 am in Sydney on Tuesday 17 November for so many minutes. */
function worker(name: string, minutes: number | null, more: Partial<Worker> = {}): Worker {
  const on_site_at = minutes === null ? null : '2026-11-16T22:00:00Z';
  const done_at =
    minutes === null ? null : new Date(Date.parse('2026-11-16T22:00:00Z') + minutes * 60_000).toISOString();
  const times = { en_route_at: null, on_site_at, done_at };
  return { technician_id: name, name, is_booked: true, hours: { times, minutes }, ...more };
}

function visit(fields: Partial<BillableVisit> = {}): BillableVisit {
  return {
    id: 'visit',
    job_id: 'job',
    at: '2026-11-16T22:00:00Z',
    zone: 'Australia/Sydney',
    outcome: 'completed',
    crew: [],
    parts: [],
    ...fields,
  };
}

const told = (visits: BillableVisit[], by: Partial<Charges> = {}) =>
  workLines(visits, charges(by)).map(({ description, quantity, price }) => [description, quantity, price]);

test('at least the minimum is charged, and beyond it each step that was begun', () => {
  const item = { minimum: 60, step: 15 };
  const charged = [0, 1, 60, 61, 75, 76].map((worked) => chargedMinutes(worked, item));
  expect(charged).toEqual([60, 60, 60, 75, 75, 90]);
  expect(chargedMinutes(47, { minimum: null, step: null })).toBe(47);
  expect(chargedMinutes(0, { minimum: null, step: 15 })).toBe(0);
});

test('never less is charged than was worked, never a whole step more, and longer work is never cheaper', () => {
  const minutes = integer({ min: 0, max: 3_000 });
  const limit = option(integer({ min: 1, max: 1_440 }), { nil: null });
  assert(
    property(minutes, minutes, record({ minimum: limit, step: limit }), (one, other, item) => {
      const charged = chargedMinutes(one, item);
      expect(charged).toBeGreaterThanOrEqual(Math.max(one, item.minimum ?? 0));
      expect(charged).toBeLessThan(Math.max(one, item.minimum ?? 0) + (item.step ?? 1));
      const longer = chargedMinutes(one + other, item);
      expect(longer).toBeGreaterThanOrEqual(charged);
    }),
  );
});

test('everybody who was there is charged for their own time, in the words of the timesheets', () => {
  const crew = [worker('Dave Smith', 47), worker('Priya Nair', 90)];
  expect(told([visit({ crew })])).toEqual([
    ['Labour, Dave Smith, Tue 17 Nov 2026, 9:00 am – 9:47 am (47 min)', 783, 10_000],
    ['Labour, Priya Nair, Tue 17 Nov 2026, 9:00 am – 10:30 am (1 h 30 min)', 1_500, 10_000],
  ]);
});

test('each technician is charged by an item of their own, with its minimum said where it counts', () => {
  const master = item('Master', { kind: 'labour', price: 15_000, minimum: 60, step: 30 });
  const crew = [worker('Dave', 47), worker('Priya', 47)];
  const labourOf = (id: string) => (id === 'Dave' ? master : labour);
  expect(told([visit({ crew })], { labourOf })).toEqual([
    ['Master, Dave, Tue 17 Nov 2026, 9:00 am – 9:47 am (47 min), charged as 1 h', 1_000, 15_000],
    ['Labour, Priya, Tue 17 Nov 2026, 9:00 am – 9:47 am (47 min)', 783, 10_000],
  ]);
});

test('a call-out is charged once for each visit, however many come', () => {
  const callOut = item('Call-out', { kind: 'call-out', price: 9_500 });
  const crew = [worker('Dave', 60), worker('Priya', 60)];
  const lines = told([visit({ crew }), visit({ id: 'second', crew: [worker('Dave', 60)] })], { callOut });
  expect(lines.map(([description]) => String(description).split(',')[0])).toEqual([
    'Call-out',
    'Labour',
    'Labour',
    'Call-out',
    'Labour',
  ]);
});

test('where nobody recorded times, a line says so and has neither price nor quantity; who was not booked and has none is not charged', () => {
  const crew = [worker('Dave', null), worker('Priya', null, { is_booked: false })];
  expect(told([visit({ crew })])).toEqual([['Labour, Dave, Tue 17 Nov 2026: no times recorded', 0, null]]);
});

test('whoever worked there before the visit was given to others is charged for the time that is known', () => {
  const crew = [worker('Dave', 60), worker('Priya', 30, { is_booked: false })];
  expect(told([visit({ crew })]).map(([, quantity]) => quantity)).toEqual([1_000, 500]);
});

test('time that no item charges for is a line with its hours and without a price', () => {
  const lines = workLines([visit({ crew: [worker('Dave', 90)] })], charges({ labourOf: () => undefined }));
  expect(lines).toMatchObject([{ item_id: null, quantity: 1_500, unit: 'h', price: null }]);
});

test('parts are charged by the price list; what is not on it is shown in the technician’s words, without a price', () => {
  const parts = [
    { name: 'Valve', quantity: 2 },
    { name: 'Some old tap', quantity: 0.5 },
  ];
  expect(workLines([visit({ parts })], charges())).toMatchObject([
    { item_id: 'Valve', code: 'V-20', quantity: 2_000, unit: 'each', price: 10_000, visit_id: 'visit' },
    { item_id: null, description: 'Some old tap', quantity: 500, unit: '', price: null, job_id: 'job' },
  ]);
});

test('a kit that was used brings what is in it, as often as it was used', () => {
  const kit = item('Tap kit', {
    kind: 'kit',
    price: null,
    parts: [
      { item_id: 'Valve', quantity: 2_000 },
      { item_id: 'Labour', quantity: 250 },
    ],
  });
  const used = told([visit({ parts: [{ name: 'Tap kit', quantity: 3 }] })], { partCalled: () => kit });
  expect(used).toEqual([
    ['Valve', 6_000, 10_000],
    ['Labour', 750, 10_000],
  ]);
});

test('a fixed price replaces labour and call-out once for the job, and parts are charged beside it', () => {
  const fixed = item('Hot water service', { kind: 'service', price: 22_000 });
  const by = { fixedOf: () => ({ item: fixed, isCharged: false }), callOut: item('Call-out') };
  const first = visit({ crew: [worker('Dave', 60)], parts: [{ name: 'Valve', quantity: 1 }] });
  const second = visit({ id: 'second', crew: [worker('Dave', 60)] });
  expect(told([first, second], by)).toEqual([
    ['Hot water service', 1_000, 22_000],
    ['Valve', 1_000, 10_000],
    ['Hot water service, Tue 17 Nov 2026: included in the fixed price', 0, 22_000],
  ]);
  expect(
    told([first], { fixedOf: () => ({ item: fixed, isCharged: true }) }).map(([, quantity]) => quantity),
  ).toEqual([0, 1_000]);
});

test('what could not be done is not charged at the fixed price of having done it', () => {
  const fixed = item('Hot water service', { kind: 'service', price: 22_000 });
  const by = { fixedOf: () => ({ item: fixed, isCharged: false }) };
  const failed = visit({ outcome: 'could not complete', crew: [worker('Dave', 60)] });
  expect(told([failed, visit({ id: 'second' })], by).map(([, , price]) => price)).toEqual([10_000, 22_000]);
});
