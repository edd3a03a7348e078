import { minutes } from '../../../values/minutes.ts';
import { travelMinutes } from '../../travel.ts';
import type { Place } from '../../travel.ts';
import type { Booking, ShiftPart } from '../prepared.ts';
import type { OwnQuestion } from '../question.ts';
import type { Finding } from '../reasons.ts';
import { spanAround } from '../search.ts';

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
  if (before !== undefined && isSameRun(question, before))
    judge('to', before.visit.place, before.id, start - before.end);
  else if (part !== undefined && part.startPlace !== null)
    judge('to', part.startPlace, null, start - part.start);
  if (after !== undefined && isSameRun(question, after))
    judge('from', after.visit.place, after.id, after.start - end);
  return findings;
}

/** Whether somebody drives from one visit to the other: in the same part of a shift, or where one of them lies outside every shift. */
export function isSameRun({ technician, part }: OwnQuestion, other: Booking): boolean {
  const otherPart: ShiftPart | undefined = spanAround(technician.parts, other.start, other.end);
  return part === undefined || otherPart === undefined || part === otherPart;
}
