import { expect, test } from 'vitest';
import { minuteAt } from '../../values/minutes.ts';
import type { VisitState } from './states.ts';
import { inTurn } from './turn.ts';

const booked = (state: VisitState, hour: string) => ({
  state,
  starts_at: `2026-11-16T${hour}:00:00Z`,
  ends_at: `2026-11-16T${hour}:45:00Z`,
});

test('the next visit is the first whose time has not passed; one that was missed is overdue, and what is over or cancelled is neither', () => {
  const missed = booked('dispatched', '08');
  const running = booked('on site', '10');
  const later = booked('planned', '14');
  const others = [booked('completed', '09'), booked('completed', '13'), booked('cancelled', '12')];
  const now = minuteAt('2026-11-16T10:30:00Z');
  expect(inTurn([later, ...others, running, missed], (one) => one, now)).toEqual({
    overdue: [missed],
    next: [running, later],
  });
  expect(inTurn([running], (one) => one, minuteAt(running.ends_at)).overdue).toEqual([running]);
});
