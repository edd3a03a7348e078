import { amountProblem, plainCents, readCents } from '@muster/domain/values/cents';
import type { ComponentProps } from 'react';
import { TypedNumberField } from './typed-number-field.tsx';

type MoneyFieldProps = Pick<
  ComponentProps<typeof TypedNumberField>,
  'label' | 'value' | 'onChange' | 'description' | 'error' | 'inputRef'
>;

/** An amount in cents, typed as people write it: 12, 12.5 or 1,250. */
export function MoneyField(props: MoneyFieldProps) {
  return (
    <TypedNumberField
      {...props}
      placeholder="0.00"
      leftSection="$"
      read={readAmount}
      show={plainCents}
      wrong={(text) => amountProblem(text)}
    />
  );
}

function readAmount(text: string): number | undefined {
  const cents = readCents(text);
  return cents === undefined || cents < 0 ? undefined : cents;
}
