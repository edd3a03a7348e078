import { shiftAt } from '../hold/held-stops.ts';
import type { HeldSchedule } from './held-schedule.ts';

/** A change to a schedule that is held. Placing a visit that is placed already moves it. */
export type Edit =
  | {
      readonly kind: 'place';
      readonly visit: string;
      readonly technicians: readonly string[];
      readonly start: number;
    }
  | { readonly kind: 'remove'; readonly visit: string };

/** Makes the change, whatever rule it breaks; the answer to the next question knows of it. */
export function editHeld(held: HeldSchedule, edit: Edit): void {
  const visit = held.visits.get(edit.visit);
  if (visit === undefined) throw new RangeError(`visit ${edit.visit} is not in the problem`);
  const people = edit.kind === 'remove' ? [] : edit.technicians;
  const unknown = people.find((id) => !held.technicians.has(id));
  if (unknown !== undefined) throw new RangeError(`technician ${unknown} is not in the problem`);
  for (const [technician, stops] of held.stops) {
    const others = stops.filter((stop) => stop.visit.id !== edit.visit);
    if (others.length === stops.length) continue;
    held.stops.set(technician, others);
    held.days.delete(technician);
  }
  if (edit.kind === 'remove') return;
  const { start } = edit;
  if (!Number.isSafeInteger(start)) throw new RangeError(`visit ${edit.visit} cannot start at ${start}`);
  for (const technician of people) {
    const shift = shiftAt(held.technicians.get(technician)!, start);
    const stop = { visit, technician, shift, start, end: start + visit.duration };
    held.stops.set(technician, [...(held.stops.get(technician) ?? []), stop]);
    held.days.delete(technician);
  }
}
