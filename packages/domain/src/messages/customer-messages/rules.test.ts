import { expect, test } from 'vitest';
import type { LocalDate, LocalTime } from '../../values/local-time.ts';
import { momentOf } from '../../values/local-time.ts';
import { epochMinutes } from '../../values/minutes.ts';
import type { Told, ToldBefore, VisitNow } from './rules.ts';
import {
  arrivalOf,
  messageDue,
  arrivalInWords,
  messageInWords,
  reminderDue,
  sentInWords,
  unsentInWords,
} from './rules.ts';

const SYDNEY = 'Australia/Sydney';
const at = (time: LocalTime, date: LocalDate = '2026-11-24', zone = SYDNEY) => momentOf(date, time, zone);
const open = { on_date: null, window_from: null, window_to: null };
const words = (promised: typeof open | object, start: number, zone = SYDNEY) =>
  arrivalInWords(arrivalOf({ ...open, ...promised }, epochMinutes(start), zone), zone);

test('the arrival is what was promised, or two hours from the full hour where nothing was', () => {
  const window = { window_from: '09:00', window_to: '11:00' };
  expect(words(window, at('10:15'))).toBe('Tue 24 Nov, 9–11 am');
  expect(words({ ...window, on_date: '2026-11-24' }, at('11:00'))).toBe('Tue 24 Nov, 9–11 am');
  expect(words({}, at('08:45'))).toBe('Tue 24 Nov, 8–10 am');
  expect(words({}, at('11:00'))).toBe('Tue 24 Nov, 11 am–1 pm');
  expect(words({ window_from: '11:30', window_to: '13:30' }, at('12:00'))).toBe(
    'Tue 24 Nov, 11:30 am–1:30 pm',
  );
});

test('a promise that is not kept is not repeated', () => {
  const window = { window_from: '09:00', window_to: '11:00' };
  expect(words(window, at('13:20'))).toBe('Tue 24 Nov, 1–3 pm');
  expect(words({ ...window, on_date: '2026-11-23' }, at('09:30'))).toBe('Tue 24 Nov, 9–11 am');
  expect(words({ ...window, on_date: '2026-11-23' }, at('10:30'))).toBe('Tue 24 Nov, 10 am–12 pm');
});

test('the clocks are those of the site, on days when they change too', () => {
  const perth = 'Australia/Perth';
  expect(words({}, at('08:30', '2026-11-24', perth), perth)).toBe('Tue 24 Nov, 8–10 am');
  expect(words({}, at('08:30'), perth)).toBe('Tue 24 Nov, 5–7 am');
  // Sydney's clocks go forward at 2 am on 4 October 2026, Lord Howe's by half an hour.
  expect(words({}, at('01:20', '2026-10-04'))).toBe('Sun 4 Oct, 1–4 am');
  expect(words({ window_from: '01:00', window_to: '04:00' }, at('03:10', '2026-10-04'))).toBe(
    'Sun 4 Oct, 1–4 am',
  );
  const howe = 'Australia/Lord_Howe';
  expect(words({}, at('01:20', '2026-10-04', howe), howe)).toBe('Sun 4 Oct, 1–3:30 am');
  // And back at 3 am on 4 April 2027: 2:30 am comes twice.
  expect(words({}, at('01:30', '2027-04-04'))).toBe('Sun 4 Apr, 1–2 am');
});

const morning = { from: at('08:00'), to: at('10:00') };
const noon = { from: at('11:00'), to: at('13:00') };
const dayBefore = at('12:00', '2026-11-23');
const visit = (state: VisitNow['state'], fields: Partial<VisitNow> = {}): VisitNow => ({
  state,
  arrival: morning,
  enRouteAt: undefined,
  technician: 'kai',
  ...fields,
});
const due = (kind: Told['kind'], range = morning, technician: string | null = 'kai'): Told => ({
  kind,
  technician,
  expected: null,
  ...range,
});
const told = (...of: Parameters<typeof due>): ToldBefore => ({
  ...due(...of),
  at: at('08:00', '2026-11-23'),
});

