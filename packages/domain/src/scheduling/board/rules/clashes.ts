import { minutes } from '../../../values/minutes.ts';
import { travelMinutes } from '../../travel.ts';
import type { Place } from '../../travel.ts';
import { drivesBetween } from '../bookings.ts';
import type { OwnQuestion } from '../question.ts';
import type { Finding } from '../reasons.ts';

export function overlap({ technician, neighbours, start, end }: OwnQuestion): Finding[] {
  return neighbours.overlapping.map((other) => ({
    rule: 'overlap',
    technician: technician.row.id,
    visit: other.id,
    start: other.start,
    end: other.end,
    by: minutes(Math.min(end, other.end) - Math.max(start, other.start)),
  }));
}

/** Where visits overlap there is no drive between them to speak of. */
export function travel(question: OwnQuestion): Finding[] {
  const { technician, neighbours, part, start, end } = question;
  const { before, after } = neighbours;
  const findings: Finding[] = [];
  const judge = (leg: 'to' | 'from', other: Place, visit: string | null, time: number): void => {
    const drive = travelMinutes(other, question.visit.place, question.board.business.travel);
    if (time < 0 || drive <= time) return;
    const by = minutes(drive - time);
    findings.push({ rule: 'travel', technician: technician.row.id, leg, visit, drive, by });
  };
  if (before !== undefined && drivesBetween(technician.parts, part, before))
    judge('to', before.visit.place, before.id, start - before.end);
  else if (part !== undefined && part.startPlace !== null)
    judge('to', part.startPlace, null, start - part.start);
  if (after !== undefined && drivesBetween(technician.parts, part, after))
    judge('from', after.visit.place, after.id, after.start - end);
  return findings;
}
