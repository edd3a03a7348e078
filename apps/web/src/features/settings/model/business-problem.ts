import { workingWeekProblem } from '@muster/domain/technicians/rules';
import { isAbn, NO_ABN, storedAbn } from '@muster/domain/values/abn';
import type { Wrong } from '../../../lib/kit/form/form-input.ts';
import type { Business } from '../api.ts';

type Checked = Pick<Business, 'name' | 'abn' | 'working_week'>;

/** What is wrong with what was typed, in words; the server asks the same. */
export function businessProblem({ name, abn, working_week }: Checked): Wrong<Checked> | undefined {
  if (name.trim() === '') return { field: 'name', text: 'A business needs a name.' };
  const digits = storedAbn(abn);
  if (digits !== null && !isAbn(digits)) return { field: 'abn', text: NO_ABN };
  const text = workingWeekProblem(working_week);
  return text === undefined ? undefined : { field: 'working_week', text };
}

/** As it is printed on invoices: "51 824 753 556". What is being typed stays as it is. */
export function abnWords(abn: string | null): string {
  return (abn ?? '').replace(/^(\d{2})(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3 $4');
}
