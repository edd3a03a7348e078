import { visitState } from '@muster/domain/visits/rules';
import { addDays, dateAt, type LocalDate } from '@muster/domain/values/local-time';
import { epochMinutes } from '@muster/domain/values/minutes';
import type { Day } from '../api.ts';

export interface OverviewVisit {
  id: string;
  starts_at: string;
  ends_at: string;
  customer: string;
  suburb: string;
  state: ReturnType<typeof visitState>;
}

export interface DayOverview {
  technicians: {
    id: string;
    name: string;
    colour: Day['technicians'][number]['colour'];
    visits: OverviewVisit[];
  }[];
  unscheduled: number;
  /** Tickets that run out soon or have, the first one first. */
  expiring: { id: string; technician: string; technicianId: string; skill: string; expires_on: string }[];
}

/** So far ahead a ticket is pointed out: renewing one takes weeks. */
const SOON_DAYS = 30;

/** What a day looks like, for whoever runs it. */
export function dayOverview(day: Day, today: LocalDate, zone: string): DayOverview {
  const bookings = Map.groupBy(day.assignments, ({ visit_id }) => visit_id);
  const states = new Map(
    day.visits.map((visit) => [visit.id, visitState(visit, bookings.get(visit.id) ?? [])]),
  );
  const visits = new Map(day.visits.map((visit) => [visit.id, visit]));
  const jobs = new Map(day.jobs.map((job) => [job.id, job]));
  const sites = new Map(day.sites.map((site) => [site.id, site]));
  const customers = new Map(day.customers.map((customer) => [customer.id, customer.name]));
  const isToday = (at: string) => dateAt(epochMinutes(Math.floor(Date.parse(at) / 60_000)), zone) === today;

  const visitsOf = (technician: string) =>
    day.assignments
      .filter(({ technician_id, starts_at }) => technician_id === technician && isToday(starts_at))
      .toSorted((a, b) => a.starts_at.localeCompare(b.starts_at))
      .flatMap(({ visit_id, starts_at, ends_at }): OverviewVisit[] => {
        const job = jobs.get(visits.get(visit_id)?.job_id ?? '');
        if (!job) return [];
        const { customer_id, site_id } = job;
        return [
          {
            id: visit_id,
            starts_at,
            ends_at,
            customer: customers.get(customer_id) ?? '',
            suburb: sites.get(site_id)?.suburb ?? '',
            state: states.get(visit_id)!,
          },
        ];
      });

  const active = day.technicians.filter(({ is_active }) => is_active);
  const names = new Map(active.map(({ id, name }) => [id, name]));
  const skills = new Map(day.skills.map(({ id, name }) => [id, name]));
  return {
    technicians: active
      .map(({ id, name, colour }) => ({ id, name, colour, visits: visitsOf(id) }))
      .toSorted((a, b) => a.name.localeCompare(b.name)),
    unscheduled: [...states.values()].filter((state) => state === 'unscheduled').length,
    expiring: day.tickets
      .filter(({ technician_id, expires_on }) => {
        const isNear = expires_on !== null && expires_on <= addDays(today, SOON_DAYS);
        return isNear && names.has(technician_id);
      })
      .map(({ id, technician_id, skill_id, expires_on }) => ({
        id,
        technicianId: technician_id,
        technician: names.get(technician_id)!,
        skill: skills.get(skill_id) ?? '',
        expires_on: expires_on!,
      }))
      .toSorted((a, b) => a.expires_on.localeCompare(b.expires_on)),
  };
}
