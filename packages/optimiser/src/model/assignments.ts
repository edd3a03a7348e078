import { skillsAt } from '@muster/domain/dispatch/scheduling/crew';
import { blockedBy } from '@muster/domain/dispatch/scheduling/hard-rules';
import type { Shift, Technician, Visit } from '@muster/domain/dispatch/scheduling/problem';
import type { Compiled, CompileOptions } from './model.ts';

/** Price of each technician's shift on each visit; -1 where a rule forbids it. */
export function assignments(compiled: Omit<Compiled, 'model'>, { mayTake }: CompileOptions): Int32Array {
  const { problem, visitOf, technicianOf, shiftOf } = compiled;
  const { visits, technicians, weights, current } = problem;
  const held = new Set(
    (current?.routes ?? []).flatMap(({ technician, shift, stops }) =>
      stops.map(({ visit }) => `${visit}|${technician}|${shift}`),
    ),
  );
  const known = new Set((current?.routes ?? []).flatMap(({ stops }) => stops.map(({ visit }) => visit)));
  const routes = technicianOf.length;
  const firstRoute = new Int32Array(technicians.length + 1);
  technicians.forEach(({ shifts }, t) => (firstRoute[t + 1] = firstRoute[t]! + shifts.length));
  const assign = new Int32Array(visitOf.length * routes).fill(-1);
  const at = new Map(technicians.map(({ id }, t) => [id, t]));
  const everybody = technicians.map((_, t) => t);
  visitOf.forEach((v, i) => {
    const visit = visits[v]!;
    const isKnown = known.has(visit.id);
    // A pin leaves so few that the others need not be asked.
    const asked =
      visit.pinned?.technicians.map((id) => at.get(id)).filter((t) => t !== undefined) ?? everybody;
    for (const t of asked) {
      const technician = technicians[t]!;
      if (mayTake?.(visit.id, technician.id) === false) continue;
      if (blockedBy(visit, technician) !== undefined) continue;
      const wish =
        visit.preferred?.length && !visit.preferred.includes(technician.id) ? weights.preference : 0;
      for (let r = firstRoute[t]!; r < firstRoute[t + 1]!; r++) {
        if (ticketExpires(visit, technician, shiftOf[r]!)) continue;
        const moved = isKnown && !held.has(`${visit.id}|${technician.id}|${shiftOf[r]!.id}`);
        assign[i * routes + r] = wish + (moved ? weights.moved : 0);
      }
    }
  });
  return assign;
}

/** Whether a ticket that the visit needs expires before the shift is over. */
export function ticketExpires(visit: Visit, technician: Technician, { end, latestEnd }: Shift): boolean {
  if (technician.expiries === undefined) return false;
  const proven = skillsAt(technician, latestEnd ?? end);
  return blockedBy(visit, { id: technician.id, skills: proven }) !== undefined;
}
