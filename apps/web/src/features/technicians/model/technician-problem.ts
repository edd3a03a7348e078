import { workingWeekProblem } from '@muster/domain/technicians/rules';
import type { Technician } from '@muster/domain/technicians/schema';
import type { Wrong } from '../../../lib/kit/form/form-input.ts';

type Checked = Pick<Technician, 'name' | 'working_week'>;

/** What is wrong with what was typed, in words; the server asks the same. */
export function technicianProblem({ name, working_week }: Checked): Wrong<Checked> | undefined {
  if (name.trim() === '') return { field: 'name', text: 'A technician needs a name.' };
  const text = working_week === null ? undefined : workingWeekProblem(working_week);
  return text === undefined ? undefined : { field: 'working_week', text };
}
