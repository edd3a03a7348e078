import { isAbn, NO_ABN, storedAbn } from '@muster/domain/values/abn';
import type { Wrong } from '../../../lib/kit/form/form-input.ts';

interface Checked {
  name: string;
  abn: string | null;
}

/** What is wrong with what was typed, in words; the server asks the same. */
export function customerProblem({ name, abn }: Checked): Wrong<Checked> | undefined {
  if (name.trim() === '') return { field: 'name', text: 'A customer needs a name.' };
  const text = abnProblem(abn);
  return text === undefined ? undefined : { field: 'abn', text };
}

const digits = 11;

/** Nothing while it is not all typed yet: then its length is told below the field. */
export function abnProblem(typed: string | null): string | undefined {
  const abn = storedAbn(typed);
  if (abn === null || isAbn(abn)) return undefined;
  if (!/^\d*$/.test(abn)) return 'An ABN has digits alone.';
  return abn.length === digits ? NO_ABN : `An ABN has ${digits} digits, and this has ${abn.length}.`;
}

/** "51 824 753 556". */
export function abnWords(abn: string | null): string {
  return (abn ?? '').replace(/^(\d{2})(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3 $4');
}
