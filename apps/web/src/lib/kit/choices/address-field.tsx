import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { siteFields } from '@muster/domain/work/sites/fields';
import { withStreet } from '@muster/domain/work/sites/streets';
import { useQuery } from '@tanstack/react-query';
import { suburbWords } from '../../choices/suburbs.ts';
import { type Street, streetsQuery } from '../../choices/streets.ts';

interface AddressFieldProps {
  value: string;
  error?: string | undefined;
  onChange: (address: string) => void;
  /** One of the business's own streets was chosen: its suburb is known with it. */
  onStreet: (street: Street, address: string) => void;
}

const { label, placeholder, schema } = siteFields.address;
const pauseMs = 150;

/** A street address. While it is typed, streets that the business already has are offered. */
export function AddressField({ value, error, onChange, onStreet }: AddressFieldProps) {
  const [typed] = useDebouncedValue(value.trim(), pauseMs);
  const { data = [] } = useQuery(streetsQuery(typed));
  const choices = new Map<string, { street: Street; address: string }>();
  for (const street of data) {
    const address = withStreet(typed, street.street);
    choices.set(`${address}, ${suburbWords({ ...street, name: street.suburb })}`, { street, address });
  }

  function change(text: string) {
    const chosen = choices.get(text);
    if (chosen) onStreet(chosen.street, chosen.address);
    else onChange(text);
  }

  return (
    <Autocomplete
      label={label}
      placeholder={placeholder ?? ''}
      maxLength={Number(schema['maxLength'])}
      error={error}
      autoComplete="off"
      data={typed === value.trim() ? [...choices.keys()] : []}
      // What is found begins as it is typed, without the number.
      filter={({ options }) => options}
      value={value}
      onChange={change}
    />
  );
}