test('what there is to tell is the difference between what was told and what is true', () => {
  const dueOf = (was: ToldBefore | undefined, now: VisitNow) => messageDue(was, now, dayBefore);
  expect(dueOf(undefined, visit('planned'))).toBeUndefined();
  expect(dueOf(undefined, visit('dispatched'))).toEqual(due('confirmed'));
  expect(dueOf(told('confirmed'), visit('dispatched'))).toBeUndefined();
  expect(dueOf(told('changed'), visit('dispatched'))).toBeUndefined();
  expect(dueOf(told('confirmed', noon), visit('dispatched'))).toEqual({
    ...due('changed'),
    was: noon,
  });
  expect(dueOf(told('cancelled'), visit('dispatched'))).toEqual(due('confirmed'));
  expect(dueOf(told('confirmed'), visit('planned'))).toBeUndefined();
  for (const [state, kind] of [
    ['unscheduled', 'another time'],
    ['cancelled', 'cancelled'],
  ] as const) {
    const gone = visit(state, { arrival: undefined, technician: null });
    expect(dueOf(told('changed'), gone)).toEqual(due(kind));
    for (const last of ['cancelled', 'another time'] as const)
      expect(dueOf(told(last), gone)).toBeUndefined();
    expect(dueOf(undefined, gone)).toBeUndefined();
  }
  expect(dueOf(told('another time'), visit('dispatched'))).toEqual(due('confirmed'));
  // Somebody else than announced; where nobody was named nobody is missed.
  expect(dueOf(told('confirmed', morning, 'ana'), visit('dispatched'))).toEqual(due('another technician'));
  expect(dueOf(told('confirmed', morning, null), visit('dispatched'))).toBeUndefined();
  expect(dueOf(told('confirmed'), visit('on site'))).toBeUndefined();
  expect(dueOf(told('confirmed'), visit('completed'))).toBeUndefined();
});

test('on the way is told once, while it is news, and again when it was taken back', () => {
  const now = at('08:10');
  const underWay = visit('en route', { enRouteAt: at('08:05') });
  expect(messageDue(told('confirmed'), underWay, now)).toEqual(due('on the way'));
  expect(messageDue(undefined, underWay, now)).toEqual(due('on the way'));
  expect(messageDue(told('on the way'), underWay, now)).toBeUndefined();
  expect(messageDue(told('confirmed'), underWay, at('09:00'))).toBeUndefined();
  expect(messageDue(told('on the way'), visit('dispatched'), now)).toEqual(due('confirmed'));
});

test('nothing is told of what is over', () => {
  const after = at('10:00');
  expect(messageDue(undefined, visit('dispatched'), after)).toBeUndefined();
  expect(messageDue(told('confirmed', noon), visit('dispatched'), after)).toBeUndefined();
  expect(messageDue(told('confirmed'), visit('cancelled', { arrival: undefined }), after)).toBeUndefined();
});

test('a delay is told once for each time that is expected, also after the window, and what is taken back is promised again', () => {
  const now = at('09:40');
  const word = (expected: LocalTime, said: LocalTime) => ({ expected: at(expected), saidAt: at(said) });
  const lateAt = (time: LocalTime, said: LocalTime) =>
    visit('dispatched', { start: at('09:30'), late: word(time, said) });
  const first = messageDue(told('confirmed'), lateAt('10:05', '09:39'), now);
  expect(first).toEqual({ ...due('late'), expected: at('10:05') });
  const said = { ...first!, at: now };
  expect(messageDue(said, lateAt('10:05', '09:39'), now)).toBeUndefined();
  expect(messageDue(said, lateAt('10:05', '09:50'), at('09:50'))).toBeUndefined();
  expect(messageDue(said, lateAt('10:30', '09:55'), at('09:56'))).toEqual({
    ...due('late'),
    expected: at('10:30'),
  });
  // The window is over at ten; whoever waits is told all the same, until that has passed too.
  expect(messageDue(said, lateAt('10:45', '10:02'), at('10:03'))).toMatchObject({ expected: at('10:45') });
  expect(messageDue(said, lateAt('10:45', '10:02'), at('10:46'))).toBeUndefined();
  // Before it is dispatched, too.
  expect(messageDue(undefined, { ...lateAt('10:05', '09:39'), state: 'planned' }, now)?.kind).toBe('late');
  const onTime = visit('dispatched', { start: at('09:30') });
  expect(messageDue(said, onTime, now)).toEqual(due('confirmed'));
  expect(messageDue(said, { ...onTime, start: at('10:05') }, now)).toBeUndefined();
});

test('whoever is late and sets out, or sets out and is late, tells the customer the last of it', () => {
  const late = { expected: at('10:05'), saidAt: at('09:39') };
  const underWay = visit('en route', { start: at('09:30'), enRouteAt: at('09:40'), late });
  const now = at('09:41');
  const both = messageDue(told('confirmed'), underWay, now);
  expect(both).toEqual({ ...due('on the way'), expected: at('10:05') });
  expect(messageDue({ ...both!, at: now }, underWay, now)).toBeUndefined();
  const stuck = { ...underWay, late: { expected: at('10:20'), saidAt: at('09:50') } };
  const second = messageDue({ ...both!, at: now }, stuck, at('09:51'));
  expect(second).toEqual({ ...due('late'), expected: at('10:20') });
  expect(messageDue({ ...second!, at: at('09:51') }, stuck, at('09:52'))).toBeUndefined();
});

