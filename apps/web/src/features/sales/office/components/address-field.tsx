import { TextInput } from '@mantine/core';
import { isMailAddress } from '@muster/domain/values/email';
import { useState } from 'react';

/** What somebody types to invite another address than the one in the enquiry. */
export function useOtherAddress() {
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const other = typed.trim() === '' ? undefined : typed.trim();
  return {
    /** Undefined while nothing is typed. */
    other,
    /** Whether it can be invited; if not, the field says why. */
    check: () => {
      const isGood = other === undefined || isMailAddress(other);
      setWrong(!isGood);
      return isGood;
    },
    clear: () => setTyped(''),
    field: {
      value: typed,
      isWrong,
      onType: (next: string) => {
        setTyped(next);
        setWrong(false);
      },
    },
  };
}

type AddressFieldProps = ReturnType<typeof useOtherAddress>['field'] & {
  description?: string;
  readOnly: boolean;
};

export function AddressField({ value, isWrong, onType, ...field }: AddressFieldProps) {
  return (
    <TextInput
      label="Different address for the owner"
      type="email"
      inputMode="email"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      error={isWrong && 'Enter an email address like name@example.com.'}
      onChange={(event) => onType(event.target.value)}
      {...field}
    />
  );
}
