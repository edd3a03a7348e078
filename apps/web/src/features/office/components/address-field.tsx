import { enquiryMessage } from '@muster/domain/enquiries/rules';
import { isEmail } from '@muster/domain/values/email';
import { Field } from '@muster/ui/field';
import { useState } from 'react';

/** An address to invite instead of the one that is known, while somebody types it. */
export function useOtherAddress() {
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const other = typed.trim() === '' ? undefined : typed.trim();
  return {
    /** Undefined where nothing is typed. */
    other,
    /** Whether it can be invited; if not, the field says why. */
    check: () => {
      const isGood = other === undefined || isEmail(other);
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

type AddressFieldProps = ReturnType<typeof useOtherAddress>['field'] & { hint?: string; readOnly: boolean };

export function AddressField({ value, isWrong, onType, ...field }: AddressFieldProps) {
  return (
    <Field
      label="Another address for the owner"
      type="email"
      inputMode="email"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      state={isWrong ? 'invalid' : 'unknown'}
      error={enquiryMessage('email')}
      onChange={(event) => onType(event.target.value)}
      {...field}
    />
  );
}