test('whoever set out before the visit was moved is not said to be on the way: the customer hears of the move', () => {
  const moved = visit('en route', { arrival: noon, enRouteAt: at('08:05'), isAstray: true });
  expect(messageDue(told('confirmed'), moved, at('08:10'))).toEqual({
    ...due('changed', noon),
    was: morning,
  });
  expect(messageDue(told('changed', noon), moved, at('08:10'))).toBeUndefined();
  expect(messageDue(told('changed', noon), { ...moved, isAstray: false }, at('08:10'))?.kind).toBe(
    'on the way',
  );
});

test('what is agreed is confirmed before it is dispatched where the business wants that, without a name and once', () => {
  const agreed = visit('planned', { isConfirmedEarly: true });
  const first = messageDue(undefined, agreed, dayBefore);
  expect(first).toEqual(due('confirmed', morning, null));
  const said = { ...first!, at: dayBefore };
  expect(messageDue(said, agreed, dayBefore)).toBeUndefined();
  expect(messageDue(said, visit('dispatched'), dayBefore)).toBeUndefined();
  expect(messageDue(said, { ...agreed, arrival: noon }, dayBefore)).toEqual({
    ...due('changed', noon, null),
    was: morning,
  });
});

test('the history says what was mailed, or why nothing was', () => {
  const message = {
    kind: 'confirmed',
    from_at: '2026-11-23T21:00:00+00:00',
    to_at: '2026-11-23T23:00:00+00:00',
    zone: SYDNEY,
    to_address: 'j…@example.com',
    problem: null,
  } as const;
  expect(messageInWords(message)).toBe('Confirmation emailed to j…@example.com: Tue 24 Nov, 8–10 am');
  expect(messageInWords({ ...message, kind: 'changed', to_address: '' })).toBe(
    'New time emailed: Tue 24 Nov, 8–10 am',
  );
  const silent = { ...message, to_address: '', problem: 'no address' } as const;
  expect(messageInWords(silent)).toBe('Confirmation not sent, no email address: Tue 24 Nov, 8–10 am');
  expect(unsentInWords('no address')).toBe('Not sent: no email address');
});

test('what has become of each email and text is said as it is: nothing that waits or is lost was sent', () => {
  const message = {
    kind: 'confirmed',
    from_at: '2026-11-23T21:00:00+00:00',
    to_at: '2026-11-23T23:00:00+00:00',
    zone: SYDNEY,
    to_address: 'j…@example.com',
    problem: null,
  } as const;
  const email = { contact_id: null, to_address: 'j…@example.com', problem: null, way: 'email' } as const;
  const text = { ...email, to_address: '04…678', way: 'text' } as const;
  const words = (recipients: Parameters<typeof messageInWords>[0]['recipients']) =>
    messageInWords({ ...message, recipients: recipients! }).split(': ')[0];
  const held_until = '2026-11-22T21:00:00+00:00';
  expect(words([email, text])).toBe('Confirmation emailed to j…@example.com and texted to 04…678');
  expect(words([email, { ...text, held_until }])).toBe(
    'Confirmation emailed to j…@example.com and to be texted from 8:00 am on Mon 23 Nov to 04…678',
  );
  const state = (
    name: 'waiting' | 'sent' | 'failed' | 'unknown' | 'delivered' | 'expired' | 'unsent',
    why = '',
  ) => ({
    name,
    at: held_until,
    why,
  });
  expect(words([{ ...text, held_until, state: state('sent') }])).toBe('Confirmation texted to 04…678');
  expect(words([{ ...email, state: state('failed') }])).toBe('Confirmation not sent');
  expect(
    [
      { ...text, state: state('waiting') },
      { ...email, state: state('waiting') },
      { ...email, state: state('waiting', 'Mailbox busy.') },
      { ...email, state: state('failed', 'No such user.') },
      { ...text, state: state('unknown') },
      { ...text, state: state('delivered') },
      { ...text, state: state('expired') },
      { ...text, state: state('unsent') },
      { ...text, problem: 'opted out' as const },
      { ...email, state: null },
    ].map((one) => sentInWords(one, SYDNEY)),
  ).toEqual([
    'text to 04…678 leaves at 8:00 am on Mon 23 Nov',
    'email to j…@example.com is about to leave',
    'email to j…@example.com hasn’t left, we’ll keep trying: Mailbox busy',
    'email to j…@example.com failed: No such user',
    'text to 04…678 may have arrived, no one confirmed it',
    'text to 04…678 delivered',
    'text to 04…678 didn’t leave in time',
    'text to 04…678 taken back before it left',
    'not sent: they’ve opted out of texts',
    'emailed to j…@example.com',
  ]);
});

