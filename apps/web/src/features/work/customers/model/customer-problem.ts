import { isAbn, NO_ABN, storedAbn } from '@muster/domain/values/abn';
import { problemIn, type TypedOf } from '@muster/domain/values/fields';
import { contactFields } from '@muster/domain/work/contacts/fields';
import { customerFields } from '@muster/domain/work/customers/fields';
import type { Wrong } from '../../../../lib/kit/form/form-input.ts';

type Checked = TypedOf<typeof customerFields>;

interface Reached {
  name: string;
  phone: string;
  email: string;
}

/** What is wrong with what was typed, in words; the server asks the same, and knows less of what is wrong with an ABN. */
export function customerProblem(typed: Checked): Wrong<Checked> | undefined {
  const { abn: _, ...others } = customerFields;
  const text = abnProblem(typed.abn);
  return problemIn(others, typed) ?? (text === undefined ? undefined : { field: 'abn', text });
}

export function contactFormProblem(typed: Reached): Wrong<Reached> | undefined {
  const { name, phone, email } = contactFields;
  return problemIn({ name, phone, email }, typed);
}

const digits = 11;

/** Nothing while it is not all typed yet: then its length is told below the field. */
export function abnProblem(typed: string | null): string | undefined {
  const abn = storedAbn(typed);
  if (abn === null || isAbn(abn)) return undefined;
  if (!/^\d*$/.test(abn)) return 'An ABN only has digits.';
  return abn.length === digits ? NO_ABN : `An ABN has ${digits} digits. This has ${abn.length}.`;
}
