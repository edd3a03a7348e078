import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import { type CallEvent, callEventNames, callOf } from './rules.ts';

const event = (name: CallEvent['event'], seconds: number, more: Partial<CallEvent> = {}): CallEvent => ({
  id: `${name} ${seconds}`,
  call: 'c1',
  event: name,
  direction: 'in',
  at: new Date(Date.UTC(2026, 10, 16) + seconds * 1000),
  from: '0412 345 678',
  to: '1300 123 456',
  by: null,
  ...more,
});

test('a call is what all of its events come to, whatever order they come in', () => {
  const events = fc.array(
    fc.record({
      event: fc.constantFrom(...callEventNames),
      seconds: fc.nat(5),
      from: fc.constantFrom(null, '0412 345 678', 'anonymous'),
      by: fc.constantFrom(null, 'Reception', 'Ext 12'),
    }),
    { minLength: 1, maxLength: 6 },
  );
  fc.assert(
    fc.property(events, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (some, by) => {
      const all = some.map(({ event: name, seconds, ...more }, at) =>
        event(name, seconds, { ...more, id: `${at}` }),
      ) as [CallEvent, ...CallEvent[]];
      const mixed = all
        .map((one) => [by.next().value!, one] as const)
        .toSorted(([a], [b]) => a - b)
        .map(([, one]) => one) as [CallEvent, ...CallEvent[]];
      expect(callOf(mixed)).toEqual(callOf(all));
    }),
  );
});

test('it rings, is answered and ends; a phone that missed it does not count once another has it', () => {
  const [ringing, answered, ended] = [
    event('ringing', 0),
    event('answered', 8, { from: null, by: 'Reception' }),
    event('ended', 68, { from: null }),
  ];
  expect(callOf([ringing])).toMatchObject({
    state: 'ringing',
    number: '+61412345678',
    called: '+611300123456',
  });
  expect(callOf([event('missed', 9), answered, ringing])).toMatchObject({
    state: 'answered',
    by: 'Reception',
  });
  expect(callOf([ended, answered, ringing])).toMatchObject({
    state: 'ended',
    answered_at: answered.at,
    ended_at: ended.at,
  });
  expect(callOf([ended, ringing])).toMatchObject({ state: 'missed', answered_at: null });
});

test('of a call of ours the other side is who was rung', () => {
  const out = event('ringing', 0, { direction: 'out', from: '1300 123 456', to: '0412 345 678' });
  expect(callOf([out])).toMatchObject({ direction: 'out', number: '+61412345678', called: '+611300123456' });
  expect(callOf([event('ringing', 0, { from: 'anonymous' })]).number).toBeNull();
});
