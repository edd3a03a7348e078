import { Button, Stack, Text } from '@mantine/core';
import { SearchSelect } from '../../../lib/kit/form/search-select.tsx';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useFirstFocus } from '../../../lib/kit/form/use-first-focus.ts';
import { loadCustomer, sitesQuery } from '../api.ts';
import { CustomerPicker } from './customer-picker.tsx';

/** Whom a job is for, and at which of their sites. */
export interface Client {
  id: string;
  name: string;
  site_id: string | null;
}

interface ClientFieldsProps {
  value: Client | null;
  onChange: (client: Client | null) => void;
  /** What is missing: whom it is for, or at which of their sites. */
  error?: string | undefined;
  /** The form for a customer who is not known yet, where one may be added. */
  renderNew?: (onAdded: (id: string) => void, onCancel: () => void) => ReactNode;
}

export function ClientFields({ value, onChange, error, renderNew }: ClientFieldsProps) {
  const first = useFirstFocus();
  const [isNew, setNew] = useState(false);
  const { data: sites = [] } = useQuery(sitesQuery(value?.id));
  const onlySite = sites.length === 1 ? sites[0]!.id : undefined;

  // Where there is one site alone, nobody has to choose it; also where the customer is chosen once more.
  const take = useEffectEvent(onChange);
  useEffect(() => {
    if (value?.site_id === null && onlySite !== undefined) take({ ...value, site_id: onlySite });
  }, [value, onlySite]);

  async function choose(id: string) {
    const { name } = await loadCustomer(id);
    onChange({ id, name, site_id: null });
    setNew(false);
  }

  if (isNew && renderNew) {
    return (
      <div className="entries__form">
        {renderNew(
          (id) => void choose(id),
          () => setNew(false),
        )}
      </div>
    );
  }
  return (
    <Stack gap="sm">
      <CustomerPicker
        value={value}
        inputRef={first}
        error={value === null ? error : undefined}
        onChange={(customer) => onChange(customer && { ...customer, site_id: null })}
      />
      {value === null && renderNew && (
        <Button variant="subtle" size="compact-sm" mr="auto" onClick={() => setNew(true)}>
          New customer…
        </Button>
      )}
      {value !== null && (
        <SearchSelect
          label="Site"
          placeholder={sites.length === 0 ? 'This customer has no site yet' : 'Where'}
          thing="site"
          nothingFoundMessage="No such site"
          choices={sites.map(({ id, name, address, suburb }) => ({
            value: id,
            label: [name, address, suburb].filter(Boolean).join(', '),
          }))}
          value={value.site_id}
          error={value.site_id === null ? error : undefined}
          onChange={(site_id) => onChange({ ...value, site_id })}
        />
      )}
      {value !== null && sites.length === 0 && (
        <Text size="xs" c="dimmed">
          Add a site in the customer’s record first: a job is done somewhere.
        </Text>
      )}
    </Stack>
  );
}
