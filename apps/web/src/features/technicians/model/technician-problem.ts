import { workingWeekProblem } from '@muster/domain/technicians/rules';
import type { Technician } from '@muster/domain/technicians/schema';

/** What is wrong with what was typed, in words; the server asks the same. */
export function technicianProblem({
  name,
  working_week,
}: Pick<Technician, 'name' | 'working_week'>): string | undefined {
  if (name.trim() === '') return 'A technician needs a name.';
  return working_week === null ? undefined : workingWeekProblem(working_week);
}
