import type { Calendar } from '../../values/calendar.ts';
import type { BusinessRow, TechnicianRow, TicketRow } from './rows.ts';

/**
 * Until when the technician can prove each skill: for ever where no ticket is needed and none is held, else until the day
 * on which the last ticket expires. -Infinity where a ticket is needed and there is none.
 */
export function provenUntil(
  calendar: Calendar,
  { skills, tickets }: TechnicianRow,
  { zone, ticketedSkills }: Pick<BusinessRow, 'zone' | 'ticketedSkills'>,
): Map<string, number> {
  return new Map(
    skills.map((skill) => {
      const own = tickets.filter((ticket) => ticket.skill === skill);
      const isFree = own.length === 0 && !ticketedSkills.includes(skill);
      return [skill, isFree ? Infinity : Math.max(...own.map((ticket) => endOf(calendar, ticket, zone)))];
    }),
  );
}

function endOf({ startOfDay }: Calendar, { expires }: TicketRow, zone: string): number {
  return expires === null ? Infinity : startOfDay(expires, zone);
}
