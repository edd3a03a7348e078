import { workingWeekProblem } from '@muster/domain/technicians/rules';
import { isAbn, NO_ABN, storedAbn } from '@muster/domain/values/abn';
import type { Business } from '../api.ts';

/** What is wrong with what was typed, in words; the server asks the same. */
export function businessProblem({
  name,
  abn,
  working_week,
}: Pick<Business, 'name' | 'abn' | 'working_week'>): string | undefined {
  if (name.trim() === '') return 'A business needs a name.';
  const digits = storedAbn(abn);
  if (digits !== null && !isAbn(digits)) return NO_ABN;
  return workingWeekProblem(working_week);
}

/** As it is printed on invoices: "51 824 753 556". What is being typed stays as it is. */
export function abnWords(abn: string | null): string {
  return (abn ?? '').replace(/^(\d{2})(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3 $4');
}
