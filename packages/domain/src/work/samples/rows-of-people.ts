import { dateOf } from '../../values/minutes.ts';
import { addDays, type LocalDate, momentOf } from '../../values/local-time.ts';
import { sampleId, sampleTrade, type TradeIds } from './ids.ts';
import type { Business, Technician } from './make-business.ts';
import { SAMPLE_ZONE, sampleSkills } from './make-business.ts';
import { type JobKind, jobKinds, tickets } from './trade.ts';

/** Who is away, by their place in the list of people and in days from today. */
export const sampleAbsences = [
  { technician: 6, kind: 'leave', from: 1, days: 4, reason: 'Family holiday', isBooked: false },
  { technician: 4, kind: 'sick', from: 1, days: 1, reason: 'Called in sick', isBooked: true },
  { technician: 9, kind: 'training', from: 3, days: 1, reason: 'First aid refresher', isBooked: false },
] as const;

/** The people of a business as rows, and what is known about their trade. */
export function rowsOfPeople(
  series: number,
  { technicians }: Business,
  today: LocalDate,
  zone = SAMPLE_ZONE,
  trade: TradeIds = sampleTrade(series),
) {
  return {
    skills: sampleSkills(trade),
    job_types: jobKinds.map((kind) => jobType(trade, kind)),
    technicians: technicians.map((technician) => ({
      id: technician.id,
      name: technician.person.name,
      phone: `0491 570 ${String(100 + technicians.indexOf(technician)).slice(-3)}`,
      email: '',
      colour: technician.person.colour,
      skills: technician.person.skills.map((name) => trade.skill(name)),
      base_suburb_id: technician.base.id,
      base_latitude: technician.base.latitude,
      base_longitude: technician.base.longitude,
      working_week: workingWeek(technician),
      is_active: true,
    })),
    tickets: technicians.flatMap((technician, index) => ticketsOf(series, trade, technician, index, today)),
    absences: sampleAbsences
      .filter(({ technician }) => technician < technicians.length)
      .map(({ technician, kind, from, days, reason }, index) => ({
        id: sampleId(series, 'absence', index),
        technician_id: technicians[technician]!.id,
        kind,
        starts_at: midnight(addDays(today, from), zone),
        ends_at: midnight(addDays(today, from + days), zone),
        whole_days: true,
        reason,
      })),
  };
}

function workingWeek({ person: { days, from, to } }: Technician) {
  const hour = Number(from.slice(0, 2)) + 4;
  const lunch = { from: `${clock(hour)}:00`, to: `${clock(hour + 3)}:00`, length: 30 };
  return days.map((weekday) => ({ weekday, from, to, breaks: [lunch] }));
}

/** One ticket ran out some days ago, one will in under two weeks, the rest are good for years. */
function ticketsOf(
  series: number,
  trade: TradeIds,
  { id, person }: Technician,
  index: number,
  today: LocalDate,
) {
  return person.skills.flatMap((name, place) => {
    const ticket = tickets[name];
    if (!ticket) return [];
    const days = person.lapsed?.includes(name) ? -5 : index === 2 ? 12 : 200 + index * 40;
    return {
      id: sampleId(series, 'ticket', index * 10 + place),
      technician_id: id,
      skill_id: trade.skill(name),
      ...ticket,
      number: `${name.slice(0, 2).toUpperCase()}-${20_000 + index * 37}`,
      expires_on: addDays(today, days),
    };
  });
}

function jobType(trade: TradeIds, { name, duration, skills, crew, checkList, colour }: JobKind) {
  return {
    id: trade.jobType(name),
    name,
    duration,
    skills: skills.map((skill) => trade.skill(skill)),
    crew_size: crew,
    check_list: checkList,
    colour,
  };
}

function midnight(day: LocalDate, zone: string): string {
  return dateOf(momentOf(day, '00:00', zone)).toISOString();
}

function clock(hour: number): string {
  return String(hour).padStart(2, '0');
}
