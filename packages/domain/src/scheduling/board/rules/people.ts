import type { LocalDate } from '../../../values/local-time.ts';
import { matchMember, startMatching } from '../../crew.ts';
import type { BoardTechnician } from '../prepared.ts';
import type { OwnQuestion, Question } from '../question.ts';
import type { Finding } from '../reasons.ts';
import type { TicketRow } from '../rows.ts';

export function inactive({ technician: { row } }: OwnQuestion): Finding[] {
  return row.isActive ? [] : [{ rule: 'inactive', technician: row.id }];
}

export function banned({ visit, technician: { row } }: OwnQuestion): Finding[] {
  return visit.row.banned.includes(row.id) ? [{ rule: 'banned', technician: row.id }] : [];
}

export function preference({ visit, technician: { row } }: OwnQuestion): Finding[] {
  const { preferred } = visit.row;
  return preferred.length > 0 && !preferred.includes(row.id)
    ? [{ rule: 'preference', technician: row.id }]
    : [];
}

export function skill({ visit, technician: { row } }: OwnQuestion): Finding[] {
  const missing = visit.row.skills.filter((name) => !row.skills.includes(name));
  return missing.length === 0 ? [] : [{ rule: 'skill', technician: row.id, skills: missing }];
}

export function ticket({ visit, technician: { row, skills }, start }: OwnQuestion): Finding[] {
  return visit.row.skills
    .filter((name) => (skills.get(name) ?? Infinity) <= start)
    .map((name) => {
      const held = row.tickets.filter((own) => own.skill === name);
      return { rule: 'ticket', technician: row.id, skill: name, expired: lastExpiry(held) };
    });
}

function lastExpiry(tickets: readonly TicketRow[]): LocalDate | null {
  return tickets.reduce<LocalDate | null>(
    (last, { expires }) => (last === null || (expires !== null && expires > last) ? expires : last),
    null,
  );
}

export function crew({ visit, technicians }: Question): Finding[] {
  const given = new Set(technicians).size;
  const needed = visit.row.crewSize;
  return given === needed && technicians.length === needed ? [] : [{ rule: 'crew', needed, given }];
}

/** Those who are still missing may bring what the others lack. */
export function crewSkills({ visit, technicians, start }: Question): Finding[] {
  const { crewSize } = visit.row;
  const lists = visit.row.crewSkills.filter((skills) => skills.length > 0);
  if (lists.length === 0) return [];
  const matching = startMatching(lists.length, (member, list) =>
    lists[list]!.every((name) => proves(technicians[member]!, name, start)),
  );
  technicians.forEach((_, member) => matchMember(matching, member));
  const open = lists.filter((_, list) => matching.holder[list]! < 0);
  return open.length <= Math.max(0, crewSize - technicians.length)
    ? []
    : [{ rule: 'skill', technician: null, skills: [...new Set(open.flat())] }];
}

function proves({ skills }: BoardTechnician, name: string, start: number): boolean {
  return (skills.get(name) ?? -Infinity) > start;
}
