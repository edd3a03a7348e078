import { Stack, Text } from '@mantine/core';
import { sitesQuery } from '../../../../lib/choices/jobs.ts';
import { SearchSelect } from '../../../../lib/kit/form/search-select.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useFirstFocus } from '../../../../lib/kit/form/use-first-focus.ts';
import { CustomerPicker } from '../../../../lib/kit/choices/customer-picker.tsx';

/** Whom a job is for, and at which of their sites. */
export interface Client {
  id: string;
  name: string;
  site_id: string | null;
}

interface ClientFieldsProps {
  value: Client | null;
  onChange: (client: Client | null) => void;
}

export function ClientFields({ value, onChange }: ClientFieldsProps) {
  const first = useFirstFocus();
  const { data: sites = [] } = useQuery(sitesQuery(value?.id));
  const onlySite = sites.length === 1 ? sites[0]!.id : undefined;

  // Where there is one site alone, nobody has to choose it; also where the customer is chosen once more.
  const take = useEffectEvent(onChange);
  useEffect(() => {
    if (value?.site_id === null && onlySite !== undefined) take({ ...value, site_id: onlySite });
  }, [value, onlySite]);

  return (
    <Stack gap="sm">
      <CustomerPicker
        value={value}
        inputRef={first}
        onChange={(customer) => onChange(customer && { ...customer, site_id: null })}
      />
      {value !== null && (
        <SearchSelect
          label="Site"
          placeholder={sites.length === 0 ? 'This customer has no site yet' : 'Where'}
          thing="site"
          nothingFoundMessage="No results"
          choices={sites.map(({ id, name, address, suburb }) => ({
            value: id,
            label: [name, address, suburb].filter(Boolean).join(', '),
          }))}
          value={value.site_id}
          onChange={(site_id) => onChange({ ...value, site_id })}
        />
      )}
      {value !== null && sites.length === 0 && (
        <Text size="xs" c="dimmed">
          Add a site to this customer first. Every job needs one.
        </Text>
      )}
    </Stack>
  );
}
