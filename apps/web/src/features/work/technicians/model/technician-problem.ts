import { workingWeekProblem } from '@muster/domain/work/technicians/rules';
import type { Technician } from '@muster/domain/work/technicians/schema';
import { problemIn } from '@muster/domain/values/fields';
import { technicianFields } from '@muster/domain/work/technicians/fields';
import type { Wrong } from '../../../../lib/kit/form/form-input.ts';

type Checked = Pick<Technician, 'name' | 'phone' | 'email' | 'working_week'>;

/** What is wrong with what was typed, in words; the server asks the same. */
export function technicianProblem(typed: Checked): Wrong<Checked> | undefined {
  const { name, phone, email } = technicianFields;
  const wrong = problemIn({ name, phone, email }, typed);
  const text = typed.working_week === null ? undefined : workingWeekProblem(typed.working_week);
  return wrong ?? (text === undefined ? undefined : { field: 'working_week', text });
}