test('what is off is not told, and where nothing is confirmed customers count on what was agreed', () => {
  const off =
    (...kinds: string[]) =>
    (kind: string) =>
      !kinds.includes(kind);
  const agreed = { agreed: morning };
  const silent = off('confirmed');
  expect(messageDue(undefined, visit('dispatched', agreed), dayBefore, silent)).toBeUndefined();
  expect(messageDue(undefined, visit('dispatched', { arrival: noon, ...agreed }), dayBefore, silent)).toEqual(
    {
      ...due('changed', noon),
      was: morning,
    },
  );
  const gone = visit('cancelled', { arrival: undefined, ...agreed });
  expect(messageDue(undefined, gone, dayBefore, silent)?.kind).toBe('cancelled');
  expect(messageDue(undefined, gone, dayBefore)).toBeUndefined();
  // One that is off hides no other: whoever sets out and is late is said to be late.
  const late = { expected: at('10:05'), saidAt: at('09:39') };
  const underWay = visit('en route', { start: at('09:30'), enRouteAt: at('09:40'), late });
  expect(messageDue(told('confirmed'), underWay, at('09:41'), off('on the way'))?.kind).toBe('late');
  // Another technician at another time is no news of the same time.
  const moved = visit('dispatched', { arrival: noon, technician: 'ana' });
  expect(messageDue(told('confirmed'), moved, dayBefore, off('changed'))).toBeUndefined();
});

test('how the work went is told once, for half a day, and another result is told again', () => {
  const done = visit('completed', { endedAt: at('09:30') });
  const over = visit('could not complete', { endedAt: at('09:30') });
  const now = at('09:31');
  expect(messageDue(told('on the way'), done, now)).toEqual(due('done'));
  expect(messageDue(undefined, visit('needs return', { endedAt: at('09:30') }), now)?.kind).toBe(
    'could not complete',
  );
  expect(messageDue(told('done'), done, now)).toBeUndefined();
  expect(messageDue(told('done'), over, now)?.kind).toBe('could not complete');
  expect(messageDue(told('confirmed'), done, at('21:31'))).toBeUndefined();
  expect(messageDue(told('confirmed'), visit('completed'), now)).toBeUndefined();
  // Whoever was told that it is done expects nobody, until it is planned again.
  expect(messageDue(told('done'), visit('cancelled', { arrival: undefined }), now)).toBeUndefined();
  expect(messageDue(told('done', noon), visit('dispatched'), dayBefore)).toEqual(due('confirmed'));
});

test('a reminder is due from its hour on, until midnight at the site, once, and not after other news', () => {
  const given = { at: '17:00' as LocalTime, zone: SYDNEY, tells: () => true };
  const asked = (now: number, before: readonly ToldBefore[] = [], it = visit('dispatched')) =>
    reminderDue(before, it, epochMinutes(now), given)?.kind;
  expect(asked(at('16:59', '2026-11-23'))).toBeUndefined();
  expect(asked(at('17:00', '2026-11-23'))).toBe('reminder');
  expect(asked(at('23:59', '2026-11-23'))).toBe('reminder');
  expect(asked(at('00:00'))).toBeUndefined();
  expect(asked(at('17:00', '2026-11-22'))).toBeUndefined();
  const evening = at('17:30', '2026-11-23');
  const toldAt = (kind: Told['kind'], time: LocalTime, range = morning) => ({
    ...due(kind, range),
    at: at(time, '2026-11-23'),
  });
  expect(asked(evening, [toldAt('confirmed', '12:59')])).toBe('reminder');
  expect(asked(evening, [toldAt('confirmed', '13:00')])).toBeUndefined();
  expect(asked(evening, [{ ...due('reminder'), at: at('17:00', '2026-11-20') }])).toBeUndefined();
  expect(asked(evening, [{ ...due('reminder', noon), at: at('17:00', '2026-11-20') }])).toBe('reminder');
  expect(asked(evening, [], visit('planned'))).toBeUndefined();
  expect(asked(evening, [], visit('planned', { isConfirmedEarly: true }))).toBe('reminder');
  expect(
    reminderDue([], visit('dispatched'), epochMinutes(evening), { ...given, tells: () => false }),
  ).toBeUndefined();
});
