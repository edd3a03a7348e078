import type { DaysOf, OwnDays } from '../explain/own-days.ts';
import { readDays } from '../explain/own-days.ts';
import type { Relaxable } from '../explain/relax.ts';
import type { HeldSchedule } from './held-schedule.ts';
import { routesOf } from './held-schedule.ts';

/** The days of technicians in which what is planned may start later, without one visit that somebody asks about. */
export function looseDays(held: HeldSchedule, without: string): DaysOf {
  return (technician, waived) => {
    const own = held.stops.get(technician.id) ?? [];
    const others = own.filter(({ visit }) => visit.id !== without);
    const read = () => readDays(held.source, { technician, routes: routesOf(held, others) }, waived);
    if (others.length < own.length) return read();
    const known = held.looseDays.get(technician.id) ?? new Map<Relaxable | undefined, OwnDays>();
    held.looseDays.set(technician.id, known);
    const days = known.get(waived) ?? read();
    known.set(waived, days);
    return days;
  };
}
