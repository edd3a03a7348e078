import { minutes, minutesBetween } from '../../../values/minutes.ts';
import type { Span } from '../prepared.ts';
import type { Question } from '../question.ts';
import type { Finding } from '../reasons.ts';
import { countBefore } from '../search.ts';
import { isAhead } from './states.ts';

/** What was agreed about the start: the day, the window, and that nobody comes before a certain day. */
export function window({ visit: { day, windows, notBefore }, start }: Question): Finding[] {
  const findings: Finding[] = [];
  if (day !== null && !isWithin(day, start)) findings.push(missed('date', day, start));
  else if (windows !== null && windows.length > 0) {
    const nearest = nearestWindow(windows, start);
    if (!isWithin(nearest, start))
      findings.push(missed(start < nearest.start ? 'early' : 'late', nearest, start));
  }
  if (notBefore !== null && start < notBefore) {
    const by = minutesBetween(start, notBefore);
    findings.push({ rule: 'window', miss: 'not before', start: notBefore, end: null, by });
  }
  return findings;
}

export function lateness({ visit: { dueBy }, start }: Question): Finding[] {
  return dueBy === null || start <= dueBy
    ? []
    : [{ rule: 'lateness', dueBy, by: minutesBetween(dueBy, start) }];
}

/** What has begun is a fact, wherever it stands. */
export function past({ board: { now }, visit, start, isMove }: Question): Finding[] {
  return isMove && isAhead(visit.row.state) && start < now
    ? [{ rule: 'past', by: minutesBetween(start, now) }]
    : [];
}

function missed(miss: 'date' | 'early' | 'late', { start, end }: Span, at: number): Finding {
  return { rule: 'window', miss, start, end, by: minutes(at < start ? start - at : at - end) };
}

function isWithin({ start, end }: Span, at: number): boolean {
  return start <= at && at <= end;
}

function nearestWindow(windows: readonly Span[], at: number): Span {
  const next = countBefore(windows, at + 1);
  const before = windows[next - 1];
  const after = windows[next];
  if (before === undefined) return after!;
  return after === undefined || at - before.end <= after.start - at ? before : after;
}
