import { expect, test } from 'vitest';
import { type CallEvent, callOf } from '../calls/rules.ts';
import { asksWhatToDo, twilioEvent, type TwilioFields } from './twilio.ts';

const now = Date.UTC(2026, 10, 16);
const inbound: TwilioFields = {
  CallSid: 'CA1',
  Direction: 'inbound',
  CallStatus: 'ringing',
  From: '+61412345678',
  To: '+61298765432',
};
const phone: TwilioFields = {
  CallSid: 'CA2',
  ParentCallSid: 'CA1',
  Direction: 'outbound-dial',
  CallbackSource: 'call-progress-events',
  From: '+61412345678',
  To: '+61400000001',
};
const told = (all: readonly TwilioFields[], isOurs = false) =>
  callOf(all.flatMap((fields) => twilioEvent(fields, { isOurs, now }) ?? []) as [CallEvent, ...CallEvent[]]);

test('a call that comes in rings, is taken by a phone and ends', () => {
  expect(asksWhatToDo(inbound)).toBe(true);
  expect(asksWhatToDo(phone)).toBe(false);
  const steps = [inbound, { ...phone, CallStatus: 'initiated' }, { ...phone, CallStatus: 'ringing' }];
  expect(told(steps)).toMatchObject({ state: 'ringing', number: '+61412345678', called: '+61298765432' });
  const taken = [...steps, { ...phone, CallStatus: 'in-progress' }];
  expect(told(taken)).toMatchObject({ state: 'answered', by: '+61400000001' });
  expect(told([...taken, { ...inbound, CallStatus: 'completed', DialCallStatus: 'completed' }]).state).toBe(
    'ended',
  );
});

test('a caller whose address is long rings all the same', () => {
  const From = `sip:${'x'.repeat(200)}@pbx.example.com`;
  expect(twilioEvent({ ...inbound, From }, { isOurs: false, now })!.from).toHaveLength(100);
});

test('one phone that is busy ends no call that rings at another; one that nobody took is missed', () => {
  const busy = [inbound, { ...phone, CallStatus: 'busy' }];
  expect(told(busy).state).toBe('ringing');
  expect(told([...busy, { ...inbound, DialCallStatus: 'no-answer' }]).state).toBe('missed');
  expect(told([inbound, { ...inbound, CallStatus: 'completed' }]).state).toBe('missed');
});

test('of a call of ours the customer is the part that is rung', () => {
  const customer = { ...phone, From: '+61298765432', To: '+61412345678' };
  expect(told([{ ...customer, CallStatus: 'in-progress' }], true)).toMatchObject({
    direction: 'out',
    number: '+61412345678',
    state: 'answered',
  });
  expect(told([{ ...customer, CallStatus: 'no-answer' }], true).state).toBe('missed');
  expect(twilioEvent({ CallSid: 'CA1', CallStatus: 'in-progress' }, { isOurs: true, now })).toBeUndefined();
});
